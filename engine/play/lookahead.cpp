#include "play/lookahead.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ranges>
#include <tuple>
#include <utility>

#include "analysis/dead_cells.hpp"
#include "play/fifty_fifty.hpp"

namespace minemind {
namespace {

// What safe cells that tell something add to the value of a position, by how many there are. Tuned by playing games;
// the last one is for all larger numbers.
constexpr std::array<double, 11> worth_of_safe{0, 0.010, 0.050, 0.077, 0.098, 0.114, 0.130, 0.138, 0.145, 0.153, 0.160};
constexpr double most_worth = 1 + worth_of_safe.back();

// A cell far from everything is worth more while much of the board is unseen, and less afterwards: by this slope around
// this share. It may lead anywhere; late in a game it leads nowhere. Tuned by playing games.
constexpr double slope_of_far = 0.06, balance_of_far = 0.6;
constexpr double most_of_far = 1 + slope_of_far * (1 - balance_of_far);
constexpr double most_value = most_worth * most_of_far;

// A guess that is less safe than the safest by this factor is not looked at: it is hardly ever the best.
constexpr double margin = 0.9;

// The work grows with the cells of the board times the guesses looked at. So only the safest guesses are: some hundreds
// on an Expert board, and one on a board with more cells than this.
constexpr std::size_t most_cells_asked = 200'000;

// Cells that no number sees are told apart by how many neighbours they have, up to so many.
constexpr std::size_t degrees = 64;

// What makes progress most of the time does not always do so, whatever rounding says.
constexpr double almost_one = 1 - std::numeric_limits<double>::epsilon() / 2;

class Lookahead {
 public:
  Lookahead(const Analysis& analysis, Breadth breadth, CellSpan<const std::int32_t> rank, CountCache& cache,
            Watch& watch)
      : analysis_(analysis), breadth_(breadth), rank_(rank), cache_(cache), watch_(watch) {}

  std::vector<Prospect> run() {
    std::vector<Prospect> found;
    double best = -1, safest = 0;  // any guess is better than none
    for (const auto& [cell, partner] : candidates()) {
      const double safety = 1 - risk(cell);
      if (partner < 0) {
        safest = std::max(safest, safety);
        if (safety * most_value <= best) break;
        if (safety < margin * safest && breadth_ != Breadth::all) break;
      }
      Prospect prospect{cell, risk(cell), 0, 0, 0, partner};
      if (!look(prospect, best)) continue;
      if (breadth_ == Breadth::best) best = std::max(best, prospect.value);
      found.push_back(prospect);
    }
    std::ranges::stable_sort(found, [](const Prospect& a, const Prospect& b) {
      return std::nearbyint(a.value / quantum) > std::nearbyint(b.value / quantum);
    });
    return found;
  }

 private:
  double risk(Cell cell) const { return analysis_.probability()[cell]; }
  std::int32_t rank(Cell cell) const { return rank_[cell]; }

  struct Candidate {
    Cell cell = -1;
    std::int32_t open_neighbours = 0;
  };
  // A cell, and its partner if it belongs to a 50/50.
  struct Guess {
    Cell cell, partner;
  };

  // 50/50s first, then the safest; among equals those with most open neighbours, and then by rank.
  std::vector<Guess> candidates() const {
    std::vector<std::tuple<bool, double, std::int32_t, std::int32_t, Cell, Cell>> order;
    for (const Candidate& candidate : seen_and_unseen()) {
      const Cell partner = partner_of(analysis_, candidate.cell, watch_);
      order.emplace_back(partner < 0, std::nearbyint(risk(candidate.cell) / quantum), -candidate.open_neighbours,
                         rank(candidate.cell), candidate.cell, partner);
    }
    std::ranges::sort(order);
    std::vector<Guess> cells;
    const std::size_t fewest = breadth_ == Breadth::all ? order.size() : 1;
    const std::size_t most = std::max(fewest, most_cells_asked / analysis_.position().graph().cells.size());
    for (const auto& entry : order | std::views::take(most)) cells.push_back({std::get<4>(entry), std::get<5>(entry)});
    return cells;
  }

  // All cells that numbers see. Of the others, those at the border of the board that lie beside something known or
  // seen, and of the rest one for each number of neighbours: no other was ever better.
  std::vector<Candidate> seen_and_unseen() const {
    const Position& position = analysis_.position();
    const Graph& graph = position.graph();
    std::size_t most_neighbours = 0;
    for (const Cell cell : graph.cells) most_neighbours = std::max(most_neighbours, graph.neighbours(cell).size());
    std::vector<Candidate> found;
    std::array<Cell, degrees> others;
    others.fill(-1);
    for (const Cell cell : graph.cells) {
      if (!(risk(cell) < 1)) continue;
      const std::size_t neighbours = graph.neighbours(cell).size();
      const auto [open_neighbours, is_near] = look_around(cell);
      const bool is_at_border = is_near && neighbours < most_neighbours;
      if (breadth_ == Breadth::all || analysis_.frontier().is_seen(cell) || is_at_border) {
        found.push_back({cell, open_neighbours});
        continue;
      }
      Cell& same = others[std::min(neighbours, degrees - 1)];
      if (same < 0 || rank(cell) < rank(same)) same = cell;
    }
    for (const Cell cell : others)
      if (cell >= 0) found.push_back({cell, 0});
    return found;
  }

