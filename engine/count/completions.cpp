// The part of Count that says in how many ways each state can be completed. Sampling a solution needs it, and so does
// counting the mines next to one cell.

#include <algorithm>
#include <cstddef>
#include <memory>

#include "count/count.hpp"

namespace minemind {

const Count::Completions& Count::completions(Watch& watch) const {
  return completions_.get([&] { return make_completions(watch); });
}

std::unique_ptr<const Count::Completions> Count::make_completions(Watch& watch) const {
  auto made = std::make_unique<Completions>();
  const std::size_t count = states_.size() - 1;
  std::vector<std::uint32_t> most(count, 0);
  made->fewest.assign(count, UINT32_MAX);
  made->fewest[final_state()] = 0;
  backward(watch, [&](std::size_t, const State& from, const Step& step, std::size_t, std::uint32_t) {
    if (made->fewest[step.to] == UINT32_MAX) return;
    const auto s = static_cast<std::size_t>(&from - states_.data());
    made->fewest[s] = std::min(made->fewest[s], made->fewest[step.to] + step.mines);
    most[s] = std::max(most[s], most[step.to] + step.mines);
  });
  made->first.assign(count + 1, 0);
  for (std::size_t s = 0; s < count; ++s)
    made->first[s + 1] = made->first[s] + (made->fewest[s] == UINT32_MAX ? 0 : most[s] - made->fewest[s] + 1);
  fill_with_zeros(made->ways, made->first.back(), watch);
  made->ways[made->first[final_state()]] = 1;
  backward(watch, [&](std::size_t i, const State& from, const Step& step, std::size_t, std::uint32_t) {
    if (made->fewest[step.to] == UINT32_MAX) return;
    const auto s = static_cast<std::size_t>(&from - states_.data());
    const double ways = weights_[layers_[i].weights + step.mines];
    const std::uint32_t shift = made->fewest[step.to] + step.mines - made->fewest[s];
    for (std::uint32_t t = made->first[step.to]; t < made->first[step.to + 1]; ++t)
      made->ways[made->first[s] + shift + (t - made->first[step.to])] += ways * made->ways[t];
  });
  return made;
}

}  // namespace minemind
