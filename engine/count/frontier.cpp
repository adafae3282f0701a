#include "count/frontier.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/ranges.hpp"
#include "core/thread_scratch.hpp"

namespace minemind {
namespace {

// As in an Expert position; more only cost a few allocations.
constexpr std::size_t typical_groups = 64, typical_cells = 128;

bool same(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

// Disjoint sets of constraints. The root of a set is its first constraint.
struct Sets {
  std::vector<std::uint32_t> parent;
  std::vector<std::uint32_t> component;  // of each root
  static constexpr std::uint32_t unassigned = UINT32_MAX;

  bool is_bulky() const { return parent.capacity() > 1 << 16; }

  void start(std::size_t constraints) {
    parent.resize(constraints);
    std::iota(parent.begin(), parent.end(), 0U);
    component.assign(constraints, unassigned);
  }

  // With path halving.
  std::uint32_t root(std::uint32_t constraint) {
    while (parent[constraint] != constraint) constraint = parent[constraint] = parent[parent[constraint]];
    return constraint;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t from = root(a), to = root(b);
    parent[std::max(from, to)] = std::min(from, to);
  }
};

}  // namespace

void Frontier::find(Watch& watch) {
  for (const Cell cell : cells_) group_of_[cell] = none;
  group_of_.resize(position_.graph().indices(), none);
  cells_.clear();
  components_.clear();
  group_offsets_.clear();
  join_constraints(watch);
  group_offsets_.reserve(typical_groups);
  group_offsets_.push_back(0);
  cells_.reserve(typical_cells);
  for (Component& component : components_) {
    component.first_group = groups();
    for (std::uint32_t i = 0; i < component.constraints; ++i) {
      const std::uint32_t constraint = constraints_[component.first_constraint + i];
      watch.spend(std::size_t{position_.constraints()[constraint].size} * position_.constraints()[constraint].size);
      form_groups(constraint);
    }
    component.groups = groups() - component.first_group;
    drop_repeated(component);
  }
}

// Finds out which constraints are connected, then lists them component by component.
void Frontier::join_constraints(Watch& watch) {
  ThreadScratch<Sets> scratch;
  Sets& sets = *scratch;
  const auto constraints = position_.constraints();
  sets.start(constraints.size());
  for (std::uint32_t c = 0; c < constraints.size(); ++c) {
    if (constraints[c].left == 0) continue;
    watch.spend(constraints[c].size);
    std::uint32_t joined = c;
    for (const Cell cell : position_.scope(constraints[c])) {
      if (!position_.is_unknown(cell)) continue;
      const std::uint32_t earliest = position_.constraints_of(cell).front();
      if (earliest != c && earliest != joined) sets.join(c, joined = earliest);
    }
  }
  for (std::uint32_t c = 0; c < constraints.size(); ++c) {
    if (constraints[c].left == 0) continue;
    std::uint32_t& component = sets.component[sets.root(c)];
    if (component == Sets::unassigned) {
      component = static_cast<std::uint32_t>(components_.size());
      components_.push_back({});
    }
    ++components_[component].constraints;
  }
  std::uint32_t first = 0;
  for (Component& component : components_) {
    component.first_constraint = first;
    first += component.constraints;
    component.constraints = 0;
  }
  constraints_.resize(first);
  for (std::uint32_t c = 0; c < constraints.size(); ++c) {
    if (constraints[c].left == 0) continue;
    Component& component = components_[sets.component[sets.root(c)]];
    constraints_[component.first_constraint + component.constraints++] = c;
  }
}

// Forms the groups that this constraint sees and no earlier one does.
void Frontier::form_groups(std::uint32_t constraint) {
  const auto scope = position_.scope(position_.constraints()[constraint]);
  for (std::size_t i = 0; i < scope.size(); ++i) {
    const Cell cell = scope[i];
    if (!position_.is_unknown(cell) || group_of_[cell] != none) continue;
    const auto own = position_.constraints_of(cell);
    const std::uint32_t group = groups();
    for (const Cell other : scope.subspan(i)) {
      if (!position_.is_unknown(other) || !same(position_.constraints_of(other), own)) continue;
      group_of_[other] = group;
      cells_.push_back(other);
    }
    group_offsets_.push_back(static_cast<std::uint32_t>(cells_.size()));
  }
}

// Two numbers that see the same unknown cells are one constraint; counting needs one of them.
void Frontier::drop_repeated(Component& component) {
  const auto first = constraints_.begin() + component.first_constraint;
  const auto last = first + component.constraints;
  const auto kept = std::remove_if(first, last, [this](std::uint32_t c) { return repeats_earlier(c); });
  component.constraints = static_cast<std::uint32_t>(kept - first);
}

bool Frontier::repeats_earlier(std::uint32_t constraint) const {
  const Constraint& c = position_.constraints()[constraint];
  const auto scope = position_.scope(c);
  const auto is_unknown = [this](Cell cell) { return position_.is_unknown(cell); };
  const Cell any = *std::find_if(scope.begin(), scope.end(), is_unknown);
  for (const std::uint32_t earlier : position_.constraints_of(any)) {
    if (earlier >= constraint) return false;
    if (position_.constraints()[earlier].left != c.left) continue;
    const auto sees = [&](Cell cell) {
      const auto own = position_.constraints_of(cell);
      return !is_unknown(cell) || ranges::find(own, earlier) != own.end();
    };
    if (std::all_of(scope.begin(), scope.end(), sees)) return true;
  }
  return false;
}

std::size_t Frontier::component_of(std::uint32_t group) const {
  const auto starts_after = [](std::uint32_t g, const Component& component) { return g < component.first_group; };
  const auto next = std::upper_bound(components_.begin(), components_.end(), group, starts_after);
  return static_cast<std::size_t>(next - components_.begin()) - 1;
}

void Frontier::write_signature(const Component& component, Signature& signature) const {
  signature.clear();
  signature.push_back(static_cast<std::uint32_t>(position_.per_cell()));
  signature.push_back(component.groups);
  signature.push_back(component.constraints);
  for (std::uint32_t g = 0; g < component.groups; ++g)
    signature.push_back(static_cast<std::uint32_t>(cells(component.first_group + g).size()));
  for (std::uint32_t i = 0; i < component.constraints; ++i) {
    const Constraint& c = position_.constraints()[constraints_[component.first_constraint + i]];
    signature.push_back(static_cast<std::uint32_t>(c.need));
    const std::size_t count_at = signature.size();
    signature.push_back(0);
    for (const Cell cell : position_.scope(c)) {
      const std::uint32_t group = group_of_[cell];
      if (group != none && cells(group).front() == cell) signature.push_back(group - component.first_group);
    }
    std::sort(signature.begin() + static_cast<std::ptrdiff_t>(count_at) + 1, signature.end());
    signature[count_at] = static_cast<std::uint32_t>(signature.size() - count_at - 1);
  }
}

}  // namespace minemind
