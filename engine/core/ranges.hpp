// Ranges: the algorithms over whole ranges that the engine uses.
//
// They are the standard library's where it has them. The compiler that builds the web page's module comes with an older
// library; for that one, the algorithms that the engine calls are defined here, with the same names and meanings.

#pragma once

#include <algorithm>
#include <version>

#ifdef __cpp_lib_ranges

namespace minemind {
namespace ranges = std::ranges;
}

#else

#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

namespace minemind::ranges {

// An order that compares the projections of its arguments.
template <class Order, class Projection>
auto by(Order& order, Projection& projection) {
  return [&](const auto& a, const auto& b) { return order(std::invoke(projection, a), std::invoke(projection, b)); };
}

template <class Range, class Condition>
bool any_of(Range&& range, Condition condition) {
  return std::any_of(std::begin(range), std::end(range), condition);
}

template <class Range, class Condition>
bool all_of(Range&& range, Condition condition) {
  return std::all_of(std::begin(range), std::end(range), condition);
}

template <class Range, class Condition>
bool none_of(Range&& range, Condition condition) {
  return std::none_of(std::begin(range), std::end(range), condition);
}

template <class Range, class Work>
void for_each(Range&& range, Work work) {
  for (auto&& value : range) work(value);
}

template <class Range, class Value>
auto count(Range&& range, const Value& value) {
  return std::count(std::begin(range), std::end(range), value);
}

template <class Range, class Condition>
auto count_if(Range&& range, Condition condition) {
  return std::count_if(std::begin(range), std::end(range), condition);
}

template <class Range, class Value, class Projection = std::identity>
auto find(Range&& range, const Value& value, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range),
                      [&](const auto& each) { return std::invoke(projection, each) == value; });
}

template <class Range, class Condition>
auto find_if(Range&& range, Condition condition) {
  return std::find_if(std::begin(range), std::end(range), condition);
}

template <class Range, class Values>
auto find_first_of(Range&& range, Values&& values) {
  return std::find_first_of(std::begin(range), std::end(range), std::begin(values), std::end(values));
}

template <class Range, class Value>
bool binary_search(Range&& range, const Value& value) {
  return std::binary_search(std::begin(range), std::end(range), value);
}

template <class Range, class Value>
auto lower_bound(Range&& range, const Value& value) {
  return std::lower_bound(std::begin(range), std::end(range), value);
}

template <class A, class B>
bool equal(A&& a, B&& b) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b));
}

template <class A, class B>
bool lexicographical_compare(A&& a, B&& b) {
  return std::lexicographical_compare(std::begin(a), std::end(a), std::begin(b), std::end(b));
}

template <class Range, class Order = std::less<>, class Projection = std::identity>
auto max_element(Range&& range, Order order = {}, Projection projection = {}) {
  return std::max_element(std::begin(range), std::end(range), by(order, projection));
}

template <class Range, class Order = std::less<>, class Projection = std::identity>
auto min_element(Range&& range, Order order = {}, Projection projection = {}) {
  return std::min_element(std::begin(range), std::end(range), by(order, projection));
}

// Heap sort: a tenth of the code that the library's sort generates for every type of element, and ranges are short.
template <class Range, class Order = std::less<>, class Projection = std::identity>
void sort(Range&& range, Order order = {}, Projection projection = {}) {
  std::make_heap(std::begin(range), std::end(range), by(order, projection));
  std::sort_heap(std::begin(range), std::end(range), by(order, projection));
}

// Sorts indices, with ties broken by index, and then moves the elements.
template <class Range, class Order = std::less<>, class Projection = std::identity>
void stable_sort(Range&& range, Order order = {}, Projection projection = {}) {
  const auto is_before = by(order, projection);
  std::vector<std::size_t> places(range.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  ranges::sort(places, [&](std::size_t a, std::size_t b) {
    return is_before(range[a], range[b]) || (a < b && !is_before(range[b], range[a]));
  });
  std::vector<std::decay_t<decltype(range[0])> > sorted;
  sorted.reserve(range.size());
  for (const std::size_t place : places) sorted.push_back(std::move(range[place]));
  std::move(sorted.begin(), sorted.end(), std::begin(range));
}

template <class Range>
void reverse(Range&& range) {
  std::reverse(std::begin(range), std::end(range));
}

template <class Range, class Value>
void fill(Range&& range, const Value& value) {
  std::fill(std::begin(range), std::end(range), value);
}

template <class Range, class Condition, class Value>
void replace_if(Range&& range, Condition condition, const Value& value) {
  std::replace_if(std::begin(range), std::end(range), condition, value);
}

template <class Range, class Output>
void copy(Range&& range, Output output) {
  std::copy(std::begin(range), std::end(range), output);
}

template <class Range, class Output, class Condition>
void copy_if(Range&& range, Output output, Condition condition) {
  std::copy_if(std::begin(range), std::end(range), output, condition);
}

template <class Range, class Output, class Work>
void transform(Range&& range, Output output, Work work) {
  std::transform(std::begin(range), std::end(range), output, work);
}

template <class A, class B, class Output>
void set_difference(A&& a, B&& b, Output output) {
  std::set_difference(std::begin(a), std::end(a), std::begin(b), std::end(b), output);
}

template <class A, class B, class Output>
void set_union(A&& a, B&& b, Output output) {
  std::set_union(std::begin(a), std::end(a), std::begin(b), std::end(b), output);
}

}  // namespace minemind::ranges

#endif
