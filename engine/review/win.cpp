#include "review/win.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/mean.hpp"
#include "core/ranges.hpp"
#include "play/ending.hpp"

namespace minemind {
namespace {

// With fewer games a variance says little. Work and precision are checked after each lot, so at least one is played.
constexpr std::size_t fewest_games = 100, games_in_a_lot = 25;

// What two choices won in the same layouts, with the best as a control variate for the other. The best is played more
// often, which shows how lucky it was in these layouts. A regression line through the pairs says how much of that luck
// the other shared; apart from the margin of the best, only its residuals then make the other uncertain.
class Pairs {
 public:
  void add(double best, double other) {
    ++count_;
    best_ += best;
    other_ += other;
    best_best_ += best * best;
    best_other_ += best * other;
    other_other_ += other * other;
  }

  // The value of the other choice, given all games of the best.
  Win other(const Mean& best) const {
    const double value = other_ / count_ + slope() * (best.value() - best_ / count_);
    return {std::clamp(value, 0.0, 1.0), std::hypot(own_margin(), slope() * best.margin()), false};
  }
  // … and the margin of the difference between the two.
  double difference_margin(double margin_of_best) const {
    return std::hypot(own_margin(), (1 - slope()) * margin_of_best);
  }

 private:
  double covariance(double sum, double a, double b) const { return sum / count_ - a / count_ * (b / count_); }
  double slope() const {
    const double variance = covariance(best_best_, best_, best_);
    return variance > 0 ? covariance(best_other_, best_, other_) / variance : 1;
  }
  double own_margin() const {
    const double together = slope() * covariance(best_other_, best_, other_);
    return errors_95 * std::sqrt(std::max(0.0, covariance(other_other_, other_, other_) - together) / (count_ - 2));
  }

  double count_ = 0, best_ = 0, other_ = 0, best_best_ = 0, best_other_ = 0, other_other_ = 0;
};

}  // namespace

double survival(const Analysis& analysis, std::span<const Cell> cells, CountCache& cache, Watch& watch) {
  double survival = 1;
  const Analysis* now = &analysis;
  std::unique_ptr<Analysis> given_free;
  for (const Cell cell : cells) {
    const double risk = now->probability()[cell];
    if (risk == 1) return 0;
    if (risk == 0) continue;
    survival *= now->free_probability(cell);
    if (cell == cells.back()) break;
    Position position = now->position().assume_free(cell, watch);
    given_free = std::make_unique<Analysis>(std::move(position), analysis.prior(), cache, watch);
    now = given_free.get();
  }
  return survival;
}

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
  return ranges::all_of(parts_, [&](SearchedPart& part) { return part.game->won(cells) == part.won; });
}

Comparison play_on(const Analysis& analysis, CellSpan<const std::int32_t> shown, CellSpan<const std::int32_t> rank,
                   const Choice& best, const Choice* other, const Precision& precision, Watch& watch) {
  const Graph& graph = analysis.position().graph();
  const Knowledge known = known_from(graph, analysis.position().per_cell(), shown);
  Meter meter(watch);
  PlayedOn games(analysis, known, rank, Player{Strategy::endgame}, precision.seed, meter);
  const auto is_spent = [&](std::size_t game) {
    return game >= games_in_a_lot && game % games_in_a_lot == 0 && meter.total() >= precision.work;
  };
  const auto is_close = [&](const Mean& mean, std::size_t game) {
    return game >= fewest_games && game % games_in_a_lot == 0 && mean.margin() <= precision.margin;
  };
  PlayedOn::Line from_best(games, best);
  std::optional<PlayedOn::Line> from_other;
  if (other) from_other.emplace(games, *other);
  Mean value;
  Pairs pairs;
  for (std::size_t game = 0; game < precision.most_games && !is_spent(game) && !(is_close(value, game) && !from_other);
       ++game) {
    const double weight = from_best.play(game);
    value.add(weight);
    if (!from_other) continue;
    pairs.add(weight, from_other->play(game));
    const bool is_enough = game + 1 >= fewest_games && (game + 1) % games_in_a_lot == 0;
    if (is_enough && pairs.difference_margin(std::min(value.margin(), precision.margin)) <= precision.margin)
      from_other.reset();
  }
  Comparison found{{value.value(), value.margin(), false}, {}, 0};
  found.other = other ? pairs.other(value) : found.best;
  found.difference_margin = other ? pairs.difference_margin(value.margin()) : 0;
  found.work = meter.total();
  return found;
}

}  // namespace minemind
