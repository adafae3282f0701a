// Boards: a graph, where its mines lie, and what opening a cell opens.

#include <cstdint>
#include <utility>
#include <vector>

#include "core/flood.hpp"
#include "core/random.hpp"
#include "play/layout.hpp"
#include "python/bindings.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;

Array<std::int32_t> deal_in_python(const GraphHandle& on, std::uint32_t mines, std::uint32_t per_cell, Cell first,
                                   FirstClick rule, std::uint64_t seed, double seconds) {
  const Graph graph = on.look();
  const Deal deal{mines, per_cell, first, rule, seed};
  check_deal(graph, deal);
  std::vector<std::int32_t> counts(graph.indices());
  Patience patience(seconds);
  guarded([&] { deal_layout(graph, deal, counts, patience); });
  return hand_over(std::move(counts));
}

Array<std::int32_t> flood_in_python(const GraphHandle& on, const Indices& numbers, const Indices& faces,
                                    const Indices& start, Expansion expansion) {
  const Graph graph = on.look();
  check_one_each(graph, view(numbers), "a number for every cell");
  check_one_each(graph, view(faces), "a face for every cell");
  for (const Cell cell : view(start)) require(on.has(cell), "no such cell");
  return hand_over(guarded([&] { return flood(graph, view(numbers), view(faces), view(start), expansion); }));
}

// Added up as unsigned integers, so that overflow wraps around as in numpy.
Array<std::int32_t> neighbour_sums(const GraphHandle& on, const Indices& given) {
  const Graph graph = on.look();
  const CellSpan<const std::int32_t> values = view(given);
  check_one_each(graph, values, "a value for every cell");
  CellVector<std::int32_t> sums(graph.indices());
  for (const Cell cell : graph.cells) {
    std::uint32_t sum = 0;
    for (const Cell neighbour : graph.neighbours(cell)) sum += static_cast<std::uint32_t>(values[neighbour]);
    sums[cell] = static_cast<std::int32_t>(sum);
  }
  return hand_over<std::int32_t>(std::move(sums));
}

}  // namespace

void bind_board(nb::module_& module) {
  nb::enum_<FirstClick>(module, "FirstClick")
      .value("ANY", FirstClick::any)
      .value("SAFE", FirstClick::safe)
      .value("OPENING", FirstClick::opening);
  nb::enum_<Expansion>(module, "Expansion").value("BFS", Expansion::bfs).value("DFS", Expansion::dfs);
  nb::class_<GraphHandle>(module, "Graph")
      .def(nb::init<Indices, Indices, Indices, std::int32_t>(), "offsets"_a.noconvert(), "targets"_a.noconvert(),
           "cells"_a.noconvert(), "cols"_a)
      .def_prop_ro("cols", &GraphHandle::cols);
  module.def("split_mix", &split_mix, "seed"_a, "index"_a);
  module.def("deal_layout", &deal_in_python, "graph"_a, nb::kw_only(), "mines"_a, "per_cell"_a, "first"_a, "rule"_a,
             "seed"_a, "seconds"_a);
  module.def("neighbour_sums", &neighbour_sums, "graph"_a, "values"_a.noconvert());
  module.def("flood", &flood_in_python, "graph"_a, nb::kw_only(), "numbers"_a.noconvert(), "faces"_a.noconvert(),
             "start"_a.noconvert(), "expansion"_a);
}

}  // namespace minemind::python
