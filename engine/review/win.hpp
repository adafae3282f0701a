// Win: the probability of winning a position. Exact where the game can be searched to its end, else by playing on.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "analysis/analysis.hpp"
#include "core/cell.hpp"
#include "play/endgame.hpp"
#include "play/played_on.hpp"
#include "play/strategy.hpp"

namespace minemind {

struct Win {
  double value = std::numeric_limits<double>::quiet_NaN();  // NaN if it is unknown
  double margin = 0;                                        // of its 95 % interval, to either side
  bool is_exact = false;

  static Win exactly(double value) { return {value, 0, true}; }
};

// The probability that all of these cells are free: exactly 1 or 0 where that is certain.
double survival(const Analysis& analysis, std::span<const Cell> cells, CountCache& cache, Watch& watch);

// A position that was searched to its end. With several mines per cell it would count games that are already won.
class SearchedEnding {
 public:
  // Throws TooHard where there are too many solutions, or states; then or later.
  SearchedEnding(const Analysis& analysis, SearchLimits limits, Watch& watch);

  // By perfect play; and if some cells are opened first, by perfect play from there on.
  double win() const;
  double win_by(std::span<const Cell> cells);
  // Whether opening these cells first wins as often as anything. Integers decide it.
  bool is_best(std::span<const Cell> cells);

 private:
  struct SearchedPart {
    std::unique_ptr<Endgame> game;
    std::uint64_t total, won;
  };
  std::vector<SearchedPart> parts_;
};

// How close an estimate should come, and when to give up.
struct Precision {
  double margin = 0;  // of a 95 % interval; none if no games are to be played
  std::size_t most_games = 0;
  std::uint64_t seed = 0;
  std::uint64_t work = UINT64_MAX;  // that all games may take, in units of a few nanoseconds
};

// What two choices at a position are worth, and the margin of the 95 % interval of their difference.
struct Comparison {
  Win best, other;
  double difference_margin = 0;
  std::uint64_t work = 0;  // that this took
};

// Plays on from a choice, and from another one in the same layouts if there is one, until the first is close enough,
// and the difference is, or the work is done. The difference of two choices is known much sooner than either, so the
// other is played less often. `shown` has the number of every open cell, and `rank` decides among equals. Games go on
// by the least risk and perfect endings, which takes a fraction of the champion's time and wins a little less often.
Comparison play_on(const Analysis& analysis, CellSpan<const std::int32_t> shown, CellSpan<const std::int32_t> rank,
                   const Choice& best, const Choice* other, const Precision& precision, Watch& watch);

}  // namespace minemind
