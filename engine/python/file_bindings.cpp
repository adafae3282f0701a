// Files: recorded games of other programs, read and written, and the clicks in them.

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/recording.hpp"
#include "python/bindings.hpp"
#include "python/handles.hpp"
#include "review/mouse.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;

nb::bytes as_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

Bytes view_bytes(const nb::bytes& file) { return {static_cast<const std::uint8_t*>(file.data()), file.size()}; }

template <Recording read(Bytes)>
Recording read_in_python(const nb::bytes& file) {
  try {
    return read(view_bytes(file));
  } catch (const BadFile& bad) {
    PyErr_SetObject(nb::module_::import_("_minemind_engine").attr("BadFile").ptr(),
                    nb::make_tuple(bad.what, bad.offset).ptr());
    throw nb::python_error();
  }
}

// The package's names for what a first click guarantees, and for how names are encoded.
constexpr std::array promise_names{"any", "safe", "opening"};
constexpr std::array encoding_names{"", "utf8", "windows"};

Promise promise_named(std::string_view name) {
  const auto found = std::ranges::find(promise_names, name);
  require(found != promise_names.end(), "no such promise");
  return static_cast<Promise>(found - promise_names.begin());
}

// Cell, kind, whether flagged, and milliseconds of every click, one after the other.
Array<std::int32_t> clicks_in_python(const GraphHandle& on, const Indices& mines, const Indices& events,
                                     std::int32_t pixels, bool has_marks) {
  const Graph graph = on.look();
  check_one_each(graph, view(mines), "a mine count for every cell");
  require(pixels > 0, "cells of no size");
  const std::vector<MouseEvent> given = checked_events(view(events));
  return hand_over_as<std::int32_t>(clicks_of({graph, view(mines), on.cols(), pixels, has_marks}, given));
}

// A recording to write to a file.
Recording recording_of(std::int32_t rows, std::int32_t cols, const Indices& mines, const Indices& events) {
  require(rows > 0 && cols > 0 && mines.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols),
          "a mine count for every cell");
  Recording recording;
  recording.rows = rows, recording.cols = cols;
  recording.mines.assign(view(mines).begin(), view(mines).end());
  recording.events = checked_events(view(events));
  return recording;
}

}  // namespace

void bind_files(nb::module_& module) {
  module.attr("BadFile") = nb::steal(PyErr_NewException("_minemind_engine.BadFile", PyExc_Exception, nullptr));
  nb::class_<Recording>(module, "Recording")
      .def_ro("rows", &Recording::rows)
      .def_ro("cols", &Recording::cols)
      .def_prop_ro(
          "mines", [](const Recording& of) { return hand_over(of.mines); }, nb::rv_policy::automatic)
      .def_rw("pixels", &Recording::pixels)
      .def_rw("has_marks", &Recording::has_marks)
      .def_prop_rw(
          "promise", [](const Recording& of) { return promise_names[static_cast<std::size_t>(of.promise)]; },
          [](Recording& of, std::string_view name) { of.promise = promise_named(name); })
      .def_prop_rw(
          "program", [](const Recording& of) { return as_bytes(of.program); },
          [](Recording& of, const nb::bytes& text) { of.program = {text.c_str(), text.size()}; })
      .def_prop_rw(
          "player", [](const Recording& of) { return as_bytes(of.player); },
          [](Recording& of, const nb::bytes& text) { of.player = {text.c_str(), text.size()}; })
      .def_prop_ro("encoding",
                   [](const Recording& of) { return encoding_names[static_cast<std::size_t>(of.encoding)]; })
      .def_rw("milliseconds", &Recording::milliseconds)
      .def_rw("three_bv", &Recording::three_bv)
      .def_rw("is_won", &Recording::is_won)
      .def_prop_ro(
          "events", [](const Recording& of) { return hand_over_as<std::int32_t>(of.events); },
          nb::rv_policy::automatic);
  module.def("recording", &recording_of, nb::kw_only(), "rows"_a, "cols"_a, "mines"_a.noconvert(),
             "events"_a.noconvert());
  module.def("read_avf", &read_in_python<read_avf>, "file"_a);
  module.def("read_evf", &read_in_python<read_evf>, "file"_a);
  module.def("read_mbf", &read_in_python<read_mbf>, "file"_a);
  module.def("read_mvf", &read_in_python<read_mvf>, "file"_a);
  module.def("read_rawvf", &read_in_python<read_rawvf>, "file"_a);
  module.def("read_rmv", &read_in_python<read_rmv>, "file"_a);
  module.def("write_evf", [](const Recording& of) { return as_bytes(write_evf(of)); }, "recording"_a);
  module.def("write_rawvf", [](const Recording& of) { return as_bytes(write_rawvf(of)); }, "recording"_a);
  module.def("clicks", &clicks_in_python, "graph"_a, nb::kw_only(), "mines"_a.noconvert(), "events"_a.noconvert(),
             "pixels"_a, "has_marks"_a);
}

}  // namespace minemind::python
