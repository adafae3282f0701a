#include "play/ending.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "core/ranges.hpp"

namespace minemind {
namespace {

constexpr std::size_t absent = SIZE_MAX;

// More than will ever be listed, and small enough that products and sums of a few such numbers stay finite.
constexpr double too_many = 1e100;

// The most bytes that a list of solutions may take, one for each cell of each solution.
constexpr double most_bytes = 5e8;

// Ways to place mines in some cells, all with the same total.
struct Rows {
  std::int64_t total = 0;
  std::vector<std::uint8_t> mines;
  std::vector<std::uint64_t> weights;

  std::size_t width() const { return mines.size() / weights.size(); }
};

// For each factor, which totals it and those after it can make up.
class Remainders {
 public:
  Remainders(std::span<const std::vector<Rows>> factors, Watch& watch) : sets_(factors.size() + 1) {
    sets_.back() = {0, {1}};
    for (std::size_t i = factors.size(); i-- > 0;) {
      const Reachable& after = sets_[i + 1];
      const std::int64_t range = factors[i].back().total - factors[i].front().total;
      Reachable& here = sets_[i];
      here.low = after.low + factors[i].front().total;
      here.holds.assign(after.holds.size() + static_cast<std::size_t>(range), 0);
      for (const Rows& same : factors[i]) {
        if (same.weights.empty()) continue;
        watch.spend(after.holds.size());
        const auto shift = static_cast<std::size_t>(same.total - factors[i].front().total);
        for (std::size_t t = 0; t < after.holds.size(); ++t) here.holds[t + shift] |= after.holds[t];
      }
    }
  }

  bool has(std::size_t factor, std::int64_t total) const {
    const Reachable& set = sets_[factor];
    return total >= set.low && total - set.low < static_cast<std::int64_t>(set.holds.size()) &&
           set.holds[static_cast<std::size_t>(total - set.low)];
  }

 private:
  struct Reachable {
    std::int64_t low = 0;
    std::vector<std::uint8_t> holds;
  };
  std::vector<Reachable> sets_;
};

// What is listed together: a component, all cells that no number sees, or a single free cell that is still hidden.
struct Unit {
  std::vector<Cell> cells;
  std::vector<std::int64_t> totals;  // those that the mine count allows, ascending
  std::size_t component = absent;
  bool is_free = false;
};

std::uint64_t choices(std::uint32_t slots, std::uint32_t mines) {
  std::uint64_t ways = 1;
  for (std::uint32_t i = 0; i < mines; ++i) ways = ways * (slots - i) / (i + 1);
  return ways;
}

// About the same, for numbers that may not fit in a word.
double about_choices(std::int64_t slots, std::int64_t mines) {
  double ways = 1;
  for (std::int64_t i = 0; i < std::min(mines, slots - mines) && ways < too_many; ++i)
    ways = ways * static_cast<double>(slots - i) / static_cast<double>(i + 1);
  return ways;
}

// Whether the cells that no number sees, or a component, have too many solutions by themselves: each of these extends
// to a solution of a part. Most positions that are not endings yet are ruled out by this.
bool has_too_many(const Analysis& analysis, std::size_t most) {
  const std::int64_t slots = analysis.outside_cells() * analysis.position().per_cell();
  for (const std::int64_t mines : {analysis.fewest_outside(), analysis.most_outside()})
    if (about_choices(slots, mines) > static_cast<double>(most)) return true;
  for (std::size_t i = 0; !analysis.rules_out_totals() && i < analysis.frontier().components().size(); ++i) {
    const auto ways = analysis.count(i).ways();
    if (std::accumulate(ways.begin(), ways.end(), 0.0) > static_cast<double>(most)) return true;
  }
  return false;
}

// Puts this many mines into the cells of `at` in every way, and calls `done` for each.
template <class Done>
void place(std::span<std::uint8_t> row, std::span<const std::size_t> at, std::uint32_t mines, std::uint32_t per_cell,
           std::uint64_t weight, const Done& done) {
  if (mines == 0) return done(weight);  // every caller clears the cells that it has filled
  const auto rest = static_cast<std::uint32_t>(at.size() - 1) * per_cell;
  for (std::uint32_t x = mines > rest ? mines - rest : 0; x <= std::min(mines, per_cell); ++x) {
    row[at[0]] = static_cast<std::uint8_t>(x);
    place(row, at.subspan(1), mines - x, per_cell, weight * choices(per_cell, x), done);
  }
  row[at[0]] = 0;
}

class Lister {
 public:
  Lister(const Analysis& analysis, std::size_t most, Watch& watch)
      : analysis_(analysis), most_(most), watch_(watch), unit_of_(analysis.position().graph().indices(), absent) {
    make_units();
    join_units();
  }

