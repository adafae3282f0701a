#include "lookahead.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace minemind {
namespace {

// Chances that differ by less are the same, as in decision.cpp.
constexpr double quantum = 1e-9;

// What safe cells add to the value of what follows, by how many there are: about 0.15 (1 − exp(−cells / 6)). Found by
// playing games; the last one is for all beyond.
constexpr std::array<double, 13> worth_of_safe{0,      0.0230, 0.0425, 0.0590, 0.0730, 0.0848, 0.0948,
                                               0.1033, 0.1105, 0.1165, 0.1217, 0.1260, 0.1297};
constexpr double most_worth = 1 + worth_of_safe.back();

// A guess that is so much less safe than the safest is not looked at: it is hardly ever the best.
constexpr double margin = 0.9;

// Cells far from all numbers are told apart by how many neighbours they have, up to so many.
constexpr std::size_t kinds = 64;

class Lookahead {
 public:
  Lookahead(const Analysis& analysis, std::span<const std::int32_t> rank, Counts& counts, Watch& watch)
      : analysis_(analysis), rank_(rank), counts_(counts), watch_(watch) {}

  std::vector<Prospect> run() {
    std::vector<Prospect> found;
    double best = 0, safest = 0;
    for (const Cell cell : candidates()) {
      const double safety = 1 - risk(cell);
      safest = std::max(safest, safety);
      if (safety * most_worth <= best || safety < margin * safest) break;
      Prospect prospect{cell, risk(cell), 0, 0, 0};
      if (!look(prospect, best)) continue;
      best = std::max(best, prospect.value);
      found.push_back(prospect);
    }
    std::ranges::stable_sort(found, [](const Prospect& a, const Prospect& b) {
      return std::nearbyint(a.value / quantum) > std::nearbyint(b.value / quantum);
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

  // False if it cannot be worth more than `best`.
  bool look(Prospect& prospect, double best) {
    const double safety = 1 - prospect.risk;
    const std::vector<double> odds = analysis_.numbers(prospect.cell, watch_);
    double left = 1, next = 0, progress = 0, value = 0;
    for (std::size_t number = 0; number < odds.size(); ++number) {
      if (odds[number] <= 0) continue;
      left -= odds[number];
      const auto [survival, safe] = after(prospect.cell, static_cast<std::int32_t>(number));
      next += odds[number] * survival;
      progress += safe > 0 ? odds[number] : 0;
      value += odds[number] * survival * (1 + worth_of_safe[std::min(safe, worth_of_safe.size() - 1)]);
      if (safety * (value + left * most_worth) <= best) return false;
    }
    prospect.next = safety * next;
    prospect.progress = progress;
    prospect.value = safety * value;
    return true;
  }

  struct Next {
    double survival = 1;   // of the safest step
    std::size_t safe = 0;  // cells that are certainly safe
  };

  // What follows if the cell shows a number. What needs no counting is found without.
  Next after(Cell cell, std::int32_t shown) {
    Position position = analysis_.position().assume(cell, shown, watch_);
    Next next;
    next.safe = static_cast<std::size_t>(std::ranges::count(position.known(), 0));
    if (next.safe > 0) return next;
    const Analysis counted(std::move(position), analysis_.model(), counts_, watch_);
    double least = 1;
    for (const Cell other : counted.position().graph().cells) {
      const double chance = counted.probability()[static_cast<std::size_t>(other)];
      next.safe += chance == 0;
      least = chance < least ? chance : least;
    }
    next.survival = 1 - least;
    return next;
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
