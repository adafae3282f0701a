#include "count.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "order.hpp"

namespace minemind {
namespace {

// Fields of a fixed width in a few words: what each open constraint still needs.
template <std::size_t Words>
using Key = std::array<std::uint64_t, Words>;

struct Field {
  std::uint32_t word, shift;
};

// Finds the states of one layer by their keys. Few states are searched one by one, many by open addressing.
template <std::size_t Words>
class Index {
 public:
  void clear() {
    keys.clear();
    if (hashed_) std::fill(slots_.begin(), slots_.end(), empty);
    hashed_ = false;
  }

  // The number of the key in this layer, a new one if it was not there.
  std::uint32_t find(const Key<Words>& key) {
    if (!hashed_) {
      for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] == key) return static_cast<std::uint32_t>(i);
      keys.push_back(key);
      if (keys.size() > few) rehash(4 * few);
      return static_cast<std::uint32_t>(keys.size() - 1);
    }
    std::size_t at = hash(key) & mask_;
    for (; slots_[at] != empty; at = (at + 1) & mask_)
      if (keys[slots_[at]] == key) return slots_[at];
    const auto number = static_cast<std::uint32_t>(keys.size());
    slots_[at] = number;
    keys.push_back(key);
    if (2 * keys.size() > slots_.size()) rehash(2 * slots_.size());
    return number;
  }

  std::vector<Key<Words>> keys;

 private:
  static constexpr std::uint32_t empty = UINT32_MAX;
  static constexpr std::size_t few = 16;  // a power of two, as the table is

  static std::size_t hash(const Key<Words>& key) {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : key) {
      mixed = (mixed ^ word) * 0x9E3779B97F4A7C15;
      mixed ^= mixed >> 32;
    }
    return static_cast<std::size_t>(mixed);
  }

  void rehash(std::size_t size) {
    size = std::max(size, slots_.size());
    slots_.assign(size, empty);
    mask_ = size - 1;
    hashed_ = true;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      std::size_t at = hash(keys[i]) & mask_;
      while (slots_[at] != empty) at = (at + 1) & mask_;
      slots_[at] = static_cast<std::uint32_t>(i);
    }
  }

  std::vector<std::uint32_t> slots_;
  std::size_t mask_ = 0;
  bool hashed_ = false;
};

// What deciding one group does to a constraint that sees it.
struct Touched {
  Field field;
  std::uint32_t rest;    // slots of its groups that are decided later
  std::uint32_t opened;  // what it needs if this is its first group, else 0
};

// The groups in order, and where each constraint keeps its need while it is open.
struct Plan {
  Plan(const Shape& shape, const std::vector<std::uint32_t>& groups_in_order);

  const Shape& shape;
  const std::vector<std::uint32_t>& order;
  std::vector<std::uint32_t> offsets{0};
  std::vector<Touched> touched;  // group by group, in order
  std::uint64_t field_mask;
  std::uint32_t words;
};

Plan::Plan(const Shape& shape_, const std::vector<std::uint32_t>& groups_in_order)
    : shape(shape_), order(groups_in_order) {
  const std::uint32_t most = *std::max_element(shape.need.begin(), shape.need.end());
  const auto bits = static_cast<std::uint32_t>(std::bit_width(most));
  const std::uint32_t fields_per_word = 64 / bits;
  field_mask = (std::uint64_t{1} << bits) - 1;
  std::vector<std::uint32_t> rest(shape.constraints(), 0), field_of(shape.constraints(), UINT32_MAX), unused;
  for (std::uint32_t c = 0; c < shape.constraints(); ++c)
    for (const std::uint32_t g : shape.scope(c)) rest[c] += shape.capacity[g];
  std::uint32_t fields = 0;
  for (const std::uint32_t g : order) {
    for (const std::uint32_t c : shape.seen_by(g)) {
      const bool opens = field_of[c] == UINT32_MAX;
      if (opens && unused.empty()) unused.push_back(fields++);
      if (opens) field_of[c] = unused.back(), unused.pop_back();
      rest[c] -= shape.capacity[g];
      const Field field{field_of[c] / fields_per_word, field_of[c] % fields_per_word * bits};
      touched.push_back({field, rest[c], opens ? shape.need[c] : 0});
    }
    offsets.push_back(static_cast<std::uint32_t>(touched.size()));
    // A constraint whose last group this is needs nothing afterwards: its field is zero and free for another.
    for (const std::uint32_t c : shape.seen_by(g))
      if (rest[c] == 0) unused.push_back(field_of[c]);
  }
  words = (fields + fields_per_word - 1) / fields_per_word;
}

}  // namespace

