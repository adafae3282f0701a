#include "drawing.hpp"

#include <algorithm>
#include <numeric>

namespace minemind {
namespace {

// Random words of so many bits are numbers between 0 and 1 that a double holds exactly.
constexpr int bits = 53;

// The ways to choose 0, 1, … of so many slots, up to `most` of them; the largest is 1. By ratios of neighbours, which
// every machine divides alike.
std::vector<double> scaled_choices(std::int64_t slots, std::int64_t most) {
  std::vector<double> ways(static_cast<std::size_t>(most) + 1, 0.0);
  const std::int64_t middle = std::min(most, slots / 2);
  ways[static_cast<std::size_t>(middle)] = 1;
  for (std::int64_t x = middle; x < std::min(most, slots); ++x)
    ways[static_cast<std::size_t>(x) + 1] =
        ways[static_cast<std::size_t>(x)] * static_cast<double>(slots - x) / static_cast<double>(x + 1);
  for (std::int64_t x = middle; x > 0; --x)
    ways[static_cast<std::size_t>(x) - 1] =
        ways[static_cast<std::size_t>(x)] * static_cast<double>(x) / static_cast<double>(slots - x + 1);
  return ways;
}

void scale(std::vector<double>& weights) {
  const double largest = *std::ranges::max_element(weights);
  if (largest > 0)
    for (double& weight : weights) weight /= largest;
}

}  // namespace

Drawing::Drawing(const Analysis& analysis, Watch& watch) : analysis_(analysis), watch_(watch) {
  const Position& position = analysis.position();
  for (const Cell cell : position.graph().cells)
    if (position.is_unknown(cell) && !analysis.frontier().is_seen(cell)) outside_.push_back(cell);
  const std::int64_t left = analysis.mines_left();
  onward_.push_back(scaled_choices(static_cast<std::int64_t>(outside_.size()) * position.per_cell(), left));
  for (std::size_t i = analysis.frontier().components().size(); i-- > 0;) {
    const auto ways = analysis.count(i).ways();
    const double largest = *std::ranges::max_element(ways);
    std::vector<double> before(static_cast<std::size_t>(left) + 1, 0.0);
    for (std::size_t t = 0; t < ways.size(); ++t) {
      const std::size_t mines = analysis.count(i).fewest() + t;
      watch.spend(before.size());
      for (std::size_t rest = 0; rest + mines < before.size(); ++rest)
        before[rest + mines] += ways[t] / largest * onward_.back()[rest];
    }
    scale(before);
    onward_.push_back(std::move(before));
  }
  std::ranges::reverse(onward_);
}

std::size_t Drawing::pick(std::span<const double> weights, Random& random) const {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double drawn = static_cast<double>(random.next() >> (64 - bits)) / static_cast<double>(std::uint64_t{1} << bits);
  drawn *= total;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    if (drawn < weights[i]) return i;
    drawn -= weights[i];
  }
  return last;  // rounding has left something over
}

// Some of the slots of some cells, each choice as likely as any other.
void Drawing::place(std::span<const Cell> cells, std::uint32_t count, Random& random, std::span<std::int32_t> mines) {
  const auto per_cell = static_cast<std::uint32_t>(analysis_.position().per_cell());
  slots_.resize(cells.size() * per_cell);
  std::iota(slots_.begin(), slots_.end(), 0U);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::swap(slots_[i], slots_[i + random.below(static_cast<std::uint32_t>(slots_.size()) - i)]);
    ++mines[static_cast<std::size_t>(cells[slots_[i] / per_cell])];
  }
}

void Drawing::draw(Random& random, std::span<std::int32_t> mines) {
  const Position& position = analysis_.position();
  for (std::size_t i = 0; i < mines.size(); ++i) mines[i] = std::max(position.known()[i], 0);
  auto left = static_cast<std::size_t>(analysis_.mines_left());
  for (std::size_t i = 0; i < analysis_.frontier().components().size(); ++i) {
    const Count& count = analysis_.count(i);
    weights_.assign(count.ways().begin(), count.ways().end());
    for (std::size_t t = 0; t < weights_.size(); ++t)
      weights_[t] *= count.fewest() + t <= left ? onward_[i + 1][left - count.fewest() - t] : 0;
    const std::size_t total = count.fewest() + pick(weights_, random);
    left -= total;
    count.draw(static_cast<std::uint32_t>(total), group_mines_, watch_,
               [&](std::span<const double> weights) { return pick(weights, random); });
    const std::uint32_t first = analysis_.frontier().components()[i].first_group;
    for (std::uint32_t g = 0; g < count.groups(); ++g)
      place(analysis_.frontier().cells(first + g), group_mines_[g], random, mines);
  }
  place(outside_, static_cast<std::uint32_t>(left), random, mines);
}

}  // namespace minemind
