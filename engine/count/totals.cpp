#include "count/totals.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <utility>

namespace minemind {
namespace {

// The fast path of tilt_by(): changes nothing and returns false if a power or a term comes near the ends of a double's
// range, which few do. Scaling by a power of two changes no digit, so the result is the same to the last bit, in a
// third of the time.
bool tilt_within_range(double tilt, std::span<double> terms) {
  constexpr double least = 0x1p-500, most = 0x1p500;
  double power = 1, largest = 0, smallest = most;
  for (const double term : terms) {
    if (!(power > least && power < most)) return false;
    const double tilted = term * power;
    largest = std::max(largest, tilted);
    if (term > 0) smallest = std::min(smallest, tilted);
    power *= tilt;
  }
  if (!(smallest > least && largest > 0 && largest < most)) return false;
  int exponent = 0;
  std::frexp(largest, &exponent);
  const double scale = std::ldexp(1.0, -exponent);
  power = 1;
  for (double& term : terms) {
    term = term * power * scale;
    power *= tilt;
  }
  return true;
}

}  // namespace

// The exponents of the powers are kept apart: over hundreds of terms the powers would leave the range of a double.
void tilt_by(double tilt, std::span<double> terms) {
  if (tilt_within_range(tilt, terms)) return;
  const auto for_all = [&](auto use) {
    double power = 1;
    int exponent = 0, by = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (terms[i] > 0) {
        const double tilted = std::frexp(terms[i] * power, &by);
        use(i, tilted, exponent + by);
      }
      power = std::frexp(power * tilt, &by);
      exponent += by;
    }
  };
  int highest = INT_MIN;
  for_all([&](std::size_t, double, int exponent) { highest = std::max(highest, exponent); });
  for_all([&](std::size_t i, double tilted, int exponent) { terms[i] = std::ldexp(tilted, exponent - highest); });
}

namespace {

// Ranges of totals up to this size are kept whole. Where a board has thousands of components, the far ends are cut off:
// with the weights centred, what is cut is less than `negligible` of the largest term.
constexpr std::size_t kept_whole = 1024;
constexpr double negligible = 0x1p-180;

// The tilt never leaves these bounds: a wider one would drive the terms of a long polynomial out of a double's range.
constexpr double largest_tilt = 0x1p20;

void trim(Polynomial& p) {
  if (p.terms.size() <= kept_whole) return;
  const double least = negligible * *std::max_element(p.terms.begin(), p.terms.end());
  const auto matters = [least](double term) { return term >= least; };
  const auto first = std::find_if(p.terms.begin(), p.terms.end(), matters);
  const auto last = std::find_if(std::reverse_iterator(p.terms.end()), std::reverse_iterator(first), matters).base();
  p.low += first - p.terms.begin();
  p.terms = Polynomial::Terms(std::span(first, last));
}

// Scales the largest term to about one, by a power of two, so that no digit changes.
void normalise(std::span<double> terms) {
  const double largest = *std::max_element(terms.begin(), terms.end());
  if (largest <= 0) return;
  const double factor = std::ldexp(1.0, -std::ilogb(largest));
  for (double& term : terms) term *= factor;
}

}  // namespace

Polynomial product(const Polynomial& a, const Polynomial& b, Watch& watch) {
  Polynomial p{a.low + b.low, Polynomial::Terms(a.terms.size() + b.terms.size() - 1, 0.0)};
  const std::span<const double> more = b.terms;
  double* sums = p.terms.data();
  for (const double term : a.terms) {
    watch.spend(more.size());
    for (std::size_t j = 0; j < more.size(); ++j) sums[j] += term * more[j];
    ++sums;
  }
  normalise(p.terms);
  trim(p);
  return p;
}

namespace {

// The weight of each total of `part` when `other` holds the rest: f(s) = sum over u of other(u) whole(s + u).
Polynomial weights_of(const Polynomial& whole, const Polynomial& other, const Polynomial& part, Watch& watch) {
  Polynomial f{part.low, Polynomial::Terms(part.terms.size(), 0.0)};
  const double *of_other = other.terms.data(), *of_whole = whole.terms.data();
  for (std::size_t s = 0; s < f.terms.size(); ++s) {
    const std::int64_t shift = f.low + static_cast<std::int64_t>(s) + other.low - whole.low;
    const std::int64_t first = std::max<std::int64_t>(0, -shift);
    const std::int64_t last =
        std::min(static_cast<std::int64_t>(other.terms.size()), static_cast<std::int64_t>(whole.terms.size()) - shift);
    watch.spend(other.terms.size());
    double sum = 0;
    for (std::int64_t u = first; u < last; ++u) sum += of_other[u] * of_whole[shift + u];
    f.terms[s] = sum;
  }
  normalise(f.terms);
  return f;
}

// Multiplies adjacent parts in pairs, level by level, up to the product of all; then passes the weights from the top
// down to each part. All levels share one vector: there are thousands of small trees.
class ProductTree {
 public:
  ProductTree(std::vector<Polynomial> parts, Watch& watch) : watch_(watch), nodes_(std::move(parts)) {
    levels_.push_back({0, nodes_.size()});
    nodes_.reserve(2 * nodes_.size());
    for (Level below = levels_.front(); below.size > 1; below = {below.first + below.size, (below.size + 1) / 2}) {
      const std::size_t end = below.first + below.size;
      for (std::size_t i = below.first; i + 1 < end; i += 2)
        nodes_.push_back(product(nodes_[i], nodes_[i + 1], watch_));
      if (below.size % 2) nodes_.push_back(nodes_[end - 1]);
      levels_.push_back({end, nodes_.size() - end});
    }
  }

