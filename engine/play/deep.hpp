// Deep: the champion with time to think. It spends it on a larger exact endgame, and before that on games that are
// played on from its best guesses.
//
// The table of guesses thinks the same thoughts, so that both say the same; it only plays on after them.

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

// Which cell a player opens where nothing is certain, like decide(). `known` is what the position was made of. Thinking
// is limited by work and not by time, so the thoughts are the same on every machine.
Decision choose(const Player& player, const Analysis& analysis, const Knowledge& known,
                CellSpan<const std::int32_t> rank, CountCache& counts, EndingCache& endings, Watch& watch);

// How large an ending is searched with so much work, of which half may go there; never smaller than the champion's.
SearchLimits deep_search(std::uint64_t work);

// The first move of perfect play, if it could be found; and what is left of the work for games.
struct DeepEnding {
  std::optional<Decision> decision;
  std::uint64_t work_left = 0;
};
DeepEnding search_ending(const Analysis& analysis, std::uint64_t work, CellSpan<const std::int32_t> rank,
                         EndingCache& endings, Watch& watch);

// Of the guesses that looking ahead found, those that thinking compares by games; only the first where it plays none:
// where a 50/50 is due, or where cells may hold several mines.
std::vector<Prospect> deep_contenders(const Analysis& analysis, std::vector<Prospect> guesses);

// What looking ahead and games say of guesses, and how far that lies from what the champion wins by them.
struct Trust {
  double slope;   // a guess whose value is less by some share wins less by this part of it,
  double spread;  // … give or take so much, relative, as a standard deviation
  double bias;  // how far games lie from the truth, however many: their player is faster than the champion, and weaker
};
Trust trust_at(const Analysis& analysis);

// A guess as it enters a playoff: with what it is expected to win, in proportion to the best by looking ahead.
Contender with_prior(const Prospect& guess, const Prospect& best, const Trust& trust);
// When a playoff ends, and how far these expectations and the games are trusted.
PlayoffRules deep_rules(std::uint64_t work, const Trust& trust);

// The one that wins most, by these expectations and by games.
std::size_t best_by_games(std::span<const Prospect> guesses, const Analysis& analysis, const Knowledge& known,
                          std::uint64_t work, CellSpan<const std::int32_t> rank, Watch& watch);

// Always the same games: a player is a function of the board.
inline constexpr std::uint64_t seed_of_thoughts = 0;

}  // namespace minemind