// Doubles hold the counts of a component of this many slots without overflow; larger ones are scaled layer by layer.
constexpr std::uint32_t slots_in_a_double = 900;
constexpr double too_large = 0x1p400;

// States that are expanded between two looks at the watch: well under a millisecond.
constexpr std::uint32_t look_every = 1024;

Count::Count(std::span<const std::uint32_t> signature, Watch& watch) {
  const Shape shape(signature);
  const std::vector<std::uint32_t> order = elimination_order(shape);
  const Plan plan(shape, order);
  capacity_ = shape.capacity;
  per_cell_ = shape.per_cell;
  std::uint32_t slots = 0;
  for (const std::uint32_t c : capacity_) slots += c;
  is_large_ = slots > slots_in_a_double;
  starts_.assign(1, 0);
  for (const std::uint32_t capacity : capacity_) starts_.push_back(starts_.back() + capacity + 1);
  if (plan.words <= 1)
    expand<1>(plan, watch);
  else if (plan.words <= 2)
    expand<2>(plan, watch);
  else if (plan.words <= 4)
    expand<4>(plan, watch);
  else if (plan.words <= 16)
    expand<16>(plan, watch);
  else
    throw TooHard{};
  watch.look();
  lay_out_terms();
  if (!has_solution()) return;
  accumulate(watch);
  find_possible();
}

template <std::size_t Words, class Plan>
void Count::expand(const Plan& plan, Watch& watch) {
  Index<Words> here, next;
  here.keys.push_back({});
  states_.push_back({0, 0, 0, 0});
  std::size_t terms = 1;
  for (std::size_t i = 0; i < plan.order.size(); ++i) {
    const std::uint32_t group = plan.order[i], capacity = plan.shape.capacity[group];
    const auto touched = std::span(plan.touched).subspan(plan.offsets[i], plan.offsets[i + 1] - plan.offsets[i]);
    Key<Words> opened{}, one_mine{};
    for (const Touched& t : touched) {
      opened[t.field.word] += std::uint64_t{t.opened} << t.field.shift;
      one_mine[t.field.word] += std::uint64_t{1} << t.field.shift;
    }
    const auto first_here = static_cast<std::uint32_t>(states_.size() - here.keys.size());
    const auto first_next = static_cast<std::uint32_t>(states_.size());
    layers_.push_back({group, first_here, static_cast<std::uint32_t>(weights_.size())});
    add_weights(capacity);
    next.clear();
    for (std::uint32_t s = 0; s < here.keys.size(); ++s) {
      Key<Words> key = here.keys[s];
      for (std::size_t w = 0; w < Words; ++w) key[w] += opened[w];
      std::uint32_t least = 0, most = capacity;
      for (const Touched& t : touched) {
        const auto need = static_cast<std::uint32_t>(key[t.field.word] >> t.field.shift & plan.field_mask);
        most = std::min(most, need);
        if (need > t.rest) least = std::max(least, need - t.rest);
      }
      if (s % look_every == 0) {
        watch.look();
        check_size(terms, watch);
      }
      const State from = states_[first_here + s];
      states_[first_here + s].first_step = static_cast<std::uint32_t>(steps_.size());
      for (std::size_t w = 0; w < Words; ++w) key[w] -= least * one_mine[w];
      for (std::uint32_t x = least; x <= most; ++x) {
        const std::uint32_t to = first_next + next.find(key);
        if (to == states_.size()) states_.push_back({0, from.fewest + x, 0, from.most + x});
        State& state = states_[to];
        state.fewest = std::min(state.fewest, from.fewest + x);
        state.most = std::max(state.most, from.most + x);
        steps_.push_back({to, x});
        for (std::size_t w = 0; w < Words; ++w) key[w] -= one_mine[w];
      }
    }
    for (std::size_t s = first_next; s < states_.size(); ++s) terms += states_[s].most - states_[s].fewest + 1;
    check_size(terms, watch);
    std::swap(here, next);
  }
  layers_.push_back({0, static_cast<std::uint32_t>(states_.size() - here.keys.size()), 0});
  // The state after all groups has no steps, and one more says where the last steps and terms end.
  const auto end = static_cast<std::uint32_t>(steps_.size());
  if (!here.keys.empty()) states_.back().first_step = end;
  states_.push_back({end, 0, 0, 0});
}

// Terms are kept twice while the component is weighed: once counted forward and once back.
void Count::check_size(std::size_t terms, const Watch& watch) const {
  const std::size_t needed =
      states_.size() * 2 * sizeof(State) + steps_.size() * sizeof(Step) + 2 * terms * sizeof(double);
  if (needed > watch.most_bytes) throw TooHard{0, states_.size()};
}

