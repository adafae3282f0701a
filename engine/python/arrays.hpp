// Arrays: how numbers pass between numpy and the engine, without being copied where that can be.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace minemind::python {

namespace nb = nanobind;

using Indices = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;

inline std::span<const std::int32_t> view(const Indices& array) { return {array.data(), array.size()}; }

inline void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

// Hands values over to Python as an array of the numbers they are made of; Python frees them with the array.
template <class Number, class Value>
Array<Number> hand_over_as(std::vector<Value> values) {
  static_assert(sizeof(Value) % sizeof(Number) == 0);
  auto kept = std::make_unique<std::vector<Value>>(std::move(values));
  auto* const data = reinterpret_cast<Number*>(kept->data());
  const std::size_t size = kept->size() * (sizeof(Value) / sizeof(Number));
  nb::capsule owner(kept.release(), [](void* vector) noexcept { delete static_cast<std::vector<Value>*>(vector); });
  return {data, {size}, owner};
}

template <class Number>
Array<Number> hand_over(std::vector<Number> numbers) {
  return hand_over_as<Number>(std::move(numbers));
}

}  // namespace minemind::python
