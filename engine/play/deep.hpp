// Deep: the champion with time to think. It spends it on a larger exact endgame and, before that is in reach, on games
// played on from its best guesses.
//
// The table of guesses thinks in the same way, so both choose the same cell; the table then plays more games.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/analysis.hpp"
#include "count/knowledge.hpp"
#include "play/playoff.hpp"
#include "play/strategy.hpp"

namespace minemind {

// Chooses the cell that a player opens when nothing is certain, like decide(). `known` is what the position was made
// from. Thinking is limited by work, not by time, so the choice is the same on every machine.
Decision choose(const Player& player, const Analysis& analysis, const Knowledge& known,
                CellSpan<const std::int32_t> rank, CountCache& counts, EndingCache& endings, Watch& watch);

// How large an ending is searched with this much work, half of which may go there; never smaller than the champion's.
SearchLimits deep_search(std::uint64_t work);

// The first move of perfect play, if it was found, and the work that is left for games.
struct DeepEnding {
  std::optional<Decision> decision;
  std::uint64_t work_left = 0;
};
DeepEnding search_ending(const Analysis& analysis, std::uint64_t work, CellSpan<const std::int32_t> rank,
                         EndingCache& endings, Watch& watch);

// Those of the look-ahead's guesses that thinking compares by games. Only the first if it plays none: if a 50/50 is
// due, or if cells may hold several mines.
std::vector<Prospect> deep_contenders(const Analysis& analysis, std::vector<Prospect> guesses);

// How what the look-ahead and games say about a guess compares with what the guess wins for the champion.
struct Trust {
  double slope;   // a guess whose value is lower by some share wins less by this part of that share,
  double spread;  // … give or take this much, relative, as a standard deviation
  double bias;    // how far games are off, however many: the player in them is faster than the champion, but weaker
};
Trust trust_at(const Analysis& analysis);

// A guess as it enters a playoff, with what it is expected to win relative to the best guess by look-ahead.
Contender with_prior(const Prospect& guess, const Prospect& best, const Trust& trust);
// When a playoff ends, and how far these expectations and the games are trusted.
PlayoffRules deep_rules(std::uint64_t work, const Trust& trust);

// The guess that wins most, by these expectations and by games.
std::size_t best_by_games(std::span<const Prospect> guesses, const Analysis& analysis, const Knowledge& known,
                          std::uint64_t work, CellSpan<const std::int32_t> rank, Watch& watch);

// Always the same games, so that a player is a function of the board.
inline constexpr std::uint64_t seed_of_thoughts = 0;

}  // namespace minemind
