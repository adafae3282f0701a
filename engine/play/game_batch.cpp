#include "play/game_batch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/random.hpp"
#include "core/ranges.hpp"

namespace minemind {
namespace {

// An open cell holds no mine, so NaN becomes 0: networks cannot use NaN.
void write_probability(const Analysis& analysis, std::span<double> row) {
  ranges::transform(analysis.probability(), row.begin(), [](double risk) { return std::isnan(risk) ? 0 : risk; });
}

}  // namespace

GameBatch::GameBatch(const Graph& graph, const BatchRules& rules, std::size_t games, Watch& watch)
    : graph_(graph),
      rules_(rules),
      counts_(game_cache_bytes),
      hidden_(graph.indices(), no_cell_byte),
      faces_(games * graph.indices()),
      rewards_(games),
      seeds_(games),
      won_(games),
      lost_(games) {
  const auto per_cell = static_cast<std::int32_t>(rules.deal.per_cell);
  plays_.assign(games, {DealtGame(graph, per_cell, PairRule::overlaps)});
  for (const Cell cell : graph.cells) hidden_[static_cast<std::size_t>(cell)] = hidden_byte;
  rules_.has_probabilities |= rules.reward == Reward::risk;
  if (!rules_.has_probabilities) return;
  probability_.resize(faces_.size());
  probability_before_.resize(graph.indices());
  const Knowledge nothing(graph, per_cell, PairRule::overlaps);
  write_probability(Analysis(nothing.position(), prior(), counts_, watch), probability_before_);
}

void GameBatch::restart(std::size_t game, std::uint64_t seed) {
  plays_[game].first_seed = seed;
  plays_[game].index = 0;
  start(game, seed);
}

void GameBatch::start_next(std::size_t game) {
  Play& play = plays_[game];
  start(game, split_mix(play.first_seed, ++play.index));
}

void GameBatch::start(std::size_t game, std::uint64_t seed) {
  plays_[game].free = 0;
  plays_[game].game.knowledge.clear();
  ranges::copy(hidden_, row(faces_, game).begin());
  if (rules_.has_probabilities) ranges::copy(probability_before_, row(probability_, game).begin());
  seeds_[game] = seed;
  rewards_[game] = 0;
  won_[game] = lost_[game] = 0;
}

std::optional<std::size_t> GameBatch::step(std::span<const std::int64_t> cells, std::span<const bool> starts_next,
                                           Watch& watch) {
  std::optional<std::size_t> undealt;
  for (std::size_t game = 0; game < games(); ++game) {
    watch.spend(1);
    if (starts_next[game])
      start_next(game);
    else if (!move(game, static_cast<Cell>(cells[game]), watch) && !undealt)
      undealt = game;
  }
  return undealt;
}

// Returns false if no board could be dealt.
bool GameBatch::move(std::size_t game, Cell cell, Watch& watch) {
  rewards_[game] = 0;
  if (row(faces_, game)[cell] != hidden_byte) return true;
  Play& play = plays_[game];
  if (play.free == 0 && !deal(game, cell, watch)) return false;
  const double regretted = rules_.reward == Reward::risk ? regret(game, cell) : 0;
  const bool is_mine = play.game.mines[cell] > 0;
  const std::uint32_t opened = is_mine ? 0 : open(game, cell);
  lost_[game] = is_mine;
  won_[game] = !is_mine && play.game.to_open == 0;
  rewards_[game] = reward(game, opened, regretted);
  // A mine shows nothing, so the probabilities stay as they were.
  if (rules_.has_probabilities && !is_mine) analyse(game, watch);
  return true;
}

bool GameBatch::deal(std::size_t game, Cell first, Watch& watch) {
  Play& play = plays_[game];
  Deal deal = rules_.deal;
  deal.first = first;
  deal.seed = seeds_[game];
  if (const auto& rule = rules_.no_guess) {
    NoGuessBoard board = deal_no_guess(graph_, deal, rule->way, rule->grades, rule->budget, watch);
    if (board.mines.empty()) return false;
    play.game.mines = std::move(board.mines);
  } else {
    deal_layout(graph_, deal, play.game.mines, watch);
  }
  play.game.count_numbers(0);
  play.free = play.game.to_open;
  return true;
}

std::uint32_t GameBatch::open(std::size_t game, Cell cell) {
  DealtGame& dealt = plays_[game].game;
  const std::uint32_t opened = dealt.open(cell);
  const CellSpan<std::int8_t> faces = row(faces_, game);
  for (const Cell each : dealt.last_opened()) faces[each] = static_cast<std::int8_t>(dealt.shown(each));
  return opened;
}

double GameBatch::reward(std::size_t game, std::uint32_t opened, double regretted) const {
  if (rules_.reward == Reward::cells) return static_cast<double>(opened) / plays_[game].free;
  return won_[game] - regretted;
}

// How much riskier a cell is than the safest one.
double GameBatch::regret(std::size_t game, Cell cell) const {
  const auto risks = row(probability_, game);
  const auto faces = row(faces_, game);
  double least = risks[cell];
  for (const Cell other : graph_.cells)
    if (faces[other] == hidden_byte) least = std::min(least, risks[other]);
  return risks[cell] - least;
}

void GameBatch::analyse(std::size_t game, Watch& watch) {
  if (won_[game]) {  // all hidden cells are mines
    ranges::transform(row(faces_, game), row(probability_, game).begin(),
                      [](std::int8_t face) { return face == hidden_byte; });
    return;
  }
  Knowledge& knowledge = plays_[game].game.knowledge;
  free_.clear();
  knowledge.propagate(free_);
  write_probability(Analysis(knowledge.position(), prior(), counts_, watch), row(probability_, game));
}

}  // namespace minemind
