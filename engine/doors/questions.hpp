// Questions that take several parts of the engine together, and that both doors ask alike.

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

// What is known of every index by single numbers and pairs: its mines, or what a position says of it; with several
// mines per cell also how many the last hidden cell of a number holds.
std::vector<std::int32_t> propagated(const Graph& graph, Numbers faces, std::int32_t per_cell, Watch& watch);

// The guess of a player.
Decision choose_at(const Analysis& analysis, const Player& player, Numbers faces, Numbers rank, CountCache& cache,
                   Watch& watch);

// The first move of perfect play, as a player that thinks finds it.
DeepEnding search_at(const Analysis& analysis, std::uint64_t think, Numbers faces, Numbers rank, CountCache& cache,
                     Watch& watch);

// How much to play on from guesses.
struct Effort {
  std::uint64_t work;  // to think about the best, and as much again to tell it apart from the others
  std::size_t most_games;
  std::uint64_t seed;
  bool thinks;  // not if the choice is known already
};

// What each of some guesses wins, in their order, and which of them a player chooses who thinks as much.
struct Standings {
  std::vector<Estimate> estimates;
  Cell choice = -1;
};

// Who wants to know how a playoff stands, while it goes on.
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

// Plays on from some guesses. When the time is over, what was played until then is all; those of which not even two
// games were played get no estimate, unless that is all of them.
Standings play_off(const Analysis& analysis, Numbers faces, Numbers rank, std::span<const Cell> guesses,
                   const Effort& effort, CountCache& cache, Watch& watch, Listener* listener = nullptr);

// What is left of a game, each part ready to be searched.
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
