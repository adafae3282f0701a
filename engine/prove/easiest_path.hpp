// EasiestPath: the moves that clear a layout without guessing, always the one with the easiest proof.
//
// Safe cells are opened and proven mines flagged, one at a time. Within a grade, safe cells come first, so that mines
// are only flagged when that may help. Proofs by one and by two numbers are only looked for where something has changed
// since the last look. Every step of grades 1 to 3 concludes what one or two numbers prove on their own, so once these
// prove nothing more, what is left is harder: then the position is counted, and the proofs of all certain cells are
// compared.

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
  std::int32_t mines;  // that its flag claims; 0 if the cell is opened
  Proof proof;
};

class EasiestPath {
 public:
  // `mines` are those of every cell; the start must hold none. `work` is the limit of all proofs together.
  EasiestPath(Graph graph, CellSpan<const std::int32_t> mines, std::int32_t per_cell, Cell start, std::size_t work,
              CountCache& cache, Watch& watch);

  EasiestPath(const EasiestPath&) = delete;
  EasiestPath& operator=(const EasiestPath&) = delete;

  // Makes the next move. There is none once every free cell is open, or if no hidden cell is certainly safe and one or
  // two numbers prove no mine.
  std::optional<PathMove> next();

  bool is_cleared() const { return to_open_ == 0; }
  const CellVector<std::int32_t>& faces() const { return faces_; }

 private:
  // A cell proven by two numbers, or by one, which is then both of them.
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
  std::int64_t all_mines_ = 0, mines_left_ = 0;  // on the board, and those without flags
  std::size_t to_open_ = 0;                      // free cells that are still hidden
  std::vector<Cell> touched_;                    // numbers that have changed since the last look at single numbers
  std::vector<Cell> unpaired_;                   // the same, since the last look at pairs
  std::array<Candidates, 3> candidates_;         // by one number; by a subset; by an overlap
  std::vector<Cell> pending_;
  Prover prover_;
};

}  // namespace minemind
