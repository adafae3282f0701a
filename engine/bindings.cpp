// The one door between Python and the engine: the module minemind._engine.
//
// It turns arrays into spans, refuses what would read or write out of bounds, and lets other Python threads run while
// the engine works. Meaning, defaults and documentation live on the Python side.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "flood.hpp"
#include "layout.hpp"
#include "random.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using minemind::Cell;
using Indices = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Integers = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;

std::span<const std::int32_t> view(const Indices& array) { return {array.data(), array.size()}; }

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

// Hands the numbers over to Python, which frees them with the array.
Integers handed_over(std::vector<std::int32_t> numbers) {
  auto kept = std::make_unique<std::vector<std::int32_t>>(std::move(numbers));
  std::int32_t* const data = kept->data();
  const std::size_t size = kept->size();
  nb::capsule owner(kept.release(),
                    [](void* vector) noexcept { delete static_cast<std::vector<std::int32_t>*>(vector); });
  return Integers(data, {size}, owner);
}

// A graph that keeps the arrays it looks at, checked once so that nothing has to be checked later.
class Graph {
 public:
  Graph(Indices offsets, Indices targets, Indices cells)
      : offsets_(std::move(offsets)), targets_(std::move(targets)), cells_(std::move(cells)) {
    const auto bounds = view(offsets_);
    require(!bounds.empty() && bounds.front() == 0 && std::is_sorted(bounds.begin(), bounds.end()) &&
                static_cast<std::size_t>(bounds.back()) == targets_.size(),
            "offsets must ascend from 0 to the number of targets");
    for (const Cell target : view(targets_)) require(has(target), "a neighbour that does not exist");
    for (const Cell cell : view(cells_)) require(has(cell), "a cell that does not exist");
    require(std::ranges::is_sorted(view(cells_), std::less_equal{}), "cells must ascend");
  }

  minemind::Graph look() const { return {view(offsets_), view(targets_), view(cells_)}; }
  bool has(Cell cell) const { return cell >= 0 && static_cast<std::size_t>(cell) + 1 < offsets_.size(); }

 private:
  Indices offsets_, targets_, cells_;
};

Integers deal_layout(const Graph& on, std::uint32_t mines, std::uint32_t per_cell, Cell first,
                     minemind::FirstClick rule, std::uint64_t seed) {
  const minemind::Graph graph = on.look();
  const minemind::Deal deal{mines, per_cell, first, rule, seed};
  require(first == -1 || std::ranges::binary_search(graph.cells, first), "no such cell");
  require(per_cell > 0 && graph.cells.size() * std::uint64_t{per_cell} <= UINT32_MAX, "too many slots");
  require(fits(graph, deal), "more mines than slots");
  std::vector<std::int32_t> counts(graph.indices());
  {
    const nb::gil_scoped_release released;
    minemind::deal_layout(graph, deal, counts);
  }
  return handed_over(std::move(counts));
}

Integers flood(const Graph& on, const Indices& numbers, const Indices& faces, const Indices& start,
               minemind::Expansion expansion) {
  const minemind::Graph graph = on.look();
  require(numbers.size() == graph.indices() && faces.size() == graph.indices(), "a number and a face for every cell");
  for (const Cell cell : view(start)) require(on.has(cell), "no such cell");
  std::vector<Cell> opened;
  {
    const nb::gil_scoped_release released;
    opened = minemind::flood(graph, view(numbers), view(faces), view(start), expansion);
  }
  return handed_over(std::move(opened));
}

}  // namespace

NB_MODULE(_engine, module) {
  // At exit, nanobind reports objects that somebody still holds; users need not know, tests ask for it.
  nb::set_leak_warnings(false);
  module.def("warn_of_leaks", &nb::set_leak_warnings, "wanted"_a);
  nb::enum_<minemind::FirstClick>(module, "FirstClick")
      .value("ANY", minemind::FirstClick::any)
      .value("SAFE", minemind::FirstClick::safe)
      .value("OPENING", minemind::FirstClick::opening);
  nb::enum_<minemind::Expansion>(module, "Expansion")
      .value("BFS", minemind::Expansion::bfs)
      .value("DFS", minemind::Expansion::dfs);
  nb::class_<Graph>(module, "Graph")
      .def(nb::init<Indices, Indices, Indices>(), "offsets"_a.noconvert(), "targets"_a.noconvert(),
           "cells"_a.noconvert());
  module.def("split_mix", &minemind::split_mix, "seed"_a, "index"_a);
  module.def("deal_layout", &deal_layout, "graph"_a, nb::kw_only(), "mines"_a, "per_cell"_a, "first"_a, "rule"_a,
             "seed"_a);
  module.def("flood", &flood, "graph"_a, nb::kw_only(), "numbers"_a.noconvert(), "faces"_a.noconvert(),
             "start"_a.noconvert(), "expansion"_a);
}
