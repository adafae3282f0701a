// What opening a cell would show: the part of Count that counts again with the mines near one cell told apart.

#include <algorithm>
#include <cstddef>
#include <utility>

#include "count.hpp"

namespace minemind {

Count::~Count() { delete rest_.load(); }

// Made without a lock: a look at the watch may run code that asks for it, too, and a fork would copy a lock that nobody
// in the child ever opens. Made twice, it is the same, and the first one stays.
const Count::Rest& Count::rest(Watch& watch) const {
  if (const Rest* known = rest_.load()) return *known;
  auto made = make_rest(watch);
  const Rest* first = nullptr;
  return rest_.compare_exchange_strong(first, made.get()) ? *made.release() : *first;
}

std::unique_ptr<const Count::Rest> Count::make_rest(Watch& watch) const {
  auto rest = std::make_unique<Rest>();
  const std::size_t count = states_.size() - 1;
  std::vector<std::uint32_t> most(count, 0);
  rest->fewest.assign(count, UINT32_MAX);
  rest->fewest[final_state()] = 0;
  backward(watch, [&](std::size_t, const State& from, const Step& step, std::size_t, std::uint32_t) {
    if (rest->fewest[step.to] == UINT32_MAX) return;
    const auto s = static_cast<std::size_t>(&from - states_.data());
    rest->fewest[s] = std::min(rest->fewest[s], rest->fewest[step.to] + step.mines);
    most[s] = std::max(most[s], most[step.to] + step.mines);
  });
  rest->first.assign(count + 1, 0);
  for (std::size_t s = 0; s < count; ++s)
    rest->first[s + 1] = rest->first[s] + (rest->fewest[s] == UINT32_MAX ? 0 : most[s] - rest->fewest[s] + 1);
  fill_with_zeros(rest->ways, rest->first.back(), watch);
  rest->ways[rest->first[final_state()]] = 1;
  backward(watch, [&](std::size_t i, const State& from, const Step& step, std::size_t, std::uint32_t) {
    if (rest->fewest[step.to] == UINT32_MAX) return;
    const auto s = static_cast<std::size_t>(&from - states_.data());
    const double ways = weights_[layers_[i].weights + step.mines];
    const std::uint32_t shift = rest->fewest[step.to] + step.mines - rest->fewest[s];
    for (std::uint32_t t = rest->first[step.to]; t < rest->first[step.to + 1]; ++t)
      rest->ways[rest->first[s] + shift + (t - rest->first[step.to])] += ways * rest->ways[t];
  });
  return rest;
}

// While states also remember the mines near the cell: for each state of a layer, number by number, its terms.
struct Count::Near {
  std::size_t numbers;  // how many there are, 0 included
  std::size_t first;    // the first term of the layer's states
  std::vector<double> terms;

