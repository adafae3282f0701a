// Drawing: a solution at random, each as likely as any other, from what was counted.

#pragma once

#include <cstdint>
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
  // By the mines that are left before a component is drawn, how likely that is from there on; after the last one, for
  // the outside. All scaled.
  std::vector<std::vector<double>> onward_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> group_mines_, slots_;
};

}  // namespace minemind
