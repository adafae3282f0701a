#include "doors/questions.hpp"

#include "core/ranges.hpp"
#include "count/knowledge.hpp"
#include "play/deep.hpp"
#include "play/ending.hpp"
#include "play/played_on.hpp"

namespace minemind::doors {
namespace {

// Flags the last unknown cell of each number that has only one: the number says how many mines it holds. With several
// mines per cell, a position leaves that to the counting unless the cell is full or empty. Returns whether any was
// found.
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

// A player that thinks analyses a position of its own: the layouts that it draws depend on the order of the
// constraints, and must be the same in every game that leads here.
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

namespace {

// Plays on from the guesses of a table, starting with those that a player who thinks would try.
class TablePlayoff {
 public:
  TablePlayoff(const OwnPosition& own, Numbers rank, const Effort& effort, CountCache& cache, Watch& watch)
      : own_(own),
        rank_(rank),
        effort_(effort),
        close_(look_ahead(own.analysis, Breadth::close, rank, cache, watch)),
        thought_(deep_contenders(own.analysis, close_)),
        trust_(trust_at(own.analysis)),
        meter_(watch),
        games_(own.analysis, own.known, rank, Player{Strategy::endgame}, effort.seed, meter_),
        playoff_(games_, rules(), meter_) {
    for (const Prospect& guess : thought_) add(guess.cell);
  }
  TablePlayoff(const TablePlayoff&) = delete;
  TablePlayoff& operator=(const TablePlayoff&) = delete;

  Cell first() const { return cells_[0]; }
  bool has_played() const { return playoff_.has_played(); }

  void report_to(Listener& listener, std::span<const Cell> guesses) {
    playoff_.report_by([this, &listener, guesses] {
      if (has_played() && listener.is_due()) listener.hear(estimates(guesses));
    });
  }

  // The cell that the player chooses. Its games also count for the table if the table has the player's seed.
  Cell think() {
    if (thought_.size() < 2) return first();
    if (effort_.seed != seed_of_thoughts)
      return cells_[best_by_games(thought_, own_.analysis, own_.known, effort_.work, rank_, meter_)];
    return cells_[playoff_.run() ? playoff_.best() : 0];
  }

  void tell_apart(std::span<const Cell> guesses) {
    for (const Cell cell : guesses)
      if (ranges::find(cells_, cell) == cells_.end()) add(cell);
    playoff_.tell_apart(2 * effort_.work);
  }

  // In the order of the guesses; empty for those that have not been added yet.
  std::vector<Estimate> estimates(std::span<const Cell> guesses) const {
    const std::vector<Estimate> estimates = playoff_.estimates();
    std::vector<Estimate> found(guesses.size());
    for (std::size_t player = 0; player < estimates.size(); ++player)
      for (std::size_t guess = 0; guess < guesses.size(); ++guess)
        if (guesses[guess] == cells_[player]) found[guess] = estimates[player];
    return found;
  }

 private:
  PlayoffRules rules() const {
    PlayoffRules rules = deep_rules(effort_.work, trust_);
    rules.most_games = effort_.most_games;
    return rules;
  }

  void add(Cell cell) {
    const auto looked_at = ranges::find(close_, cell, &Prospect::cell);
    playoff_.add(looked_at == close_.end() ? contender_of(own_.analysis, cell)
                                           : with_prior(*looked_at, close_[0], trust_));
    cells_.push_back(cell);
  }

  const OwnPosition& own_;
  Numbers rank_;
  Effort effort_;
  std::vector<Prospect> close_, thought_;
  Trust trust_;
  Meter meter_;
  PlayedOn games_;
  Playoff playoff_;
  std::vector<Cell> cells_;  // of the players, in their order
};

}  // namespace

Standings play_off(const Analysis& analysis, Numbers faces, Numbers rank, std::span<const Cell> guesses,
                   const Effort& effort, CountCache& cache, Watch& watch, Listener* listener) {
  check_guesses(analysis, rank);
  require(!guesses.empty() && effort.most_games > 1 && effort.work > 0, "no guess");
  const OwnPosition own(analysis, faces, cache, watch);
  TablePlayoff table(own, rank, effort, cache, watch);
  if (listener != nullptr) table.report_to(*listener, guesses);
  Standings found{{}, table.first()};
  try {
    if (effort.thinks) found.choice = table.think();
    table.tell_apart(guesses);
  } catch (const OutOfTime&) {
    if (!table.has_played()) throw;
  }
  found.estimates = table.estimates(guesses);
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
