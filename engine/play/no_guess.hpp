// NoGuess: boards that never need a guess. From the first click on, some cell is certainly free by exact reasoning,
// mine count included, until all free cells are open.
//
// The order in which certain cells are opened does not matter: what is certain stays certain when more is known. So
// opening certain cells until none is left decides whether a layout needs a guess.

#pragma once

#include <cstdint>
#include <optional>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "core/watch.hpp"
#include "play/layout.hpp"

namespace minemind {

enum class DealingWay {
  uniform,   // layouts are dealt until one needs no guess: all such layouts are equally likely
  repaired,  // if a layout needs a guess, mines are moved
};

// What was done to find a board. Each is a unit of work.
struct DealingWork {
  std::uint64_t layouts = 0;    // dealt
  std::uint64_t positions = 0;  // analysed exactly, because propagation was stuck
  std::uint64_t repairs = 0;    // places where mines were moved

  std::uint64_t units() const { return layouts + positions + repairs; }
};

// The grades that a board may have: the hardest step on its easiest path, from 1 to 5.
struct Grades {
  std::int32_t least, most;
};

struct NoGuessBoard {
  CellVector<std::int32_t> mines;  // of every cell; empty if no board was found
  std::uint64_t seed = 0;          // the one that deals this board if no grade is asked for
  std::int32_t grade = 0;          // if grades were asked for
  DealingWork work;
  std::uint64_t easier = 0, harder = 0;      // boards without a guess that were passed over
  std::uint64_t too_hard = 0;                // layouts that took too much memory to analyse, or too much work to grade
  std::optional<std::uint32_t> fewest_left;  // the fewest free cells that were hidden when a guess was needed
};

// The deal must have a first cell and promise that it is free. Each layout derives its own seed from the deal's by its
// index. After a board of another grade, the search continues with a seed derived from this one, as if that had been
// given. Gives up when the work reaches the budget: the same on every machine.
NoGuessBoard deal_no_guess(const Graph& graph, const Deal& deal, DealingWay way, const std::optional<Grades>& grades,
                           std::uint64_t budget, Watch& watch);

}  // namespace minemind