  // How many neighbours are open, and whether any is known or seen by a number.
  std::pair<std::int32_t, bool> look_around(Cell cell) const {
    const Position& position = analysis_.position();
    std::int32_t open_neighbours = 0;
    bool is_near = false;
    for (const Cell other : position.graph().neighbours(cell)) {
      open_neighbours += position.known(other) == open;
      is_near |= !position.is_unknown(other) || analysis_.frontier().is_seen(other);
    }
    return {open_neighbours, is_near};
  }

  // False if it cannot be worth more than `best`.
  bool look(Prospect& prospect, double best) {
    const double safety = 1 - prospect.risk, far = worth_of_place(prospect.cell);
    const double head_start = prospect.partner >= 0 ? most_value : 0;
    const std::vector<double> distribution = analysis_.number_distribution(prospect.cell, watch_);
    double left = 1, next = 0, progress = 0, value = 0;
    bool always_leads_on = true;
    for (std::size_t number = 0; number < distribution.size(); ++number) {
      if (distribution[number] <= 0) continue;
      left = std::max(0.0, left - distribution[number]);  // rounding must not spoil the bound
      const auto [survival, worth] = after(prospect.cell, static_cast<std::int32_t>(number));
      next += distribution[number] * survival;
      if (worth > 1)
        progress += distribution[number];
      else
        always_leads_on = false;
      value += distribution[number] * survival * worth;
      if (head_start + safety * (value + left * most_worth) * far <= best) return false;
    }
    prospect.next = safety * next;
    prospect.progress = always_leads_on ? 1 : std::min(progress, almost_one);
    prospect.value = is_dead(distribution) ? 0 : head_start + safety * value * far;
    return true;
  }

  // A dead cell can wait: instead of opening it now, a player may play on as if it were free and open it last. With
  // several mines per cell it tells something after all: that the game goes on.
  bool is_dead(std::span<const double> distribution) const {
    return analysis_.position().per_cell() == 1 && shows_one_number(distribution);
  }

  double worth_of_place(Cell cell) const {
    if (analysis_.frontier().is_seen(cell)) return 1;
    const double share =
        static_cast<double>(analysis_.outside_cells()) / static_cast<double>(analysis_.position().graph().cells.size());
    const double more = slope_of_far * (share - balance_of_far);
    return more > 0 && look_around(cell).second ? 1 : 1 + more;
  }

  struct Next {
    double survival = 1;  // of the safest move
    double worth = 1;     // what the safe cells among the next ones make of it
  };

  // What follows if the cell shows a number; where no counting is needed, none is done. A safe cell is worth something
  // if it has an uncertain neighbour: without one it tells nothing new, and the next guess is as hard as before.
  Next after(Cell cell, std::int32_t shown) {
    Position position = analysis_.position().assume(cell, shown, watch_);
    const auto is_unknown = [&](Cell other) { return position.is_unknown(other); };
    if (const std::size_t telling = count_telling(position, [&](Cell c) { return position.known(c) == 0; }, is_unknown))
      return {1, worth(telling)};
    const Analysis counted(std::move(position), analysis_.prior(), cache_, watch_);
    const auto probability = [&](Cell other) { return counted.probability()[other]; };
    const auto is_uncertain = [&](Cell other) { return probability(other) > 0 && probability(other) < 1; };
    if (const std::size_t telling =
            count_telling(counted.position(), [&](Cell c) { return probability(c) == 0; }, is_uncertain))
      return {1, worth(telling)};
    double least = 1;
    for (const Cell other : counted.position().graph().cells)
      if (is_uncertain(other)) least = std::min(least, probability(other));
    return least < 1 ? Next{1 - least, 1} : Next{1, most_worth};  // with nothing uncertain the game is won
  }

  template <class IsSafe, class IsUncertain>
  static std::size_t count_telling(const Position& position, IsSafe is_safe, IsUncertain is_uncertain) {
    const Graph& graph = position.graph();
    return static_cast<std::size_t>(std::ranges::count_if(graph.cells, [&](Cell cell) {
      return is_safe(cell) && std::ranges::any_of(graph.neighbours(cell), is_uncertain);
    }));
  }

  static double worth(std::size_t telling) { return 1 + worth_of_safe[std::min(telling, worth_of_safe.size() - 1)]; }

  const Analysis& analysis_;
  Breadth breadth_;
  CellSpan<const std::int32_t> rank_;
  CountCache& cache_;
  Watch& watch_;
};

}  // namespace

std::vector<Prospect> look_ahead(const Analysis& analysis, Breadth breadth, CellSpan<const std::int32_t> rank,
                                 CountCache& cache, Watch& watch) {
  return Lookahead(analysis, breadth, rank, cache, watch).run();
}

}  // namespace minemind
