// Patience: ends long work because of a signal, a deadline or a stop that was set, and raises what it threw in Python.

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

// The seconds to give for work without a deadline.
inline constexpr double no_deadline = 0;

// Ends the work of the threads that have entered it, when another thread sets it or its time is over.
class Stop {
 public:
  explicit Stop(double seconds);

  void set() { is_set_.store(true, std::memory_order_relaxed); }
  bool is_due() const { return is_due(Clock::now()); }
  bool is_due(Clock::time_point now) const { return is_set_.load(std::memory_order_relaxed) || now > end_; }

  // The work that the threads in it have reported, so that a thread that waits can show progress.
  void count(std::uint64_t work) const { work_.fetch_add(work, std::memory_order_relaxed); }
  std::uint64_t work() const { return work_.load(std::memory_order_relaxed); }

  void enter() const { entered = this; }
  static void leave() { entered = nullptr; }

  // The stop that this thread has entered. Python keeps it alive until the thread leaves it.
  static thread_local const Stop* entered;

 private:
  Clock::time_point end_;
  std::atomic<bool> is_set_ = false;
  mutable std::atomic<std::uint64_t> work_ = 0;
};

// The watch over work for Python. It decides only when to give up.
class Patience : public Watch {
 public:
  explicit Patience(double seconds);

 private:
  void look() override;

  Clock::time_point deadline_, next_check_;
  std::uint64_t counted_ = 0;  // how much of its work was reported to the stop
};

// Raises what the engine threw as one of the module's exceptions.
[[noreturn]] void raise_in_python(std::exception_ptr thrown);

// Runs work without the GIL, so that other Python threads can run.
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
