#include "doors/questions.hpp"

#include "core/ranges.hpp"
#include "count/knowledge.hpp"
#include "play/deep.hpp"
#include "play/ending.hpp"
#include "play/played_on.hpp"

namespace minemind::doors {
namespace {

// A number with one unknown cell says how many mines it holds. With several mines per cell a position leaves that to
// the counting, unless the cell is full or empty. Whether there was any.
bool flag_last_cells(const Position& position, CellVector<std::int32_t>& faces) {
  bool found = false;
  for (const Constraint& constraint : position.constraints()) {
    if (constraint.left != 1) continue;
    for (const Cell cell : position.scope(constraint))
      if (position.is_unknown(cell)) faces[cell] = hidden_face - constraint.need;
    found = true;
  }
  return found;
}

}  // namespace

std::vector<std::int32_t> propagated(const Graph& graph, Numbers faces, std::int32_t per_cell, Watch& watch) {
  check_one_each(graph, faces, "a face for every cell");
  check_per_cell(per_cell);
  CellVector<std::int32_t> flagged(std::vector<std::int32_t>(faces.begin(), faces.end()));
  while (true) {
    const Position position(graph, flagged, per_cell, watch);
    if (!flag_last_cells(position, flagged)) return {position.known().begin(), position.known().end()};
  }
}

namespace {

// A player that thinks counts a position of its own: what it draws depends on the order of the constraints, and must be
// the same in every game that leads here.
struct OwnPosition {
  OwnPosition(const Analysis& given, Numbers faces, CountCache& cache, Watch& watch)
      : known(known_of(given.position(), faces)), analysis(known.position(), given.prior(), cache, watch) {}

  static Knowledge known_of(const Position& position, Numbers faces) {
    check_one_each(position.graph(), faces, "a face for every cell");
    Knowledge known = known_from(position.graph(), position.per_cell(), faces);
    std::vector<Cell> free;
    known.propagate(free);
    return known;
  }

  Knowledge known;
  Analysis analysis;
};

Contender contender_of(const Analysis& analysis, Cell cell) {
  const auto risks = analysis.probability();
  require(has(analysis.position().graph(), cell) && risks[cell] < 1, "no cell that can be opened");
  return {{{cell}, 1 - risks[cell]}, 1};
}

}  // namespace

Decision choose_at(const Analysis& analysis, const Player& player, Numbers faces, Numbers rank, CountCache& cache,
                   Watch& watch) {
  check_guesses(analysis, rank);
  EndingCache endings;
  if (player.think == 0) return decide(analysis, player.strategy, rank, cache, endings, watch);
  const OwnPosition own(analysis, faces, cache, watch);
  return choose(player, own.analysis, own.known, rank, cache, endings, watch);
}

DeepEnding search_at(const Analysis& analysis, std::uint64_t think, Numbers faces, Numbers rank, CountCache& cache,
                     Watch& watch) {
  check_guesses(analysis, rank);
  const OwnPosition own(analysis, faces, cache, watch);
  EndingCache endings;
  return search_ending(own.analysis, think, rank, endings, watch);
}

// First the thoughts of a player, whose games count for the table as well if they have its seed; then all the others.
Standings play_off(const Analysis& analysis, Numbers faces, Numbers rank, std::span<const Cell> guesses,
                   const Effort& effort, CountCache& cache, Watch& watch, Listener* listener) {
  check_guesses(analysis, rank);
  require(!guesses.empty() && effort.most_games > 1 && effort.work > 0, "no guess");
  const OwnPosition own(analysis, faces, cache, watch);
  const std::vector<Prospect> close = look_ahead(own.analysis, Breadth::close, rank, cache, watch);
  const std::vector<Prospect> thought = deep_contenders(own.analysis, close);
  PlayoffRules rules = deep_rules(effort.work, thought.size() > 1);
  rules.most_games = effort.most_games;
  Meter meter(watch);
  PlayedOn games(own.analysis, own.known, rank, Player{Strategy::endgame}, effort.seed, meter);
  Playoff playoff(games, rules, meter);
  std::vector<Cell> cells;
  const auto add = [&](Cell cell) {
    const auto looked_at = ranges::find(close, cell, &Prospect::cell);
    playoff.add(looked_at == close.end() ? contender_of(own.analysis, cell) : with_prior(*looked_at, close[0]));
    cells.push_back(cell);
  };
  for (const Prospect& guess : thought) add(guess.cell);
  const auto estimates_of_guesses = [&] {
    const std::vector<Estimate> estimates = playoff.estimates();
    std::vector<Estimate> found;
    for (const Cell cell : guesses) {
      const auto place = static_cast<std::size_t>(ranges::find(cells, cell) - cells.begin());
      found.push_back(place < estimates.size() ? estimates[place] : Estimate{});
    }
    return found;
  };
  if (listener != nullptr)
    playoff.report_by([&] {
      if (playoff.has_played() && listener->is_due()) listener->hear(estimates_of_guesses());
    });
  Standings found{{}, cells[0]};
  try {
    if (effort.thinks && thought.size() > 1) {
      if (effort.seed == seed_of_thoughts) playoff.run();
      found.choice = cells[effort.seed == seed_of_thoughts
                               ? playoff.best()
                               : best_by_games(thought, own.analysis, own.known, effort.work, rank, meter)];
    }
    for (const Cell cell : guesses)
      if (ranges::find(cells, cell) == cells.end()) add(cell);
    playoff.tell_apart(2 * effort.work);
  } catch (const OutOfTime&) {
    if (!playoff.has_played()) throw;
  }
  found.estimates = estimates_of_guesses();
  return found;
}

EndingSearch::EndingSearch(const Analysis& analysis, SearchLimits limits, Watch& watch) {
  require(analysis.prior().kind == MineModel::counted, "no mine count");
  for (const Part& part : list_ending(analysis, limits.solutions, watch)) {
    cells_.push_back(part.cells);
    parts_.push_back(std::make_unique<Endgame>(analysis.position().graph(), part, limits.nodes, watch));
  }
}

std::size_t EndingSearch::checked(std::size_t part) const {
  require(part < parts_.size(), "no such part");
  return part;
}

}  // namespace minemind::doors
