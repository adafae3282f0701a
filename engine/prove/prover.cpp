#include "prove/prover.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "core/ranges.hpp"
#include "prove/derivation.hpp"
#include "prove/mine_totals.hpp"
#include "prove/nearby.hpp"
#include "prove/pair_comparison.hpp"
#include "prove/refutation.hpp"
#include "prove/triples.hpp"

namespace minemind {
namespace {

// How many numbers near a cell are looked at first: they suffice for nearly all proofs.
constexpr std::size_t numbers_at_first = 24;

bool holds_one(const Clues::Clue& clue, const Claim& claim, std::int32_t per_cell) {
  if (!claim.is_mine()) return clue.need == 0;
  return clue.need - (static_cast<std::int32_t>(clue.hidden.size()) - 1) * per_cell >= claim.at_least;
}

constexpr std::int32_t hardest_grade = 5;

Proof exchanged(Proof proof, Cell one, Cell other) {
  if (one == other) return proof;
  for (Step& step : proof.steps) {
    for (Cell& cell : step.cells) cell = cell == one ? other : cell == other ? one : cell;
    ranges::sort(step.cells);
  }
  return proof;
}

}  // namespace

Proof Prover::prove(const Claim& claim) {
  if (auto numbers = one(claim)) return written(claim, *std::move(numbers), false);
  auto pair = two(claim);
  if (pair && pair->technique == Technique::single) return written(claim, std::move(pair->numbers), false);
  return remembered(claim, pair);
}

void Prover::board_changed(std::int64_t mines_left) {
  clues_.set_mines_left(mines_left);
  known_bounds_.clear();
  proofs_.clear();
  counted_.clear();
  chains_.reset();
}

// Cells that the same numbers see have the same proof, with the two exchanged.
Proof Prover::remembered(const Claim& claim, const std::optional<Pair>& pair) {
  Numbers seeing;
  clues_.for_numbers(claim.cell, [&](Cell number) { seeing.push_back(number); });
  const auto [at, is_new] = proofs_.try_emplace({std::move(seeing), claim.at_least});
  auto& [cell, proof] = at->second;
  if (is_new) {
    cell = claim.cell;
    try {
      proof = easiest(claim, pair);
    } catch (...) {
      proofs_.erase(at);
      throw;
    }
  }
  return exchanged(proof, cell, claim.cell);
}

std::optional<Prover::Numbers> Prover::one(const Claim& claim) {
  std::optional<Numbers> found;
  Clues::Clue clue;
  clues_.for_numbers(claim.cell, [&](Cell number) {
    if (found) return;
    clues_.read(number, clue);
    if (holds_one(clue, claim, clues_.per_cell())) found = Numbers{number};
  });
  return found;
}

// Two numbers prove a cell that only one of them sees. The easiest are those that prove it one after the other, then
// subsets.
std::optional<Prover::Pair> Prover::two(const Claim& claim) {
  std::optional<Pair> best;
  Clues::Clue seeing, other;
  const std::int32_t per_cell = clues_.per_cell();
  const auto compare = [&](Cell number, Cell with) {
    clues_.read(with, other);
    if (ranges::binary_search(other.hidden, claim.cell)) return;
    const auto& [fuller, emptier] = claim.is_mine() ? std::tie(seeing, other) : std::tie(other, seeing);
    const PairComparison<Cell> pair(fuller.hidden, emptier.hidden, fuller.need - emptier.need,
                                    [&](Cell) { return per_cell; });
    if (claim.is_mine() ? pair.least_of_one(per_cell) < claim.at_least : !pair.settles()) return;
    const bool one_by_one = emptier.need == 0 || other.hidden.size() == 1 ||
                            fuller.need == static_cast<std::int32_t>(fuller.hidden.size()) * per_cell;
    Pair found{one_by_one ? Technique::single : pair.technique(), {std::min(number, with), std::max(number, with)}};
    if (!best || found < *best) best = std::move(found);
  };
  clues_.for_numbers(claim.cell, [&](Cell number) {
    clues_.read(number, seeing);
    for (const Cell with : clues_.neighbourhood(seeing)) {
      budget_.spend(seeing.hidden.size());
      compare(number, with);
    }
  });
  return best;
}

// The easiest technique comes first: a long chain of single numbers is easier than two that overlap.
Proof Prover::easiest(const Claim& claim, const std::optional<Pair>& pair) {
  for (const Technique technique : {Technique::single, Technique::subset, Technique::overlap}) {
    if (pair && pair->technique == technique) return written(claim, pair->numbers, false);
    if (auto numbers = chain(claim, technique))
      return written(claim, fewest(claim, *std::move(numbers), technique), false);
  }
  return hard(claim);
}

Chains& Prover::chains() {
  if (!chains_) chains_.emplace(clues_, budget_);
  return *chains_;
}

// The numbers of a chain that shows the claim and whose hardest step takes this technique.
//
// That a cell holds some mines, but perhaps not as many as fit, settles nothing else, so no chain goes through it: such
// a claim is looked for near the cell.
std::optional<Prover::Numbers> Prover::chain(const Claim& claim, Technique technique) {
  const auto easiest = chains().technique(claim.cell);
  if (easiest == technique) return chains().numbers(claim.cell);
  if (easiest || clues_.per_cell() == 1) return std::nullopt;
  return used(claim, numbers_near(claim.cell, clues_, budget_, numbers_at_first), technique);
}

// Few numbers that show the claim by this technique: these, reduced until none can be left out. If that leaves more
// than three, any three that suffice are preferred.
Prover::Numbers Prover::fewest(const Claim& claim, Numbers numbers, Technique technique) {
  numbers = irredundant(std::move(numbers), [&](const Numbers& some) { return used(claim, some, technique); });
  if (numbers.size() <= 3) return numbers;
  for (Numbers& three : Triples(clues_, claim, budget_).find(technique))
    if (used(claim, three, technique)) return std::move(three);
  return numbers;
}

// Proves what takes more than single numbers and pairs.
Proof Prover::hard(const Claim& claim) {
  const auto near = sufficient(claim);
  Proof proof = near ? by_sum_or_cases(claim, *near) : by_mine_count(claim);
  if (proof.grade < hardest_grade) return proof;
  if (auto easier = by_one_component(claim, near.has_value())) return *std::move(easier);
  return proof;
}

// Numbers near the cell that show the claim without the mine count, if there are any.
std::optional<Prover::Numbers> Prover::sufficient(const Claim& claim) {
  for (std::size_t limit = numbers_at_first;; limit *= 4) {
    Numbers near = numbers_near(claim.cell, clues_, budget_, limit);
    if (suffices(claim, near, false)) return near;
    if (near.size() < limit) return std::nullopt;
  }
}

// Most cells that take the mine count take the same numbers. If the same ones of these see two cells, both have the
// same proof.
Proof Prover::by_mine_count(const Claim& claim) {
  for (const auto& [other, proof] : counted_)
    if (other.at_least == claim.at_least && are_alike(other.cell, claim.cell, proof.numbers))
      return exchanged(proof, other.cell, claim.cell);
  Proof proof = written(claim, irredundant_with_count(claim, numbers_with_count(claim)), true);
  counted_.emplace_back(claim, proof);
  return proof;
}

// Numbers that show the claim with the mine count: from those of the last such proof and some near the cell if they
// suffice, otherwise from all.
Prover::Numbers Prover::numbers_with_count(const Claim& claim) {
  if (!counted_.empty()) {
    Numbers numbers = numbers_near(claim.cell, clues_, budget_, numbers_at_first);
    const Numbers& last = counted_.back().second.numbers;
    numbers.insert(numbers.end(), last.begin(), last.end());
    sort_uniquely(numbers);
    if (auto some = suffices(claim, numbers, true)) return *std::move(some);
  }
  Numbers numbers = all_numbers(claim.cell, clues_, budget_);
  if (auto some = suffices(claim, numbers, true)) return *std::move(some);
  return numbers;
}

// Whether two cells are seen by the same ones of these numbers.
bool Prover::are_alike(Cell one, Cell other, std::span<const Cell> numbers) const {
  const auto seeing = [&](Cell cell) {
    Numbers found;
    clues_.for_numbers(cell, [&](Cell number) {
      if (ranges::binary_search(numbers, number)) found.push_back(number);
    });
    return found;
  };
  return seeing(one) == seeing(other);
}

// A proof by a sum, perhaps with the mine count, of what chains leave of one component: easier than a contradiction, or
// than counting several components together. If more than a few numbers are left, their sums are not tried.
std::optional<Proof> Prover::by_one_component(const Claim& claim, bool is_shown_by_numbers) {
  const Chains::Rests& rests = chains().rests();
  const Mines mines = clues_.mines_left() - rests.mines;
  Clues left = clues_.beside(rests.faces, mines);
  const auto summed = [&](const Numbers& numbers, bool counted) {
    System system(left, numbers, claim.cell, counted);
    if (!Refutation(system, {}, budget_).holds(claim.at_least)) return std::optional<Numbers>();
    return named(Derivation(system, left, claim.at_least, budget_).by_sum());
  };
  if (is_shown_by_numbers)
    for (const Chains::Component& component : rests.components)
      if (is_seen(claim.cell, component.numbers))
        if (const auto some = summed(component.numbers, false))
          if (auto proof = added_up(claim, with_chains(*some), false)) return proof;
  if (!clues_.has_mine_count()) return std::nullopt;
  const auto counted = [&](const Numbers& numbers, Mines need, Mines spare) -> std::optional<Proof> {
    if (mines > need && rests.room - mines >= spare + clues_.per_cell()) return std::nullopt;  // the count says nothing
    const auto some = summed(numbers, true);
    if (!some) return std::nullopt;
    Numbers all;
    ranges::set_union(*some, chains().numbers(), std::back_inserter(all));
    return added_up(claim, all, true);
  };
  if (auto proof = counted({}, 0, 0)) return proof;
  for (const auto& [numbers, need, spare] : rests.components)
    if (auto proof = counted(numbers, need, spare)) return proof;
  return std::nullopt;
}

bool Prover::is_seen(Cell cell, std::span<const Cell> numbers) const {
  bool found = false;
  clues_.for_numbers(cell, [&](Cell number) { found |= ranges::binary_search(numbers, number); });
  return found;
}

// These numbers, and those of the chains to the settled cells around them.
Prover::Numbers Prover::with_chains(const Numbers& numbers) {
  Numbers all = numbers;
  Clues::Clue clue;
  for (const Cell number : numbers) {
    clues_.read(number, clue);
    for (const Cell cell : clue.hidden) {
      if (!chains().technique(cell)) continue;
      const Numbers chain = chains().numbers(cell);
      all.insert(all.end(), chain.begin(), chain.end());
    }
  }
  sort_uniquely(all);
  return all;
}

// A proof by a sum of some of these numbers, if there is one; none of them can be left out without a harder technique.
std::optional<Proof> Prover::added_up(const Claim& claim, const Numbers& numbers, bool counted) {
  const auto fewer = [&](const Numbers& some) { return used_in_sum(claim, some, counted); };
  auto some = fewer(numbers);
  if (!some) return std::nullopt;
  Proof proof = written(claim, irredundant(*std::move(some), fewer), counted);
  if (proof.grade == hardest_grade) return std::nullopt;
  return proof;
}

Proof Prover::by_sum_or_cases(const Claim& claim, Numbers numbers) {
  numbers = irredundant(std::move(numbers), [&](const Numbers& some) { return suffices(claim, some, false); });
  const bool is_more_than_three = numbers.size() > 3;
  Proof best = written(claim, std::move(numbers), false);
  if (!is_more_than_three) return best;
  const auto difficulty = [](const Proof& proof) {
    return std::tuple(proof.grade, proof.numbers.size(), proof.steps.size());
  };
  for (Numbers& three : Triples(clues_, claim, budget_).find(Technique::contradiction)) {
    Proof proof = written(claim, std::move(three), false);
    if (difficulty(proof) < difficulty(best)) best = std::move(proof);
  }
  return best;
}

// Those of these numbers that steps up to a technique need to show the claim, if they can.
std::optional<Prover::Numbers> Prover::used(const Claim& claim, std::span<const Cell> numbers, Technique hardest) {
  System system(clues_, numbers, claim.cell, false);
  return named(Derivation(system, clues_, claim.at_least, budget_).by(hardest));
}

// Those of these numbers that a sum, with what goes before it, needs to show the claim, if it can.
std::optional<Prover::Numbers> Prover::used_in_sum(const Claim& claim, std::span<const Cell> numbers, bool counted) {
  System system(clues_, numbers, claim.cell, counted);
  return named(Derivation(system, clues_, claim.at_least, budget_).by_sum());
}

// The numbers that steps name, ascending.
std::optional<Prover::Numbers> Prover::named(const std::optional<std::vector<Step>>& steps) {
  if (!steps) return std::nullopt;
  Numbers numbers;
  for (const Step& step : *steps) numbers.insert(numbers.end(), step.numbers.begin(), step.numbers.end());
  sort_uniquely(numbers);
  return numbers;
}

// Those of these numbers that a search needed to show the claim, if it follows from them.
std::optional<Prover::Numbers> Prover::suffices(const Claim& claim, std::span<const Cell> numbers, bool counted) {
  System system(clues_, numbers, claim.cell, counted);
  const auto components = counted ? bound_components(system, known_bounds_, budget_) : std::vector<ComponentBounds>();
  Refutation refutation(system, {}, budget_);
  if (!refutation.holds(claim.at_least)) return std::nullopt;
  std::vector<std::uint8_t> core(refutation.core().begin(), refutation.core().end());
  for (const ComponentBounds& component : components)
    if (component.sum < core.size() && core[component.sum])
      for (const std::uint32_t id : component.sums) core[id] = 1;
  Numbers needed;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (core[i]) needed.push_back(numbers[i]);
  return needed;
}

// Drops numbers until none can be left out, the last ones first. `fewer` gives those of some numbers that are needed,
// or nothing if they do not suffice.
template <class Fewer>
Prover::Numbers Prover::irredundant(Numbers numbers, Fewer fewer) {
  if (auto some = fewer(numbers)) numbers = *std::move(some);
  for (std::size_t at = numbers.size(); at-- > 0 && numbers.size() > 1;) {
    Numbers without = numbers;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(at));
    if (auto some = fewer(without)) {
      numbers = *std::move(some);
      at = std::min(at, numbers.size());
    }
  }
  return numbers;
}

