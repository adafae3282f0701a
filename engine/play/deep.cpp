#include "play/deep.hpp"

#include <algorithm>
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
constexpr std::size_t most_contenders = 4;

// How far what a guess wins lies from what looking ahead says, relative, as a standard deviation.
constexpr double prior_spread = 0.03;

// Thinking ends where it would gain less than this probability of winning.
constexpr double least_gain = 0.0003;

// More games than any budget allows.
constexpr std::size_t games_without_end = 1'000'000;

// Endings are larger than the champion's. A state takes about so much work, and the search at most half of it all.
constexpr std::size_t deep_solutions = 3'000, work_of_a_state = 200;

// Always the same games: a player is a function of the board.
constexpr std::uint64_t seed_of_thoughts = 0;

// The guesses that come into question, the best first; only one where there is no more to find out.
std::vector<Prospect> contenders(const Analysis& analysis, CellSpan<const std::int32_t> rank, CountCache& cache,
                                 Watch& watch) {
  std::vector<Prospect> found = look_ahead(analysis, Breadth::close, rank, cache, watch);
  const bool is_due = found[0].partner >= 0;  // a 50/50 is guessed at once
  const bool is_counted = analysis.position().per_cell() == 1 && log_solutions(analysis) <= most_log_solutions;
  found.resize(is_due || !is_counted ? 1 : std::min(found.size(), most_contenders));
  return found;
}

std::size_t best_of(std::span<const Prospect> prospects, const Analysis& analysis, const Knowledge& known,
                    std::uint64_t work, CellSpan<const std::int32_t> rank, Watch& watch) {
  std::vector<Contender> contenders;
  for (const Prospect& guess : prospects) contenders.push_back({{{guess.cell}, 1 - guess.risk}, guess.value});
  Meter meter(watch);
  PlayedOn games(analysis, known, rank, Player{Strategy::endgame}, seed_of_thoughts, meter);
  Playoff playoff(games, contenders, {work, games_without_end, prior_spread, least_gain}, meter);
  playoff.run();
  return playoff.best();
}

Decision think(const Analysis& analysis, const Knowledge& known, std::uint64_t work, CellSpan<const std::int32_t> rank,
               CountCache& cache, Watch& watch) {
  if (may_be_ending(analysis)) {
    try {
      const std::size_t nodes = std::max<std::size_t>(champion_search.nodes, work / 2 / work_of_a_state);
      return play_perfectly(analysis, {deep_solutions, nodes}, rank, watch);
    } catch (const TooHard&) {  // then play as before the ending
    }
  }
  std::vector<Prospect> guesses;
  try {
    guesses = contenders(analysis, rank, cache, watch);
    return decision_of(guesses.size() == 1 ? guesses[0]
                                           : guesses[best_of(guesses, analysis, known, work, rank, watch)]);
  } catch (const TooHard&) {  // what follows from some guess cannot be counted
    return guesses.empty() ? decide(analysis, Strategy::champion, rank, cache, watch) : decision_of(guesses[0]);
  }
}

}  // namespace

Decision choose(const Player& player, const Analysis& analysis, const Knowledge& known,
                CellSpan<const std::int32_t> rank, CountCache& cache, Watch& watch) {
  return player.think > 0 ? think(analysis, known, player.think, rank, cache, watch)
                          : decide(analysis, player.strategy, rank, cache, watch);
}

}  // namespace minemind
