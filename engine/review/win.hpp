// Win: the probability of winning a position: exact if it can be searched to its end, else estimated by playing on.

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
  double margin = 0;                                        // half the width of its 95 % interval
  bool is_exact = false;

  static Win exactly(double value) { return {value, 0, true}; }
};

// The probability that all of these cells are free: exactly 1 or 0 if that is certain.
double survival(const Analysis& analysis, std::span<const Cell> cells, CountCache& cache, Watch& watch);

// A position searched to its end. Only for one mine per cell: with several, it would count games that are already won.
class SearchedEnding {
 public:
  // Throws TooHard if there are too many solutions or states; win_by() and is_best() may do so, too.
  SearchedEnding(const Analysis& analysis, SearchLimits limits, Watch& watch);

  // The probability of winning by perfect play, and by perfect play after these cells are opened.
  double win() const;
  double win_by(std::span<const Cell> cells);
  // Whether no choice wins more often than opening these cells first. Decided exactly, in integers.
  bool is_best(std::span<const Cell> cells);

 private:
  struct SearchedPart {
    std::unique_ptr<Endgame> game;
    std::uint64_t total, won;
  };
  std::vector<SearchedPart> parts_;
};

// How precise an estimate should be, and when to give up.
struct Precision {
  double margin = 0;  // of a 95 % interval; 0 if no games are to be played
  std::size_t most_games = 0;
  std::uint64_t seed = 0;
  std::uint64_t work = UINT64_MAX;  // allowed for all games, in units of a few nanoseconds
};

// What two choices at a position are worth, and the margin of the 95 % interval of their difference.
struct Comparison {
  Win best, other;
  double difference_margin = 0;
  std::uint64_t work = 0;  // that the games took
};

// Plays on from a choice, and from another one, if any, in the same layouts, until both the value of the first and the
// difference are precise enough, or the work is spent. The difference of two choices is known much sooner than either
// value, so the other is played less often. `shown` has the number of every open cell, and `rank` breaks ties. Games
// are played by least risk and perfect endings, which takes a fraction of the champion's time and wins a little less
// often.
Comparison play_on(const Analysis& analysis, CellSpan<const std::int32_t> shown, CellSpan<const std::int32_t> rank,
                   const Choice& best, const Choice* other, const Precision& precision, Watch& watch);

}  // namespace minemind
