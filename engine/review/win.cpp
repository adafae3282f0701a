#include "review/win.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

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

// What two choices won in the same layouts. The more often the best is played, the better is known how lucky it was in
// these layouts, and so how lucky the other one was: as far as the two go together, which is the slope of a straight
// line through the pairs. What goes with the best no longer makes the other uncertain, only what goes its own way.
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

  // The other choice, if the best one was played so often.
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

// Games that are played on from one position.
class PlayedOn {
 public:
  PlayedOn(const Analysis& analysis, CellSpan<const std::int32_t> shown, CellSpan<const std::int32_t> rank,
           std::uint64_t seed, Watch& watch)
      : analysis_(analysis),
        watch_(watch),
        match_(match_of(analysis, rank, seed)),
        runner_(analysis.position().graph(), match_),
        cache_(game_cache_bytes),
        any_(analysis, watch),
        unfinished_(analysis, cache_, watch) {
    runner_.set_up(shown);
  }
  PlayedOn(const PlayedOn&) = delete;
  PlayedOn& operator=(const PlayedOn&) = delete;

  // Those that begin with a choice. In a weighted match its cells are free in every layout; if a layout that was drawn
  // for any choice leaves them free, it serves, so that choices are compared in the same layouts.
  class From {
   public:
    From(PlayedOn& games, const Choice& choice) : games_(games), choice_(choice) {
      if (!games.match_.is_weighted || choice.survival == 1) return;
      Position position = games.analysis_.position();
      for (const Cell cell : choice.cells) position = position.assume_free(cell, games.watch_);
      given_free_ =
          std::make_unique<Analysis>(std::move(position), games.analysis_.prior(), games.cache_, games.watch_);
      free_ = std::make_unique<Sampler>(*given_free_, games.watch_);
    }

    double play(std::size_t game) {
      const auto draw = [this](Random& random, CellSpan<std::int32_t> mines) { this->draw(random, mines); };
      return games_.runner_.play_on(choice_.cells, choice_.survival, draw, game, games_.watch_);
    }

   private:
    void draw(Random& random, CellSpan<std::int32_t> mines) {
      if (!games_.match_.is_weighted) return games_.unfinished_.draw_unfinished(random, mines);
      games_.any_.draw(random, mines);
      if (free_ && std::ranges::any_of(choice_.cells, [&](Cell cell) { return mines[cell] > 0; }))
        free_->draw(random, mines);
    }

    PlayedOn& games_;
    const Choice& choice_;
    std::unique_ptr<Analysis> given_free_;
    std::unique_ptr<Sampler> free_;
  };
  From from(const Choice& choice) { return {*this, choice}; }

 private:
  static Match match_of(const Analysis& analysis, CellSpan<const std::int32_t> rank, std::uint64_t seed) {
    const auto per_cell = static_cast<std::uint32_t>(analysis.position().per_cell());
    const Deal deal{static_cast<std::uint32_t>(analysis.prior().mines), per_cell, Cell{-1}, FirstClick::any, seed};
    return {deal, Strategy::endgame, per_cell == 1, {rank.begin(), rank.end()}};
  }

  const Analysis& analysis_;
  Watch& watch_;
  Match match_;
  GameRunner runner_;
  CountCache cache_;
  Sampler any_;
  ConditionalSampler unfinished_;
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

Comparison play_on(const Analysis& analysis, CellSpan<const std::int32_t> shown, CellSpan<const std::int32_t> rank,
                   const Choice& best, const Choice* other, const Precision& precision, Watch& watch) {
  PlayedOn games(analysis, shown, rank, precision.seed, watch);
  const auto is_close = [&](const Mean& mean, std::size_t game) {
    return game >= fewest_games && game % games_in_a_lot == 0 && mean.margin() <= precision.margin;
  };
  auto from_best = games.from(best);
  std::optional<PlayedOn::From> from_other;
  if (other) from_other.emplace(games.from(*other));
  Mean value;
  Pairs pairs;
  for (std::size_t game = 0; game < precision.most_games && !(is_close(value, game) && !from_other); ++game) {
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
  return found;
}

}  // namespace minemind
