// Strategy: how a player of the engine decides which cell to open if nothing is certain.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "analysis/analysis.hpp"
#include "play/ending_cache.hpp"
#include "play/lookahead.hpp"

namespace minemind {

enum class Strategy {
  rules,      // never guesses
  exact,      // the least risk
  endgame,    // … and perfect play once few solutions are left
  champion,   // … and before that, the best guess by looking one step ahead
  lookahead,  // the look-ahead alone, without perfect play
};

// A player. Only the champion can think: up to this much work at each guess, in units of a watch.
struct Player {
  Strategy strategy = Strategy::exact;
  std::uint64_t think = 0;

  bool operator==(const Player&) const = default;
};

struct Decision {
  Cell cell = -1;
  double risk = 0;
  double win = -1;                  // the probability of winning from here by perfect play, if the game was searched
  double next = -1, progress = -1;  // as in a prospect, if the player looked ahead
  Cell partner = -1;                // likewise
};

// `rank` decides among equally good cells: the lowest comes first. Some cell must be free in some solution.
Decision decide(const Analysis& analysis, Strategy strategy, CellSpan<const std::int32_t> rank, CountCache& counts,
                EndingCache& endings, Watch& watch);

// What players search without thinking.
inline constexpr SearchLimits quick_search{200, 20'000, Endgame::Search::plain},
    champion_search{2'000, 15'000, Endgame::Search::plain};

// The first move of perfect play in an ending of these parts. Throws TooHard if the search of one takes more states
// than allowed.
Decision play_perfectly(const Analysis& analysis, std::span<const Part> parts, const SearchLimits& limits,
                        CellSpan<const std::int32_t> rank, EndingCache& endings, Watch& watch);

// The decision to make a guess that was examined.
Decision decision_of(const Prospect& prospect);

// Whether there may be so few solutions that an ending can be searched; if not, it is not worth listing them.
bool may_be_ending(const Analysis& analysis);

// The number of solutions, as a logarithm to base 10; only with a mine count.
double log_solutions(const Analysis& analysis);

}  // namespace minemind
