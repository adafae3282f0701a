// The part of Count that lists solutions one by one, for whoever wants to look at each of them.

#include <limits>

#include "count.hpp"

namespace minemind {

std::vector<std::uint8_t> Count::list(std::size_t most, Watch& watch) const {
  for (std::uint32_t g = 0; g < groups(); ++g)
    if (capacity(g) > std::numeric_limits<std::uint8_t>::max()) throw TooHard{};
  const std::vector<std::uint8_t> lives = living(watch);
  std::vector<std::uint8_t> found, mines(groups());
  std::vector<std::uint32_t> path(layers_.size() - 1);  // the next step to try at every depth
  std::size_t depth = 0;
  path[0] = states_[0].first_step;
  std::vector<std::uint32_t> state(layers_.size(), 0);
  for (;;) {
    if (path[depth] == states_[state[depth] + 1].first_step) {
      if (depth == 0) return found;
      --depth;
      continue;
    }
    const Step& step = steps_[path[depth]++];
    watch.spend(1);
    if (!lives[step.to]) continue;
    mines[layers_[depth].group] = static_cast<std::uint8_t>(step.mines);
    if (depth + 1 < path.size()) {
      state[++depth] = step.to;
      path[depth] = states_[step.to].first_step;
      continue;
    }
    if (found.size() / groups() == most) throw TooHard{most};
    found.insert(found.end(), mines.begin(), mines.end());
  }
}

}  // namespace minemind
