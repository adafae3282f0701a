#include "prove/bounds.hpp"

#include <algorithm>

namespace minemind {

Bounds::Bounds(const System& system, std::span<const std::uint8_t> without, Budget& budget)
    : system_(system),
      without_(without),
      budget_(budget),
      least_(system.variables(), 0),
      totals_(system.sums().size()),
      is_pending_(system.sums().size(), 0) {
  most_.reserve(system.variables());
  for (Variable variable = 0; variable < system.variables(); ++variable) most_.push_back(system.capacity(variable));
  for (std::uint32_t id = 0; id < totals_.size(); ++id) {
    if (is_ignored(id)) continue;
    for (const Variable variable : system.sums()[id].over) {
      totals_[id].most += most_[variable];
      totals_[id].widest = std::max(totals_[id].widest, most_[variable]);
    }
  }
}

void Bounds::raise_least(Variable variable, Mines to, std::uint32_t because) {
  change({variable, false, least_[variable], to, because});
}

void Bounds::lower_most(Variable variable, Mines to, std::uint32_t because) {
  change({variable, true, most_[variable], to, because});
}

void Bounds::change(const Change& change) {
  changes_.push_back(change);
  (change.is_most ? most_ : least_)[change.variable] = change.after;
  for (const std::uint32_t id : system_.sums_of(change.variable)) {
    if (is_ignored(id)) continue;
    Total& total = totals_[id];
    (change.is_most ? total.most : total.least) += change.after - change.before;
    ++total.changes;
    if (is_pending_[id]) continue;
    is_pending_[id] = 1;
    pending_.push_back(id);
  }
}

void Bounds::look_at_all() {
  for (std::uint32_t id = 0; id < system_.sums().size(); ++id)
    if (!is_ignored(id) && !is_pending_[id]) {
      is_pending_[id] = 1;
      pending_.push_back(id);
    }
}

std::optional<std::uint32_t> Bounds::propagate() {
  std::optional<std::uint32_t> absurd;
  for (std::size_t next = 0; next < pending_.size() && !absurd; ++next) {
    const std::uint32_t id = pending_[next];
    is_pending_[id] = 0;
    if (!look_at(id)) absurd = id;
  }
  for (const std::uint32_t id : pending_) is_pending_[id] = 0;
  pending_.clear();
  return absurd;
}

bool Bounds::look_at(std::uint32_t id) {
  const Sum& sum = system_.sums()[id];
  budget_.spend(1);
  const auto [least, most, widest, changes] = totals_[id];
  if (least > sum.at_most || most < sum.at_least) return false;
  const Mines spare = sum.at_most - least, lack = most - sum.at_least;
  const Mines range = std::min(widest, most - least);
  if (spare >= range && lack >= range) return true;  // it implies nothing
  budget_.spend(sum.over.size());
  for (const Variable variable : sum.over) {
    const Mines low = least_[variable], high = most_[variable];
    if (high - low > spare) lower_most(variable, low + spare, id);
    if (high - low > lack) raise_least(variable, high - lack, id);
  }
  return true;
}

void Bounds::undo_to(std::size_t changes) {
  while (changes_.size() > changes) {
    const auto [variable, is_most, before, after, because] = changes_.back();
    (is_most ? most_ : least_)[variable] = before;
    for (const std::uint32_t id : system_.sums_of(variable)) {
      if (is_ignored(id)) continue;
      (is_most ? totals_[id].most : totals_[id].least) += before - after;
      --totals_[id].changes;
    }
    changes_.pop_back();
  }
}

}  // namespace minemind
