// ShortVector: a vector whose first few values need no memory of their own. Where thousands of short lists are made and
// thrown away, such as the cells around a number, allocating them would take longer than the work itself.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include "core/ranges.hpp"

namespace minemind {

template <class Value, std::size_t few = 8>
class ShortVector {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  using value_type = Value;

  ShortVector() = default;
  ShortVector(std::initializer_list<Value> values) : ShortVector(std::span<const Value>(values)) {}
  ShortVector(std::span<const Value> values) : size_(values.size()) {
    if (size_ > few)
      many_.assign(values.begin(), values.end());
    else
      ranges::copy(values, few_.begin());
  }
  ShortVector(std::size_t size, Value value) : size_(size) {
    if (size_ > few)
      many_.assign(size_, value);
    else
      std::fill_n(few_.begin(), size_, value);
  }
  ShortVector(const std::vector<Value>& values) : ShortVector(std::span<const Value>(values)) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Value* data() { return size_ > few ? many_.data() : few_.data(); }
  const Value* data() const { return size_ > few ? many_.data() : few_.data(); }
  Value* begin() { return data(); }
  Value* end() { return data() + size_; }
  const Value* begin() const { return data(); }
  const Value* end() const { return data() + size_; }
  Value& front() { return *data(); }
  const Value& front() const { return *data(); }
  Value& operator[](std::size_t i) { return data()[i]; }
  const Value& operator[](std::size_t i) const { return data()[i]; }

  void clear() { shrink(0); }
  void push_back(Value value) {
    if (size_ < few) {
      few_[size_] = value;
    } else {
      if (size_ == few) many_.assign(few_.begin(), few_.end());
      many_.push_back(value);
    }
    ++size_;
  }
  void pop_back() { shrink(size_ - 1); }
  // Keeps only the first `size` values.
  void shrink(std::size_t size) {
    if (size_ > few) {
      if (size <= few) std::copy_n(many_.begin(), size, few_.begin());
      many_.resize(size);
    }
    size_ = size;
  }

 private:
  std::size_t size_ = 0;
  std::array<Value, few> few_;  // all values if they fit, else unused: then all are in many_
  std::vector<Value> many_;
};

// Sorts and removes duplicates.
template <class Values>
void sort_uniquely(Values& values) {
  ranges::sort(values);
  const auto rest = std::unique(values.begin(), values.end());
  if constexpr (requires { values.shrink(0); })
    values.shrink(static_cast<std::size_t>(rest - values.begin()));
  else
    values.erase(rest, values.end());
}

}  // namespace minemind
