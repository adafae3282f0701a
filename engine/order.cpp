#include "order.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "lent.hpp"

namespace minemind {
namespace {

constexpr std::uint32_t none = UINT32_MAX;
constexpr double no_limit = 1e300;

// Groups that are decided between two looks at the watch.
constexpr std::size_t look_every = 64;

// An order with so few states for a group leaves nothing to save by looking for another.
constexpr double cheap_per_group = 4;

// With more states than this, counting takes long enough to look for a start all over the component.
constexpr double worth_trying_everything = 2000;
constexpr std::uint32_t starts_tried = 16;

// Greedy: always the group that leaves the fewest ways for the open constraints to stand.
class Greedy {
 public:
  bool is_bulky() const { return seen_.capacity() > 1 << 16; }

  // Decides the groups from `start` on; gives the estimated number of states, or stops where it passes `limit`.
  double run(const Shape& shape, std::uint32_t start, double limit, std::vector<std::uint32_t>& order, Watch& watch) {
    shape_ = &shape;
    seen_.assign(shape_->constraints(), 0);
    rest_.assign(shape_->constraints(), 0);
    for (std::uint32_t c = 0; c < shape_->constraints(); ++c)
      for (const std::uint32_t g : shape_->scope(c)) rest_[c] += shape_->capacity[g];
    is_candidate_.assign(shape_->groups(), 0);
    candidates_.clear();
    order.clear();
    double states = 1, total = 0;
    for (std::uint32_t next = start; next != none; next = best()) {
      states *= growth(next);
      take(next);
      order.push_back(next);
      total += states;
      if (total > limit) return total;
      if (order.size() % look_every == 0) watch.look();
    }
    return total;
  }

 private:
  // In how many ways a constraint may stand: what it still needs lies between these bounds.
  double ways(std::uint32_t c, std::uint32_t seen, std::uint32_t rest) const {
    const std::uint32_t need = shape_->need[c];
    const std::uint32_t most = std::min(need, rest), least = need > seen ? need - seen : 0;
    return most >= least ? most - least + 1 : 1;
  }

  // By which factor deciding the group multiplies the ways of all constraints.
  double growth(std::uint32_t group) const {
    double factor = 1;
    for (const std::uint32_t c : shape_->seen_by(group)) {
      const std::uint32_t capacity = shape_->capacity[group];
      factor *= ways(c, seen_[c] + capacity, rest_[c] - capacity) / ways(c, seen_[c], rest_[c]);
    }
    return factor;
  }

  void take(std::uint32_t group) {
    if (is_candidate_[group] == 1) candidates_.erase(std::find(candidates_.begin(), candidates_.end(), group));
    is_candidate_[group] = 2;
    for (const std::uint32_t c : shape_->seen_by(group)) {
      seen_[c] += shape_->capacity[group];
      rest_[c] -= shape_->capacity[group];
      for (const std::uint32_t other : shape_->scope(c)) {
        if (is_candidate_[other]) continue;
        is_candidate_[other] = 1;
        candidates_.push_back(other);
      }
    }
  }

  std::uint32_t best() const {
    std::uint32_t found = none;
    double least = 0;
    for (const std::uint32_t group : candidates_) {
      const double factor = growth(group);
      if (found == none || factor < least || (factor == least && group < found)) found = group, least = factor;
    }
    return found;
  }

  const Shape* shape_ = nullptr;
  std::vector<std::uint32_t> seen_, rest_;  // of each constraint: slots of decided groups, and of the others
  std::vector<std::uint8_t> is_candidate_;  // of each group: 1 if it touches an open constraint, 2 if it is decided
  std::vector<std::uint32_t> candidates_;
};

}  // namespace

void Shape::read(std::span<const std::uint32_t> signature) {
  per_cell = signature[0];
  const std::uint32_t group_count = signature[1], constraint_count = signature[2];
  std::size_t at = 3;
  capacity.clear();
  for (std::uint32_t g = 0; g < group_count; ++g) capacity.push_back(signature[at++] * per_cell);
  need.clear();
  scopes.clear();
  scope_offsets.assign(1, 0);
  seer_offsets.assign(group_count + 1, 0);
  for (std::uint32_t c = 0; c < constraint_count; ++c) {
    need.push_back(signature[at++]);
    for (std::uint32_t left = signature[at++]; left > 0; --left) {
      ++seer_offsets[signature[at] + 1];
      scopes.push_back(signature[at++]);
    }
    scope_offsets.push_back(static_cast<std::uint32_t>(scopes.size()));
  }
  for (std::uint32_t g = 0; g < group_count; ++g) seer_offsets[g + 1] += seer_offsets[g];
  seers.resize(scopes.size());
  // Filled from the back, so that the offsets end where they belong.
  for (std::uint32_t c = constraint_count; c-- > 0;)
    for (const std::uint32_t g : scope(c)) seers[--seer_offsets[g + 1]] = c;
  seer_offsets.erase(seer_offsets.begin());
  seer_offsets.push_back(static_cast<std::uint32_t>(seers.size()));
}

void find_order(const Shape& shape, std::vector<std::uint32_t>& order, Watch& watch) {
  order.resize(shape.groups());
  std::iota(order.begin(), order.end(), 0U);
  if (shape.groups() <= 2) return;
  static thread_local Greedy kept;
  Lent<Greedy> lent(kept);
  Greedy& greedy = *lent;
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
  // From where the last one ended, which lies at another end of the component, as long as that helps.
  while (try_from(order.back())) {
  }
  if (least <= worth_trying_everything) return;
  const std::uint32_t stride = std::max<std::uint32_t>(1, shape.groups() / starts_tried);
  for (std::uint32_t start = 0; start < shape.groups(); start += stride) try_from(start);
}

}  // namespace minemind