// The ways to put x mines into the slots of a group, scaled where they would not fit a double.
void Count::add_weights(std::uint32_t capacity) {
  double ways = 1;
  if (capacity > slots_in_a_double) ways = 0x1p-900;
  for (std::uint32_t x = 0; x <= capacity; ++x) {
    weights_.push_back(ways);
    ways = ways * (capacity - x) / (x + 1);
  }
}

void Count::lay_out_terms() {
  std::uint32_t terms = 0;
  for (State& state : states_) {
    state.first_term = terms;
    terms += state.most - state.fewest + 1;
  }
}

// Carries what states hold over all their steps, layer by layer; `step` says what arrives.
template <class Term, class Arrive, class AfterLayer>
void Count::forward(std::vector<Term>& terms, Arrive arrive, AfterLayer after_layer) const {
  terms.assign(states_.back().first_term, Term{0});
  terms[0] = 1;
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    const Layer& layer = layers_[i];
    for (std::uint32_t s = layer.first_state; s < layers_[i + 1].first_state; ++s) {
      const State& from = states_[s];
      const Term* source = terms.data() + from.first_term;
      const std::uint32_t width = from.most - from.fewest + 1;
      for (std::uint32_t step = from.first_step; step < states_[s + 1].first_step; ++step) {
        const auto [to, x] = steps_[step];
        Term* target = terms.data() + states_[to].first_term + (from.fewest + x - states_[to].fewest);
        for (std::uint32_t t = 0; t < width; ++t) target[t] = arrive(target[t], source[t], layer.weights + x);
      }
    }
    after_layer(i);
  }
}

void Count::accumulate(Watch& watch) {
  forward(
      terms_, [this](double there, double here, std::size_t weight) { return there + weights_[weight] * here; },
      [&](std::size_t i) {
        watch.look();
        if (is_large_) scale(terms_, layers_[i + 1].first_state, end_of_layer(i + 1));
      });
  fewest_ = states_[final_state()].fewest;
  ways_.assign(terms_.begin() + states_[final_state()].first_term, terms_.end());
}

std::vector<std::uint8_t> Count::totals() const {
  std::vector<std::uint8_t> reached;
  forward(
      reached,
      [](std::uint8_t there, std::uint8_t here, std::size_t) { return static_cast<std::uint8_t>(there | here); },
      [](std::size_t) {});
  return {reached.begin() + states_[final_state()].first_term, reached.end()};
}

std::vector<std::uint64_t> Count::ways_modulo(std::uint64_t prime) const {
  std::vector<std::uint64_t> weights, remainders;
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    // A row of Pascal's triangle, from the one before it.
    const std::size_t first = weights.size(), capacity = capacity_[layers_[i].group];
    weights.resize(first + capacity + 1, 0);
    weights[first] = 1;
    for (std::size_t row = 1; row <= capacity; ++row)
      for (std::size_t x = row; x > 0; --x) weights[first + x] = (weights[first + x] + weights[first + x - 1]) % prime;
  }
  forward(
      remainders,
      [&](std::uint64_t there, std::uint64_t here, std::size_t weight) {
        return (there + weights[weight] * here) % prime;
      },
      [](std::size_t) {});
  return {remainders.begin() + states_[final_state()].first_term, remainders.end()};
}

// What can still be reached: a step counts if it leads to a state from which the end can be reached.
void Count::find_possible() {
  std::vector<std::uint8_t> lives(states_.size(), 0);
  lives[final_state()] = 1;
  possible_.assign(starts_.back(), 0);
  for (std::size_t i = layers_.size() - 1; i-- > 0;) {
    const Layer& layer = layers_[i];
    for (std::uint32_t s = layer.first_state; s < layers_[i + 1].first_state; ++s)
      for (std::uint32_t step = states_[s].first_step; step < states_[s + 1].first_step; ++step) {
        if (!lives[steps_[step].to]) continue;
        lives[s] = 1;
        possible_[starts_[layer.group] + steps_[step].mines] = 1;
      }
  }
}

std::vector<std::uint8_t> Count::possible(std::span<const std::uint8_t> allowed) const {
  std::vector<std::uint8_t> reached, back(states_.back().first_term, 0), found(starts_.back(), 0);
  forward(
      reached,
      [](std::uint8_t there, std::uint8_t here, std::size_t) { return static_cast<std::uint8_t>(there | here); },
      [](std::size_t) {});
  std::copy(allowed.begin(), allowed.end(), back.begin() + states_[final_state()].first_term);
  backward([&](std::size_t i, const State& from, const Step& step, std::size_t target, std::uint32_t width) {
    std::uint8_t any = 0;
    for (std::uint32_t t = 0; t < width; ++t) {
      any = static_cast<std::uint8_t>(any | (reached[from.first_term + t] & back[target + t]));
      back[from.first_term + t] |= back[target + t];
    }
    found[starts_[layers_[i].group] + step.mines] |= any;
  });
  return found;
}

