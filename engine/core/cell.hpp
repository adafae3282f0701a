// Cell: an index, and the containers that hold one value for every index.
//
// A cell is signed, as in the arrays that come from Python, where -1 stands for "no cell"; the standard containers want
// unsigned indices. The conversion happens here, and a position in a list cannot be mistaken for a cell: the compiler
// warns of the narrowing.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace minemind {

using Cell = std::int32_t;

// A vector with one value per cell. It adds no data, so deriving from a class without a virtual destructor is safe.
template <class Value>
class CellVector : public std::vector<Value> {
 public:
  using std::vector<Value>::vector;
  CellVector() = default;
  CellVector(std::vector<Value> values) : std::vector<Value>(std::move(values)) {}

  decltype(auto) operator[](Cell cell) { return std::vector<Value>::operator[](static_cast<std::size_t>(cell)); }
  decltype(auto) operator[](Cell cell) const { return std::vector<Value>::operator[](static_cast<std::size_t>(cell)); }
};

// A view of one value per cell.
template <class Value>
class CellSpan : public std::span<Value> {
 public:
  using std::span<Value>::span;
  constexpr CellSpan() = default;
  constexpr CellSpan(std::span<Value> values) : std::span<Value>(values) {}

  constexpr Value& operator[](Cell cell) const { return std::span<Value>::operator[](static_cast<std::size_t>(cell)); }
};

}  // namespace minemind
