// PairComparison: the pair rule. Two numbers of which one needs so many mines more that its cells outside the other are
// full: then the other has none outside it.
//
// Every search for a proof compares numbers by this rule, whatever it calls their cells. Only propagation states it
// once more, in counts that it keeps while it goes over a whole board: "The pair rule stands twice" in
// docs/decisions.md.

#pragma once

#include <cstdint>
#include <iterator>
#include <span>

#include "core/ranges.hpp"
#include "core/short_vector.hpp"
#include "prove/step.hpp"

namespace minemind {

// What one number is compared with, and how many mines more it needs. Its unknowns are cells, or variables.
template <class Unknown>
class PairComparison {
 public:
  // `capacity` says how many mines an unknown can hold; both numbers have theirs ascending.
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

  // Whether `only_fuller` are full and `only_emptier` empty, and that says something.
  bool settles() const { return more_ == room_ && !is_apart_ && !(only_fuller.empty() && only_emptier.empty()); }
  // How many mines one of `only_fuller` holds at least if it can hold so many.
  std::int64_t least_of_one(std::int64_t capacity) const { return is_apart_ ? 0 : more_ - (room_ - capacity); }

  Technique technique() const {
    return only_fuller.empty() || only_emptier.empty() ? Technique::subset : Technique::overlap;
  }

 private:
  std::int64_t more_, room_ = 0;
  bool is_apart_;  // they share nothing: each is a number by itself
};

}  // namespace minemind
