// Arrays: how numbers pass between numpy and the engine, without copying where possible.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace minemind::python {

namespace nb = nanobind;

// An array of 32-bit integers that Python passes in, read in place and kept alive.
//
// It uses the buffer protocol: nanobind's own arrays would ask for DLPack, which at first refuses read-only arrays such
// as those of a board. Asking twice takes as long as analysing a small board.
class Indices {
 public:
  // Returns false if it is not such an array.
  bool read(PyObject* given) noexcept {
    auto buffer = std::make_unique<Py_buffer>();
    if (PyObject_GetBuffer(given, buffer.get(), PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
      PyErr_Clear();
      return false;
    }
    buffer_ = {buffer.release(), [](Py_buffer* read) {
                 PyBuffer_Release(read);
                 delete read;
               }};
    const std::string_view format = buffer_->format;
    return buffer_->ndim == 1 && buffer_->itemsize == sizeof(std::int32_t) && (format == "i" || format == "l");
  }

  const std::int32_t* data() const { return static_cast<const std::int32_t*>(buffer_->buf); }
  std::size_t size() const { return static_cast<std::size_t>(buffer_->shape[0]); }

 private:
  std::shared_ptr<Py_buffer> buffer_;
};

inline std::span<const std::int32_t> view(const Indices& array) { return {array.data(), array.size()}; }

template <class Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;

// Hands values over to Python as an array of the numbers they consist of; Python frees them with the array.
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

namespace nanobind::detail {

template <>
struct type_caster<minemind::python::Indices> {
  // In the stubs it has the name of nanobind's own arrays.
  NB_TYPE_CASTER(minemind::python::Indices,
                 (type_caster<ndarray<const std::int32_t, ndim<1>, c_contig, device::cpu>>::Name))

  bool from_python(handle given, std::uint32_t, cleanup_list*) noexcept { return value.read(given.ptr()); }
};

}  // namespace nanobind::detail