// Visits every step, last layer first; `target` is where the terms of its state's window stand in the state it leads
// to.
template <class Visit>
void Count::backward(Visit visit) const {
  for (std::size_t i = layers_.size() - 1; i-- > 0;)
    for (std::uint32_t s = layers_[i].first_state; s < layers_[i + 1].first_state; ++s) {
      const State& from = states_[s];
      for (std::uint32_t at = from.first_step; at < states_[s + 1].first_step; ++at) {
        const Step& step = steps_[at];
        const State& to = states_[step.to];
        const std::size_t target = to.first_term + (from.fewest + step.mines - to.fewest);
        visit(i, from, step, target, from.most - from.fewest + 1);
      }
    }
}

// Brings the polynomials of some states down together, by a power of two, so that nothing else changes.
void Count::scale(std::vector<double>& terms, std::uint32_t first, std::uint32_t last) const {
  const auto begin = terms.begin() + states_[first].first_term, end = terms.begin() + states_[last].first_term;
  if (begin == end) return;
  const double largest = *std::max_element(begin, end);
  if (largest < too_large) return;
  const double factor = std::ldexp(1.0, -std::ilogb(largest));
  std::for_each(begin, end, [factor](double& term) { term *= factor; });
}

void Count::distribute(std::span<const double> weight, std::vector<double>& distribution, Watch& watch) const {
  std::vector<double> back(terms_.size(), 0.0);
  std::copy(weight.begin(), weight.end(), back.begin() + states_[final_state()].first_term);
  distribution.assign(starts_.back(), 0.0);
  std::size_t layer = layers_.size() - 1;
  backward([&](std::size_t i, const State& from, const Step& step, std::size_t target, std::uint32_t width) {
    if (i < layer) {
      watch.look();
      layer = i;
      if (is_large_) scale(back, layers_[i + 1].first_state, end_of_layer(i + 1));
    }
    const double ways = weights_[layers_[i].weights + step.mines];
    const double* const ahead = terms_.data() + from.first_term;
    const double* const there = back.data() + target;
    double* const here = back.data() + from.first_term;
    double share = 0;
    for (std::uint32_t t = 0; t < width; ++t) {
      share += ahead[t] * there[t];
      here[t] += ways * there[t];
    }
    distribution[starts_[layers_[i].group] + step.mines] += ways * share;
  });
}

const Count::Rest& Count::rest() const {
  std::call_once(rest_made_, [this] {
    const std::size_t count = states_.size() - 1;
    std::vector<std::uint32_t> most(count, 0);
    rest_.fewest.assign(count, UINT32_MAX);
    rest_.fewest[final_state()] = 0;
    backward([&](std::size_t, const State& from, const Step& step, std::size_t, std::uint32_t) {
      if (rest_.fewest[step.to] == UINT32_MAX) return;
      const auto s = static_cast<std::size_t>(&from - states_.data());
      rest_.fewest[s] = std::min(rest_.fewest[s], rest_.fewest[step.to] + step.mines);
      most[s] = std::max(most[s], most[step.to] + step.mines);
    });
    rest_.first.assign(count + 1, 0);
    for (std::size_t s = 0; s < count; ++s)
      rest_.first[s + 1] = rest_.first[s] + (rest_.fewest[s] == UINT32_MAX ? 0 : most[s] - rest_.fewest[s] + 1);
    rest_.ways.assign(rest_.first.back(), 0.0);
    rest_.ways[rest_.first[final_state()]] = 1;
    backward([&](std::size_t i, const State& from, const Step& step, std::size_t, std::uint32_t) {
      if (rest_.fewest[step.to] == UINT32_MAX) return;
      const auto s = static_cast<std::size_t>(&from - states_.data());
      const double ways = weights_[layers_[i].weights + step.mines];
      const std::uint32_t shift = rest_.fewest[step.to] + step.mines - rest_.fewest[s];
      for (std::uint32_t t = rest_.first[step.to]; t < rest_.first[step.to + 1]; ++t)
        rest_.ways[rest_.first[s] + shift + (t - rest_.first[step.to])] += ways * rest_.ways[t];
    });
  });
  return rest_;
}