  const Polynomial& all() const { return nodes_.back(); }

  // The weights of the parts, given those of the whole.
  std::vector<Polynomial> down(Polynomial whole) const {
    std::vector<Polynomial> weights(nodes_.size());
    weights.back() = std::move(whole);
    for (std::size_t level = levels_.size() - 1; level-- > 0;) {
      const auto [first, size] = levels_[level];
      for (std::size_t i = 0; i < size; ++i) {
        const Polynomial& above = weights[levels_[level + 1].first + i / 2];
        const std::size_t sibling = i ^ 1;
        weights[first + i] =
            sibling < size ? weights_of(above, nodes_[first + sibling], nodes_[first + i], watch_) : above;
      }
    }
    weights.resize(levels_.front().size);
    return weights;
  }

 private:
  struct Level {
    std::size_t first, size;
  };

  Watch& watch_;
  std::vector<Polynomial> nodes_;
  ShortVector<Level> levels_;
};

// The mean number of mines above `low`, under a tilt.
double mean(const Polynomial& p, double tilt) {
  Polynomial::Terms terms = p.terms;
  tilt_by(tilt, terms);
  double sum = 0, moment = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    sum += terms[i];
    moment += terms[i] * static_cast<double>(i);
  }
  return moment / sum;
}

// The tilt under which the parts and the outside hold the right number of mines on average. Then the terms that matter
// lie around the middle of every polynomial, however many there are. Bisection by square roots, which are the same on
// any machine.
double centring_tilt(const std::vector<Polynomial>& parts, double mines, double slots, Watch& watch) {
  double low = 1 / largest_tilt, high = largest_tilt;
  for (int i = 0; i < 50; ++i) {
    const double tilt = std::sqrt(low * high);
    double expected = slots * tilt / (1 + tilt);
    for (const Polynomial& part : parts) {
      watch.spend(8 * part.terms.size());
      expected += static_cast<double>(part.low) + mean(part, tilt);
    }
    (expected < mines ? low : high) = tilt;
  }
  return std::sqrt(low * high);
}

// For each total of `all`, the ways to put the rest of the mines outside, divided by the tilt; the largest is one.
Polynomial outside_ways(const Polynomial& all, std::int64_t mines, std::int64_t slots, double tilt) {
  Polynomial ways{all.low, Polynomial::Terms(all.terms.size(), 0.0)};
  const std::int64_t low = std::max(all.low, mines - slots), high = std::min(all.high(), mines);
  if (low > high) return ways;
  // With one more mine inside, the ways change by this factor, which is above one at first and then below.
  const auto factor = [&](std::int64_t total) {
    return static_cast<double>(mines - total) / (static_cast<double>(slots - mines + total + 1) * tilt);
  };
  std::int64_t top = low;
  for (std::int64_t from = low, to = high; from < to;) {
    const std::int64_t middle = from + (to - from) / 2;
    if (factor(middle) > 1)
      from = middle + 1;
    else
      to = middle;
    top = from;
  }
  ways[top] = 1;
  for (std::int64_t total = top; total < high; ++total) ways[total + 1] = ways[total] * factor(total);
  for (std::int64_t total = top; total > low; --total) ways[total - 1] = ways[total] / factor(total - 1);
  return ways;
}

}  // namespace

