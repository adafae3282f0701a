// Count: all solutions of one component, counted group by group.
//
// Groups are decided one after the other. A state is what the open constraints still need: all ways to decide the
// groups so far that leave the same needs merge into one state. Every state carries a polynomial: the number of ways to
// get there, by the number of mines they use. The states, the steps between them and the polynomials are kept, so that
// one pass back over the steps gives the distribution of every group for any weights of the mine totals.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/made_once.hpp"
#include "core/number_set.hpp"
#include "core/short_vector.hpp"
#include "core/watch.hpp"
#include "count/elimination_order.hpp"
#include "count/frontier.hpp"

namespace minemind {

struct EliminationPlan;

// The most slots of a component: with up to this many, the ways and the products that a distribution needs fit a double
// without overflow or loss of what matters. No game comes near this limit: after propagation the components of a
// half-open board of a million cells have a few dozen.
inline constexpr std::uint32_t most_slots = 900;

class Count {
 public:
  // Counts the component with this signature. Throws TooHard if it would take too many states.
  Count(std::span<const std::uint32_t> signature, Watch& watch);
  Count(const Count&) = delete;
  Count& operator=(const Count&) = delete;

  // A solution has from fewest() to fewest() + ways().size() - 1 mines; ways() is empty if there is no solution.
  std::uint32_t fewest() const { return fewest_; }
  // How many solutions (choices of slots) have fewest() + i mines.
  std::span<const double> ways() const {
    return has_solution() ? terms_.subspan(states_[final_state()].first_term) : std::span<const double>();
  }

  std::uint32_t groups() const { return static_cast<std::uint32_t>(starts_.size()) - 1; }
  // The number of slots of a group.
  std::uint32_t capacity(std::uint32_t group) const {
    return static_cast<std::uint32_t>(starts_[group + 1] - starts_[group]) - 1;
  }

  // For every group, whether it holds 0, 1, … capacity mines in any solution; in the order of distribute().
  std::span<const std::uint8_t> possible() const { return possible_; }
  // The same, for solutions with fewest() + i mines where allowed[i] is set.
  std::vector<std::uint8_t> possible(std::span<const std::uint8_t> allowed, Watch& watch) const;
  // Whether any solution has fewest() + i mines.
  std::vector<std::uint8_t> totals(Watch& watch) const;
  // All solutions: the mines of every group, one solution after the other. Throws TooHard if there are more than
  // `most`.
  std::vector<std::uint8_t> list(std::size_t most, Watch& watch) const;
  // Draws a random solution with `mines` mines: the mines of every group. `pick` chooses an index with the given
  // weights.
  void draw(std::uint32_t mines, std::vector<std::uint32_t>& group_mines, Watch& watch,
            const std::function<std::size_t(std::span<const double>)>& pick) const;
  // The ways exactly, modulo a prime below 2^31.
  std::vector<std::uint64_t> ways_modulo(std::uint64_t prime, Watch& watch) const;

  // For every group, one after the other, the weight of its holding 0, 1, … capacity mines, where a solution with
  // fewest() + i mines has weight[i]. All values of one group have the same scale.
  void distribute(std::span<const double> weight, std::vector<double>& distribution, Watch& watch) const;
  // For every group, one after the other, and for fewest() + i mines in all: the mines in the group, summed over the
  // solutions. With it a group's mean needs no pass over the steps.
  std::span<const double> mines_by_total(Watch& watch) const;
  // How a cell's neighbourhood overlaps a group: how many of its neighbours belong to the group, and whether it does.
  struct GroupOverlap {
    std::uint32_t group = 0;
    std::uint32_t neighbours = 0;
    bool has_cell = false;
  };
  // If that cell is free: for every number of mines among its neighbours, one after the other, the ways by the total
  // mines of the component, as in ways().
  std::vector<double> ways_by_neighbour_mines(std::span<const GroupOverlap> overlaps, Watch& watch) const;
  // If that cell is free, and there is at most one mine per cell: which numbers of mines its neighbours may hold. For
  // each group, appends to `mined` the same for the solutions in which a given cell of the group is mined: a neighbour
  // of that cell, or another one.
  struct MinedNumbers {
    NumberSet neighbour = 0, other = 0;
  };
  NumberSet neighbour_mines(std::span<const GroupOverlap> overlaps, std::vector<MinedNumbers>& mined,
                            Watch& watch) const;

