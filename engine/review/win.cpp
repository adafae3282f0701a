#include "review/win.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/sampler.hpp"
#include "play/ending.hpp"
#include "play/game_runner.hpp"

namespace minemind {
namespace {

// Below this many games a variance says little; and they are counted in lots of so many.
constexpr std::size_t fewest_games = 100, games_in_a_lot = 25;

// Standard errors to either side of a 95 % interval.
constexpr double errors_95 = 1.96;

// The mean of some numbers, and how far it may be off.
class Mean {
 public:
  void add(double value) {
    sum_ += value;
    squares_ += value * value;
    ++count_;
  }
  double value() const { return sum_ / static_cast<double>(count_); }
  double margin() const {
    const auto n = static_cast<double>(count_);
    return errors_95 * std::sqrt(std::max(0.0, squares_ / n - value() * value()) / (n - 1));
  }

 private:
  double sum_ = 0, squares_ = 0;
  std::size_t count_ = 0;
};

// Draws layouts in which the cells of a choice are free. If any layout leaves them free it serves, so that different
// choices are compared in the same layouts.
class FreeSampler {
 public:
  FreeSampler(const Analysis& analysis, const Choice& choice, CountCache& cache, Watch& watch)
      : choice_(choice),
        any_(analysis, watch),
        given_free_(assume_free(analysis, choice, watch), analysis.prior(), cache, watch),
        free_(given_free_, watch) {}

  void draw(Random& random, CellSpan<std::int32_t> mines) {
    any_.draw(random, mines);
    if (std::ranges::any_of(choice_.cells, [&](Cell cell) { return mines[cell] > 0; })) free_.draw(random, mines);
  }

 private:
  static Position assume_free(const Analysis& analysis, const Choice& choice, Watch& watch) {
    Position position = analysis.position();
    for (const Cell cell : choice.cells) position = position.assume_free(cell, watch);
    return position;
  }

  const Choice& choice_;
  Sampler any_;
  Analysis given_free_;
  Sampler free_;
};

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

Estimates play_on(const Analysis& analysis, CellSpan<const std::int32_t> shown, CellSpan<const std::int32_t> rank,
                  std::span<const Choice> choices, const Precision& precision, Watch& watch) {
  const auto per_cell = static_cast<std::uint32_t>(analysis.position().per_cell());
  const Deal deal{static_cast<std::uint32_t>(analysis.prior().mines), per_cell, choices[0].cells[0], FirstClick::any,
                  precision.seed};
  const Match match{deal, Strategy::endgame, per_cell == 1, {rank.begin(), rank.end()}};
  GameRunner runner(analysis.position().graph(), match);
  runner.set_up(shown);
  CountCache cache(game_cache_bytes);
  ConditionalSampler unfinished(analysis, cache, watch);
  std::vector<std::unique_ptr<FreeSampler>> samplers;
  if (match.is_weighted)
    for (const Choice& choice : choices)
      samplers.push_back(std::make_unique<FreeSampler>(analysis, choice, cache, watch));
  std::vector<Mean> means(choices.size());
  Mean difference;
  const auto is_close = [&](const Mean& mean) { return mean.margin() <= precision.margin; };
  std::vector<double> weights(choices.size());
  for (std::size_t game = 0; game < precision.most_games; ++game) {
    if (game >= fewest_games && game % games_in_a_lot == 0 && std::ranges::all_of(means, is_close)) break;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const auto draw = [&](Random& random, CellSpan<std::int32_t> mines) {
        if (match.is_weighted)
          samplers[i]->draw(random, mines);
        else
          unfinished.draw_unfinished(random, mines);
      };
      weights[i] = runner.play_on(choices[i].cells, choices[i].survival, draw, game, watch);
      means[i].add(weights[i]);
    }
    difference.add(weights.front() - weights.back());
  }
  Estimates found;
  for (const Mean& mean : means) found.wins.push_back({mean.value(), mean.margin(), false});
  found.difference_margin = difference.margin();
  return found;
}

}  // namespace minemind
