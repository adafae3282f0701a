// Analysis: what a position implies. The engine's answer to "where are the mines?".
//
// Propagation, components and counting, combined by the mine count. Integers decide what is certain: which states can
// be reached and which totals are possible. Floating point gives the probabilities of the rest.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/number_set.hpp"
#include "core/watch.hpp"
#include "count/count.hpp"
#include "count/count_cache.hpp"
#include "count/frontier.hpp"
#include "count/position.hpp"
#include "count/totals.hpp"

namespace minemind {

using SafeByNumber = std::array<std::uint32_t, largest_in_set + 1>;

// The components that a cell does not touch: their ways, and what they and the cells that no number sees mean for the
// mines around it. That is the same for many cells of a position, and is kept from one to the next.
struct Elsewhere {
  struct Weights {
    std::int64_t neighbours;        // that no number sees
    bool is_outside;                // whether none sees the cell
    std::vector<double> of_totals;  // of all that the cell touches
  };

  Polynomial ways;
  std::vector<Weights> known;
};

class Analysis {
 public:
  // Throws Contradiction, or TooHard, or what the watch throws.
  Analysis(Position position, MinePrior prior, CountCache& cache, Watch& watch);
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  const Position& position() const { return position_; }
  const Frontier& frontier() const { return frontier_; }
  const Count& count(std::size_t component) const { return *counts_[component]; }
  // How many components had to be counted, because they were not in the cache.
  std::size_t counted() const { return counted_; }
  // How many states all components have, from the cache or not.
  std::size_t states() const;
  std::int64_t outside_cells() const { return outside_cells_; }
  const MinePrior& prior() const { return prior_; }
  // With a mine count: the mines not yet known, and how many of them a component and the outside may hold.
  std::int64_t mines_left() const { return mines_left_; }
  std::vector<std::int64_t> possible_totals(std::size_t component, Watch& watch) const;
  // Whether the mine count rules out any number of mines that a component could hold by itself.
  bool rules_out_totals() const { return !allowed_.empty(); }
  std::int64_t fewest_outside() const { return fewest_outside_; }
  std::int64_t most_outside() const { return most_outside_; }
  const Totals& totals() const { return totals_; }
  // The most mines that each group of the frontier holds in any solution.
  std::vector<std::uint32_t> most_mines(Watch& watch) const;
  // The unknown cells that no number sees, ascending.
  std::vector<Cell> cells_outside() const;

  // For every index: the probability of any mine, and the mean number of mines; NaN where the cell is open or a hole,
  // or where they are unknown.
  CellSpan<const double> probability() const { return probability_; }
  CellSpan<const double> expected() const { return expected_.empty() ? probability_ : expected_; }
  // The probability that a cell is free. Unlike 1 - probability() it keeps its digits where it is tiny.
  double free_probability(Cell cell) const { return free_.empty() ? 1 - probability_[cell] : free_[cell]; }
  // The cells that are mined in no solution, and those that are in every one, ascending.
  std::vector<Cell> safe() const { return cells_with(0); }
  // The safe cells that need no counting.
  std::vector<Cell> obvious() const;
  std::vector<Cell> mines() const { return cells_with(1); }
  // The probability of a mine in a cell that no number sees; NaN if there is no such cell, or it is unknown.
  double outside() const { return outside_; }

  // What a hidden cell shows if it is opened: the probabilities of 0, 1, 2, … given that it is free.
  // `elsewhere` are the components that neither the cell nor its neighbours belong to, if they are known.
  std::vector<double> number_distribution(Cell cell, Watch& watch, Elsewhere* elsewhere = nullptr) const;
  // For each number that it may show, how many unknown cells of the components and outside cells that it touches are
  // safe then. Known only where there is one mine per cell and the mine count says nothing about them.
  std::optional<SafeByNumber> safe_by_number(Cell cell, Watch& watch) const;

 private:
  struct Surroundings;
  Surroundings look_around(Cell cell) const;
  std::vector<double> weigh_around(const Surroundings& around, Polynomial near, const Polynomial* rest,
                                   Watch& watch) const;
  std::span<const double> weights_around(const Surroundings& around, Polynomial near, Elsewhere& elsewhere,
                                         Watch& watch) const;
  void count_components(CountCache& cache, Watch& watch);
  void combine(Watch& watch);
  void restrict_totals(Watch& watch);
  void check_memory(const Watch& watch) const;
  void decide(Watch& watch);
  std::span<const std::uint8_t> possible(std::size_t component, std::vector<std::uint8_t>& kept, Watch& watch) const;
  void decide_group(std::uint32_t group, const std::uint8_t* possible, const double* distribution, Watch& watch);
  void decide_outside(Watch& watch);
  CellVector<double> for_all_cells(double of_unknown, std::int32_t most) const;
  void set(Cell cell, double probability, double mean, double free);
  std::vector<Cell> cells_with(double probability) const;
  Totals weigh(std::vector<Polynomial> parts, std::int64_t outside_slots, Watch& watch) const;
  Polynomial ways(std::size_t component) const;

  Position position_;
  Frontier frontier_;
  MinePrior prior_;
  std::vector<std::shared_ptr<const Count>> counts_;
  std::size_t counted_ = 0;
  std::int64_t outside_cells_ = 0, outside_slots_ = 0, mines_left_ = 0;
  std::vector<std::vector<std::uint8_t>> allowed_;  // per component, if the mine count rules out some totals
  std::int64_t fewest_outside_ = 0, most_outside_ = 0;
  Totals totals_;
  CellVector<double> probability_;
  CellVector<double> expected_, free_;  // only with several mines per cell: else probability_ says it all
  double outside_, outside_mean_;
};

}  // namespace minemind
