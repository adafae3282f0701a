// The part of Count that deals with single solutions: it lists them all, or draws one.

#include <limits>

#include "count/count.hpp"

namespace minemind {

std::vector<std::uint8_t> Count::list(std::size_t most, Watch& watch) const {
  for (std::uint32_t g = 0; g < groups(); ++g)
    if (capacity(g) > std::numeric_limits<std::uint8_t>::max()) throw TooHard{};
  const std::vector<std::uint8_t> can_end = completable(watch);
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
    if (!can_end[step.to]) continue;
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

// Walks on from the first state, each step weighted by its own ways and those to complete the state that it leads to.
void Count::draw(std::uint32_t mines, std::vector<std::uint32_t>& group_mines, Watch& watch,
                 const std::function<std::size_t(std::span<const double>)>& pick) const {
  const Completions& onward = completions(watch);
  group_mines.assign(groups(), 0);
  std::vector<double> ways;
  std::uint32_t state = 0;
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    const std::uint32_t first = states_[state].first_step, end = states_[state + 1].first_step;
    watch.spend(end - first);
    ways.assign(end - first, 0.0);
    for (std::uint32_t at = first; at < end; ++at) {
      const auto [to, x] = steps_[at];
      if (onward.fewest[to] == UINT32_MAX || x + onward.fewest[to] > mines) continue;
      const std::size_t place = onward.first[to] + (mines - x - onward.fewest[to]);
      if (place < onward.first[to + 1]) ways[at - first] = weights_[layers_[i].weights + x] * onward.ways[place];
    }
    const Step& step = steps_[first + pick(ways)];
    group_mines[layers_[i].group] = step.mines;
    mines -= step.mines;
    state = step.to;
  }
}

}  // namespace minemind
