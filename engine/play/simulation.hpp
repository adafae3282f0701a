// Simulation: many games, dealt and played without Python.
//
// Game i is a function of the seed and i alone: the same on every machine, with any number of threads.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/graph.hpp"
#include "play/game_outcome.hpp"
#include "play/game_runner.hpp"

namespace minemind {

// Plays many games in several threads.
class Simulation {
 public:
  // The match and the graph must outlive it.
  Simulation(const Graph& graph, const Match& match, std::uint64_t first, std::size_t games, unsigned threads);
  ~Simulation();

  // Waits until all threads have ended, or this long; returns whether they have. Rethrows what a thread threw.
  bool wait(std::chrono::milliseconds longest);
  // Starts no more games, and aborts those that are running.
  void stop() { is_stopped_ = true; }
  std::size_t done() const { return done_; }
  // After the end: all outcomes in order, those of unplayed games included.
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