Totals Totals::counted(std::vector<Polynomial> parts, std::int64_t mines, std::int64_t outside_slots, Watch& watch) {
  Totals totals;
  totals.mines_ = mines;
  totals.slots_ = outside_slots;
  if (parts.empty()) {
    totals.all_ = {0, {1.0}};
    totals.outside_mean_ = static_cast<double>(mines);
    return totals;
  }
  std::int64_t range = 0;
  double inside = 0;
  for (Polynomial& part : parts) {
    normalise(part.terms);
    range += part.high() - part.low;
    inside += static_cast<double>(part.high());
  }
  const double spread = std::max(1.0, inside + static_cast<double>(outside_slots - mines));
  double tilt = std::clamp(static_cast<double>(mines) / spread, 1 / largest_tilt, largest_tilt);
  if (range > 64) tilt = centring_tilt(parts, static_cast<double>(mines), static_cast<double>(outside_slots), watch);
  totals.tilt_ = tilt;
  for (Polynomial& part : parts) tilt_by(tilt, part.terms);
  const ProductTree tree(std::move(parts), watch);
  const Polynomial& all = tree.all();
  Polynomial outside = outside_ways(all, mines, outside_slots, tilt);
  totals.all_ = outside;
  double weight = 0, moment = 0;
  for (std::size_t i = 0; i < outside.terms.size(); ++i) {
    totals.all_.terms[i] *= all.terms[i];
    weight += totals.all_.terms[i];
    moment += totals.all_.terms[i] * static_cast<double>(mines - all.low - static_cast<std::int64_t>(i));
  }
  totals.outside_mean_ = moment / weight;
  totals.weights_ = tree.down(std::move(outside));
  for (Polynomial& part : totals.weights_) tilt_by(tilt, part.terms);
  return totals;
}

Totals Totals::independent(std::vector<Polynomial> parts, double odds) {
  Totals totals;
  for (Polynomial& part : parts) {
    std::fill(part.terms.begin(), part.terms.end(), 1.0);
    tilt_by(odds, part.terms);
  }
  totals.weights_ = std::move(parts);
  return totals;
}

double Totals::outside_free(std::int64_t per_cell, Watch& watch) const {
  double weight = 0, free = 0;
  for (std::size_t i = 0; i < all_.terms.size(); ++i) {
    const std::int64_t mines = mines_ - all_.low - static_cast<std::int64_t>(i);
    watch.spend(static_cast<std::size_t>(per_cell));
    double all_empty = 1;
    for (std::int64_t slot = 0; slot < per_cell; ++slot)
      all_empty *=
          static_cast<double>(std::max<std::int64_t>(0, slots_ - mines - slot)) / static_cast<double>(slots_ - slot);
    weight += all_.terms[i];
    free += all_.terms[i] * all_empty;
  }
  return free / weight;
}

namespace {

using Reached = std::vector<std::uint8_t>;

// The sums of two sets of numbers, each given by which of 0, 1, 2, … it holds.
Reached sums(const Reached& a, const Reached& b, Watch& watch) {
  Reached both(a.size() + b.size() - 1, 0);
  for (std::size_t j = 0; j < b.size(); ++j) {
    watch.spend(a.size());
    for (std::size_t i = 0; b[j] && i < a.size(); ++i) both[i + j] |= a[i];
  }
  return both;
}

// Tells whether any number of a set lies between two bounds, from how many lie below each.
class Between {
 public:
  explicit Between(const Reached& set) : below_(set.size() + 1, 0) {
    for (std::size_t i = 0; i < set.size(); ++i) below_[i + 1] = below_[i] + set[i];
  }

  bool any(std::int64_t low, std::int64_t high) const {
    const auto end = static_cast<std::int64_t>(below_.size()) - 1;
    low = std::clamp<std::int64_t>(low, 0, end);
    high = std::clamp<std::int64_t>(high + 1, low, end);
    return below_[static_cast<std::size_t>(high)] > below_[static_cast<std::size_t>(low)];
  }

 private:
  std::vector<std::uint32_t> below_;
};

}  // namespace

FeasibleTotals feasible_totals(const std::vector<std::vector<std::uint8_t>>& parts, std::int64_t mines,
                               std::int64_t outside_slots, Watch& watch) {
  std::vector<Reached> after(parts.size() + 1, {1});
  for (std::size_t i = parts.size(); i-- > 0;) after[i] = sums(after[i + 1], parts[i], watch);
  FeasibleTotals feasible;
  for (std::size_t total = 0; total < after[0].size(); ++total) {
    const std::int64_t left = mines - static_cast<std::int64_t>(total);
    if (!after[0][total] || left < 0 || left > outside_slots) continue;
    feasible.most_outside = std::max(feasible.most_outside, left);
    feasible.fewest_outside = left;
  }
  Reached before{1};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Between rest(after[i + 1]);
    Reached& allowed = feasible.allowed.emplace_back(parts[i].size(), 0);
    for (std::size_t t = 0; t < parts[i].size(); ++t) {
      watch.spend(before.size());
      for (std::size_t u = 0; parts[i][t] && !allowed[t] && u < before.size(); ++u) {
        const std::int64_t left = mines - static_cast<std::int64_t>(t + u);
        if (before[u] && rest.any(left - outside_slots, left)) allowed[t] = 1;
      }
    }
    before = sums(before, parts[i], watch);
  }
  return feasible;
}

}  // namespace minemind
