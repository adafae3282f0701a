#include "prove/prover.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "prove/derivation.hpp"
#include "prove/mine_totals.hpp"
#include "prove/refutation.hpp"
#include "prove/triple.hpp"

namespace minemind {
namespace {

// Numbers near a cell, the first so many of which are looked at first: nearly all proofs are found there.
constexpr std::size_t numbers_at_first = 24;

// Of three numbers each that prove the same, the easiest are taken; but only so many are compared.
constexpr std::size_t triples_compared = 8;

bool holds_one(const Clues::Clue& clue, const Claim& claim, std::int32_t per_cell) {
  if (!claim.is_mine()) return clue.need == 0;
  return clue.need - (static_cast<std::int32_t>(clue.hidden.size()) - 1) * per_cell >= claim.at_least;
}

std::int32_t grade_of(Technique technique, bool counts_mines, std::uint32_t components) {
  if (technique == Technique::contradiction || (counts_mines && components > 1)) return 5;
  if (counts_mines || technique == Technique::sum) return 4;
  return static_cast<std::int32_t>(technique);  // single, subset, overlap: 1, 2, 3
}

Proof exchanged(Proof proof, Cell one, Cell other) {
  if (one == other) return proof;
  for (Step& step : proof.steps) {
    for (Cell& cell : step.cells) cell = cell == one ? other : cell == other ? one : cell;
    std::ranges::sort(step.cells);
  }
  return proof;
}

}  // namespace

Proof Prover::prove(const Claim& claim) {
  if (auto numbers = one(claim)) return written(claim, *std::move(numbers), false);
  if (auto numbers = two(claim)) return written(claim, *std::move(numbers), false);
  return remembered(claim);
}

void Prover::board_changed(std::int64_t mines_left) {
  clues_.set_mines_left(mines_left);
  known_bounds_.clear();
  proofs_.clear();
}

// Cells that the same numbers see have the same proof, with one in the place of the other.
Proof Prover::remembered(const Claim& claim) {
  Numbers seeing;
  clues_.for_numbers(claim.cell, [&](Cell number) { seeing.push_back(number); });
  const auto [at, is_new] = proofs_.try_emplace({std::move(seeing), claim.at_least});
  auto& [cell, proof] = at->second;
  if (is_new) {
    cell = claim.cell;
    try {
      proof = three_or_more(claim);
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

// Two numbers prove a cell that only one of them sees if the fuller of them needs so much more than the other that its
// cells outside it are full. Those that say it one after the other are the easiest, then those of which one contains
// the other.
std::optional<Prover::Numbers> Prover::two(const Claim& claim) {
  std::optional<std::pair<int, Numbers>> best;
  Clues::Clue seeing, other;
  Numbers beside;
  const auto compare = [&](Cell number, Cell with) {
    clues_.read(with, other);
    if (std::ranges::binary_search(other.hidden, claim.cell)) return;
    const auto& [fuller, emptier] = claim.is_mine() ? std::tie(seeing, other) : std::tie(other, seeing);
    beside.clear();
    std::ranges::set_difference(fuller.hidden, emptier.hidden, std::back_inserter(beside));
    const auto cells = static_cast<std::int32_t>(beside.size()) - claim.is_mine();
    const std::int32_t more = fuller.need - emptier.need - cells * clues_.per_cell();
    if (claim.is_mine() ? more < claim.at_least : more != 0) return;
    const bool one_by_one =
        emptier.need == 0 || fuller.need == static_cast<std::int32_t>(fuller.hidden.size()) * clues_.per_cell();
    const bool contained = beside.empty() || beside.size() + emptier.hidden.size() == fuller.hidden.size();
    std::pair<int, Numbers> found{one_by_one ? 0 : contained ? 1 : 2, {std::min(number, with), std::max(number, with)}};
    if (!best || found < *best) best = std::move(found);
  };
  clues_.for_numbers(claim.cell, [&](Cell number) {
    clues_.read(number, seeing);
    for (const Cell with : clues_.neighbourhood(seeing)) {
      budget_.spend(seeing.hidden.size());
      compare(number, with);
    }
  });
  if (!best) return std::nullopt;
  return std::move(best->second);
}

Proof Prover::three_or_more(const Claim& claim) {
  for (std::size_t limit = numbers_at_first;; limit *= 4) {
    const Numbers near = connected(claim.cell, limit);
    auto numbers = limit == numbers_at_first ? easiest(claim, near) : std::nullopt;
    if (!numbers) numbers = suffices(claim, near, false);
    if (numbers) {
      Numbers few = irredundant(claim, *std::move(numbers));
      if (few.size() > 3)
        if (auto proof = three(claim)) return *std::move(proof);
      return written(claim, std::move(few), false);
    }
    if (near.size() < limit) break;
  }
  return written(claim, irredundant_with_count(claim, frontier(claim.cell)), true);
}

// Three numbers that prove a cell are connected, and at least one sees it.
std::optional<Proof> Prover::three(const Claim& claim) {
  std::vector<Numbers> found;
  Triple triple(clues_, claim);
  const auto try_third = [&](Cell a, Cell b, const Numbers& candidates) {
    for (const Cell c : candidates) {
      budget_.spend(1 << 5);
      if (c == a || c == b || !triple.proves(a, b, c)) continue;
      Numbers numbers{a, b, c};
      std::ranges::sort(numbers);
      if (std::ranges::find(found, numbers) == found.end()) found.push_back(std::move(numbers));
    }
  };
  clues_.for_numbers(claim.cell, [&](Cell a) {
    const Numbers around_a = triple.neighbourhood(a);
    for (const Cell b : around_a) {
      if (b == a) continue;
      Numbers candidates;
      std::ranges::set_union(around_a, triple.neighbourhood(b), std::back_inserter(candidates));
      try_third(a, b, candidates);
    }
  });
  std::ranges::sort(found);
  if (found.size() > triples_compared) found.resize(triples_compared);
  std::optional<Proof> best;
  for (Numbers& numbers : found) {
    Proof proof = written(claim, std::move(numbers), false);
    if (!best || std::pair(proof.grade, proof.steps.size()) < std::pair(best->grade, best->steps.size()))
      best = std::move(proof);
  }
  return best;
}

// Those of some numbers that steps of the easy kinds need to show the claim.
std::optional<Prover::Numbers> Prover::easiest(const Claim& claim, std::span<const Cell> numbers) {
  System system(clues_, numbers, claim.cell, false);
  const auto steps = Derivation(system, clues_, claim.at_least, budget_).directly();
  if (!steps) return std::nullopt;
  Numbers used;
  for (const Cell number : numbers)
    if (std::ranges::any_of(
            *steps, [&](const Step& step) { return std::ranges::find(step.numbers, number) != step.numbers.end(); }))
      used.push_back(number);
  return used;
}

// Those of some numbers that a search needed to show the claim, if it follows from them.
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

// Numbers of which none can be left out; the last go first.
Prover::Numbers Prover::irredundant(const Claim& claim, Numbers numbers) {
  if (auto fewer = suffices(claim, numbers, false)) numbers = *std::move(fewer);
  for (std::size_t at = numbers.size(); at-- > 0 && numbers.size() > 1;) {
    Numbers without = numbers;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(at));
    if (auto fewer = suffices(claim, without, false)) {
      numbers = *std::move(fewer);
      at = std::min(at, numbers.size());
    }
  }
  return numbers;
}

// The same with the mine count.
Prover::Numbers Prover::irredundant_with_count(const Claim& claim, Numbers numbers) {
  if (auto fewer = suffices(claim, numbers, true)) numbers = *std::move(fewer);
  return MineTotals(clues_, claim, numbers, budget_).irredundant([&](const Numbers& fewer) {
    return suffices(claim, fewer, true).has_value();
  });
}

// The numbers that see the cell, then those that share cells with these, and so on, up to so many.
Prover::Numbers Prover::connected(Cell cell, std::size_t limit) {
  Numbers numbers;
  Clues::Clue clue;
  auto& mark = clues_.mark();
  const auto visit = [&](Cell number) {
    if (mark[number] != Clues::none || numbers.size() == limit) return;
    mark[number] = 0;
    numbers.push_back(number);
  };
  clues_.for_numbers(cell, visit);
  for (std::size_t next = 0; next < numbers.size() && numbers.size() < limit; ++next) {
    clues_.read(numbers[next], clue);
    budget_.spend(clue.hidden.size());
    for (const Cell shared : clue.hidden) clues_.for_numbers(shared, visit);
  }
  for (const Cell number : numbers) mark[number] = Clues::none;
  return numbers;
}

// All numbers that see a hidden cell, those that are connected with this cell first.
Prover::Numbers Prover::frontier(Cell cell) {
  Numbers numbers = connected(cell, SIZE_MAX);
  for (const Cell number : numbers) clues_.mark()[number] = 0;
  const std::size_t near = numbers.size();
  Clues::Clue clue;
  for (const Cell number : clues_.cells()) {
    budget_.spend(1);
    if (!clues_.is_number(number) || clues_.mark()[number] != Clues::none) continue;
    clues_.read(number, clue);
    if (!clue.hidden.empty()) numbers.push_back(number);
  }
  for (std::size_t i = 0; i < near; ++i) clues_.mark()[numbers[i]] = Clues::none;
  return numbers;
}

Proof Prover::written(const Claim& claim, Numbers numbers, bool counted) {
  System system(clues_, numbers, claim.cell, counted);
  Proof proof{std::move(numbers), counted, {}};
  std::ranges::sort(proof.numbers);
  const std::uint32_t components = system.components().second;
  proof.steps = Derivation(system, clues_, claim.at_least, budget_).derive();
  proof.technique = hardest(proof.steps);
  proof.grade = grade_of(proof.technique, counted, components);
  for (const Step& step : proof.steps)
    proof.together = std::max(proof.together, static_cast<std::int32_t>(step.numbers.size()));
  return proof;
}

}  // namespace minemind
