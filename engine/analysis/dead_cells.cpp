#include "analysis/dead_cells.hpp"

#include <algorithm>
#include <cstdint>

#include "analysis/sampler.hpp"
#include "core/random.hpp"
#include "core/ranges.hpp"

namespace minemind {
namespace {

// Layouts that are drawn first: hardly any cell that is not dead shows the same number in all of them.
constexpr int layouts_drawn = 16;

// For each cell that is left, the numbers are worked out with the whole board. This many cells times cells of the board
// take seconds; so does drawing layouts of a board with more than most_cells cells.
constexpr std::size_t most_work = 50'000'000, most_cells = 200'000;

class DeadCells {
 public:
  DeadCells(const Analysis& analysis, CountCache& cache, Watch& watch)
      : analysis_(analysis), position_(analysis.position()), cache_(cache), watch_(watch) {}

  std::vector<Cell> run() {
    std::vector<Cell> candidates;
    if (position_.graph().cells.size() > most_cells) throw TooHard{};
    for (const Cell cell : position_.graph().cells)
      if (position_.known(cell) != open && probability(cell) != 1 && !sees_independent(cell))
        candidates.push_back(cell);
    if (analysis_.prior().kind == MineModel::counted) drop_witnessed(candidates);
    const auto has_to_be_asked = [&](Cell cell) { return unknown_neighbours(cell) > 0; };
    const auto asked = static_cast<std::size_t>(ranges::count_if(candidates, has_to_be_asked));
    if (asked * position_.graph().cells.size() > most_work) throw TooHard{0, candidates.front()};
    std::erase_if(candidates, [&](Cell cell) { return has_to_be_asked(cell) && !is_dead(cell); });
    return candidates;
  }

 private:
  double probability(Cell cell) const { return analysis_.probability()[cell]; }

  std::int64_t unknown_neighbours(Cell cell) const {
    return ranges::count_if(position_.graph().neighbours(cell), [&](Cell n) { return position_.is_unknown(n); });
  }

  std::int32_t known_mines_around(Cell cell) const {
    std::int32_t mines = 0;
    for (const Cell neighbour : position_.graph().neighbours(cell)) mines += std::max(0, position_.known(neighbour));
    return mines;
  }

  // Without a count, whether a cell that no number sees is mined does not depend on the others.
  bool sees_independent(Cell cell) const {
    return analysis_.prior().kind != MineModel::counted &&
           ranges::any_of(position_.graph().neighbours(cell), [&](Cell neighbour) {
             return position_.is_unknown(neighbour) && !analysis_.frontier().is_seen(neighbour);
           });
  }

  // Two solutions in which a cell shows different numbers prove that it is not dead.
  void drop_witnessed(std::vector<Cell>& candidates) {
    CellVector<std::int32_t> mines(position_.known().size()), shown(mines.size(), -1);
    Sampler sampler(analysis_, watch_);
    Random random(0);
    for (int i = 0; i < layouts_drawn && !candidates.empty(); ++i) {
      sampler.draw(random, mines);
      watch_.spend(mines.size());
      std::erase_if(candidates, [&](Cell cell) {
        if (mines[cell] > 0) return false;
        std::int32_t number = 0;
        for (const Cell neighbour : position_.graph().neighbours(cell)) number += mines[neighbour];
        const bool differs = shown[cell] >= 0 && shown[cell] != number;
        shown[cell] = number;
        return differs;
      });
    }
  }

  // A number with a probability above 0 is possible. One with 0 may be too, if its probability is too small for a
  // double: these are tried one by one.
  bool is_dead(Cell cell) {
    watch_.spend(position_.graph().neighbours(cell).size());
    const std::vector<double> distribution = analysis_.number_distribution(cell, watch_);
    if (!shows_one_number(distribution)) return false;
    const std::int32_t fewest = known_mines_around(cell);
    const auto most = fewest + static_cast<std::int32_t>(unknown_neighbours(cell)) * position_.per_cell();
    for (std::int32_t number = fewest; number <= most; ++number) {
      const auto at = static_cast<std::size_t>(number);
      const bool is_likely = at < distribution.size() && distribution[at] > 0;
      if (!is_likely && can_show(cell, number)) return false;
    }
    return true;
  }

  bool can_show(Cell cell, std::int32_t number) {
    try {
      const Analysis after(position_.assume(cell, number, watch_), analysis_.prior(), cache_, watch_);
      return true;
    } catch (const Contradiction&) {
      return false;
    }
  }

  const Analysis& analysis_;
  const Position& position_;
  CountCache& cache_;
  Watch& watch_;
};

}  // namespace

bool shows_one_number(std::span<const double> distribution) {
  return ranges::count_if(distribution, [](double probability) { return probability > 0; }) == 1;
}

std::vector<Cell> dead_cells(const Analysis& analysis, CountCache& cache, Watch& watch) {
  return DeadCells(analysis, cache, watch).run();
}

}  // namespace minemind
