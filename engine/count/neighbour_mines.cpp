// The part of Count that says how many mines a cell may see in the solutions in which another cell is mined. It needs
// no weights, only which steps lead from the start to the end. So it tells whether a number would make any cell safe in
// a fraction of the time that counting takes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/thread_scratch.hpp"
#include "count/count.hpp"

namespace minemind {
namespace {

// How many of a group's mines may lie next to a cell that is free.
struct Split {
  Split(const Count::GroupOverlap* overlap, std::int64_t capacity)
      : near(overlap ? overlap->neighbours : 0), far(capacity - near - (overlap && overlap->has_cell)) {}

  NumberSet any(std::int64_t mines) const { return between(mines, 0, mines); }
  // … if a given one of the neighbours is mined, or a given one of the others.
  NumberSet with_neighbour(std::int64_t mines) const { return between(mines, 1, mines); }
  NumberSet with_other(std::int64_t mines) const { return far > 0 ? between(mines, 0, mines - 1) : 0; }
  NumberSet between(std::int64_t mines, std::int64_t least, std::int64_t most) const {
    return numbers_between(std::max(least, mines - far), std::min(near, most));
  }

  std::int64_t near, far;
};

// For every state: the possible numbers of mines next to the cell on the ways that lead there, and on those from there
// to the end.
struct SeenMines {
  std::vector<NumberSet> before, after;
  std::vector<const Count::GroupOverlap*> overlap_of;  // of each group, if it has one

  bool is_bulky() const { return before.capacity() > 1 << 16; }
};

}  // namespace

NumberSet Count::neighbour_mines(std::span<const GroupOverlap> overlaps, std::vector<MinedNumbers>& mined,
                                 Watch& watch) const {
  ThreadScratch<SeenMines> scratch;
  auto& [before, after, overlap_of] = *scratch;
  before.assign(states_.size(), 0);
  after.assign(states_.size(), 0);
  overlap_of.assign(groups(), nullptr);
  for (const GroupOverlap& overlap : overlaps) overlap_of[overlap.group] = &overlap;
  watch.spend(2 * steps_.size());
  before[0] = 1;
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    const Split split(overlap_of[layers_[i].group], capacity(layers_[i].group));
    for (std::uint32_t s = layers_[i].first_state; s < layers_[i + 1].first_state; ++s)
      for (std::uint32_t at = states_[s].first_step; at < states_[s + 1].first_step; ++at)
        before[steps_[at].to] |= sums_of(split.any(steps_[at].mines), before[s]);
  }
  const std::size_t first = mined.size();
  mined.resize(first + groups());
  after[final_state()] = 1;
  for (std::size_t i = layers_.size() - 1; i-- > 0;) {
    const Split split(overlap_of[layers_[i].group], capacity(layers_[i].group));
    MinedNumbers& of_group = mined[first + layers_[i].group];
    for (std::uint32_t s = layers_[i].first_state; s < layers_[i + 1].first_state; ++s)
      for (std::uint32_t at = states_[s].first_step; at < states_[s + 1].first_step; ++at) {
        const auto [to, x] = steps_[at];
        if (after[to] == 0) continue;
        after[s] |= sums_of(split.any(x), after[to]);
        if (x == 0) continue;
        const NumberSet elsewhere = sums_of(before[s], after[to]);
        of_group.neighbour |= sums_of(split.with_neighbour(x), elsewhere);
        of_group.other |= sums_of(split.with_other(x), elsewhere);
      }
  }
  return before[final_state()];
}

}  // namespace minemind
