#include "analysis/sampler.hpp"

#include <algorithm>
#include <numeric>

#include "core/ranges.hpp"

namespace minemind {
namespace {

// Random words of this many bits give numbers between 0 and 1 that a double holds exactly.
constexpr int mantissa_bits = 53;

// Slots that are written between two calls of the watch.
constexpr std::size_t slots_at_once = 1 << 16;

void scale(std::span<double> weights) {
  const double largest = *ranges::max_element(weights);
  if (largest > 0)
    for (double& weight : weights) weight /= largest;
}

// The ways to choose each number of slots from `low` to `high`, tilted, the largest about 1. By ratios of neighbours,
// which are the same on every machine, and from the largest on, so that nothing overflows.
Polynomial tilted_choices(std::int64_t slots, std::int64_t low, std::int64_t high, double tilt) {
  Polynomial ways{low, Polynomial::Terms(static_cast<std::size_t>(high - low) + 1, 0.0)};
  const std::int64_t least = std::max<std::int64_t>(low, 0), most = std::min(high, slots);
  if (least > most) return ways;
  const auto balance = static_cast<std::int64_t>(static_cast<double>(slots) * (tilt / (1 + tilt)));
  const std::int64_t top = std::clamp(balance, least, most);
  ways[top] = 1;
  for (std::int64_t x = top; x < most; ++x)
    ways[x + 1] = ways[x] * tilt * static_cast<double>(slots - x) / static_cast<double>(x + 1);
  for (std::int64_t x = top; x > least; --x)
    ways[x - 1] = ways[x] / tilt * static_cast<double>(x) / static_cast<double>(slots - x + 1);
  return ways;
}

// An index, with these weights, which are not all zero.
std::size_t pick_one(std::span<const double> weights, Random& random) {
  double drawn = static_cast<double>(random.next() >> (64 - mantissa_bits)) /
                 static_cast<double>(std::uint64_t{1} << mantissa_bits);
  drawn *= std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    if (drawn < weights[i]) return i;
    drawn -= weights[i];
  }
  return last;  // rounding left something over
}

}  // namespace

Sampler::Sampler(const Analysis& analysis, Watch& watch) : analysis_(analysis), watch_(watch) {
  const Position& position = analysis.position();
  watch.spend(position.known().size());
  outside_ = analysis.cells_outside();
  // Before a component is drawn, the ones before it hold no fewer mines than they must and no more than they can.
  const std::size_t components = analysis.frontier().components().size();
  std::int64_t high = analysis.mines_left(), low = high;
  for (std::size_t i = 0; i < components; ++i) {
    high -= analysis.count(i).fewest();
    low -= analysis.count(i).fewest() + static_cast<std::int64_t>(analysis.count(i).ways().size()) - 1;
  }
  const double tilt = analysis.totals().tilt();
  const std::int64_t slots = static_cast<std::int64_t>(outside_.size()) * position.per_cell();
  onward_.push_back(tilted_choices(slots, low, high, tilt));
  ways_.resize(components);
  for (std::size_t i = components; i-- > 0;) {
    std::vector<double>& ways = ways_[i];
    ways.assign(analysis.count(i).ways().begin(), analysis.count(i).ways().end());
    tilt_by(tilt, ways);
    const Polynomial& after = onward_.back();
    const std::size_t range = ways.size() - 1;
    Polynomial before{after.low + static_cast<std::int64_t>(analysis.count(i).fewest() + range),
                      Polynomial::Terms(after.terms.size() - range, 0.0)};
    for (std::size_t left = 0; left < before.terms.size(); ++left) {
      watch.spend(ways.size());
      for (std::size_t t = 0; t <= range; ++t) before.terms[left] += ways[t] * after.terms[left + range - t];
    }
    scale(before.terms);
    onward_.push_back(std::move(before));
  }
  ranges::reverse(onward_);
}

std::size_t Sampler::pick(std::span<const double> weights, Random& random) const {
  // Rather no solution than a wrong one, where all weights were too small for a double.
  if (ranges::all_of(weights, [](double weight) { return !(weight > 0); }))
    throw TooHard{0, analysis_.position().graph().cells.front()};
  return pick_one(weights, random);
}