// The same for a claim that takes the mine count.
Prover::Numbers Prover::irredundant_with_count(const Claim& claim, const Numbers& numbers) {
  return MineTotals(clues_, claim, numbers, budget_).irredundant([&](const Numbers& fewer) {
    return suffices(claim, fewer, true).has_value();
  });
}

// Sums and the mine count have grade 4, unless several components are counted together.
std::int32_t Prover::grade_of(const Proof& proof) {
  if (proof.technique == Technique::contradiction) return hardest_grade;
  if (proof.technique < Technique::sum) return static_cast<std::int32_t>(proof.technique);  // 1, 2 or 3
  if (!proof.counts_mines) return 4;
  const auto& component_of = chains().rests().component_of;
  std::uint32_t found = Chains::none;
  for (const Step& step : proof.steps)
    if (step.technique >= Technique::sum)
      for (const Cell number : step.numbers) {
        const std::uint32_t component = component_of[number];
        if (component == Chains::none || component == found) continue;
        if (found != Chains::none) return hardest_grade;
        found = component;
      }
  return 4;
}

Proof Prover::written(const Claim& claim, Numbers numbers, bool counted) {
  System system(clues_, numbers, claim.cell, counted);
  Proof proof{std::move(numbers), false, Derivation(system, clues_, claim.at_least, budget_).derive()};
  ranges::sort(proof.numbers);
  proof.counts_mines = ranges::any_of(proof.steps, [](const Step& step) { return step.counts_mines; });
  proof.technique = hardest(proof.steps);
  proof.grade = grade_of(proof);
  for (const Step& step : proof.steps)
    proof.together = std::max(proof.together, static_cast<std::int32_t>(step.numbers.size()));
  return proof;
}

}  // namespace minemind
