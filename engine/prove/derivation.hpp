// Derivation: turns the numbers of a proof into steps that a person can follow, by the easiest technique that is found.
//
// First come single numbers and pairs, as players think: this cell is safe, so that one is a mine. Then come sums of
// several numbers, added and subtracted. What is left is shown by contradiction: the opposite is assumed, and single
// numbers lead to one that cannot be satisfied.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "prove/bounds.hpp"
#include "prove/step.hpp"
#include "prove/system.hpp"

namespace minemind {

class Derivation {
 public:
  // The claim: its cell holds at least this many mines or, if that is 0, is safe.
  Derivation(System& system, Clues& clues, Mines at_least, Budget& budget);

  // Steps that show the claim by single numbers and pairs, none harder than `hardest`, if there are any.
  std::optional<std::vector<Step>> by(Technique hardest);
  // The same, or followed by a sum of several numbers.
  std::optional<std::vector<Step>> by_sum();
  // Steps that show the claim, which must follow from the system.
  std::vector<Step> derive();

 private:
  using Line = std::uint32_t;
  static constexpr Line none = UINT32_MAX;

  // What a sum says about its unsettled variables.
  struct Rest {
    Mines need = 0, capacity = 0;
    ShortVector<Variable> free;
  };

  // What steps must show: that some variables together hold at most, or at least, this many mines.
  struct Goal {
    std::vector<Variable> over;
    bool is_most;
    Mines bound;
  };
  // The sign of each sum that is added or subtracted; 0 if it is left out.
  using Combination = std::vector<std::int8_t>;

  // Variables that occur in the same sums.
  struct Alike {
    std::uint32_t in_sums;  // a bit for each sum, and one more for the goal
    Mines weight;
    Mines least = 0, most = 0;  // of all together
  };

  Goal goal() const { return {{System::target}, wanted_ == 0, wanted_}; }
  bool is_exact(std::uint32_t id) const;
  Rest rest(std::uint32_t id) const;
  void settle(Technique hardest);
  bool settle_by_singles();
  bool settle_by_pairs(Technique technique);
  bool settle_by_pair(std::uint32_t fuller, std::uint32_t emptier, Technique technique);
  bool single(std::uint32_t id);
  void conclude(std::span<const Variable> variables, bool is_full, Step step);
  void require_some(Step step);
  void cite(Step& step, Variable variable, bool is_most) const;
  Step step_from(std::span<const std::uint32_t> sums, Technique technique) const;

  std::vector<std::uint32_t> unsettled_sums() const;
  std::optional<Line> add_up(const Goal& goal, std::span<const std::uint32_t> ids);
  void leave_out_sources(Step& step, const Goal& goal, std::vector<std::uint32_t> used);
  bool follows(const Goal& goal, std::span<const std::uint32_t> used, std::span<const Line> lines);
  std::vector<Alike> alike(std::span<const std::uint32_t> ids, const Goal& goal) const;
  std::optional<Combination> combine(std::span<const std::uint32_t> ids, const Goal& goal);
  std::vector<Mines> most_added_from(std::span<const std::uint32_t> ids) const;

  std::vector<std::uint32_t> bound_components();
  Line bound_component(std::span<const std::uint32_t> sums, bool is_most, Mines bound);

  Line contradict(const Goal& goal);
  Line search(Bounds& bounds, std::uint32_t depth);
  Line branch(Bounds& bounds, Variable variable, std::uint32_t depth);
  void explain_changes(const Bounds& bounds, std::uint32_t depth);
  Step absurd_step(std::uint32_t sum, const Bounds& bounds, std::uint32_t depth) const;
  Step because(std::uint32_t sum, bool by_most, std::span<const Variable> except, std::uint32_t depth) const;
  void forget_lines(std::size_t changes, const Bounds& bounds);
  bool rests_on(Line line, Line assumption) const;

  std::vector<Step> needed(Line last) const;
  Line add(Step step);

  System& system_;
  Clues& clues_;
  std::int32_t per_cell_;
  Mines wanted_;  // how many mines the cell of the claim must be shown to hold at least; 0 if it must be shown safe
  Budget& budget_;
  std::vector<Step> steps_;
  std::vector<Mines> least_, most_;           // of each variable, as far as steps have settled it
  std::vector<Line> least_line_, most_line_;  // the steps that show these; none for initial bounds
  std::vector<Line> earlier_lines_;           // for each change in a search, the step that showed the bound before
  Line shown_ = none;                         // the step that shows the claim
  bool branches_everywhere_ = false;          // whether a search branches on any sum, not only near changes
};

// The hardest technique of some steps.
Technique hardest(std::span<const Step> steps);

}  // namespace minemind
