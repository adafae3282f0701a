#include "count/elimination_order.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

#include "core/thread_scratch.hpp"

namespace minemind {
namespace {

constexpr std::uint32_t none = UINT32_MAX;
constexpr double no_limit = std::numeric_limits<double>::infinity();

// With so few states per group, another order would save less than it takes to find.
constexpr double cheap_per_group = 8;

// With more states than this, counting takes long enough that starts all over the component are worth trying.
constexpr double worth_trying_everything = 2000;
constexpr std::uint32_t starts_tried = 16;

// Greedy: always takes the group that leaves the open constraints the fewest combinations of needs.
class Greedy {
 public:
  bool is_bulky() const { return standing_.capacity() > 1 << 16; }

  // Decides the groups, `start` first. Returns the estimated number of states, and stops early once it passes `limit`.
  double run(const ComponentShape& shape, std::uint32_t start, double limit, std::vector<std::uint32_t>& order,
             Watch& watch) {
    shape_ = &shape;
    standing_.clear();
    for (std::uint32_t c = 0; c < shape.constraints(); ++c) {
      std::uint32_t rest = 0;
      for (const std::uint32_t g : shape.scope(c)) rest += shape.capacity[g];
      standing_.push_back({shape.need[c], 0, rest, 1});
    }
    candidate_of_.assign(shape.groups(), none);
    candidates_.clear();
    order.clear();
    double states = 1, total = 0;
    for (std::uint32_t next = start; next != none; next = best()) {
      states *= growth(next);
      take(next);
      order.push_back(next);
      total += states;
      if (total > limit) return total;
      watch.spend(candidates_.size());
    }
    return total;
  }

 private:
  // A partly decided constraint: what it needs, the slots of its groups that are decided, and those of the others.
  struct Standing {
    std::uint32_t need, seen, rest;
    double ways;  // how many different needs it may be left with

    // The same after this many more slots are decided: what it still needs then lies between two bounds.
    double ways_after(std::uint32_t slots) const {
      const std::uint32_t most = std::min(need, rest - slots), least = need > seen + slots ? need - seen - slots : 0;
      return most >= least ? most - least + 1 : 1;
    }
  };

  // The factor by which deciding the group multiplies the number of states.
  double growth(std::uint32_t group) const {
    double after = 1, before = 1;
    for (const std::uint32_t c : shape_->constraints_of(group)) {
      after *= standing_[c].ways_after(shape_->capacity[group]);
      before *= standing_[c].ways;
    }
    return after / before;
  }

  // Decides a group: it is no longer a candidate, its neighbours become candidates, and nothing else changes.
  void take(std::uint32_t taken) {
    const std::uint32_t slots = shape_->capacity[taken];
    for (const std::uint32_t c : shape_->constraints_of(taken)) {
      Standing& standing = standing_[c];
      standing.ways = standing.ways_after(slots);
      standing.seen += slots;
      standing.rest -= slots;
    }
    if (candidate_of_[taken] != none) {
      candidate_of_[candidates_.back().group] = candidate_of_[taken];
      candidates_[candidate_of_[taken]] = candidates_.back();
      candidates_.pop_back();
    }
    candidate_of_[taken] = decided;
    for (const std::uint32_t c : shape_->constraints_of(taken))
      for (const std::uint32_t other : shape_->scope(c)) {
        std::uint32_t& at = candidate_of_[other];
        if (at == decided) continue;
        if (at == none) {
          at = static_cast<std::uint32_t>(candidates_.size());
          candidates_.push_back({other, stale});
        }
        candidates_[at].growth = stale;
      }
  }

  std::uint32_t best() {
    Candidate found{none, no_limit};
    for (Candidate& candidate : candidates_) {
      if (candidate.growth == stale) candidate.growth = growth(candidate.group);
      if (found.group == none || candidate.growth < found.growth ||
          (candidate.growth == found.growth && candidate.group < found.group))
        found = candidate;
    }
    return found.group;
  }

  static constexpr std::uint32_t decided = none - 1;
  static constexpr double stale = -1;

  struct Candidate {
    std::uint32_t group;
    double growth;
  };

  const ComponentShape* shape_ = nullptr;
  std::vector<Standing> standing_;           // of each constraint
  std::vector<Candidate> candidates_;        // groups that touch an open constraint
  std::vector<std::uint32_t> candidate_of_;  // of each group: its index in candidates_, or none, or decided
};

}  // namespace

void ComponentShape::read(std::span<const std::uint32_t> signature) {
  per_cell = signature[0];
  const std::uint32_t group_count = signature[1], constraint_count = signature[2];
  std::size_t at = 3;
  capacity.clear();
  for (std::uint32_t g = 0; g < group_count; ++g) capacity.push_back(signature[at++] * per_cell);
  need.clear();
  scopes.clear();
  scope_offsets.assign(1, 0);
  constraint_offsets.assign(group_count + 1, 0);
  for (std::uint32_t c = 0; c < constraint_count; ++c) {
    need.push_back(signature[at++]);
    for (std::uint32_t left = signature[at++]; left > 0; --left) {
      ++constraint_offsets[signature[at] + 1];
      scopes.push_back(signature[at++]);
    }
    scope_offsets.push_back(static_cast<std::uint32_t>(scopes.size()));
  }
  for (std::uint32_t g = 0; g < group_count; ++g) constraint_offsets[g + 1] += constraint_offsets[g];
  constraints_by_group.resize(scopes.size());
  // Filled from the back, so that the offsets end where they belong.
  for (std::uint32_t c = constraint_count; c-- > 0;)
    for (const std::uint32_t g : scope(c)) constraints_by_group[--constraint_offsets[g + 1]] = c;
  constraint_offsets.erase(constraint_offsets.begin());
  constraint_offsets.push_back(static_cast<std::uint32_t>(constraints_by_group.size()));
}

void find_elimination_order(const ComponentShape& shape, std::vector<std::uint32_t>& order, Watch& watch) {
  order.resize(shape.groups());
  std::iota(order.begin(), order.end(), 0U);
  if (shape.groups() <= 2) return;
  ThreadScratch<Greedy> scratch;
  Greedy& greedy = *scratch;
  double least = greedy.run(shape, 0, no_limit, order, watch);
  if (least <= cheap_per_group * shape.groups()) return;
  std::vector<std::uint32_t> other;
  const auto try_from = [&](std::uint32_t start) {
    const double states = greedy.run(shape, start, least, other, watch);
    if (states >= least) return false;
    least = states;
    order.swap(other);
    return true;
  };
  // Start where the last order ended, at another end of the component, as long as that helps.
  while (try_from(order.back())) {
  }
  if (least <= worth_trying_everything) return;
  const std::uint32_t stride = std::max<std::uint32_t>(1, shape.groups() / starts_tried);
  for (std::uint32_t start = 0; start < shape.groups(); start += stride) try_from(start);
}

}  // namespace minemind
