#include "play/strategy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "play/ending.hpp"

namespace minemind {
namespace {

// With more outside cells than this, there are too many ways to mine them, unless the number of their mines is known.
constexpr std::int64_t most_outside_cells = 40;

// The safest cell so far. Among equals the one with the most open neighbours, which tells most, then by rank.
class Safest {
 public:
  Safest(const Position& position, CellSpan<const std::int32_t> rank) : position_(position), rank_(rank) {}

  void consider(Cell candidate, double risk) {
    const double quanta = std::nearbyint(risk / quantum);
    if (quanta > quanta_) return;
    std::int32_t open_neighbours = 0;
    for (const Cell other : position_.graph().neighbours(candidate)) open_neighbours += position_.known(other) == open;
    const auto rank = rank_[candidate];
    if (std::tuple(quanta, -open_neighbours, rank) >= std::tuple(quanta_, -open_neighbours_, best_rank_)) return;
    quanta_ = quanta;
    open_neighbours_ = open_neighbours;
    best_rank_ = rank;
    cell = candidate;
  }

  Cell cell = -1;

 private:
  const Position& position_;
  CellSpan<const std::int32_t> rank_;
  double quanta_ = std::numeric_limits<double>::infinity();
  std::int32_t open_neighbours_ = 0, best_rank_ = 0;
};

Decision least_risk(const Analysis& analysis, CellSpan<const std::int32_t> rank) {
  Safest safest(analysis.position(), rank);
  for (const Cell cell : analysis.position().graph().cells) {
    const double risk = analysis.probability()[cell];
    if (risk < 1) safest.consider(cell, risk);  // hidden, and not a certain mine
  }
  return {safest.cell, analysis.probability()[safest.cell], -1};
}

double log_choices(std::int64_t slots, std::int64_t mines) {
  double sum = 0;
  for (std::int64_t i = 0; i < std::min(mines, slots - mines); ++i)
    sum += std::log(static_cast<double>(slots - i) / static_cast<double>(i + 1));
  return sum;
}

}  // namespace

// The parts are independent, so any of their best moves can come first; the safest does.
Decision play_perfectly(const Analysis& analysis, std::span<const Part> parts, const SearchLimits& limits,
                        CellSpan<const std::int32_t> rank, EndingCache& endings, Watch& watch) {
  Safest safest(analysis.position(), rank);
  const Position& position = analysis.position();
  Decision decision;
  decision.win = 1;
  for (const Part& part : parts) {
    const PerfectPlay play = endings.find(position.graph(), part, position.per_cell(), limits, watch);
    if (play.moves.empty()) continue;
    const auto total = static_cast<double>(play.total);
    decision.win *= static_cast<double>(play.won) / total;
    for (const Endgame::Move& move : play.moves) safest.consider(move.cell, 1 - static_cast<double>(move.safe) / total);
  }
  if (safest.cell < 0) return least_risk(analysis, rank);  // only safe cells are left, and nothing to search
  decision.cell = safest.cell;
  decision.risk = analysis.probability()[safest.cell];
  return decision;
}

Decision decision_of(const Prospect& prospect) {
  return {prospect.cell, prospect.risk, -1, prospect.next, prospect.progress, prospect.partner};
}

bool may_be_ending(const Analysis& analysis) {
  return analysis.outside_cells() <= most_outside_cells || analysis.fewest_outside() == analysis.most_outside();
}

Decision decide(const Analysis& analysis, Strategy strategy, CellSpan<const std::int32_t> rank, CountCache& counts,
                EndingCache& endings, Watch& watch) {
  const bool searches_endings = strategy == Strategy::endgame || strategy == Strategy::champion;
  if (searches_endings && may_be_ending(analysis)) {
    try {
      const SearchLimits limits = strategy == Strategy::champion ? champion_search : quick_search;
      const std::vector<Part> parts = list_ending(analysis, limits.solutions, watch);
      return play_perfectly(analysis, parts, limits, rank, endings, watch);
    } catch (const TooHard&) {  // then play as before the ending
    }
  }
  if (strategy == Strategy::champion || strategy == Strategy::lookahead) {
    try {
      return decision_of(look_ahead(analysis, Breadth::best, rank, counts, watch).at(0));
    } catch (const TooHard&) {  // the position after some guess is too hard to count
    }
  }
  return least_risk(analysis, rank);
}

double log_solutions(const Analysis& analysis) {
  // The ways of all components together by their mines, each component scaled so that nothing overflows.
  std::vector<double> ways{1};
  std::int64_t fewest = 0;
  double scale = 0;
  for (std::size_t i = 0; i < analysis.frontier().components().size(); ++i) {
    const auto more = analysis.count(i).ways();
    const double largest = *std::max_element(more.begin(), more.end());
    std::vector<double> next(ways.size() + more.size() - 1, 0.0);
    for (std::size_t a = 0; a < ways.size(); ++a)
      for (std::size_t b = 0; b < more.size(); ++b) next[a + b] += ways[a] * (more[b] / largest);
    const double sum = *std::max_element(next.begin(), next.end());
    for (double& term : next) term /= sum;
    scale += std::log(largest) + std::log(sum);
    ways = std::move(next);
    fewest += analysis.count(i).fewest();
  }
  const std::int64_t slots = analysis.outside_cells() * analysis.position().per_cell();
  double most = -std::numeric_limits<double>::infinity();
  std::vector<double> logs;
  double choices = 0;  // logarithm of the ways to mine the outside, updated by a ratio from one total to the next
  for (std::size_t t = 0; t < ways.size(); ++t) {
    const std::int64_t mines = analysis.mines_left() - fewest - static_cast<std::int64_t>(t);
    if (mines < 0 || mines > slots) continue;
    choices = logs.empty() ? log_choices(slots, mines)
                           : choices + std::log(static_cast<double>(mines + 1) / static_cast<double>(slots - mines));
    logs.push_back(ways[t] > 0 ? std::log(ways[t]) + choices : -std::numeric_limits<double>::infinity());
    most = std::max(most, logs.back());
  }
  double sum = 0;
  for (const double term : logs) sum += std::exp(term - most);
  return (scale + most + std::log(sum)) / std::log(10.0);
}

}  // namespace minemind
