// PlayedOn: games that are played on from one position, to see what a choice there is worth.
//
// With one mine per cell, no game is lost: if a guess would hit a mine, the layout is drawn again, and each guess
// multiplies the weight of the game by the probability of surviving it. So the mean weight estimates the probability of
// winning, with much less noise than the share of games won. Game i is drawn from the same seed for every choice, so
// the luck of the layout cancels out in the difference of two choices. Reviews, the table of guesses, the deep player
// and the advantage of one player over another are all based on these games.

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
  // The analysis, which must be that of `known`, and the watch must outlive it. `rank` decides among equals.
  PlayedOn(const Analysis& analysis, const Knowledge& known, CellSpan<const std::int32_t> rank, Player player,
           std::uint64_t seed, Watch& watch);
  PlayedOn(const PlayedOn&) = delete;
  PlayedOn& operator=(const PlayedOn&) = delete;

  // How much more often one choice wins than another, by this many games with each.
  double difference(const Choice& one, const Choice& other, std::size_t games);

  // The games that begin with a choice. With one mine per cell its cells are free in every layout: a layout drawn for
  // all choices is used if they are free in it, and otherwise drawn again. With more, that a game continues is
  // information by itself: then games can be lost, and layouts are drawn from all that are not won already.
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
