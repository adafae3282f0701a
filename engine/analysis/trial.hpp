// Trial: what would follow if a cell were opened and showed a number.
//
// A look ahead asks this for dozens of cells and numbers of one position. Opening a cell changes the components that it
// or its neighbours belong to, and the mine count passes that on to the others. So only these are counted again; of the
// others it is known how likely each number of mines is, and what each number would mean for every cell. Where the mine
// count rules out some of these numbers, or cells hold several mines, everything is counted again.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "analysis/analysis.hpp"
#include "core/thread_scratch.hpp"
#include "count/knowledge.hpp"

namespace minemind {

// A safe cell tells something if it has an uncertain neighbour.
struct Outlook {
  std::size_t telling = 0;  // how many safe cells do
  double least_risk = 1;    // of an uncertain cell, if none does; one if no cell is uncertain
};

class Trial {
 public:
  // All must outlive it.
  Trial(const Analysis& analysis, CountCache& cache, Watch& watch);
  Trial(const Trial&) = delete;  // a copy would look at the position of the original
  Trial& operator=(const Trial&) = delete;

  // The probability of each number that a cell may show, given that it is free.
  std::vector<double> number_distribution(Cell cell) {
    return analysis_.number_distribution(cell, watch_, counts_apart_ ? &rest_without(cell).elsewhere : nullptr);
  }

  // How many cells are safe after each number, if that is known at once; then some cell stays uncertain, too.
  std::optional<SafeByNumber> safe_by_number(Cell cell) const {
    return counts_apart_ && free_before_.empty() ? analysis_.safe_by_number(cell, watch_) : std::nullopt;
  }

  // Which cell is opened, for what follows. It must be hidden, and not known to hold a mine.
  void open(Cell cell);

  // If it shows a number, which must be possible: how many safe cells follow from single numbers and pairs of them, and
  // tell something.
  std::size_t telling_at_first_sight(std::int32_t number);
  // What follows from everything.
  Outlook count(std::int32_t number);

 private:
  // The components that a cell does not touch.
  struct Rest {
    std::vector<std::size_t> touched;  // all but these
    std::vector<std::size_t> components;
    std::int64_t cells = 0;
    Elsewhere elsewhere;
    std::vector<Polynomial> others;  // for each component, the ways of the others
  };
  enum class Fate : std::uint8_t { uncertain, safe, mine };

  void take_back();
  void show(std::int32_t number);
  void find_touched(Cell cell);
  Rest& rest_without(Cell cell);
  Outlook count_all() const;
  static Fate fate_of(const Count& count, std::uint32_t group);
  std::size_t count_telling() const;
  double least_in(std::size_t component, std::span<const double> weight);
  double least_in_rest(std::span<const double> weight);

  const Analysis& analysis_;
  CountCache& cache_;
  Watch& watch_;
  bool counts_apart_;
  Cell cell_ = -1;
  std::deque<Rest> rests_;      // those that were needed so far
  const Rest* rest_ = nullptr;  // none if everything is counted again
  std::vector<Cell> near_;      // the numbers that the cell touches, and the cell itself
  // A thread keeps the memory of all this for its next trial.
  struct Workspace {
    bool is_bulky() const { return before.is_bulky(); }

    // Before the cell is opened, when it is known to be free, and when it shows a number. What follows from its being
    // free is found once for all numbers.
    Knowledge before, opened, after;
    // What a number leaves of the components that the cell touches.
    Position position;
    Frontier frontier{position};
  };
  ThreadScratch<Workspace> workspace_;
  Knowledge &before_ = workspace_->before, &opened_ = workspace_->opened, &after_ = workspace_->after;
  Position& position_ = workspace_->position;
  Frontier& frontier_ = workspace_->frontier;
  std::int32_t shown_ = -1;  // the number, if any
  std::vector<Cell> free_before_, free_opened_, free_;
  std::vector<std::shared_ptr<const Count>> counts_;
  std::vector<Fate> fates_;
  // Scratch.
  std::vector<std::size_t> touched_;
  Signature signature_;
  std::vector<double> distribution_;
};

}  // namespace minemind
