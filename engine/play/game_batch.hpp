// GameBatch: many games of one kind, played side by side: each call opens one cell in every game.
//
// Training an agent takes millions of moves, most of which take less time than a call from Python. So one call makes a
// move in every game, and the boards are rows of flat arrays. The caller decides which games are restarted, and when.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/analysis.hpp"
#include "core/cell.hpp"
#include "core/graph.hpp"
#include "core/watch.hpp"
#include "count/count_cache.hpp"
#include "play/dealt_game.hpp"
#include "play/layout.hpp"
#include "play/no_guess.hpp"

namespace minemind {

// What a move earns.
enum class Reward {
  win,    // 1 if it wins the game
  cells,  // the share of all free cells that it opens; these add up to 1 in a game that is won
  risk,   // 1 if it wins the game, minus how much riskier the cell was than the safest
};

// How a batch shows a cell, in a byte: its number, hidden, or no cell. Numbers must fit.
inline constexpr std::int8_t hidden_byte = -1, no_cell_byte = -2;
inline constexpr std::int32_t largest_byte = 127;

struct NoGuessRule {
  DealingWay way;
  std::optional<Grades> grades;
  std::uint64_t budget;
};

struct BatchRules {
  Deal deal;  // without first cell and seed, which each game has of its own
  std::optional<NoGuessRule> no_guess;
  Reward reward = Reward::win;
  bool has_probabilities = false;
};

class GameBatch {
 public:
  // The graph must outlive it. No game can be stepped before it has been restarted.
  GameBatch(const Graph& graph, const BatchRules& rules, std::size_t games, Watch& watch);

  // Starts a game from a seed. Those that start_next() starts after it have outputs 1, 2, … of this seed's stream as
  // their seeds.
  void restart(std::size_t game, std::uint64_t seed);
  void start_next(std::size_t game);
  // Opens a cell in every game, or starts the next one where `starts_next` says so. Opening a cell that is open, or a
  // hole, has no effect. Returns the first game for which no board without a guess was found: it stays as it was.
  std::optional<std::size_t> step(std::span<const std::int64_t> cells, std::span<const bool> starts_next, Watch& watch);

  std::size_t games() const { return plays_.size(); }
  const Graph& graph() const { return graph_; }
  // A value for every cell of every game.
  std::span<const std::int8_t> faces() const { return faces_; }
  std::span<const double> probability() const { return probability_; }  // 0 where it is open; empty if not wanted
  // A value for every game.
  std::span<const std::uint64_t> seeds() const { return seeds_; }
  std::span<const double> rewards() const { return rewards_; }
  std::span<const std::uint8_t> won() const { return won_; }
  std::span<const std::uint8_t> lost() const { return lost_; }

 private:
  // A game, and its index in its stream of seeds.
  struct Play {
    DealtGame game;
    std::uint64_t first_seed = 0, index = 0;
    std::uint32_t free = 0;  // all cells without a mine; 0 before the first click
  };

  MinePrior prior() const { return {MineModel::counted, rules_.deal.mines, 1}; }
  void start(std::size_t game, std::uint64_t seed);
  bool deal(std::size_t game, Cell first, Watch& watch);
  bool move(std::size_t game, Cell cell, Watch& watch);
  std::uint32_t open(std::size_t game, Cell cell);
  double regret(std::size_t game, Cell cell) const;
  double reward(std::size_t game, std::uint32_t opened, double regretted) const;
  void analyse(std::size_t game, Watch& watch);

  template <class Value>
  CellSpan<Value> row(std::vector<Value>& values, std::size_t game) const {
    return std::span(values).subspan(game * graph_.indices(), graph_.indices());
  }
  template <class Value>
  CellSpan<const Value> row(const std::vector<Value>& values, std::size_t game) const {
    return std::span(values).subspan(game * graph_.indices(), graph_.indices());
  }

  Graph graph_;
  BatchRules rules_;
  CountCache counts_;
  std::vector<Play> plays_;
  // What a game shows before its first click.
  std::vector<std::int8_t> hidden_;
  std::vector<double> probability_before_;
  std::vector<std::int8_t> faces_;
  std::vector<double> probability_, rewards_;
  std::vector<std::uint64_t> seeds_;
  std::vector<std::uint8_t> won_, lost_;
  std::vector<Cell> free_;  // scratch: what propagation finds
};

}  // namespace minemind
