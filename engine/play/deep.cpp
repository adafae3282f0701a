#include "play/deep.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "play/lookahead.hpp"
#include "play/played_on.hpp"
#include "play/playoff.hpp"

namespace minemind {
namespace {

// Above ten to this power of solutions no game is played: looking ahead is as good as some thousand games there, and
// better than some hundred. Measured by advantages; see docs/champion.md.
constexpr double most_log_solutions = 40;

// Guesses that are played on from.
constexpr std::size_t most_contenders = 6;

// What looking ahead says of what a guess wins: one whose value is less by some share wins less by this part of it, and
// the truth lies about so far from that, relative, as a standard deviation. Fitted to 75 positions by some thousand
// games from each guess.
constexpr double prior_slope = 0.53, prior_spread = 0.018;

// Thinking ends where it would gain less than this probability of winning, divided by the work it may take.
constexpr double least_gain_times_work = 30'000;

// More games than any budget allows.
constexpr std::size_t games_without_end = 1'000'000;

// About how much work a state of an ending takes. And how many solutions can be searched within some states: ten times
// their root.
constexpr std::size_t work_of_a_state = 1'000;
constexpr double solutions_by_states = 10;

// Endings as large as the work allows, and never smaller than the champion's.
SearchLimits deep_search(std::uint64_t work) {
  const std::size_t nodes = std::max<std::size_t>(champion_search.nodes, work / work_of_a_state);
  const auto solutions = static_cast<std::size_t>(solutions_by_states * std::sqrt(static_cast<double>(nodes)));
  return {std::max(champion_search.solutions, solutions), nodes};
}

// Always the same games: a player is a function of the board.
constexpr std::uint64_t seed_of_thoughts = 0;

// The guesses that come into question, the best first; only one where there is no more to find out.
std::vector<Prospect> contenders(const Analysis& analysis, CellSpan<const std::int32_t> rank, CountCache& cache,
                                 Watch& watch) {
  std::vector<Prospect> found = look_ahead(analysis, Breadth::close, rank, cache, watch);
  std::erase_if(found, [&](const Prospect& guess) { return guess.value <= 0 && guess.cell != found[0].cell; });  // dead
  const bool is_due = found[0].partner >= 0;  // a 50/50 is guessed at once
  const bool is_counted = analysis.position().per_cell() == 1 && log_solutions(analysis) <= most_log_solutions;
  found.resize(is_due || !is_counted ? 1 : std::min(found.size(), most_contenders));
  return found;
}

std::size_t best_of(std::span<const Prospect> prospects, const Analysis& analysis, const Knowledge& known,
                    std::uint64_t work, CellSpan<const std::int32_t> rank, Watch& watch) {
  std::vector<Contender> contenders;
  for (const Prospect& guess : prospects) {
    const double expected = 1 - prior_slope * (1 - guess.value / prospects[0].value);
    contenders.push_back({{{guess.cell}, 1 - guess.risk}, expected});
  }
  const double least_gain = least_gain_times_work / static_cast<double>(work);
  Meter meter(watch);
  PlayedOn games(analysis, known, rank, Player{Strategy::endgame}, seed_of_thoughts, meter);
  Playoff playoff(games, contenders, {work, games_without_end, prior_spread, least_gain}, meter);
  playoff.run();
  return playoff.best();
}

Decision think(const Analysis& analysis, const Knowledge& known, std::uint64_t work, CellSpan<const std::int32_t> rank,
               CountCache& counts, EndingCache& endings, Watch& watch) {
  if (may_be_ending(analysis)) {
    try {
      return play_perfectly(analysis, deep_search(work), rank, endings, watch);
    } catch (const TooHard&) {  // then play as before the ending
    }
  }
  std::vector<Prospect> guesses;
  try {
    guesses = contenders(analysis, rank, counts, watch);
    return decision_of(guesses.size() == 1 ? guesses[0]
                                           : guesses[best_of(guesses, analysis, known, work, rank, watch)]);
  } catch (const TooHard&) {  // what follows from some guess cannot be counted
    return guesses.empty() ? decide(analysis, Strategy::champion, rank, counts, endings, watch)
                           : decision_of(guesses[0]);
  }
}

}  // namespace

Decision choose(const Player& player, const Analysis& analysis, const Knowledge& known,
                CellSpan<const std::int32_t> rank, CountCache& counts, EndingCache& endings, Watch& watch) {
  return player.think > 0 ? think(analysis, known, player.think, rank, counts, endings, watch)
                          : decide(analysis, player.strategy, rank, counts, endings, watch);
}

}  // namespace minemind
