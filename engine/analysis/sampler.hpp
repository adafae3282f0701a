// Sampler: a random solution, each as likely as any other, from what was counted.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "analysis/analysis.hpp"
#include "core/cell.hpp"
#include "core/random.hpp"

namespace minemind {

// Draws solutions of an analysis with a mine count, which must outlive it.
class Sampler {
 public:
  Sampler(const Analysis& analysis, Watch& watch);

  // Writes the mines of every cell, known ones included.
  void draw(Random& random, CellSpan<std::int32_t> mines);

 private:
  std::size_t pick(std::span<const double> weights, Random& random) const;
  void place(std::span<const Cell> cells, std::uint32_t count, Random& random, CellSpan<std::int32_t> mines);

  const Analysis& analysis_;
  Watch& watch_;
  std::vector<Cell> outside_;
  std::vector<std::vector<double>> ways_;  // of each component by its mines
  // By the mines that are left before a component is drawn: the weight of everything from there on; the last one is for
  // the outside. These and the ways are tilted and scaled. The sum of the mines is given, so that this changes no
  // probability, and nothing that matters leaves the range of a double, however many components there are.
  std::vector<Polynomial> onward_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> group_mines_, slots_;
};

// Draws solutions of an analysis under a condition. It does not draw until the condition happens to hold, which might
// take for ever: what the condition excludes is never drawn.
class ConditionalSampler {
 public:
  ConditionalSampler(const Analysis& analysis, CountCache& cache, Watch& watch);
  ~ConditionalSampler();

  // A solution in which this cell is free; it must not be a certain mine.
  void draw_free(Cell cell, Random& random, CellSpan<std::int32_t> mines);
  // A solution in which some hidden cell is free: with several mines per cell there may be others.
  void draw_unfinished(Random& random, CellSpan<std::int32_t> mines);

 private:
  struct GivenFree;

  std::uint32_t free_cells(CellSpan<const std::int32_t> mines) const;

  const Analysis& analysis_;
  CountCache& cache_;
  Watch& watch_;
  Sampler sampler_;
  std::map<Cell, std::unique_ptr<GivenFree>> given_free_;
  std::vector<Cell> hidden_;
  std::vector<double> free_probabilities_;  // of the hidden cells
};

}  // namespace minemind
