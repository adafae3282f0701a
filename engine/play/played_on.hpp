// PlayedOn: games that are played on from one position, to see what a choice there is worth.
//
// No game is lost: where a guess would hit a mine the layout is drawn again, and the weight of the game is multiplied
// by the probability to survive. So the mean weight is the probability of winning, with much less noise than the share
// of games won. Game i is drawn from the same seed for every choice, so that the luck of the layout cancels out in the
// difference of two choices. Reviews, the table of guesses, the deep player and the advantage of one player over
// another all rest on these games.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/analysis.hpp"
#include "analysis/sampler.hpp"
#include "core/cell.hpp"
#include "count/knowledge.hpp"
#include "play/game_runner.hpp"
#include "play/strategy.hpp"

namespace minemind {

// Cells that are opened at once, and the probability that none of them is a mine.
struct Choice {
  std::vector<Cell> cells;
  double survival = 1;
};

// What the numbers on these faces imply; flags are trusted.
Knowledge known_from(const Graph& graph, std::int32_t per_cell, CellSpan<const std::int32_t> faces);

class PlayedOn {
 public:
  // The analysis, of what is known, and the watch must outlive it. `rank` decides among equals.
  PlayedOn(const Analysis& analysis, const Knowledge& known, CellSpan<const std::int32_t> rank, Player player,
           std::uint64_t seed, Watch& watch);
  PlayedOn(const PlayedOn&) = delete;
  PlayedOn& operator=(const PlayedOn&) = delete;

  // How much more a choice wins than another, by so many games with each.
  double difference(const Choice& one, const Choice& other, std::size_t games);

  // The games that begin with a choice. With one mine per cell its cells are free in every layout; if the layout that
  // was drawn for any choice leaves them free, it serves. With more, that a game goes on is a clue by itself: then
  // games can be lost, and a layout is any that is not won already.
  class Line {
   public:
    Line(PlayedOn& games, Choice choice);
    // The weight of a game, by its index.
    double play(std::size_t game);

   private:
    void draw(Random& random, CellSpan<std::int32_t> mines);

    PlayedOn& games_;
    Choice choice_;
    std::unique_ptr<Analysis> given_free_;
    std::unique_ptr<Sampler> free_;
  };

 private:
  static Match match_of(const Analysis& analysis, CellSpan<const std::int32_t> rank, Player player, std::uint64_t seed);

  const Analysis& analysis_;
  Watch& watch_;
  Match match_;
  GameRunner runner_;
  CountCache cache_;
  Sampler any_;
  ConditionalSampler unfinished_;
};

}  // namespace minemind