// A random choice of this many slots of these cells, each as likely as any other.
void Sampler::place(std::span<const Cell> cells, std::uint32_t count, Random& random, CellSpan<std::int32_t> mines) {
  const auto per_cell = static_cast<std::uint32_t>(analysis_.position().per_cell());
  const std::size_t slots = cells.size() * per_cell;
  slots_.clear();
  slots_.reserve(slots);
  while (slots_.size() < slots) {
    const std::size_t first = slots_.size();
    slots_.resize(std::min(slots, first + slots_at_once));
    std::iota(slots_.begin() + static_cast<std::ptrdiff_t>(first), slots_.end(), static_cast<std::uint32_t>(first));
    watch_.spend(slots_.size() - first);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    watch_.spend(1);
    std::swap(slots_[i], slots_[i + random.below(static_cast<std::uint32_t>(slots) - i)]);
    ++mines[cells[slots_[i] / per_cell]];
  }
}

void Sampler::draw(Random& random, CellSpan<std::int32_t> mines) {
  const Position& position = analysis_.position();
  watch_.spend(mines.size());
  ranges::transform(position.known(), mines.begin(), [](std::int32_t known) { return std::max(known, 0); });
  std::int64_t left = analysis_.mines_left();
  for (std::size_t i = 0; i < analysis_.frontier().components().size(); ++i) {
    const Count& count = analysis_.count(i);
    const Polynomial& after = onward_[i + 1];
    weights_ = ways_[i];
    watch_.spend(weights_.size());
    for (std::size_t t = 0; t < weights_.size(); ++t)
      weights_[t] *= after[left - count.fewest() - static_cast<std::int64_t>(t)];
    const std::size_t total = count.fewest() + pick(weights_, random);
    left -= static_cast<std::int64_t>(total);
    count.draw(static_cast<std::uint32_t>(total), group_mines_, watch_,
               [&](std::span<const double> weights) { return pick(weights, random); });
    const std::uint32_t first = analysis_.frontier().components()[i].first_group;
    for (std::uint32_t g = 0; g < count.groups(); ++g)
      place(analysis_.frontier().cells(first + g), group_mines_[g], random, mines);
  }
  place(outside_, static_cast<std::uint32_t>(left), random, mines);
}

// The solutions in which a cell is free.
struct ConditionalSampler::GivenFree {
  GivenFree(const Analysis& whole, Cell cell, CountCache& cache, Watch& watch)
      : analysis(whole.position().assume_free(cell, watch), whole.prior(), cache, watch), sampler(analysis, watch) {}

  Analysis analysis;
  Sampler sampler;
};

ConditionalSampler::ConditionalSampler(const Analysis& analysis, CountCache& cache, Watch& watch)
    : analysis_(analysis), cache_(cache), watch_(watch), sampler_(analysis, watch) {}

ConditionalSampler::~ConditionalSampler() = default;

// If the first draw leaves the cell free it serves, and it is the same for every cell that is asked for.
void ConditionalSampler::draw_free(Cell cell, Random& random, CellSpan<std::int32_t> mines) {
  sampler_.draw(random, mines);
  if (mines[cell] == 0) return;
  auto& given_free = given_free_[cell];
  if (!given_free) given_free = std::make_unique<GivenFree>(analysis_, cell, cache_, watch_);
  given_free->sampler.draw(random, mines);
}

// Where a draw leaves no cell free, by Karp and Luby: draw a cell by its probability to be free, then a solution in
// which it is, and accept a solution with n free cells once in n times, since n cells lead to it. On average this takes
// no more draws than such a solution has free cells.
void ConditionalSampler::draw_unfinished(Random& random, CellSpan<std::int32_t> mines) {
  sampler_.draw(random, mines);
  if (free_cells(mines) > 0) return;
  if (hidden_.empty())
    for (const Cell cell : analysis_.position().graph().cells)
      if (analysis_.position().known(cell) != open) {
        hidden_.push_back(cell);
        free_probabilities_.push_back(analysis_.free_probability(cell));
      }
  const double any = std::accumulate(free_probabilities_.begin(), free_probabilities_.end(), 0.0);
  if (!(any > 0)) throw TooHard{0, hidden_.front()};  // all of them are too small for a double
  do {
    watch_.spend(hidden_.size());
    GivenFree(analysis_, hidden_[pick_one(free_probabilities_, random)], cache_, watch_).sampler.draw(random, mines);
  } while (random.below(free_cells(mines)) > 0);
}

std::uint32_t ConditionalSampler::free_cells(CellSpan<const std::int32_t> mines) const {
  const Position& position = analysis_.position();
  return static_cast<std::uint32_t>(ranges::count_if(
      position.graph().cells, [&](Cell cell) { return position.known(cell) != open && mines[cell] == 0; }));
}

}  // namespace minemind
