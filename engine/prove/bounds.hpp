// Bounds: the fewest and the most mines that each variable of a system can hold, as far as single sums imply; with all
// changes in order, so that they can be explained and undone.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/watch.hpp"
#include "prove/system.hpp"

namespace minemind {

// The work that proofs may take. Throws TooHard once it is spent.
class Budget {
 public:
  Budget(std::size_t work, Watch& watch) : left_(work), watch_(watch) {}

  void spend(std::size_t work) {
    if (work > left_) throw TooHard{};
    left_ -= work;
    watch_.spend(work);
  }
  std::size_t left() const { return left_; }

 private:
  std::size_t left_;
  Watch& watch_;
};

class Bounds {
 public:
  static constexpr std::uint32_t decided = UINT32_MAX;  // in place of a sum: the change follows from none

  struct Change {
    Variable variable;
    bool is_most;  // whether the upper bound fell; otherwise the lower one rose
    Mines before, after;
    std::uint32_t because;  // the sum that it follows from, or decided
  };

  // `without` marks the sums to ignore, by their ids; it may be empty.
  Bounds(const System& system, std::span<const std::uint8_t> without, Budget& budget);

  Mines least(Variable variable) const { return least_[variable]; }
  Mines most(Variable variable) const { return most_[variable]; }
  bool is_settled(Variable variable) const { return least_[variable] == most_[variable]; }
  bool is_ignored(std::uint32_t sum) const { return !without_.empty() && without_[sum]; }
  bool is_touched(std::uint32_t sum) const { return totals_[sum].changes > 0; }
  // How far the bounds of what a sum's variables hold together are apart: 0 if all are settled.
  Mines ways(std::uint32_t sum) const { return totals_[sum].most - totals_[sum].least; }
  std::span<const Change> changes() const { return changes_; }

  void raise_least(Variable variable, Mines to, std::uint32_t because);
  void lower_most(Variable variable, Mines to, std::uint32_t because);
  void look_at_all();

  // Draws all conclusions from single sums. Returns the first sum found that cannot hold, if there is one.
  std::optional<std::uint32_t> propagate();
  void undo_to(std::size_t changes);

 private:
  // Bounds of what the variables of a sum hold together, kept up to date because the mine count has hundreds of
  // variables.
  struct Total {
    Mines least = 0, most = 0;
    Mines widest = 0;           // the most that any one of them can hold
    std::uint32_t changes = 0;  // to its variables
  };

  void change(const Change& change);
  bool look_at(std::uint32_t id);

  const System& system_;
  std::span<const std::uint8_t> without_;
  Budget& budget_;
  std::vector<Mines> least_, most_;
  std::vector<Total> totals_;  // of each sum that is not ignored
  std::vector<Change> changes_;
  std::vector<std::uint32_t> pending_;
  std::vector<std::uint8_t> is_pending_;
};

}  // namespace minemind
