// The part of Count that splits the ways by the mines next to one cell, and so tells what opening the cell would show.

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/thread_scratch.hpp"
#include "count/count.hpp"

namespace minemind {

// States that also remember the number of mines near the cell: for each state of a layer, its terms by that number.
struct Count::NeighbourCounts {
  std::size_t numbers = 0;  // how many there are, 0 included
  std::size_t first = 0;    // the first term of the layer's states
  std::vector<double> terms;

  std::size_t at(const State& state, std::size_t number) const {
    return (state.first_term - first) * numbers + number * (state.most - state.fewest + 1);
  }
};

// Those of two layers, in memory that a thread keeps, and how the group of each layer overlaps the neighbours, if it
// does.
struct Count::NeighbourScratch {
  NeighbourCounts here, next;
  std::vector<const GroupOverlap*> overlap_in;

  bool is_bulky() const { return std::max(here.terms.capacity(), next.terms.capacity()) > 1 << 16; }
};

// Only between the first and the last group that overlaps the neighbours do states have to remember the mines near the
// cell. Before and after, everything stays as it was counted.
std::vector<double> Count::ways_by_neighbour_mines(std::span<const GroupOverlap> overlaps, Watch& watch) const {
  std::size_t first = layers_.size(), last = 0, slots = 0;
  ThreadScratch<NeighbourScratch> scratch;
  auto& [here, next, overlap_in] = *scratch;
  overlap_in.assign(layers_.size(), nullptr);
  for (const GroupOverlap& overlap : overlaps) {
    std::size_t i = 0;
    while (layers_[i].group != overlap.group) ++i;
    overlap_in[i] = &overlap;
    first = std::min(first, i);
    last = std::max(last, i);
    slots += std::size_t{overlap.neighbours} * per_cell_;
  }
  here.numbers = next.numbers = slots + 1;
  here.first = states_[layers_[first].first_state].first_term;
  for (std::size_t i = first; i <= last + 1; ++i) check_neighbour_counts(here.numbers, i, watch);
  fill_with_zeros(here.terms, terms_in(first) * here.numbers, watch);
  for (std::uint32_t s = layers_[first].first_state; s < end_of_layer(first); ++s)
    std::copy(terms_.begin() + states_[s].first_term, terms_.begin() + states_[s + 1].first_term,
              here.terms.begin() + static_cast<std::ptrdiff_t>(here.at(states_[s], 0)));
  for (std::size_t i = first; i <= last; ++i) {
    step(here, next, i, overlap_in[i], watch);
    std::swap(here, next);
  }
  return finished(here, last + 1, watch);
}

std::size_t Count::terms_in(std::size_t layer) const {
  return states_[end_of_layer(layer)].first_term - states_[layers_[layer].first_state].first_term;
}

// Two layers are kept at a time.
void Count::check_neighbour_counts(std::size_t numbers, std::size_t layer, const Watch& watch) const {
  if (2 * sizeof(double) * numbers * terms_in(layer) > watch.most_bytes) throw TooHard{states()};
}

// Goes one layer on: mines in those cells of the group that are near the cell raise the number.
void Count::step(const NeighbourCounts& here, NeighbourCounts& next, std::size_t layer, const GroupOverlap* overlap,
                 Watch& watch) const {
  next.first = states_[layers_[layer + 1].first_state].first_term;
  fill_with_zeros(next.terms, terms_in(layer + 1) * next.numbers, watch);
  const std::size_t near = overlap ? std::size_t{overlap->neighbours} * per_cell_ : 0;
  const SplitWays split = split_ways(overlap, capacity(layers_[layer].group));
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
}

// Completes the states of a layer to the end, number by number.
std::vector<double> Count::finished(const NeighbourCounts& here, std::size_t layer, Watch& watch) const {
  const std::size_t width = ways().size();
  std::vector<double> found(here.numbers * width, 0.0);
  const Completions& onward = completions(watch);
  for (std::uint32_t s = layers_[layer].first_state; s < end_of_layer(layer); ++s) {
    if (onward.fewest[s] == UINT32_MAX) continue;
    const State& state = states_[s];
    for (std::size_t number = 0; number < here.numbers; ++number) {
      watch.spend(std::size_t{state.most - state.fewest + 1} * (onward.first[s + 1] - onward.first[s]));
      for (std::uint32_t t = 0; t <= state.most - state.fewest; ++t) {
        const double ways = here.terms[here.at(state, number) + t];
        double* sink = found.data() + number * width + (state.fewest + t + onward.fewest[s] - fewest_);
        for (std::uint32_t r = onward.first[s]; ways > 0 && r < onward.first[s + 1]; ++r)
          sink[r - onward.first[s]] += ways * onward.ways[r];
      }
    }
  }
  return found;
}

// The ways to put x mines into a group, y of them near the cell and none in it, at x * (near + 1) + y.
Count::SplitWays Count::split_ways(const GroupOverlap* overlap, std::uint32_t capacity) const {
  const std::uint32_t near = overlap ? overlap->neighbours * per_cell_ : 0;
  const std::uint32_t far = capacity - near - (overlap && overlap->has_cell ? per_cell_ : 0);
  SplitWays split(std::size_t{capacity + 1} * (near + 1), 0.0);
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
