// Prover: explains why a cell is certain, by a minimal set of numbers and steps from them that a person can check.
//
// The easiest technique comes first: chains of single numbers, of subsets, of overlaps; then sums, of numbers alone or
// with the mine count and one component; then contradictions, and the mine count over several components. If one, two
// or three numbers suffice for the technique, it finds the fewest. Larger proofs are minimal: no number can be left out
// without a harder technique.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "prove/bounds.hpp"
#include "prove/chains.hpp"
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
  std::int32_t together = 1;                // the most numbers that one step uses
};

class Prover {
 public:
  // `work` is the limit of all proofs together; TooHard is thrown once it is spent.
  Prover(Clues clues, std::size_t work, Watch& watch) : clues_(std::move(clues)), budget_(work, watch) {}

  // The claim must be true of every solution.
  Proof prove(const Claim& claim);
  // The same from these numbers, which must suffice.
  Proof prove_by(const Claim& claim, std::vector<Cell> numbers) { return written(claim, std::move(numbers), false); }

  const Clues& clues() const { return clues_; }
  // The faces have changed: forgets everything found for the old ones.
  void board_changed(std::int64_t mines_left);

  std::size_t work_left() const { return budget_.left(); }

 private:
  using Numbers = std::vector<Cell>;

  // Two numbers that prove a cell, and the technique that this takes.
  struct Pair {
    Technique technique;
    Numbers numbers;
    bool operator<(const Pair& other) const {
      return std::tie(technique, numbers) < std::tie(other.technique, other.numbers);
    }
  };

  std::optional<Numbers> one(const Claim& claim);
  std::optional<Pair> two(const Claim& claim);
  Proof remembered(const Claim& claim, const std::optional<Pair>& pair);
  Proof easiest(const Claim& claim, const std::optional<Pair>& pair);
  std::optional<Numbers> chain(const Claim& claim, Technique technique);
  Numbers fewest(const Claim& claim, Numbers numbers, Technique technique);
  Proof hard(const Claim& claim);
  std::optional<Numbers> sufficient(const Claim& claim);
  Proof by_mine_count(const Claim& claim);
  bool are_alike(Cell one, Cell other, std::span<const Cell> numbers) const;
  std::optional<Proof> by_one_component(const Claim& claim, bool is_shown_by_numbers);
  bool is_seen(Cell cell, std::span<const Cell> numbers) const;
  Numbers with_chains(const Numbers& numbers);
  std::optional<Proof> added_up(const Claim& claim, const Numbers& numbers, bool counted);
  Proof by_sum_or_cases(const Claim& claim, Numbers numbers);
  std::optional<Numbers> used(const Claim& claim, std::span<const Cell> numbers, Technique hardest);
  std::optional<Numbers> used_in_sum(const Claim& claim, std::span<const Cell> numbers, bool counted);
  static std::optional<Numbers> named(const std::optional<std::vector<Step>>& steps);
  std::optional<Numbers> suffices(const Claim& claim, std::span<const Cell> numbers, bool counted);
  template <class Fewer>
  Numbers irredundant(Numbers numbers, Fewer fewer);
  Numbers numbers_with_count(const Claim& claim);
  Numbers irredundant_with_count(const Claim& claim, const Numbers& numbers);
  std::int32_t grade_of(const Proof& proof);
  Chains& chains();
  Proof written(const Claim& claim, Numbers numbers, bool counted);

  Clues clues_;
  Budget budget_;
  std::optional<Chains> chains_;  // found when they are first needed
  KnownBounds known_bounds_;
  std::map<std::pair<Numbers, std::int32_t>, std::pair<Cell, Proof>>
      proofs_;                                    // by the numbers that see a cell, and by the claim
  std::vector<std::pair<Claim, Proof>> counted_;  // distinct proofs by the mine count
};

}  // namespace minemind
