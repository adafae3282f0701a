#include "play/played_on.hpp"

#include <algorithm>
#include <utility>

#include "core/ranges.hpp"

namespace minemind {

Knowledge known_from(const Graph& graph, std::int32_t per_cell, CellSpan<const std::int32_t> faces) {
  Knowledge known(graph, per_cell, PairRule::overlaps);
  known.set_up(faces);
  return known;
}

PlayedOn::PlayedOn(const Analysis& analysis, const Knowledge& known, CellSpan<const std::int32_t> rank, Player player,
                   std::uint64_t seed, Watch& watch)
    : analysis_(analysis),
      watch_(watch),
      match_(match_of(analysis, rank, player, seed)),
      runner_(analysis.position().graph(), match_),
      cache_(game_cache_bytes),
      any_(analysis, watch),
      unfinished_(analysis, cache_, watch) {
  runner_.set_up(known);
}

Match PlayedOn::match_of(const Analysis& analysis, CellSpan<const std::int32_t> rank, Player player,
                         std::uint64_t seed) {
  const auto per_cell = static_cast<std::uint32_t>(analysis.position().per_cell());
  const Deal deal{static_cast<std::uint32_t>(analysis.prior().mines), per_cell, Cell{-1}, FirstClick::any, seed};
  return {deal, player, per_cell == 1, {rank.begin(), rank.end()}, std::nullopt};
}

double PlayedOn::difference(const Choice& one, const Choice& other, std::size_t games) {
  Line from_one(*this, one), from_other(*this, other);
  double sum = 0;
  for (std::size_t game = 0; game < games; ++game) sum += from_one.play(game) - from_other.play(game);
  return sum / static_cast<double>(games);
}

PlayedOn::Line::Line(PlayedOn& games, Choice choice) : games_(games), choice_(std::move(choice)) {
  if (!games.match_.is_weighted || choice_.survival == 1) return;
  Position position = games.analysis_.position();
  for (const Cell cell : choice_.cells) position = position.assume_free(cell, games.watch_);
  given_free_ = std::make_unique<Analysis>(std::move(position), games.analysis_.prior(), games.cache_, games.watch_);
  free_ = std::make_unique<Sampler>(*given_free_, games.watch_);
}

double PlayedOn::Line::play(std::size_t game) {
  const auto draw = [this](Random& random, CellSpan<std::int32_t> mines) { this->draw(random, mines); };
  return games_.runner_.play_on(choice_.cells, choice_.survival, draw, game, games_.watch_);
}

void PlayedOn::Line::draw(Random& random, CellSpan<std::int32_t> mines) {
  if (!games_.match_.is_weighted) return games_.unfinished_.draw_unfinished(random, mines);
  games_.any_.draw(random, mines);
  if (free_ && ranges::any_of(choice_.cells, [&](Cell cell) { return mines[cell] > 0; })) free_->draw(random, mines);
}

}  // namespace minemind
