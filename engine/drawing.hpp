// Drawing: a solution at random, each as likely as any other, from what was counted.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "analysis.hpp"
#include "random.hpp"

namespace minemind {

// Draws solutions of one counted analysis, which must outlive it.
class Drawing {
 public:
  Drawing(const Analysis& analysis, Watch& watch);

  // Writes the mines of every cell; those of known cells are what is known.
  void draw(Random& random, std::span<std::int32_t> mines);

 private:
  std::size_t pick(std::span<const double> weights, Random& random) const;
  void place(std::span<const Cell> cells, std::uint32_t count, Random& random, std::span<std::int32_t> mines);

  const Analysis& analysis_;
  Watch& watch_;
  std::vector<Cell> outside_;
  std::vector<std::vector<double>> ways_;  // of each component by its mines
  // By the mines that are left before a component is drawn, how likely that is from there on; after the last one, for
  // the outside. These, and the ways, are tilted and scaled: which mines are left where does not change by that, since
  // their sum is given, and nothing that matters leaves the range of a double however many components there are.
  std::vector<Polynomial> onward_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> group_mines_, slots_;
};

// Solutions of an analysis that a game in progress may have. No condition is met by drawing until it happens to hold,
// which might take for ever: what it excludes is not drawn at all.
class Layouts {
 public:
  Layouts(const Analysis& analysis, Counts& counts, Watch& watch);
  ~Layouts();

  // A solution in which this cell is free; it must not be a sure mine.
  void draw_free(Cell cell, Random& random, std::span<std::int32_t> mines);
  // A solution in which any hidden cell is free: with several mines in a cell, there may be others.
  void draw_unfinished(Random& random, std::span<std::int32_t> mines);

 private:
  struct Given;

  std::uint32_t free_cells(std::span<const std::int32_t> mines) const;

  const Analysis& analysis_;
  Counts& counts_;
  Watch& watch_;
  Drawing drawing_;
  std::map<Cell, std::unique_ptr<Given>> given_;
  std::vector<Cell> hidden_;
  std::vector<double> free_chances_;  // of the hidden cells
};

}  // namespace minemind
