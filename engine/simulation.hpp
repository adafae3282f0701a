// Simulation: whole games, dealt, played and counted without Python.
//
// Game i of a run is a function of the run's seed and i alone: the same on every machine, whatever plays beside it.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "analysis.hpp"
#include "decision.hpp"
#include "drawing.hpp"
#include "knowledge.hpp"
#include "layout.hpp"
#include "outcome.hpp"
#include "random.hpp"

namespace minemind {

struct Match {
  Deal deal;  // its seed is that of the run
  Style style = Style::exact;
  // Whether games never die: a guess that would hit a mine gets another layout, in which it does not, and the game
  // counts for as much less as the guess was risky. The mean of what games count for is the chance to win, with less
  // noise.
  bool is_weighted = false;
  std::vector<std::int32_t> rank;  // of every cell: which goes first among equals
};

// Plays the games of a match, one after the other; its memory is used again for each.
class Table {
 public:
  Table(const Graph& graph, const Match& match);

  // Which cells were opened, guesses included, if `moves` is given: each with its risk.
  GameOutcome play(std::uint64_t index, Watch& watch, std::vector<Decision>* moves = nullptr);

  // Games that go on from a position: what its faces say is known.
  void set_up(std::span<const std::int32_t> faces);
  // One of them, begun by a guess, which goes well in a weighted match. Returns what it counts for, the guess included.
  double play_on(const Decision& guess, Layouts& layouts, std::uint64_t index, Watch& watch);

 private:
  void begin(std::vector<Decision>* moves);
  void deal(std::uint64_t index, Watch& watch);
  void finish(Watch& watch);
  bool open(Cell cell);
  void open_all(std::vector<Cell>& cells);
  bool move_on(Watch& watch);
  void guess(const Analysis& analysis, Watch& watch);
  void make(const Decision& guess);
  void survive(const Analysis& analysis, const Decision& guess, Watch& watch);
  void count_numbers();
  double first_risk() const;
  Phase phase_of(const Analysis& analysis, const Decision& guess) const;

  Graph graph_;
  const Match& match_;
  Knowledge knowledge_, known_before_;  // now, and where games go on from
  Counts counts_;
  std::vector<std::int32_t> mines_, shown_;  // the layout: mines and numbers
  std::vector<Cell> pending_, free_;
  std::uint32_t to_open_ = 0;  // free cells that are still closed
  GameOutcome outcome_;
  double survival_ = 1;  // the chance to survive all guesses that were made
  double weight_ = 0;    // what the game counts for: 1 if it was won, or less in a weighted match
  Random random_{0};     // for layouts that are drawn anew
  std::vector<Decision>* moves_ = nullptr;
};

// Plays many games in some threads, and says how they ended as soon as they did.
class Run {
 public:
  // The match and the graph must outlive it.
  Run(const Graph& graph, const Match& match, std::uint64_t first, std::size_t games, unsigned threads);
  ~Run();

  // Waits until all is done, or for so long; whether all is done. Throws what went wrong in a thread.
  bool wait(std::chrono::milliseconds longest);
  // Begins no more games.
  void stop() { is_stopped_ = true; }
  std::size_t done() const { return done_; }
  // After the end: every game in order, unplayed ones included.
  std::vector<GameOutcome> take_games() { return std::move(games_); }

 private:
  void work();

  Graph graph_;
  const Match& match_;
  std::uint64_t first_;
  std::vector<GameOutcome> games_;
  std::atomic<std::size_t> next_ = 0, done_ = 0;
  std::atomic<bool> is_stopped_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned working_ = 0;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace minemind
