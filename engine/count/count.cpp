#include "count/count.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <type_traits>

#include "core/thread_scratch.hpp"
#include "count/elimination_plan.hpp"
#include "count/state_index.hpp"

namespace minemind {

namespace {

// States that are expanded between two checks of memory use.
constexpr std::uint32_t check_every = 1024;

std::uint32_t slots_of(std::span<const std::uint32_t> signature) {
  return signature[0] * std::accumulate(signature.begin() + 3, signature.begin() + 3 + signature[1], 0U);
}

// The states of two adjacent layers by their keys.
template <std::size_t Words>
struct LayerIndexes {
  StateIndex<Words> here, next;

  bool is_bulky() const { return here.is_bulky() || next.is_bulky(); }
};

// The terms of a backward pass.
struct Terms {
  std::vector<double> back;

  bool is_bulky() const { return back.capacity() > 1 << 16; }
};

}  // namespace

struct Count::Draft {
  void start(const ComponentShape& shape) {
    layers.clear();
    states.clear();
    steps.clear();
    terms.clear();
    weights.clear();
    possible.clear();
    starts.assign(1, 0);
    for (const std::uint32_t capacity : shape.capacity) starts.push_back(starts.back() + capacity + 1);
  }
  // The ways to put x mines into the slots of a group.
  void add_weights(std::uint32_t capacity) {
    double ways = 1;
    for (std::uint32_t x = 0; x <= capacity; ++x) {
      weights.push_back(ways);
      ways = ways * (capacity - x) / (x + 1);
    }
  }
  void assign_terms() {
    std::uint32_t count = 0;
    for (State& state : states) {
      state.first_term = count;
      count += state.most - state.fewest + 1;
    }
  }
  // Terms are kept twice while the component is weighed: those of the forward and of the backward pass.
  void check_size(std::size_t term_count, std::size_t keys, const Watch& watch) const {
    const std::size_t needed =
        states.size() * 2 * sizeof(State) + steps.size() * sizeof(Step) + 2 * term_count * sizeof(double) + 2 * keys;
    if (needed > watch.most_bytes) throw TooHard{states.size()};
  }
  bool is_bulky() const { return std::max({states.capacity(), steps.capacity(), terms.capacity()}) > 1 << 16; }

