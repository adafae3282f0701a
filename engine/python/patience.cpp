#include "python/patience.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "count/position.hpp"
#include "python/bindings.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;

// The exceptions of the module, which minemind/_native turns into those of the package.
constexpr const char *contradiction = "Contradiction", *too_hard = "TooHard", *out_of_time = "OutOfTime";

constexpr const char* module_name = "_minemind_engine";

// A limit of at least this many seconds is none: the clock cannot add it without overflow.
constexpr double longest_wait = 1e9;

// How often to ask Python whether a signal came.
constexpr std::chrono::milliseconds between_checks(20);

Clock::time_point in_seconds(double seconds) {
  if (!(seconds > 0 && seconds < longest_wait)) return Clock::time_point::max();
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

[[noreturn]] void raise(const char* name, const nb::object& argument) {
  PyErr_SetObject(nb::module_::import_(module_name).attr(name).ptr(), argument.ptr());
  throw nb::python_error();
}

}  // namespace

thread_local const Stop* Stop::entered = nullptr;

Stop::Stop(double seconds) : end_(in_seconds(seconds)) {}

Patience::Patience(double seconds) : deadline_(in_seconds(seconds)), next_check_(Clock::now() + between_checks) {}

void Patience::look() {
  const auto now = Clock::now();
  if (const Stop* const stop = Stop::entered) {
    stop->count(total() - std::exchange(counted_, total()));
    if (stop->is_due(now)) throw OutOfTime{};
  }
  if (now > deadline_) throw OutOfTime{};
  if (now < next_check_) return;
  next_check_ = now + between_checks;
  const nb::gil_scoped_acquire acquired;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void raise_in_python(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const minemind::Contradiction& met) {
    nb::list numbers;
    for (const std::int32_t cell : met.numbers) numbers.append(cell);
    raise(contradiction, numbers);
  } catch (const TooHard& hard) {
    raise(too_hard, nb::make_tuple(hard.states, hard.cell));
  } catch (const OutOfTime&) {
    raise(out_of_time, nb::none());
  }
}

void bind_patience(nb::module_& module) {
  for (const char* name : {contradiction, too_hard, out_of_time}) {
    const std::string full = std::string(module_name) + "." + name;
    module.attr(name) = nb::steal(PyErr_NewException(full.c_str(), PyExc_Exception, nullptr));
  }
  nb::class_<Stop>(module, "Stop")
      .def(nb::init<double>(), "seconds"_a)
      .def("set", &Stop::set)
      .def("enter", &Stop::enter)
      .def_static("leave", &Stop::leave)
      .def_prop_ro("work", &Stop::work)
      .def_prop_ro("is_due", nb::overload_cast<>(&Stop::is_due, nb::const_));
}

}  // namespace minemind::python
