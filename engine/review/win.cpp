#include "review/win.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/mean.hpp"
#include "play/ending.hpp"

namespace minemind {
namespace {

// Below this many games a variance says little; and they are counted in lots of so many.
constexpr std::size_t fewest_games = 100, games_in_a_lot = 25;

}  // namespace

SearchedEnding::SearchedEnding(const Analysis& analysis, SearchLimits limits, Watch& watch) {
  for (const Part& part : list_ending(analysis, limits.solutions, watch)) {
    auto game = std::make_unique<Endgame>(analysis.position().graph(), part, limits.nodes, watch);
    const std::uint64_t total = game->weight({}), won = game->won({});
    parts_.push_back({std::move(game), total, won});
  }
}

double SearchedEnding::win() const {
  double win = 1;
  for (const SearchedPart& part : parts_) win *= static_cast<double>(part.won) / static_cast<double>(part.total);
  return win;
}

double SearchedEnding::win_by(std::span<const Cell> cells) {
  double win = 1;
  for (SearchedPart& part : parts_) win *= static_cast<double>(part.game->won(cells)) / static_cast<double>(part.total);
  return win;
}

bool SearchedEnding::is_best(std::span<const Cell> cells) {
  return std::ranges::all_of(parts_, [&](SearchedPart& part) { return part.game->won(cells) == part.won; });
}

Comparison play_on(const Analysis& analysis, CellSpan<const std::int32_t> shown, CellSpan<const std::int32_t> rank,
                   const Choice& best, const Choice* other, const Precision& precision, Watch& watch) {
  const Graph& graph = analysis.position().graph();
  const Knowledge known = known_from(graph, analysis.position().per_cell(), shown);
  PlayedOn games(analysis, known, rank, Player{Strategy::endgame}, precision.seed, watch);
  const auto is_close = [&](const Mean& mean, std::size_t game) {
    return game >= fewest_games && game % games_in_a_lot == 0 && mean.margin() <= precision.margin;
  };
  PlayedOn::Line from_best(games, best);
  std::optional<PlayedOn::Line> from_other;
  if (other) from_other.emplace(games, *other);
  Mean value, difference;
  for (std::size_t game = 0; game < precision.most_games && !(is_close(value, game) && !from_other); ++game) {
    const double weight = from_best.play(game);
    value.add(weight);
    if (from_other) difference.add(weight - from_other->play(game));
    if (from_other && is_close(difference, game + 1)) from_other.reset();
  }
  Comparison found{{value.value(), value.margin(), false}, {}, 0};
  if (!other) {
    found.other = found.best;
    return found;
  }
  found.difference_margin = difference.margin();
  const double least = std::max(0.0, value.value() - difference.value());
  found.other = {std::min(least, 1.0), std::hypot(value.margin(), found.difference_margin), false};
  return found;
}

}  // namespace minemind