  std::size_t at(const State& state, std::size_t number) const {
    return (state.first_term - first) * numbers + number * (state.most - state.fewest + 1);
  }
};

// Between the first and the last group that has a share, states also remember the mines near the cell. Before, and
// after, everything is as it was counted.
std::vector<std::vector<double>> Count::beside(std::span<const Share> shares, Watch& watch) const {
  std::size_t first = layers_.size(), last = 0, slots = 0;
  std::vector<const Share*> share_of(layers_.size(), nullptr);
  for (const Share& share : shares) {
    const auto decides = [&](const Layer& layer) { return layer.group == share.group; };
    const auto i = static_cast<std::size_t>(std::find_if(layers_.begin(), layers_.end(), decides) - layers_.begin());
    share_of[i] = &share;
    first = std::min(first, i);
    last = std::max(last, i);
    slots += std::size_t{share.neighbours} * per_cell_;
  }
  Near here{slots + 1, states_[layers_[first].first_state].first_term, {}};
  for (std::size_t i = first; i <= last + 1; ++i) check_near(here.numbers, i, watch);
  fill_with_zeros(here.terms, terms_in(first) * here.numbers, watch);
  for (std::uint32_t s = layers_[first].first_state; s < end_of_layer(first); ++s)
    std::copy(terms_.begin() + states_[s].first_term, terms_.begin() + states_[s + 1].first_term,
              here.terms.begin() + static_cast<std::ptrdiff_t>(here.at(states_[s], 0)));
  for (std::size_t i = first; i <= last; ++i) here = stepped(here, i, share_of[i], watch);
  return finished(here, last + 1, watch);
}

std::size_t Count::terms_in(std::size_t layer) const {
  return states_[end_of_layer(layer)].first_term - states_[layers_[layer].first_state].first_term;
}

// Two layers are kept at a time.
void Count::check_near(std::size_t numbers, std::size_t layer, const Watch& watch) const {
  if (2 * sizeof(double) * numbers * terms_in(layer) > watch.most_bytes) throw TooHard{states()};
}

// One layer on: mines in the group's cells near the opened one raise the number.
Count::Near Count::stepped(const Near& here, std::size_t layer, const Share* share, Watch& watch) const {
  Near next{here.numbers, states_[layers_[layer + 1].first_state].first_term, {}};
  fill_with_zeros(next.terms, terms_in(layer + 1) * next.numbers, watch);
  const std::size_t near = share ? std::size_t{share->neighbours} * per_cell_ : 0;
  const std::vector<double> split = split_ways(share, capacity(layers_[layer].group));
  for (std::uint32_t s = layers_[layer].first_state; s < end_of_layer(layer); ++s) {
    const State& from = states_[s];
    const std::uint32_t width = from.most - from.fewest + 1;
    for (std::uint32_t at = from.first_step; at < states_[s + 1].first_step; ++at) {
      const auto [to, x] = steps_[at];
      const std::uint32_t shift = from.fewest + x - states_[to].fewest;
      for (std::size_t y = 0; y <= std::min<std::size_t>(near, x); ++y) {
        const double ways = split[x * (near + 1) + y];
        watch.spend(here.numbers * width);
        for (std::size_t number = 0; ways > 0 && number + y < here.numbers; ++number) {
          const double* source = here.terms.data() + here.at(from, number);
          double* sink = next.terms.data() + next.at(states_[to], number + y) + shift;
          for (std::uint32_t t = 0; t < width; ++t) sink[t] += ways * source[t];
        }
      }
    }
  }
  return next;
}

// From the states of a layer to the end, number by number.
std::vector<std::vector<double>> Count::finished(const Near& here, std::size_t layer, Watch& watch) const {
  std::vector<std::vector<double>> found(here.numbers, std::vector<double>(ways().size(), 0.0));
  const Rest& onward = rest(watch);
  for (std::uint32_t s = layers_[layer].first_state; s < end_of_layer(layer); ++s) {
    if (onward.fewest[s] == UINT32_MAX) continue;
    const State& state = states_[s];
    for (std::size_t number = 0; number < here.numbers; ++number) {
      watch.spend(std::size_t{state.most - state.fewest + 1} * (onward.first[s + 1] - onward.first[s]));
      for (std::uint32_t t = 0; t <= state.most - state.fewest; ++t) {
        const double ways = here.terms[here.at(state, number) + t];
        double* sink = found[number].data() + (state.fewest + t + onward.fewest[s] - fewest_);
        for (std::uint32_t r = onward.first[s]; ways > 0 && r < onward.first[s + 1]; ++r)
          sink[r - onward.first[s]] += ways * onward.ways[r];
      }
    }
  }
  return found;
}

// The ways to put x mines into a group of which y lie near the cell, at x * (near + 1) + y, none of them in the cell.
std::vector<double> Count::split_ways(const Share* share, std::uint32_t capacity) const {
  const std::uint32_t near = share ? share->neighbours * per_cell_ : 0;
  const std::uint32_t far = capacity - near - (share && share->has_cell ? per_cell_ : 0);
  std::vector<double> split(std::size_t{capacity + 1} * (near + 1), 0.0);
  double near_ways = 1;
  for (std::uint32_t y = 0; y <= near; ++y) {
    double ways = near_ways;
    for (std::uint32_t z = 0; z <= far && y + z <= capacity; ++z) {
      split[std::size_t{y + z} * (near + 1) + y] = ways;
      ways = ways * (far - z) / (z + 1);
    }
    near_ways = near_ways * (near - y) / (y + 1);
  }
  return split;
}

}  // namespace minemind