  std::vector<Layer> layers;
  std::vector<State> states;
  std::vector<Step> steps;
  std::vector<double> terms, weights;
  std::vector<std::size_t> starts;
  std::vector<std::uint8_t> possible, can_end;
};

Count::Count(std::span<const std::uint32_t> signature, Watch& watch) {
  if (slots_of(signature) > most_slots) throw TooHard{};
  ThreadScratch<EliminationPlan> scratch;
  EliminationPlan& plan = *scratch;
  plan.make(signature, watch);
  per_cell_ = plan.shape.per_cell;
  ThreadScratch<Draft> draft;
  draft->start(plan.shape);
  if (plan.words <= 1)
    expand<1>(plan, *draft, watch);
  else if (plan.words <= 2)
    expand<2>(plan, *draft, watch);
  else if (plan.words <= 4)
    expand<4>(plan, *draft, watch);
  else if (plan.words <= 16)
    expand<16>(plan, *draft, watch);
  else
    throw TooHard{};
  draft->assign_terms();
  layers_ = draft->layers;
  states_ = draft->states;
  steps_ = draft->steps;
  weights_ = draft->weights;
  starts_ = draft->starts;
  if (has_solution()) {
    accumulate(*draft, watch);
    find_possible(*draft, watch);
  }
  keep(*draft);
}

// Copies everything from the draft into one block of memory.
void Count::keep(const Draft& draft) {
  const auto each = [&](auto use) {  // widest types first, so that all are aligned
    use(draft.terms, terms_), use(draft.weights, weights_), use(draft.starts, starts_), use(draft.states, states_);
    use(draft.steps, steps_), use(draft.layers, layers_), use(draft.possible, possible_);
  };
  each([&](const auto& from, const auto&) { memory_bytes_ += std::as_bytes(std::span(from)).size(); });
  memory_ = std::make_unique<std::byte[]>(memory_bytes_);
  std::byte* to = memory_.get();
  each([&]<class Value>(const std::vector<Value>& from, std::span<const Value>& kept) {
    static_assert(std::is_trivially_copyable_v<Value>);
    kept = {reinterpret_cast<const Value*>(to), from.size()};
    std::uninitialized_copy(from.begin(), from.end(), reinterpret_cast<Value*>(to));
    to += kept.size_bytes();
  });
}

template <std::size_t Words>
void Count::expand(const EliminationPlan& plan, Draft& draft, Watch& watch) {
  std::vector<Layer>& layers = draft.layers;
  std::vector<State>& states = draft.states;
  std::vector<Step>& steps = draft.steps;
  ThreadScratch<LayerIndexes<Words>> indexes;
  auto& [here, next] = *indexes;
  here.clear();
  here.keys.push_back({});
  states.push_back({0, 0, 0, 0});
  std::size_t terms = 1;
  for (std::size_t i = 0; i < plan.order.size(); ++i) {
    const std::uint32_t group = plan.order[i], capacity = plan.shape.capacity[group];
    const auto touched = std::span(plan.touched).subspan(plan.offsets[i], plan.offsets[i + 1] - plan.offsets[i]);
    StateKey<Words> opened{}, one_mine{};
    for (const Touched& t : touched) {
      opened[t.field.word] += std::uint64_t{t.opened} << t.field.shift;
      one_mine[t.field.word] += std::uint64_t{1} << t.field.shift;
    }
    const auto first_here = static_cast<std::uint32_t>(states.size() - here.keys.size());
    const auto first_next = static_cast<std::uint32_t>(states.size());
    layers.push_back({group, first_here, static_cast<std::uint32_t>(draft.weights.size())});
    draft.add_weights(capacity);
    next.clear();
    for (std::uint32_t s = 0; s < here.keys.size(); ++s) {
      StateKey<Words> key = here.keys[s];
      for (std::size_t w = 0; w < Words; ++w) key[w] += opened[w];
      std::uint32_t least = 0, most = capacity;
      for (const Touched& t : touched) {
        const auto need = static_cast<std::uint32_t>(key[t.field.word] >> t.field.shift & plan.field_mask);
        most = std::min(most, need);
        if (need > t.rest) least = std::max(least, need - t.rest);
      }
      watch.spend(1 + most - std::min(least, most));
      if (s % check_every == check_every - 1)
        draft.check_size(terms, (here.keys.size() + next.keys.size()) * sizeof(StateKey<Words>), watch);
      const State from = states[first_here + s];
      states[first_here + s].first_step = static_cast<std::uint32_t>(steps.size());
      for (std::size_t w = 0; w < Words; ++w) key[w] -= least * one_mine[w];
      for (std::uint32_t x = least; x <= most; ++x) {
        const std::uint32_t to = first_next + next.find(key);
        if (to == states.size()) states.push_back({0, from.fewest + x, 0, from.most + x});
        State& state = states[to];
        state.fewest = std::min(state.fewest, from.fewest + x);
        state.most = std::max(state.most, from.most + x);
        steps.push_back({to, x});
        for (std::size_t w = 0; w < Words; ++w) key[w] -= one_mine[w];
      }
    }
    for (std::size_t s = first_next; s < states.size(); ++s) terms += states[s].most - states[s].fewest + 1;
    draft.check_size(terms, (here.keys.size() + next.keys.size()) * sizeof(StateKey<Words>), watch);
    std::swap(here, next);
  }
  layers.push_back({0, static_cast<std::uint32_t>(states.size() - here.keys.size()), 0});
  // The final state has no steps, and one entry more says where the last steps and terms end.
  const auto end = static_cast<std::uint32_t>(steps.size());
  if (!here.keys.empty()) states.back().first_step = end;
  states.push_back({end, 0, 0, 0});
}

// Carries the terms of the states along all steps, layer by layer; `arrive` combines the term that is already there
// with the one that a step brings.
template <class Term, class Arrive>
void Count::forward(std::vector<Term>& terms, Watch& watch, Arrive arrive) const {
  fill_with_zeros(terms, states_.back().first_term, watch);
  terms[0] = 1;
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    const Layer& layer = layers_[i];
    for (std::uint32_t s = layer.first_state; s < layers_[i + 1].first_state; ++s) {
      const State& from = states_[s];
      const Term* source = terms.data() + from.first_term;
      const std::uint32_t width = from.most - from.fewest + 1;
      watch.spend(std::size_t{width} * (states_[s + 1].first_step - from.first_step));
      for (std::uint32_t step = from.first_step; step < states_[s + 1].first_step; ++step) {
        const auto [to, x] = steps_[step];
        Term* target = terms.data() + states_[to].first_term + (from.fewest + x - states_[to].fewest);
        for (std::uint32_t t = 0; t < width; ++t) target[t] = arrive(target[t], source[t], layer.weights + x);
      }
    }
  }
}

void Count::accumulate(Draft& draft, Watch& watch) {
  forward(draft.terms, watch,
          [this](double there, double here, std::size_t weight) { return there + weights_[weight] * here; });
  terms_ = draft.terms;
  fewest_ = states_[final_state()].fewest;
}

std::vector<std::uint8_t> Count::reached(Watch& watch) const {
  std::vector<std::uint8_t> reached;
  forward(reached, watch,
          [](std::uint8_t there, std::uint8_t here, std::size_t) { return static_cast<std::uint8_t>(there | here); });
  return reached;
}

