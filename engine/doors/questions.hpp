// Questions that combine several parts of the engine, shared by both doors.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analysis/analysis.hpp"
#include "doors/checks.hpp"
#include "play/deep.hpp"
#include "play/endgame.hpp"
#include "play/playoff.hpp"
#include "play/strategy.hpp"

namespace minemind::doors {

// What single numbers and pairs imply about every index: its mines, or `unknown` or `open` as in a position; with
// several mines per cell, also how many the last unknown cell of a number holds.
std::vector<std::int32_t> propagated(const Graph& graph, Numbers faces, std::int32_t per_cell, Watch& watch);

// The cell that a player guesses.
Decision choose_at(const Analysis& analysis, const Player& player, Numbers faces, Numbers rank, CountCache& cache,
                   Watch& watch);

// The first move of perfect play, if a player that thinks this much would find it.
DeepEnding search_at(const Analysis& analysis, std::uint64_t think, Numbers faces, Numbers rank, CountCache& cache,
                     Watch& watch);

// The effort to spend on comparing guesses.
struct Effort {
  std::uint64_t work;  // for thinking about the best, and as much again for separating it from the others
  std::size_t most_games;
  std::uint64_t seed;
  bool thinks;  // false if the choice is known already
};

// What each guess wins, in the order of the guesses, and which one a player with this effort chooses.
struct Standings {
  std::vector<Estimate> estimates;
  Cell choice = -1;
};

// Receives the standings of a playoff while it runs.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  virtual bool is_due() = 0;
  // In the order of the guesses, like the standings at the end.
  virtual void hear(const std::vector<Estimate>& estimates) = 0;
};

// Plays on from some guesses. If time runs out, the games played so far decide; a guess with fewer than two games gets
// no estimate, and if that is so for all guesses, OutOfTime is thrown.
Standings play_off(const Analysis& analysis, Numbers faces, Numbers rank, std::span<const Cell> guesses,
                   const Effort& effort, CountCache& cache, Watch& watch, Listener* listener = nullptr);

// The rest of a game in independent parts, each ready to be searched.
class EndingSearch {
 public:
  // The watch must outlive it.
  EndingSearch(const Analysis& analysis, SearchLimits limits, Watch& watch);

  std::size_t parts() const { return parts_.size(); }
  const std::vector<Cell>& cells(std::size_t part) const { return cells_[checked(part)]; }
  Endgame& part(std::size_t part) { return *parts_[checked(part)]; }

 private:
  std::size_t checked(std::size_t part) const;

  std::vector<std::vector<Cell>> cells_;
  std::vector<std::unique_ptr<Endgame>> parts_;
};

}  // namespace minemind::doors
