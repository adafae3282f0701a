// GameRunner: plays whole games with a strategy, from a deal or from a given position.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analysis/analysis.hpp"
#include "analysis/sampler.hpp"
#include "core/cell.hpp"
#include "core/graph.hpp"
#include "core/random.hpp"
#include "count/count_cache.hpp"
#include "count/knowledge.hpp"
#include "play/dealt_game.hpp"
#include "play/game_outcome.hpp"
#include "play/layout.hpp"
#include "play/strategy.hpp"

namespace minemind {

struct Match {
  Deal deal;  // its seed is that of the match: each game derives its own by its index
  Player player;
  // Whether no game is lost: if a guess would hit a mine, the layout is drawn again so that it does not. Each guess
  // multiplies the game's weight by the probability of surviving it. The mean weight estimates the probability of
  // winning, with less noise than the share of games won.
  bool is_weighted = false;
  CellVector<std::int32_t> rank;  // of every cell: the lowest comes first among equals
  // In a weighted match, a player to compare with: what the choices of the match's player gain over its choices is
  // measured by this many games at each choice that differs.
  struct Baseline {
    Player player;
    std::size_t games = 0;
  };
  std::optional<Baseline> baseline;
};

// A choice compared with a baseline's: how many solutions were left, as a logarithm to base 10, whether the baseline
// would have chosen another cell, and what the choice gains, times the probability of getting there.
struct Advantage {
  double log_solutions = 0;
  bool is_other = false;
  double gain = 0;
};

// Plays the games of a match one after another, in the same memory.
class GameRunner {
 public:
  GameRunner(const Graph& graph, const Match& match);

  // If `moves` is given, it gets the cells that were opened by choice, each with its risk.
  GameOutcome play(std::uint64_t index, Watch& watch, std::vector<Decision>* moves = nullptr);
  // Of the last game, if there is a baseline: the choices until both players would search the game to its end.
  const std::vector<Advantage>& advantages() const { return advantages_; }

  // Sets the position that play_on() starts from, as what is known there.
  void set_up(const Knowledge& known) { known_before_ = known; }
  // Plays a game from that position, which starts by opening some cells at once. They are survived with this
  // probability, in a layout that `draw` writes; in a weighted match they must be free in it. Returns the game's
  // weight, its start included.
  using Draw = std::function<void(Random& random, CellSpan<std::int32_t> mines)>;
  double play_on(std::span<const Cell> cells, double survival, const Draw& draw, std::uint64_t index, Watch& watch);

 private:
  void begin(std::vector<Decision>* moves);
  void deal(std::uint64_t index, Watch& watch);
  void finish(Watch& watch);
  bool open(Cell cell);
  void open_all(std::vector<Cell>& cells);
  bool move_on(Watch& watch);
  void guess(const Analysis& analysis, Watch& watch);
  void carry_out(const Decision& decision);
  void survive(const Analysis& analysis, const Decision& decision, Watch& watch);
  void hold_against(const Match::Baseline& baseline, const Analysis& analysis, const Decision& decision, Watch& watch);
  double gain() const;
  double first_risk() const;
  static Phase phase_of(const Analysis& analysis, const Decision& decision);

  Graph graph_;
  const Match& match_;
  DealtGame game_;
  Knowledge known_before_;  // at the position that play_on() starts from
  CountCache counts_;
  EndingCache endings_;
  std::vector<Cell> free_;
  GameOutcome outcome_;
  double survival_ = 1;  // the probability of surviving all guesses so far, as they looked when they were made
  double weight_ = 0;    // what the game counts for: 1 if it was won, or less in a weighted match
  std::vector<Advantage> advantages_;
  // Whether nothing more can be gained: once both search the game to its end, both play perfectly.
  bool is_settled_ = true;
  std::uint64_t seed_ = 0;  // of the game
  Random random_{0};        // for layouts that are drawn again
  std::vector<Decision>* moves_ = nullptr;
};

}  // namespace minemind
