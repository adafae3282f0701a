// Mean: the running mean of a sequence of numbers, and its margin of error.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace minemind {

// Half the width of a 95 % interval, in standard errors.
inline constexpr double errors_95 = 1.96;

class Mean {
 public:
  void add(double value) {
    sum_ += value;
    squares_ += value * value;
    ++count_;
  }
  std::size_t count() const { return count_; }
  double value() const { return sum_ / static_cast<double>(count_); }
  // The standard error of the mean; needs at least two numbers.
  double error() const {
    const auto n = static_cast<double>(count_);
    return std::sqrt(std::max(0.0, squares_ / n - value() * value()) / (n - 1));
  }
  double margin() const { return errors_95 * error(); }

 private:
  double sum_ = 0, squares_ = 0;
  std::size_t count_ = 0;
};

}  // namespace minemind
