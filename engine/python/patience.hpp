// Patience: what ends long work, and how Python hears of it: its signals, a deadline, or a stop that somebody set.

#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>

#include "core/watch.hpp"

namespace minemind::python {

namespace nb = nanobind;

using Clock = std::chrono::steady_clock;

// Seconds for work that has no deadline of its own.
inline constexpr double no_deadline = 0;

// Ends from outside whatever the threads do that have entered it: when another thread sets it, or when time is over.
class Stop {
 public:
  explicit Stop(double seconds);

  void set() { is_set_.store(true, std::memory_order_relaxed); }
  bool is_due() const { return is_due(Clock::now()); }
  bool is_due(Clock::time_point now) const { return is_set_.load(std::memory_order_relaxed) || now > end_; }

  // The work that the threads in it have reported, for whoever waits and wants to see that something happens.
  void count(std::uint64_t work) const { work_.fetch_add(work, std::memory_order_relaxed); }
  std::uint64_t work() const { return work_.load(std::memory_order_relaxed); }

  void enter() const { entered = this; }
  static void leave() { entered = nullptr; }

  // The stop of this thread. Python keeps it alive until the thread leaves it.
  static thread_local const Stop* entered;

 private:
  Clock::time_point end_;
  std::atomic<bool> is_set_ = false;
  mutable std::atomic<std::uint64_t> work_ = 0;
};

// Decides nothing but when to give up.
class Patience : public Watch {
 public:
  explicit Patience(double seconds);

 private:
  void look() override;

  Clock::time_point deadline_, next_check_;
  std::uint64_t counted_ = 0;  // of its work, by the stop
};

// Raises what the engine threw as one of the module's exceptions.
[[noreturn]] void raise_in_python(std::exception_ptr thrown);

// Runs work while other Python threads may run.
template <class Work>
auto guarded(Work work) {
  std::exception_ptr thrown;
  try {
    const nb::gil_scoped_release released;
    return work();
  } catch (...) {
    thrown = std::current_exception();
  }
  raise_in_python(thrown);
}

}  // namespace minemind::python
