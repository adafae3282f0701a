// Metrics: how many clicks it takes to clear a known layout.

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "python/bindings.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"
#include "review/metrics.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;

std::tuple<std::size_t, std::size_t, std::size_t> count_in_python(const GraphHandle& on, const Indices& mines,
                                                                  double seconds) {
  const Graph graph = on.look();
  check_mine_counts(graph, view(mines));
  Patience patience(seconds);
  return guarded([&] {
    const Terrain terrain(graph, view(mines), patience);
    return std::tuple(terrain.openings(), terrain.islands(patience), terrain.three_bv());
  });
}

std::vector<std::int64_t> zini_in_python(const GraphHandle& on, const Indices& mines, const Indices& orders,
                                         ZiniForm form, double seconds) {
  const Graph graph = on.look();
  check_mine_counts(graph, view(mines));
  const auto checked = checked_orders(graph, view(orders));
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
