#include "play/deep.hpp"

#include <algorithm>
#include <cmath>

#include "play/ending.hpp"
#include "play/game_outcome.hpp"
#include "play/lookahead.hpp"
#include "play/played_on.hpp"

namespace minemind {
namespace {

// How many guesses are played on from: as many as in the table.
constexpr std::size_t most_contenders = 10;

// Fitted to 50 positions of the opening and 75 later ones, by some thousand games from each guess, both of the champion
// and of the player in the games here. In the opening the two play differently; later, no bias was found that matters.
constexpr Trust opening_trust{.slope = 0.75, .spread = 0.0145, .bias = 0.0138},
    later_trust{.slope = 0.53, .spread = 0.018, .bias = 0};

// Thinking ends once it would gain less than this probability of winning, divided by the work allowed.
constexpr double least_gain_times_work = 20'000;

// More games than any budget allows.
constexpr std::size_t games_without_end = 1'000'000;

// About how much work a state of an ending takes. And the part of the work whose square root is the number of solutions
// that can be searched with it.
constexpr std::size_t work_of_a_state = 20'000;
constexpr double searched_part = 0.1;

// Enough for what the champion searches without thinking: of 1,502 Expert endings with up to 2,000 solutions, none took
// more than 1,458.
constexpr std::size_t least_states = 2'000;

std::uint64_t work_of(const SearchLimits& limits) { return limits.nodes * work_of_a_state; }

Decision think(const Analysis& analysis, const Knowledge& known, std::uint64_t work, CellSpan<const std::int32_t> rank,
               CountCache& counts, EndingCache& endings, Watch& watch) {
  const DeepEnding ending = search_ending(analysis, work, rank, endings, watch);
  if (ending.decision) return *ending.decision;
  std::vector<Prospect> guesses;
  try {
    guesses = deep_contenders(analysis, look_ahead(analysis, Breadth::close, rank, counts, watch));
    return decision_of(guesses.size() == 1
                           ? guesses[0]
                           : guesses[best_by_games(guesses, analysis, known, ending.work_left, rank, watch)]);
  } catch (const TooHard&) {  // the position after some guess is too hard to count
    return guesses.empty() ? decide(analysis, Strategy::champion, rank, counts, endings, watch)
                           : decision_of(guesses[0]);
  }
}

}  // namespace

SearchLimits deep_search(std::uint64_t work) {
  const auto solutions = static_cast<std::size_t>(std::sqrt(searched_part * static_cast<double>(work)));
  return {std::max(champion_search.solutions, solutions),
          std::max<std::size_t>(least_states, work / 2 / work_of_a_state)};
}

// A search that fails is charged in full, whether it was made now or remembered: the games played instead must not
// depend on what came before. Listing the solutions takes little work, so an ending with too many of them is charged
// nothing.
DeepEnding search_ending(const Analysis& analysis, std::uint64_t work, CellSpan<const std::int32_t> rank,
                         EndingCache& endings, Watch& watch) {
  if (!may_be_ending(analysis)) return {std::nullopt, work};
  const SearchLimits limits = deep_search(work);
  std::vector<Part> parts;
  try {
    parts = list_ending(analysis, limits.solutions, watch);
  } catch (const TooHard&) {
    return {std::nullopt, work};
  }
  try {
    return {play_perfectly(analysis, parts, limits, rank, endings, watch), work};
  } catch (const TooHard&) {
    return {std::nullopt, work - std::min(work / 2, work_of(limits))};
  }
}

std::vector<Prospect> deep_contenders(const Analysis& analysis, std::vector<Prospect> guesses) {
  const Cell first = guesses[0].cell;
  std::erase_if(guesses, [&](const Prospect& guess) { return guess.value <= 0 && guess.cell != first; });  // dead
  const bool is_due = guesses[0].partner >= 0;  // a 50/50 is guessed at once
  const bool plays = analysis.position().per_cell() == 1;
  guesses.resize(is_due || !plays ? 1 : std::min(guesses.size(), most_contenders));
  return guesses;
}

Trust trust_at(const Analysis& analysis) {
  return phase_of_solutions(log_solutions(analysis)) == Phase::opening ? opening_trust : later_trust;
}

Contender with_prior(const Prospect& guess, const Prospect& best, const Trust& trust) {
  const double share = best.value > 0 ? guess.value / best.value : 1;
  return {{{guess.cell}, 1 - guess.risk}, 1 - trust.slope * (1 - share)};
}

PlayoffRules deep_rules(std::uint64_t work, const Trust& trust) {
  return {work, games_without_end, trust.spread, trust.bias, least_gain_times_work / static_cast<double>(work)};
}

std::size_t best_by_games(std::span<const Prospect> guesses, const Analysis& analysis, const Knowledge& known,
                          std::uint64_t work, CellSpan<const std::int32_t> rank, Watch& watch) {
  Meter meter(watch);
  PlayedOn games(analysis, known, rank, Player{Strategy::endgame}, seed_of_thoughts, meter);
  const Trust trust = trust_at(analysis);
  Playoff playoff(games, deep_rules(work, trust), meter);
  for (const Prospect& guess : guesses) playoff.add(with_prior(guess, guesses[0], trust));
  return playoff.run() ? playoff.best() : 0;
}

Decision choose(const Player& player, const Analysis& analysis, const Knowledge& known,
                CellSpan<const std::int32_t> rank, CountCache& counts, EndingCache& endings, Watch& watch) {
  return player.think > 0 ? think(analysis, known, player.think, rank, counts, endings, watch)
                          : decide(analysis, player.strategy, rank, counts, endings, watch);
}

}  // namespace minemind
