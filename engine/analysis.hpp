// Analysis: what a position implies. The engine's answer to "where are the mines?".
//
// Propagation, components and counting, tied together by the mine count. What is certain is decided by integers: which
// states can be reached and which totals are possible. Floating point gives the probabilities of the rest.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "count.hpp"
#include "fork_mutex.hpp"
#include "frontier.hpp"
#include "lru.hpp"
#include "position.hpp"
#include "totals.hpp"
#include "watch.hpp"

namespace minemind {

struct SignatureHash {
  std::size_t operator()(const Signature& signature) const;
};

// Counts by signature, for all threads.
class Counts {
 public:
  explicit Counts(std::size_t capacity) : kept_(capacity) {}

  // The count of a component, made now unless it is still known; `made` says which.
  std::shared_ptr<const Count> find(const Signature& signature, Watch& watch, bool& made);
  void clear();
  std::size_t size();
  std::size_t bytes();

 private:
  ForkMutex mutex_;
  Lru<Signature, std::shared_ptr<const Count>, SignatureHash> kept_;
};

class Analysis {
 public:
  // Throws Contradiction, or TooHard, or what the watch throws.
  Analysis(Position position, Model model, Counts& counts, Watch& watch);
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  const Position& position() const { return position_; }
  const Frontier& frontier() const { return frontier_; }
  const Count& count(std::size_t component) const { return *counts_[component]; }
  // How many components had to be counted, and were not known from before.
  std::size_t counted() const { return counted_; }
  // How many states all components have, whether they were counted now or before.
  std::size_t states() const;
  std::int64_t outside_cells() const { return outside_cells_; }
  // With a count: the mines that are not known, how many a component may hold of them, and how many the outside.
  const Model& model() const { return model_; }
  std::int64_t mines_left() const { return mines_left_; }
  std::vector<std::int64_t> possible_totals(std::size_t component, Watch& watch) const;
  std::int64_t fewest_outside() const { return fewest_outside_; }
  std::int64_t most_outside() const { return most_outside_; }
  const Totals& totals() const { return totals_; }
  // The most mines that each group of the frontier holds in any solution.
  std::vector<std::uint32_t> most_mines(Watch& watch) const;
  // The cells that no number sees and nothing is known of, ascending.
  std::vector<Cell> cells_outside() const;

  // For every index: the chance of any mine, and the mean number of mines; not a number where none is asked for.
  std::span<const double> probability() const { return {probability_.get(), position_.known().size()}; }
  std::span<const double> expected() const {
    return {expected_ ? expected_.get() : probability_.get(), position_.known().size()};
  }
  // The chance that a cell is free of mines. Unlike 1 - probability() it keeps its digits where it is tiny.
  double free_chance(Cell cell) const {
    return free_ ? free_[static_cast<std::size_t>(cell)] : 1 - probability_[static_cast<std::size_t>(cell)];
  }
  // The cells that are mined in no solution, and those that are in every one, ascending.
  std::vector<Cell> safe() const { return cells_with(0); }
  // … of those the ones that need no counting.
  std::vector<Cell> obvious() const;
  std::vector<Cell> mines() const { return cells_with(1); }
  // The chance of a mine in a cell that no number sees; not a number where there is none, or nothing is known.
  double outside() const { return outside_; }

  // What a hidden cell shows if it is opened: the chances of 0, 1, 2, … given that it is free.
  std::vector<double> numbers(Cell cell, Watch& watch) const;

 private:
  struct Surroundings;
  Surroundings look_around(Cell cell) const;
  std::vector<std::vector<double>> beside(std::size_t component, std::span<const Count::Share> shares, Cell cell,
                                          Watch& watch) const;
  void count_components(Counts& counts, Watch& watch);
  void tie_together(Watch& watch);
  void share_out(Watch& watch);
  void check_shares(const Watch& watch) const;
  void decide(Watch& watch);
  std::span<const std::uint8_t> possible(std::size_t component, std::vector<std::uint8_t>& kept, Watch& watch) const;
  void decide_group(std::uint32_t group, const std::uint8_t* possible, const double* distribution, Watch& watch);
  void decide_outside(Watch& watch);
  std::unique_ptr<double[]> for_all_cells(double of_unknown, std::int32_t most) const;
  void set(Cell cell, double chance, double mean, double free);
  std::vector<Cell> cells_with(double chance) const;
  Totals weigh(std::vector<Polynomial> parts, std::int64_t outside_slots, Watch& watch) const;
  Polynomial ways(std::size_t component) const;

  Position position_;
  Frontier frontier_;
  Model model_;
  std::vector<std::shared_ptr<const Count>> counts_;
  std::size_t counted_ = 0;
  std::int64_t outside_cells_ = 0, outside_slots_ = 0, mines_left_ = 0;
  std::vector<std::vector<std::uint8_t>> allowed_;  // per component, where the mine count forbids some totals
  std::int64_t fewest_outside_ = 0, most_outside_ = 0;
  Totals totals_;
  std::unique_ptr<double[]> probability_;
  std::unique_ptr<double[]> expected_, free_;  // only with several mines per cell: else the first says it all
  double outside_, outside_mean_;
};

}  // namespace minemind