  std::vector<Part> parts() {
    std::vector<Part> found;
    for (std::size_t u = 0; u < units_.size(); ++u)
      if (root(u) == u && !units_[u].is_free) found.push_back(part(u));
    return found;
  }

 private:
  void make_units();
  void add_unit(Unit unit);
  void join_units();
  std::size_t root(std::size_t u) const {
    while (parent_[u] != u) u = parent_[u];
    return u;
  }
  void join(std::size_t a, std::size_t b);
  double count(std::span<const std::size_t> members, std::int64_t total) const;
  double ways(const Unit& unit, std::int64_t total) const;
  std::vector<Rows> rows(const Unit& unit) const;
  void add_rows(const Unit& unit, std::span<const std::vector<std::size_t>> groups,
                std::span<const std::uint8_t> group_mines, Rows& rows) const;
  void drop_unreachable(std::span<const std::size_t> members, std::int64_t total);
  Part part(std::size_t first);
  void multiply(std::span<const std::vector<Rows>> factors, std::int64_t total, Part& part) const;
  void add_solution(std::span<const std::uint8_t> row, std::uint64_t weight, Part& part) const;

  const Analysis& analysis_;
  std::size_t most_;
  Watch& watch_;
  CellVector<std::size_t> unit_of_;  // of each cell
  std::vector<Unit> units_;
  std::vector<std::size_t> parent_;
};

void Lister::add_unit(Unit unit) {
  for (const Cell cell : unit.cells) unit_of_[cell] = units_.size();
  parent_.push_back(units_.size());
  units_.push_back(std::move(unit));
}

void Lister::make_units() {
  const Frontier& frontier = analysis_.frontier();
  for (std::size_t i = 0; i < frontier.components().size(); ++i) {
    Unit unit;
    unit.component = i;
    const Frontier::Component& component = frontier.components()[i];
    for (std::uint32_t g = 0; g < component.groups; ++g) {
      const auto cells = frontier.cells(component.first_group + g);
      unit.cells.insert(unit.cells.end(), cells.begin(), cells.end());
    }
    unit.totals = analysis_.possible_totals(i, watch_);
    add_unit(std::move(unit));
  }
  for (const Cell cell : analysis_.obvious()) add_unit({{cell}, {0}, absent, true});
  Unit outside;
  outside.cells = analysis_.cells_outside();
  if (outside.cells.empty()) return;
  outside.totals.resize(static_cast<std::size_t>(analysis_.most_outside() - analysis_.fewest_outside()) + 1);
  std::iota(outside.totals.begin(), outside.totals.end(), analysis_.fewest_outside());
  add_unit(std::move(outside));
}

void Lister::join(std::size_t a, std::size_t b) {
  const std::size_t from = root(a), to = root(b);
  // A free cell is never the root of a part that holds anything else.
  if (units_[from].is_free && !units_[to].is_free)
    parent_[from] = to;
  else
    parent_[to] = from;
}

// Units belong together if their totals vary, or if they have neighbouring cells. A certain mine joins nothing: it will
// never be opened, and what it adds to its neighbours' numbers is known.
void Lister::join_units() {
  std::size_t varying = absent;
  for (std::size_t u = 0; u < units_.size(); ++u) {
    if (units_[u].totals.size() < 2) continue;
    if (varying != absent) join(varying, u);
    varying = u;
  }
  // With several mines per cell, solutions differ in how many cells are free, and the fact that the game continues says
  // something about all units.
  if (analysis_.position().per_cell() > 1)
    for (std::size_t u = 1; u < units_.size(); ++u) join(0, u);
  const Graph& graph = analysis_.position().graph();
  for (const Unit& unit : units_)
    for (const Cell cell : unit.cells) {
      watch_.spend(graph.neighbours(cell).size());
      if (analysis_.probability()[cell] == 1) continue;
      const std::size_t here = unit_of_[cell];
      for (const Cell other : graph.neighbours(cell)) {
        const std::size_t there = unit_of_[other];
        if (there == absent || there == here || units_[there].is_free) continue;
        join(here, there);
      }
    }
}

double Lister::ways(const Unit& unit, std::int64_t total) const {
  if (unit.component != absent) {
    const Count& count = analysis_.count(unit.component);
    return count.ways()[static_cast<std::size_t>(total - count.fewest())];
  }
  return about_choices(static_cast<std::int64_t>(unit.cells.size()) * analysis_.position().per_cell(), total);
}

// About how many solutions some units have together with this many mines, from their mines above their minimums.
double Lister::count(std::span<const std::size_t> members, std::int64_t total) const {
  std::int64_t most = 0;
  for (const std::size_t member : members) {
    total -= units_[member].totals.front();
    most += units_[member].totals.back() - units_[member].totals.front();
  }
  if (total < 0 || total > most) return 0;
  std::vector<double> ways_of(static_cast<std::size_t>(total) + 1, 0.0);
  ways_of[0] = 1;
  for (const std::size_t member : members) {
    std::vector<double> next(ways_of.size(), 0.0);
    for (const std::int64_t mines : units_[member].totals) {
      const double ways_of_unit = ways(units_[member], mines);
      const auto more = static_cast<std::size_t>(mines - units_[member].totals.front());
      watch_.spend(next.size());
      for (std::size_t t = 0; t + more < next.size(); ++t)
        next[t + more] = std::min(too_many, next[t + more] + ways_of[t] * ways_of_unit);
    }
    ways_of = std::move(next);
  }
  return ways_of.back();
}

std::vector<Rows> Lister::rows(const Unit& unit) const {
  std::vector<Rows> found;
  found.reserve(unit.totals.size());
  for (const std::int64_t total : unit.totals) found.push_back({total, {}, {}});
  const auto rows_with = [&](std::int64_t total) -> Rows* {
    const auto place = ranges::lower_bound(unit.totals, total);
    return place != unit.totals.end() && *place == total ? &found[static_cast<std::size_t>(place - unit.totals.begin())]
                                                         : nullptr;
  };
  if (unit.component == absent) {
    std::vector<std::size_t> all(unit.cells.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::vector<std::vector<std::size_t>> groups{all};
    for (Rows& same : found) {
      if (same.total > std::numeric_limits<std::uint8_t>::max()) throw TooHard{most_};
      const std::uint8_t mines[] = {static_cast<std::uint8_t>(same.total)};
      add_rows(unit, groups, mines, same);
    }
    return found;
  }
  const Frontier::Component& component = analysis_.frontier().components()[unit.component];
  std::vector<std::vector<std::size_t>> groups(component.groups);
  std::size_t at = 0;
  for (std::uint32_t g = 0; g < component.groups; ++g)
    for (std::size_t i = 0; i < analysis_.frontier().cells(component.first_group + g).size(); ++i)
      groups[g].push_back(at++);
  const std::vector<std::uint8_t> listed = analysis_.count(unit.component).list(most_, watch_);
  for (std::size_t i = 0; i < listed.size(); i += groups.size()) {
    const auto mines = std::span(listed).subspan(i, groups.size());
    if (Rows* same = rows_with(std::accumulate(mines.begin(), mines.end(), std::int64_t{0})))
      add_rows(unit, groups, mines, *same);
  }
  return found;
}

// Adds every way to put each group's mines into its cells.
void Lister::add_rows(const Unit& unit, std::span<const std::vector<std::size_t>> groups,
                      std::span<const std::uint8_t> group_mines, Rows& rows) const {
  std::vector<std::uint8_t> row(unit.cells.size(), 0);
  const auto per_cell = static_cast<std::uint32_t>(analysis_.position().per_cell());
  const auto fill = [&](const auto& self, std::size_t g, std::uint64_t weight) -> void {
    if (g == groups.size()) {
      watch_.spend(row.size());
      rows.mines.insert(rows.mines.end(), row.begin(), row.end());
      rows.weights.push_back(weight);
      return;
    }
    place(row, groups[g], group_mines[g], per_cell, weight, [&](std::uint64_t w) { self(self, g + 1, w); });
  };
  fill(fill, 0, 1);
}

// Drops totals of the outside that the components of its part cannot complete: there may be very many ways to place
// them.
void Lister::drop_unreachable(std::span<const std::size_t> members, std::int64_t total) {
  for (const std::size_t member : members) {
    if (units_[member].component != absent || units_[member].is_free) continue;
    std::vector<std::size_t> others(members.begin(), members.end());
    std::erase(others, member);
    std::erase_if(units_[member].totals,
                  [&](std::int64_t mines) { return mines > total || count(others, total - mines) == 0; });
  }
}

Part Lister::part(std::size_t first) {
  std::vector<std::size_t> members;
  std::int64_t total = analysis_.mines_left();
  watch_.spend(units_.size());
  for (std::size_t u = 0; u < units_.size(); ++u) {
    if (root(u) == first)
      members.push_back(u);
    else
      total -= units_[u].totals.front();  // those that vary are all in one part, and the others have one total
  }
  std::int64_t fixed = 0;
  for (const std::size_t member : members) fixed += units_[member].totals.front();
  const bool varies = ranges::any_of(members, [&](std::size_t u) { return units_[u].totals.size() > 1; });
  if (!varies) total = fixed;
  Part part;
  std::vector<Cell> free;
  std::erase_if(members, [&](std::size_t member) {
    if (units_[member].is_free) free.push_back(units_[member].cells[0]);
    return units_[member].is_free;
  });
  std::size_t cells = free.size();
  for (const std::size_t member : members) cells += units_[member].cells.size();
  const double solutions = total < 0 ? too_many : count(members, total);
  if (!(solutions > 0) || solutions > static_cast<double>(most_) || solutions * static_cast<double>(cells) > most_bytes)
    throw TooHard{most_};
  drop_unreachable(members, total);
  std::vector<std::vector<Rows>> factors;
  for (const std::size_t member : members) {
    part.cells.insert(part.cells.end(), units_[member].cells.begin(), units_[member].cells.end());
    factors.push_back(rows(units_[member]));
  }
  part.cells.insert(part.cells.end(), free.begin(), free.end());
  multiply(factors, total, part);
  return part;
}

// Adds every way to take a row of each factor with `total` mines in all. None is started that does not lead to a
// solution: with a thousand factors of which one must hold one more mine, the dead ends would take forever.
void Lister::multiply(std::span<const std::vector<Rows>> factors, std::int64_t total, Part& part) const {
  const Remainders possible(factors, watch_);
  struct Choice {  // in a factor: which total, which of its rows, and the mines left before it
    std::size_t same, row;
    std::int64_t left;
    std::uint64_t weight;
  };
  std::vector<Choice> path;
  std::vector<std::uint8_t> row;
  const auto go_on = [&](std::int64_t left, std::uint64_t weight) {
    if (path.size() < factors.size())
      path.push_back({0, 0, left, weight});
    else if (left == 0)
      add_solution(row, weight, part);
  };
  go_on(total, 1);
  while (!path.empty()) {
    watch_.spend(1);
    Choice& choice = path.back();
    const std::vector<Rows>& factor = factors[path.size() - 1];
    if (choice.row > 0) row.resize(row.size() - factor[choice.same].width());
    if (choice.same < factor.size() && choice.row == factor[choice.same].weights.size()) ++choice.same, choice.row = 0;
    while (choice.same < factor.size() &&
           (factor[choice.same].weights.empty() || !possible.has(path.size(), choice.left - factor[choice.same].total)))
      ++choice.same;
    if (choice.same == factor.size()) {
      path.pop_back();
      continue;
    }
    const Rows& same = factor[choice.same];
    const auto from = same.mines.begin() + static_cast<std::ptrdiff_t>(choice.row * same.width());
    row.insert(row.end(), from, from + static_cast<std::ptrdiff_t>(same.width()));
    const std::uint64_t weight = choice.weight * same.weights[choice.row++];
    go_on(choice.left - same.total, weight);
  }
}

void Lister::add_solution(std::span<const std::uint8_t> row, std::uint64_t weight, Part& part) const {
  watch_.spend(part.cells.size());
  part.mines.insert(part.mines.end(), row.begin(), row.end());
  part.mines.resize(part.mines.size() + part.cells.size() - row.size(), 0);  // free cells come last
  part.weights.push_back(weight);
}

}  // namespace

std::vector<Part> list_ending(const Analysis& analysis, std::size_t most_solutions, Watch& watch) {
  if (has_too_many(analysis, most_solutions)) throw TooHard{most_solutions};
  return Lister(analysis, most_solutions, watch).parts();
}

}  // namespace minemind
