// EasiestPath: how a layout is cleared without a guess, where every move is the one with the easiest proof.
//
// Safe cells are opened and proven mines flagged, one at a time; among proofs of one grade those of safe cells go
// first, so that mines are flagged where they may help. Proofs by one number and by two are looked for only
// where something has changed since. All steps of grades 1 to 3 conclude what one or two numbers prove on their own, so
// where these prove nothing more, what is left is harder: then the position is counted, and the proofs of all certain
// cells are compared.

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "count/count_cache.hpp"
#include "prove/prover.hpp"

namespace minemind {

struct PathMove {
  Cell cell;
  std::int32_t mines;  // that a flag claims; none if the cell is opened
  Proof proof;
};

class EasiestPath {
 public:
  // `mines` says how many every cell holds, and the start holds none. `work` is what all proofs together may take.
  EasiestPath(Graph graph, CellSpan<const std::int32_t> mines, std::int32_t per_cell, Cell start, std::size_t work,
              CountCache& cache, Watch& watch);

  EasiestPath(const EasiestPath&) = delete;
  EasiestPath& operator=(const EasiestPath&) = delete;

  // Makes the next move. None is left where every free cell is open, or where no closed cell is safe for certain.
  std::optional<PathMove> next();

  bool is_cleared() const { return to_open_ == 0; }
  const CellVector<std::int32_t>& faces() const { return faces_; }

 private:
  // A cell that one number proves, or two.
  struct Candidate {
    bool is_mine;
    Cell cell, number, other;
    auto operator<=>(const Candidate&) const = default;
  };
  using Candidates = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

  void open(Cell cell);
  void show(Cell cell);
  void flag(Cell cell);
  void touch_numbers(Cell cell);

  void suggest(Candidates& candidates, Cell cell, Cell number, Cell other);
  std::optional<Candidate> easy();
  std::optional<Candidate> first_closed(Candidates& candidates);
  void look_at_numbers();
  void look_at_pairs();
  void compare(Cell one, Cell other);
  PathMove proved(const Candidate& candidate);
  std::optional<PathMove> easiest_of_all();
  PathMove carried_out(Cell cell, Proof proof);

  Graph graph_;
  CellSpan<const std::int32_t> mines_;
  std::int32_t per_cell_;
  CountCache& cache_;
  Watch& watch_;
  CellVector<std::int32_t> numbers_, faces_;
  std::int64_t all_mines_ = 0, mines_left_ = 0;  // on the board, and without flags
  std::size_t to_open_ = 0;                      // free cells that are still closed
  std::vector<Cell> touched_;                    // numbers that have changed since all were looked at one by one
  std::vector<Cell> unpaired_;                   // the same, since pairs were looked at
  std::array<Candidates, 3> candidates_;  // by one number; by two of which one contains the other; by two that overlap
  std::vector<Cell> pending_;
  Prover prover_;
};

}  // namespace minemind
