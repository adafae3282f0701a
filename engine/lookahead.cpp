#include "lookahead.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace minemind {
namespace {

// Chances that differ by less are the same, as in decision.cpp.
constexpr double quantum = 1e-9;

// Cells far from all numbers are told apart by how many neighbours they have, up to so many.
constexpr std::size_t kinds = 64;

class Lookahead {
 public:
  Lookahead(const Analysis& analysis, std::span<const std::int32_t> rank, Counts& counts, Watch& watch)
      : analysis_(analysis), rank_(rank), counts_(counts), watch_(watch) {}

  std::vector<Prospect> run() {
    std::vector<Prospect> found;
    double best = 0;
    for (const Cell cell : candidates()) {
      const double safety = 1 - risk(cell);
      if (safety <= best) break;
      Prospect prospect{cell, risk(cell), 0, 0};
      if (!look(prospect, best)) continue;
      best = std::max(best, prospect.next);
      found.push_back(prospect);
    }
    std::ranges::stable_sort(found, [](const Prospect& a, const Prospect& b) {
      return std::nearbyint(a.next / quantum) > std::nearbyint(b.next / quantum);
    });
    return found;
  }

 private:
  double risk(Cell cell) const { return analysis_.probability()[static_cast<std::size_t>(cell)]; }

  // The safest first. Of the cells far from all numbers one of each kind will do.
  std::vector<Cell> candidates() const {
    const Position& position = analysis_.position();
    const Graph& graph = position.graph();
    std::vector<std::tuple<double, std::int32_t, std::int32_t, Cell>> order;
    std::vector<Cell> far(kinds, -1);
    for (const Cell cell : graph.cells) {
      if (!(risk(cell) < 1)) continue;
      std::int32_t open_neighbours = 0;
      bool is_near = analysis_.frontier().is_seen(cell);
      for (const Cell other : graph.neighbours(cell)) {
        open_neighbours += position.known(other) == open;
        is_near |= !position.is_unknown(other) || analysis_.frontier().is_seen(other);
      }
      if (!is_near) {
        Cell& same = far[std::min<std::size_t>(graph.neighbours(cell).size(), far.size() - 1)];
        if (same < 0 || rank_[static_cast<std::size_t>(cell)] < rank_[static_cast<std::size_t>(same)]) same = cell;
        continue;
      }
      order.emplace_back(std::nearbyint(risk(cell) / quantum), -open_neighbours, rank_[static_cast<std::size_t>(cell)],
                         cell);
    }
    for (const Cell cell : far)
      if (cell >= 0)
        order.emplace_back(std::nearbyint(risk(cell) / quantum), 0, rank_[static_cast<std::size_t>(cell)], cell);
    std::ranges::sort(order);
    std::vector<Cell> cells;
    for (const auto& entry : order) cells.push_back(std::get<3>(entry));
    return cells;
  }

  // False if it cannot survive more than `best`.
  bool look(Prospect& prospect, double best) {
    const double safety = 1 - prospect.risk;
    const std::vector<double> odds = analysis_.numbers(prospect.cell, watch_);
    double left = 1, next = 0, progress = 0;
    for (std::size_t number = 0; number < odds.size(); ++number) {
      if (odds[number] <= 0) continue;
      left -= odds[number];
      const double survival = after(prospect.cell, static_cast<std::int32_t>(number));
      next += odds[number] * survival;
      progress += survival == 1 ? odds[number] : 0;
      if (safety * (next + left) <= best) return false;
    }
    prospect.next = safety * next;
    prospect.progress = progress;
    return true;
  }

  // How safe the safest next step is if the cell shows a number; 1 if it is certain.
  double after(Cell cell, std::int32_t shown) {
    Position position = analysis_.position().assume(cell, shown, watch_);
    for (const Cell other : position.graph().neighbours(cell))
      if (position.known(other) == 0) return 1;
    const Analysis next(std::move(position), analysis_.model(), counts_, watch_);
    double least = 1;
    for (const Cell other : next.position().graph().cells) {
      const double chance = next.probability()[static_cast<std::size_t>(other)];
      if (chance < least) least = chance;
    }
    return 1 - least;
  }

  const Analysis& analysis_;
  std::span<const std::int32_t> rank_;
  Counts& counts_;
  Watch& watch_;
};

}  // namespace

std::vector<Prospect> look_ahead(const Analysis& analysis, std::span<const std::int32_t> rank, Counts& counts,
                                 Watch& watch) {
  return Lookahead(analysis, rank, counts, watch).run();
}

}  // namespace minemind