// Between the first and the last group that has a share, states also remember the mines near the cell. Before, and
// after, everything is as it was counted.
std::vector<std::vector<double>> Count::beside(std::span<const Share> shares) const {
  std::size_t first = layers_.size(), last = 0, most = 0;
  std::vector<const Share*> share_of(layers_.size(), nullptr);
  for (const Share& share : shares) {
    std::size_t i = 0;
    while (layers_[i].group != share.group) ++i;
    share_of[i] = &share;
    first = std::min(first, i);
    last = std::max(last, i);
    most += std::size_t{share.neighbours} * per_cell_;
  }
  const std::size_t numbers = most + 1;
  // For each state of a layer, number by number, the terms of its window.
  const auto at = [&](const State& s, std::size_t base) { return (s.first_term - base) * numbers; };
  std::vector<double> here, next, split;
  std::size_t base = states_[layers_[first].first_state].first_term;
  here.assign(at(states_[layers_[first + 1].first_state], base), 0.0);
  for (std::uint32_t s = layers_[first].first_state; s < layers_[first + 1].first_state; ++s)
    std::copy(terms_.begin() + states_[s].first_term, terms_.begin() + states_[s + 1].first_term,
              here.begin() + static_cast<std::ptrdiff_t>(at(states_[s], base)));
  for (std::size_t i = first; i <= last; ++i) {
    const std::uint32_t end = end_of_layer(i + 1);
    const std::size_t next_base = states_[layers_[i + 1].first_state].first_term;
    next.assign(at(states_[end], next_base), 0.0);
    const std::uint32_t capacity = capacity_[layers_[i].group];
    split_ways(share_of[i], capacity, split);
    const std::size_t near = share_of[i] ? share_of[i]->neighbours * per_cell_ : 0;
    for (std::uint32_t s = layers_[i].first_state; s < layers_[i + 1].first_state; ++s) {
      const State& from = states_[s];
      const std::uint32_t width = from.most - from.fewest + 1;
      for (std::uint32_t step = from.first_step; step < states_[s + 1].first_step; ++step) {
        const auto [to, x] = steps_[step];
        const State& target = states_[to];
        const std::uint32_t target_width = target.most - target.fewest + 1, shift = from.fewest + x - target.fewest;
        for (std::size_t y = 0; y <= std::min<std::size_t>(near, x); ++y) {
          const double ways = split[x * (near + 1) + y];
          if (ways == 0) continue;
          for (std::size_t j = 0; j + y < numbers; ++j) {
            const double* source = here.data() + at(from, base) + j * width;
            double* sink = next.data() + at(target, next_base) + (j + y) * target_width + shift;
            for (std::uint32_t t = 0; t < width; ++t) sink[t] += ways * source[t];
          }
        }
      }
    }
    base = next_base;
    here.swap(next);
  }
  std::vector<std::vector<double>> found(numbers, std::vector<double>(ways_.size(), 0.0));
  const Rest& onward = rest();
  const std::uint32_t end = end_of_layer(last + 1);
  for (std::uint32_t s = layers_[last + 1].first_state; s < end; ++s) {
    if (onward.fewest[s] == UINT32_MAX) continue;
    const State& state = states_[s];
    const std::uint32_t width = state.most - state.fewest + 1;
    for (std::size_t j = 0; j < numbers; ++j)
      for (std::uint32_t t = 0; t < width; ++t) {
        const double ways = here[at(state, base) + j * width + t];
        if (ways == 0) continue;
        double* sink = found[j].data() + (state.fewest + t + onward.fewest[s] - fewest_);
        for (std::uint32_t r = onward.first[s]; r < onward.first[s + 1]; ++r)
          sink[r - onward.first[s]] += ways * onward.ways[r];
      }
  }
  return found;
}

// The ways to put x mines into a group of which y lie near the cell, at x * (near + 1) + y, none of them in the cell.
void Count::split_ways(const Share* share, std::uint32_t capacity, std::vector<double>& split) const {
  const std::uint32_t near = share ? share->neighbours * per_cell_ : 0;
  const std::uint32_t far = capacity - near - (share && share->has_cell ? per_cell_ : 0);
  split.assign(std::size_t{capacity + 1} * (near + 1), 0.0);
  double near_ways = 1;
  for (std::uint32_t y = 0; y <= near; ++y) {
    double ways = near_ways;
    for (std::uint32_t z = 0; z <= far && y + z <= capacity; ++z) {
      split[std::size_t{y + z} * (near + 1) + y] = ways;
      ways = ways * (far - z) / (z + 1);
    }
    near_ways = near_ways * (near - y) / (y + 1);
  }
}

std::size_t Count::bytes() const {
  return sizeof *this + terms_.size() * sizeof(double) + steps_.size() * sizeof(Step) + states_.size() * sizeof(State);
}

}  // namespace minemind
