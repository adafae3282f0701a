// PairComparison: the pair rule. If one number needs so many more mines than another that its cells outside the other
// must be full, then the other has no mines outside it.
//
// Every search for a proof compares numbers by this rule, over cells or over variables. Only propagation has its own
// version, in terms of counts that it keeps while it goes over a whole board: see "The pair rule is written twice" in
// docs/decisions.md.

#pragma once

#include <cstdint>
#include <iterator>
#include <span>

#include "core/ranges.hpp"
#include "core/short_vector.hpp"
#include "prove/step.hpp"

namespace minemind {

// Compares two numbers, whose unknowns are cells or variables.
template <class Unknown>
class PairComparison {
 public:
  // `more` is how many more mines the fuller number needs, `capacity` how many an unknown can hold. Both numbers list
  // their unknowns ascending.
  template <class Capacity>
  PairComparison(std::span<const Unknown> fuller, std::span<const Unknown> emptier, std::int64_t more,
                 Capacity capacity)
      : more_(more) {
    ranges::set_difference(fuller, emptier, std::back_inserter(only_fuller));
    ranges::set_difference(emptier, fuller, std::back_inserter(only_emptier));
    is_apart_ = only_fuller.size() == fuller.size();
    for (const Unknown one : only_fuller) room_ += capacity(one);
  }

  ShortVector<Unknown> only_fuller, only_emptier;

  // Whether it follows that `only_fuller` are full and `only_emptier` empty, and there are any.
  bool settles() const { return more_ == room_ && !is_apart_ && !(only_fuller.empty() && only_emptier.empty()); }
  // The fewest mines in one of `only_fuller` that can hold `capacity`.
  std::int64_t least_of_one(std::int64_t capacity) const { return is_apart_ ? 0 : more_ - (room_ - capacity); }

  Technique technique() const {
    return only_fuller.empty() || only_emptier.empty() ? Technique::subset : Technique::overlap;
  }

 private:
  std::int64_t more_, room_ = 0;
  bool is_apart_;  // they share no unknown: each says only what it says by itself
};

}  // namespace minemind
