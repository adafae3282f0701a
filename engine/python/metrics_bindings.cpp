// Metrics: how many clicks a layout takes whoever knows it.

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "python/bindings.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"
#include "review/metrics.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;

void require_mines(const Graph& graph, std::span<const std::int32_t> mines) {
  require(mines.size() == graph.indices(), "a mine count for every cell");
  std::int64_t total = 0;
  for (const std::int32_t count : mines) {
    require(count >= 0, "fewer mines than none");
    total += count;
  }
  require(total < 1 << 30, "too many mines");
}

// The orders, one after the other, each with every cell once.
std::vector<std::span<const Cell>> orders_in(const Graph& graph, std::span<const Cell> cells) {
  const std::size_t size = graph.cells.size();
  require(size > 0 && cells.size() % size == 0, "every cell for each order");
  std::vector<std::span<const Cell>> orders;
  CellVector<std::size_t> needed(graph.indices());  // how many orders a cell is still to stand in; 0 for holes
  for (const Cell cell : graph.cells) needed[cell] = cells.size() / size;
  for (std::size_t first = 0; first < cells.size(); first += size) {
    orders.push_back(cells.subspan(first, size));
    const std::size_t left = (cells.size() - first) / size;
    for (const Cell cell : orders.back()) {
      require(cell >= 0 && static_cast<std::size_t>(cell) < graph.indices() && needed[cell] == left,
              "every cell once in an order");
      --needed[cell];
    }
  }
  return orders;
}

std::tuple<std::size_t, std::size_t, std::size_t> count_in_python(const GraphHandle& on, const Indices& mines,
                                                                  double seconds) {
  const Graph graph = on.look();
  require_mines(graph, view(mines));
  Patience patience(seconds);
  return guarded([&] {
    const Terrain terrain(graph, view(mines), patience);
    return std::tuple(terrain.openings(), terrain.islands(patience), terrain.three_bv());
  });
}

std::vector<std::int64_t> zini_in_python(const GraphHandle& on, const Indices& mines, const Indices& orders,
                                         ZiniForm form, double seconds) {
  const Graph graph = on.look();
  require_mines(graph, view(mines));
  const auto checked = orders_in(graph, view(orders));
  Patience patience(seconds);
  return guarded([&] {
    const Terrain terrain(graph, view(mines), patience);
    std::vector<std::int64_t> clicks;
    clicks.reserve(checked.size());
    for (const auto order : checked) clicks.push_back(zini(terrain, order, form, patience));
    return clicks;
  });
}

}  // namespace

void bind_metrics(nb::module_& module) {
  nb::enum_<ZiniForm>(module, "ZiniForm").value("GREEDY", ZiniForm::greedy).value("HUMAN", ZiniForm::human);
  module.def("three_bv", &count_in_python, "graph"_a, "mines"_a.noconvert(), nb::kw_only(), "seconds"_a);
  module.def("zini", &zini_in_python, "graph"_a, "mines"_a.noconvert(), "orders"_a.noconvert(), nb::kw_only(), "form"_a,
             "seconds"_a);
}

}  // namespace minemind::python
