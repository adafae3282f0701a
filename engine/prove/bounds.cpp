#include "prove/bounds.hpp"

#include <algorithm>

namespace minemind {

Bounds::Bounds(const System& system, std::span<const std::uint8_t> without, Budget& budget)
    : system_(system),
      without_(without),
      budget_(budget),
      least_(system.variables(), 0),
      touched_(system.sums().size(), 0),
      is_pending_(system.sums().size(), 0) {
  most_.reserve(system.variables());
  for (Variable variable = 0; variable < system.variables(); ++variable) most_.push_back(system.capacity(variable));
}

void Bounds::raise_least(Variable variable, Mines to, std::uint32_t because) {
  changes_.push_back({variable, false, least_[variable], to, because});
  least_[variable] = to;
  touch(variable, 1);
}

void Bounds::lower_most(Variable variable, Mines to, std::uint32_t because) {
  changes_.push_back({variable, true, most_[variable], to, because});
  most_[variable] = to;
  touch(variable, 1);
}

void Bounds::touch(Variable variable, int by) {
  for (const std::uint32_t id : system_.sums_of(variable)) {
    if (is_ignored(id)) continue;
    touched_[id] += static_cast<std::uint32_t>(by);
    if (by < 0 || is_pending_[id]) continue;
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
  budget_.spend(sum.over.size());
  Mines least = 0, most = 0;
  for (const Variable variable : sum.over) {
    least += least_[variable];
    most += most_[variable];
  }
  if (least > sum.at_most || most < sum.at_least) return false;
  if (sum.at_most - least >= most - least && sum.at_least <= least) return true;  // it says nothing
  const Mines spare = sum.at_most - least, lack = most - sum.at_least;
  for (const Variable variable : sum.over) {
    const Mines low = least_[variable], high = most_[variable];
    if (high - low > spare) lower_most(variable, low + spare, id);
    if (high - low > lack) raise_least(variable, high - lack, id);
  }
  return true;
}

void Bounds::undo_to(std::size_t changes) {
  while (changes_.size() > changes) {
    const Change& last = changes_.back();
    (last.is_most ? most_ : least_)[last.variable] = last.before;
    touch(last.variable, -1);
    changes_.pop_back();
  }
}

}  // namespace minemind