std::vector<std::uint8_t> Count::totals(Watch& watch) const {
  const std::vector<std::uint8_t> reached = this->reached(watch);
  return {reached.begin() + states_[final_state()].first_term, reached.end()};
}

std::vector<std::uint64_t> Count::ways_modulo(std::uint64_t prime, Watch& watch) const {
  std::vector<std::uint64_t> weights, remainders;
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    // A row of Pascal's triangle, from the one before it.
    const std::size_t first = weights.size(), capacity = this->capacity(layers_[i].group);
    weights.resize(first + capacity + 1, 0);
    weights[first] = 1;
    watch.spend(capacity * capacity);
    for (std::size_t row = 1; row <= capacity; ++row)
      for (std::size_t x = row; x > 0; --x) weights[first + x] = (weights[first + x] + weights[first + x - 1]) % prime;
  }
  forward(remainders, watch, [&](std::uint64_t there, std::uint64_t here, std::size_t weight) {
    return (there + weights[weight] * here) % prime;
  });
  return {remainders.begin() + states_[final_state()].first_term, remainders.end()};
}

// A step is possible if the end can be reached from the state that it leads to.
void Count::find_possible(Draft& draft, Watch& watch) {
  find_completable(draft.can_end, watch);
  draft.possible.assign(starts_.back(), 0);
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i)
    for (std::uint32_t step = states_[layers_[i].first_state].first_step;
         step < states_[layers_[i + 1].first_state].first_step; ++step)
      if (draft.can_end[steps_[step].to]) draft.possible[starts_[layers_[i].group] + steps_[step].mines] = 1;
}

// Which states can reach the end.
std::vector<std::uint8_t> Count::completable(Watch& watch) const {
  std::vector<std::uint8_t> can_end;
  find_completable(can_end, watch);
  return can_end;
}

void Count::find_completable(std::vector<std::uint8_t>& can_end, Watch& watch) const {
  can_end.assign(states_.size(), 0);
  can_end[final_state()] = 1;
  for (std::size_t i = layers_.size() - 1; i-- > 0;)
    for (std::uint32_t s = layers_[i].first_state; s < layers_[i + 1].first_state; ++s) {
      watch.spend(states_[s + 1].first_step - states_[s].first_step);
      for (std::uint32_t step = states_[s].first_step; step < states_[s + 1].first_step && !can_end[s]; ++step)
        can_end[s] = can_end[steps_[step].to];
    }
}

std::vector<std::uint8_t> Count::possible(std::span<const std::uint8_t> allowed, Watch& watch) const {
  const std::vector<std::uint8_t> reached = this->reached(watch);
  std::vector<std::uint8_t> back, found(starts_.back(), 0);
  fill_with_zeros(back, states_.back().first_term, watch);
  std::copy(allowed.begin(), allowed.end(), back.begin() + states_[final_state()].first_term);
  backward(watch, [&](std::size_t i, const State& from, const Step& step, std::size_t target, std::uint32_t width) {
    std::uint8_t any = 0;
    for (std::uint32_t t = 0; t < width; ++t) {
      any = static_cast<std::uint8_t>(any | (reached[from.first_term + t] & back[target + t]));
      back[from.first_term + t] |= back[target + t];
    }
    found[starts_[layers_[i].group] + step.mines] |= any;
  });
  return found;
}

void Count::distribute(std::span<const double> weight, std::vector<double>& distribution, Watch& watch) const {
  ThreadScratch<Terms> scratch;
  std::vector<double>& back = scratch->back;
  fill_with_zeros(back, terms_.size(), watch);
  std::copy(weight.begin(), weight.end(), back.begin() + states_[final_state()].first_term);
  distribution.assign(starts_.back(), 0.0);
  backward(watch, [&](std::size_t i, const State& from, const Step& step, std::size_t target, std::uint32_t width) {
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

std::span<const double> Count::mines_by_total(Watch& watch) const {
  return mines_by_total_.get([&] {
    const std::size_t totals = ways().size();
    auto mines = std::make_unique<std::vector<double>>(groups() * totals, 0.0);
    std::vector<double> weight(totals, 0.0), distribution;
    for (std::size_t total = 0; total < totals; ++total) {
      weight[total] = 1;
      distribute(weight, distribution, watch);
      weight[total] = 0;
      for (std::uint32_t g = 0; g < groups(); ++g)
        for (std::uint32_t x = 1; x <= capacity(g); ++x) (*mines)[g * totals + total] += x * distribution[start(g) + x];
    }
    return mines;
  });
}

std::size_t Count::bytes() const {
  // The completions are made later, if at all, and then take about as much as the terms.
  return sizeof *this + memory_bytes_ + terms_.size_bytes();
}

}  // namespace minemind
