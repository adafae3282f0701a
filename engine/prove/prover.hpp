// Prover: why a cell is certain. A minimal set of numbers that proves it, and steps from them that a person can check.
//
// Where one, two or three numbers suffice, it finds the fewest. Larger proofs are minimal: no number can be left out.
// The mine count is used only where the numbers that are connected with the cell do not suffice without it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "prove/bounds.hpp"
#include "prove/clues.hpp"
#include "prove/refutation.hpp"
#include "prove/step.hpp"

namespace minemind {

struct Proof {
  std::vector<Cell> numbers;  // ascending
  bool counts_mines = false;
  std::vector<Step> steps;
  Technique technique = Technique::single;  // the hardest of its steps
  std::int32_t grade = 1;                   // from 1, single numbers, to 5
  std::int32_t together = 1;                // how many numbers one step compares at most
};

class Prover {
 public:
  // `work` is what all proofs together may take; TooHard is thrown when it is spent.
  Prover(Clues clues, std::size_t work, Watch& watch) : clues_(std::move(clues)), budget_(work, watch) {}

  // The claim must be true of every solution.
  Proof prove(const Claim& claim);
  // The same by these numbers, which must suffice.
  Proof prove_by(const Claim& claim, std::vector<Cell> numbers) { return written(claim, std::move(numbers), false); }

  const Clues& clues() const { return clues_; }
  // The faces have changed: what was found out about others no longer counts.
  void board_changed(std::int64_t mines_left);

  std::size_t work_left() const { return budget_.left(); }

 private:
  using Numbers = std::vector<Cell>;

  std::optional<Numbers> one(const Claim& claim);
  std::optional<Numbers> two(const Claim& claim);
  Proof remembered(const Claim& claim);
  Proof three_or_more(const Claim& claim);
  std::optional<Proof> three(const Claim& claim);
  std::optional<Numbers> suffices(const Claim& claim, std::span<const Cell> numbers, bool counted);
  std::optional<Numbers> easiest(const Claim& claim, std::span<const Cell> numbers);
  Numbers irredundant(const Claim& claim, Numbers numbers);
  Numbers irredundant_with_count(const Claim& claim, Numbers numbers);
  Numbers connected(Cell cell, std::size_t limit);
  Numbers frontier(Cell cell);
  Proof written(const Claim& claim, Numbers numbers, bool counted);

  Clues clues_;
  Budget budget_;
  KnownBounds known_bounds_;
  std::map<std::pair<Numbers, std::int32_t>, std::pair<Cell, Proof>>
      proofs_;  // by who sees a cell, and what is claimed
};

}  // namespace minemind