  // Where the values of a group start in a distribution.
  std::size_t start(std::uint32_t group) const { return starts_[group]; }

  // The number of slots of all groups.
  std::size_t slots() const { return starts_.back() - groups(); }

  std::size_t states() const { return states_.size() - 1; }
  std::size_t bytes() const;

 private:
  struct Layer {
    std::uint32_t group;
    std::uint32_t first_state;  // the states before the group is decided
    std::uint32_t weights;      // where its weights start: the ways to put x mines in its slots
  };
  struct State {
    std::uint32_t first_step;
    std::uint32_t fewest;  // mines so far
    std::uint32_t first_term;
    std::uint32_t most;
  };
  struct Step {
    std::uint32_t to;
    std::uint32_t mines;
  };

  struct Draft;  // a count under construction

  template <std::size_t Words>
  static void expand(const EliminationPlan& plan, Draft& draft, Watch& watch);
  void accumulate(Draft& draft, Watch& watch);
  void find_possible(Draft& draft, Watch& watch);
  void keep(const Draft& draft);
  std::vector<std::uint8_t> reached(Watch& watch) const;
  std::vector<std::uint8_t> completable(Watch& watch) const;
  void find_completable(std::vector<std::uint8_t>& can_end, Watch& watch) const;
  template <class Term, class Arrive>
  void forward(std::vector<Term>& terms, Watch& watch, Arrive arrive) const;
  template <class Visit>
  void backward(Watch& watch, Visit visit) const;
  std::uint32_t final_state() const { return layers_.back().first_state; }
  std::uint32_t end_of_layer(std::size_t i) const {
    return i + 1 < layers_.size() ? layers_[i + 1].first_state : final_state() + 1;
  }
  bool has_solution() const { return final_state() + 1 < states_.size(); }

  std::uint32_t fewest_ = 0;
  std::uint32_t per_cell_ = 1;
  std::span<const Layer> layers_;
  std::span<const State> states_;  // layer by layer; the last one is where every constraint is satisfied
  std::span<const Step> steps_;    // state by state
  std::span<const double> terms_;  // the polynomials of the states
  std::span<const double> weights_;
  std::span<const std::size_t> starts_;
  std::span<const std::uint8_t> possible_;
  // Holds all these arrays, one after the other: most are short, and a block of memory for each would take longer to
  // allocate than to fill.
  std::unique_ptr<std::byte[]> memory_;
  std::size_t memory_bytes_ = 0;

  // In how many ways each state can be completed, by the mines that this takes; made on first use.
  struct Completions {
    std::vector<std::uint32_t> fewest, first;
    std::vector<double> ways;
  };
  struct NeighbourCounts;  // for ways_by_neighbour_mines(), in a file of its own
  struct NeighbourScratch;
  const Completions& completions(Watch& watch) const;
  std::unique_ptr<const Completions> make_completions(Watch& watch) const;
  using SplitWays = ShortVector<double, 32>;
  SplitWays split_ways(const GroupOverlap* overlap, std::uint32_t capacity) const;
  std::size_t terms_in(std::size_t layer) const;
  void check_neighbour_counts(std::size_t numbers, std::size_t layer, const Watch& watch) const;
  void step(const NeighbourCounts& here, NeighbourCounts& next, std::size_t layer, const GroupOverlap* overlap,
            Watch& watch) const;
  std::vector<double> finished(const NeighbourCounts& here, std::size_t layer, Watch& watch) const;

  MadeOnce<Completions> completions_;
  MadeOnce<std::vector<double>> mines_by_total_;
};

// Visits every step, last layer first. `target` is where the terms of the step's origin start among those of the state
// that it leads to.
template <class Visit>
void Count::backward(Watch& watch, Visit visit) const {
  for (std::size_t i = layers_.size() - 1; i-- > 0;)
    for (std::uint32_t s = layers_[i].first_state; s < layers_[i + 1].first_state; ++s) {
      const State& from = states_[s];
      watch.spend(std::size_t{from.most - from.fewest + 1} * (states_[s + 1].first_step - from.first_step));
      for (std::uint32_t at = from.first_step; at < states_[s + 1].first_step; ++at) {
        const Step& step = steps_[at];
        const State& to = states_[step.to];
        const std::size_t target = to.first_term + (from.fewest + step.mines - to.fewest);
        visit(i, from, step, target, from.most - from.fewest + 1);
      }
    }
}

}  // namespace minemind
