#include "dead.hpp"

#include <algorithm>
#include <cstdint>

#include "drawing.hpp"
#include "random.hpp"

namespace minemind {
namespace {

// Layouts that are drawn first: hardly any cell that is not dead shows the same number in all of them.
constexpr int layouts_drawn = 16;

// Of each cell that is left, what it shows is worked out with the whole board: so many cells of boards in all, seconds.
// Drawing layouts of larger boards than this takes as long.
constexpr std::size_t most_work = 50'000'000, most_cells = 200'000;

class DeadCells {
 public:
  DeadCells(const Analysis& analysis, Counts& counts, Watch& watch)
      : analysis_(analysis), position_(analysis.position()), counts_(counts), watch_(watch) {}

  std::vector<Cell> run() {
    std::vector<Cell> candidates;
    if (position_.graph().cells.size() > most_cells) throw TooHard{};
    for (const Cell cell : position_.graph().cells)
      if (position_.known(cell) != open && chance(cell) != 1 && !sees_independent(cell)) candidates.push_back(cell);
    if (analysis_.model().kind == Model::Kind::counted) drop_witnessed(candidates);
    const auto has_to_be_asked = [&](Cell cell) { return unknown_neighbours(cell) > 0; };
    const auto asked = static_cast<std::size_t>(std::ranges::count_if(candidates, has_to_be_asked));
    if (asked * position_.graph().cells.size() > most_work) throw TooHard{0, candidates.front()};
    std::erase_if(candidates, [&](Cell cell) { return has_to_be_asked(cell) && !is_dead(cell); });
    return candidates;
  }

 private:
  double chance(Cell cell) const { return analysis_.probability()[static_cast<std::size_t>(cell)]; }

  std::int64_t unknown_neighbours(Cell cell) const {
    return std::ranges::count_if(position_.graph().neighbours(cell), [&](Cell n) { return position_.is_unknown(n); });
  }

  std::int32_t known_mines_around(Cell cell) const {
    std::int32_t mines = 0;
    for (const Cell neighbour : position_.graph().neighbours(cell)) mines += std::max(0, position_.known(neighbour));
    return mines;
  }

  // Without a count, a cell that no number sees is mined or not whatever the others are.
  bool sees_independent(Cell cell) const {
    return analysis_.model().kind != Model::Kind::counted &&
           std::ranges::any_of(position_.graph().neighbours(cell), [&](Cell neighbour) {
             return position_.is_unknown(neighbour) && !analysis_.frontier().is_seen(neighbour);
           });
  }

  // Two solutions in which a cell shows different numbers prove that it is not dead.
  void drop_witnessed(std::vector<Cell>& candidates) {
    std::vector<std::int32_t> mines(position_.known().size()), shown(mines.size(), -1);
    Drawing drawing(analysis_, watch_);
    Random random(0);
    for (int i = 0; i < layouts_drawn && !candidates.empty(); ++i) {
      drawing.draw(random, mines);
      watch_.spend(mines.size());
      std::erase_if(candidates, [&](Cell cell) {
        const auto at = static_cast<std::size_t>(cell);
        if (mines[at] > 0) return false;
        std::int32_t number = 0;
        for (const Cell neighbour : position_.graph().neighbours(cell))
          number += mines[static_cast<std::size_t>(neighbour)];
        const bool differs = shown[at] >= 0 && shown[at] != number;
        shown[at] = number;
        return differs;
      });
    }
  }

  // A chance above 0 is possible, but one that is too small for a double may be 0: then the other numbers are tried.
  bool is_dead(Cell cell) {
    watch_.spend(position_.graph().neighbours(cell).size());
    const std::vector<double> odds = analysis_.numbers(cell, watch_);
    if (!shows_one_number(odds)) return false;
    const std::int32_t fewest = known_mines_around(cell);
    const auto most = fewest + static_cast<std::int32_t>(unknown_neighbours(cell)) * position_.per_cell();
    for (std::int32_t number = fewest; number <= most; ++number) {
      const bool is_likely =
          static_cast<std::size_t>(number) < odds.size() && odds[static_cast<std::size_t>(number)] > 0;
      if (!is_likely && can_show(cell, number)) return false;
    }
    return true;
  }

  bool can_show(Cell cell, std::int32_t number) {
    try {
      const Analysis after(position_.assume(cell, number, watch_), analysis_.model(), counts_, watch_);
      return true;
    } catch (const Contradiction&) {
      return false;
    }
  }

  const Analysis& analysis_;
  const Position& position_;
  Counts& counts_;
  Watch& watch_;
};

}  // namespace

bool shows_one_number(std::span<const double> odds) {
  return std::ranges::count_if(odds, [](double chance) { return chance > 0; }) == 1;
}

std::vector<Cell> dead_cells(const Analysis& analysis, Counts& counts, Watch& watch) {
  return DeadCells(analysis, counts, watch).run();
}

}  // namespace minemind
