#include "prove/easiest_path.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "analysis/analysis.hpp"
#include "core/flood.hpp"
#include "core/ranges.hpp"
#include "core/short_vector.hpp"
#include "prove/pair_comparison.hpp"

namespace minemind {
namespace {

void sort_out(std::vector<Cell>& cells) { sort_uniquely(cells); }

auto difficulty(const Proof& proof, bool is_mine) {
  return std::tuple(proof.grade, is_mine, proof.together, proof.numbers.size(), proof.steps.size());
}

}  // namespace

EasiestPath::EasiestPath(Graph graph, CellSpan<const std::int32_t> mines, std::int32_t per_cell, Cell start,
                         std::size_t work, CountCache& cache, Watch& watch)
    : graph_(graph),
      mines_(mines),
      per_cell_(per_cell),
      cache_(cache),
      watch_(watch),
      numbers_(graph.indices(), 0),
      faces_(graph.indices(), no_cell_face),
      prover_(Clues(graph, faces_, per_cell, 0), work, watch) {
  for (const Cell cell : graph.cells) {
    watch.spend(1);
    faces_[cell] = hidden_face;
    all_mines_ += mines[cell];
    to_open_ += mines[cell] == 0;
    for (const Cell other : graph.neighbours(cell)) numbers_[cell] += mines[other];
  }
  mines_left_ = all_mines_;
  open(start);
}

std::optional<PathMove> EasiestPath::next() {
  if (is_cleared()) return std::nullopt;
  if (const auto candidate = easy()) return proved(*candidate);
  return easiest_of_all();
}

// --- The board

void EasiestPath::open(Cell cell) {
  pending_.assign(1, cell);
  show(cell);
  const auto reach = [this](Cell other) {
    if (faces_[other] != hidden_face) return false;
    show(other);
    return true;
  };
  spread(graph_, numbers_, pending_, Expansion::bfs, reach, [](Cell) {});
}

void EasiestPath::show(Cell cell) {
  faces_[cell] = numbers_[cell];
  --to_open_;
  touched_.push_back(cell);
  touch_numbers(cell);
}

void EasiestPath::flag(Cell cell) {
  faces_[cell] = hidden_face - mines_[cell];
  mines_left_ -= mines_[cell];
  touch_numbers(cell);
}

void EasiestPath::touch_numbers(Cell cell) {
  watch_.spend(1);
  prover_.clues().for_numbers(cell, [&](Cell number) { touched_.push_back(number); });
}

// --- Proofs by one or two numbers

void EasiestPath::suggest(Candidates& candidates, Cell cell, Cell number, Cell other) {
  candidates.push({mines_[cell] > 0, cell, std::min(number, other), std::max(number, other)});
}

// The hidden cell with the easiest of these proofs: among equals, safe cells before mines, and then in reading order.
std::optional<EasiestPath::Candidate> EasiestPath::easy() {
  look_at_numbers();
  if (const auto single = first_closed(candidates_[0])) return single;
  look_at_pairs();
  if (const auto subset = first_closed(candidates_[1])) return subset;
  return first_closed(candidates_[2]);
}

std::optional<EasiestPath::Candidate> EasiestPath::first_closed(Candidates& candidates) {
  while (!candidates.empty()) {
    const Candidate first = candidates.top();
    candidates.pop();
    if (faces_[first.cell] == hidden_face) return first;
  }
  return std::nullopt;
}

// Suggests the cells of a number that needs no more mines, or as many as fit, or that has one cell left.
void EasiestPath::look_at_numbers() {
  sort_out(touched_);
  Clues::Clue clue;
  for (const Cell number : touched_) {
    prover_.clues().read(number, clue);
    watch_.spend(clue.hidden.size());
    const auto capacity = static_cast<std::int32_t>(clue.hidden.size()) * per_cell_;
    if (clue.need == 0 || clue.need == capacity || clue.hidden.size() == 1)
      for (const Cell cell : clue.hidden) suggest(candidates_[0], cell, number, number);
  }
  unpaired_.insert(unpaired_.end(), touched_.begin(), touched_.end());
  touched_.clear();
}

void EasiestPath::look_at_pairs() {
  sort_out(unpaired_);
  Clues::Clue clue;
  for (const Cell number : unpaired_) {
    prover_.clues().read(number, clue);
    for (const Cell other : prover_.clues().neighbourhood(clue))
      if (other != number) {
        compare(number, other);
        compare(other, number);
      }
  }
  unpaired_.clear();
}

void EasiestPath::compare(Cell one, Cell other) {
  Clues::Clue fuller, emptier;
  prover_.clues().read(one, fuller);
  prover_.clues().read(other, emptier);
  watch_.spend(fuller.hidden.size() + emptier.hidden.size());
  const PairComparison<Cell> pair(fuller.hidden, emptier.hidden, fuller.need - emptier.need,
                                  [&](Cell) { return per_cell_; });
  if (!pair.settles()) return;
  Candidates& found = candidates_[pair.technique() == Technique::subset ? 1 : 2];
  for (const auto* cells : {&pair.only_fuller, &pair.only_emptier})
    for (const Cell cell : *cells) suggest(found, cell, one, other);
}

PathMove EasiestPath::proved(const Candidate& candidate) {
  std::vector<Cell> numbers{candidate.number};
  if (candidate.other != candidate.number) numbers.push_back(candidate.other);
  return carried_out(candidate.cell, prover_.prove_by({candidate.cell, mines_[candidate.cell]}, std::move(numbers)));
}

// --- All certain cells

// With several mines per cell, knowing that a cell holds some is not enough to flag it: only safe cells are compared.
std::optional<PathMove> EasiestPath::easiest_of_all() {
  const MinePrior prior{MineModel::counted, all_mines_, 1};
  const Analysis analysis(Position(graph_, faces_, per_cell_, watch_), prior, cache_, watch_);
  std::vector<Cell> certain = analysis.safe();
  if (certain.empty()) return std::nullopt;
  if (per_cell_ == 1)
    for (const Cell cell : analysis.mines())
      if (faces_[cell] == hidden_face) certain.push_back(cell);
  ranges::sort(certain);
  prover_.board_changed(mines_left_);
  Cell easiest = certain.front();
  Proof best = prover_.prove({easiest, mines_[easiest]});
  for (const Cell cell : std::span(certain).subspan(1)) {
    Proof proof = prover_.prove({cell, mines_[cell]});
    if (difficulty(proof, mines_[cell] > 0) >= difficulty(best, mines_[easiest] > 0)) continue;
    easiest = cell;
    best = std::move(proof);
  }
  return carried_out(easiest, std::move(best));
}

PathMove EasiestPath::carried_out(Cell cell, Proof proof) {
  const std::int32_t mines = mines_[cell];
  if (mines > 0)
    flag(cell);
  else
    open(cell);
  return {cell, mines, std::move(proof)};
}

}  // namespace minemind
