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

  // Which cell is opened. It must be hidden, and not known to hold a mine.
  void open(Cell cell);

  // The probability of each number that it may show, given that it is free.
  std::vector<double> number_distribution() const {
    return analysis_.number_distribution(cell_, watch_, rest_ ? &rest_->ways : nullptr);
  }

  // How many cells are safe after each number, if that is known at once; then some cell stays uncertain, too.
  std::optional<SafeByNumber> safe_by_number() const {
    return counts_apart_ && free_before_.empty() ? analysis_.safe_by_number(cell_, watch_) : std::nullopt;
  }

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
    Polynomial ways;
    std::vector<Polynomial> others;  // for each component, the ways of the others
  };
  enum class Fate : std::uint8_t { uncertain, safe, mine };

  void take_back();
  void show(std::int32_t number);
  void find_touched();
  const Rest& rest_without_touched();
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
  // Before the cell is opened, when it is known to be free, and when it shows a number. What follows from its being
  // free is found once for all numbers. A thread keeps the memory of the last two for its next trial.
  struct Changing {
    bool is_bulky() const { return opened && opened->is_bulky(); }

    std::optional<Knowledge> opened, after;
  };
  Knowledge before_;
  ThreadScratch<Changing> changing_;
  Knowledge &opened_, &after_;
  std::int32_t shown_ = -1;  // the number, if any
  std::vector<Cell> free_before_, free_opened_, free_;
  // What a number leaves of the components that the cell touches.
  Position position_;
  Frontier frontier_{position_};
  std::vector<std::shared_ptr<const Count>> counts_;
  std::vector<Fate> fates_;
  // Scratch.
  std::vector<std::size_t> touched_;
  Signature signature_;
  std::vector<double> distribution_;
};

}  // namespace minemind
