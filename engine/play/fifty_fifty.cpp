#include "play/fifty_fifty.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/ranges.hpp"

namespace minemind {
namespace {

bool may_be_opened(const Analysis& analysis, Cell cell) {
  return analysis.position().known(cell) != open && analysis.probability()[cell] != 1;
}

// Whether every neighbour of a cell that can still be opened is the other cell or sees it too. Open numbers see both
// anyway if the cells are in one group.
bool sees_no_more(const Analysis& analysis, Cell cell, Cell other) {
  const Graph& graph = analysis.position().graph();
  const auto others = graph.neighbours(other);
  return ranges::all_of(graph.neighbours(cell), [&](Cell neighbour) {
    return !may_be_opened(analysis, neighbour) || neighbour == other || ranges::binary_search(others, neighbour);
  });
}

// Whether only opening one of them can tell two cells of a group apart.
bool are_alike(const Analysis& analysis, Cell cell, Cell other) {
  return sees_no_more(analysis, cell, other) && sees_no_more(analysis, other, cell);
}

// More than a person would read, but a board where thousands of single cells are walled in by mines can have as many.
constexpr std::size_t most_found = 1'000'000;

// Finds the 50/50s among interchangeable cells, at most one of which holds a mine.
class FiftyFiftyFinder {
 public:
  FiftyFiftyFinder(const Analysis& analysis, Watch& watch) : analysis_(analysis), watch_(watch) {}

  void find_among(std::span<const Cell> cells) {
    std::vector<Cell> alone;
    for (const Cell cell : cells)
      if (witness(cell) < 0) alone.push_back(cell);
    for (const Cell cell : cells) {
      const Cell seen_from = witness(cell);
      if (seen_from < 0) {
        for (const Cell other : alone) add(cell, other);
        continue;
      }
      // A partner is the witness itself, or has it as a neighbour too.
      add_if_among(cells, cell, seen_from);
      for (const Cell other : analysis_.position().graph().neighbours(seen_from)) add_if_among(cells, cell, other);
    }
  }

  std::vector<std::pair<Cell, Cell>> found() && {
    ranges::sort(found_);
    return std::move(found_);
  }

 private:
  // The first cell that may still be opened and sees this one; -1 if there is none.
  Cell witness(Cell cell) const {
    const auto neighbours = analysis_.position().graph().neighbours(cell);
    const auto first = ranges::find_if(neighbours, [&](Cell other) { return may_be_opened(analysis_, other); });
    return first == neighbours.end() ? -1 : *first;
  }

  void add_if_among(std::span<const Cell> cells, Cell cell, Cell other) {
    if (ranges::binary_search(cells, other)) add(cell, other);
  }

  void add(Cell cell, Cell other) {
    watch_.spend(1);
    if (other <= cell || !are_alike(analysis_, cell, other)) return;
    if (found_.size() == most_found) throw TooHard{0, cell};
    found_.emplace_back(cell, other);
  }

  const Analysis& analysis_;
  Watch& watch_;
  std::vector<std::pair<Cell, Cell>> found_;
};

}  // namespace

Cell partner_of(const Analysis& analysis, Cell cell, Watch& watch) {
  if (!analysis.frontier().is_seen(cell)) return -1;
  const Position& position = analysis.position();
  const bool is_one_mine = ranges::any_of(position.constraints_of(cell), [&](std::uint32_t constraint) {
    return position.constraints()[constraint].need == 1;
  });
  if (!is_one_mine) return -1;
  const auto group = analysis.frontier().cells(analysis.frontier().group_of(cell));
  const auto partner = ranges::find_if(group, [&](Cell other) {
    watch.spend(position.graph().neighbours(cell).size());
    return other != cell && are_alike(analysis, cell, other);
  });
  return partner == group.end() ? -1 : *partner;
}

std::vector<std::pair<Cell, Cell>> fifty_fifties(const Analysis& analysis, Watch& watch) {
  FiftyFiftyFinder finder(analysis, watch);
  const std::vector<std::uint32_t> most = analysis.most_mines(watch);
  // In a group that can hold two mines, any two cells can both be mined.
  for (std::uint32_t group = 0; group < most.size(); ++group)
    if (most[group] == 1) finder.find_among(analysis.frontier().cells(group));
  if (analysis.prior().kind == MineModel::counted && analysis.most_outside() == 1)
    finder.find_among(analysis.cells_outside());
  return std::move(finder).found();
}

}  // namespace minemind
