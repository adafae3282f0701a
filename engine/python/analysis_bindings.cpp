// Analyses: what a position implies, and the questions that can be asked about it afterwards.

#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "analysis/dead_cells.hpp"
#include "analysis/sampler.hpp"
#include "doors/questions.hpp"
#include "play/fifty_fifty.hpp"
#include "play/strategy.hpp"
#include "python/bindings.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;
using Component = std::size_t;  // its index in the frontier

Array<const double> of_every_cell(std::span<const double> values) { return {values.data(), {values.size()}}; }

std::unique_ptr<AnalysisHandle> analyse(const GraphHandle& on, const Indices& faces, std::int32_t per_cell,
                                        MineModel kind, std::int64_t mines, double odds, CountCache& cache,
                                        double seconds) {
  check_one_each(on.look(), view(faces), "a face for every cell");
  check_per_cell(per_cell);
  const MinePrior prior{kind, mines, odds};
  Patience patience(seconds);
  return guarded([&] {
    return std::make_unique<AnalysisHandle>(on, Position(on.look(), view(faces), per_cell, patience), prior, cache,
                                            patience);
  });
}

std::unique_ptr<AnalysisHandle> assume(const AnalysisHandle& a, Cell cell, std::int32_t shown, CountCache& cache,
                                       double seconds) {
  const Position& position = a.analysis.position();
  require(a.graph.has(cell) && (position.is_unknown(cell) || position.known(cell) == 0), "no cell that can be opened");
  Patience patience(seconds);
  return guarded([&] {
    return std::make_unique<AnalysisHandle>(a.graph, position.assume(cell, shown, patience), a.analysis.prior(), cache,
                                            patience);
  });
}

Array<std::int32_t> propagate(const GraphHandle& on, const Indices& faces, std::int32_t per_cell, double seconds) {
  Patience patience(seconds);
  return hand_over(guarded([&] { return propagated(on.look(), view(faces), per_cell, patience); }));
}

std::vector<std::vector<Cell>> groups(const AnalysisHandle& a, Component component) {
  const Frontier& frontier = a.analysis.frontier();
  const auto& c = frontier.components()[a.checked(component)];
  std::vector<std::vector<Cell>> found;
  for (std::uint32_t g = 0; g < c.groups; ++g) {
    const auto cells = frontier.cells(c.first_group + g);
    found.emplace_back(cells.begin(), cells.end());
  }
  return found;
}

// Each as the cell of its number, and the mines that the number still needs.
std::vector<std::pair<Cell, std::int32_t>> constraints(const AnalysisHandle& a, Component component) {
  const Frontier& frontier = a.analysis.frontier();
  const auto& c = frontier.components()[a.checked(component)];
  std::vector<std::pair<Cell, std::int32_t>> found;
  for (const std::uint32_t i : frontier.constraints().subspan(c.first_constraint, c.constraints)) {
    const Constraint& constraint = a.analysis.position().constraints()[i];
    found.emplace_back(constraint.number, constraint.need);
  }
  return found;
}

std::vector<std::uint64_t> ways_modulo(const AnalysisHandle& a, Component component, std::uint64_t prime,
                                       double seconds) {
  const Count& count = a.analysis.count(a.checked(component));
  Patience patience(seconds);
  return guarded([&] { return count.ways_modulo(prime, patience); });
}

std::vector<double> numbers(const AnalysisHandle& a, Cell cell, double seconds) {
  require(a.graph.has(cell) && a.analysis.position().known(cell) != open, "no hidden cell");
  Patience patience(seconds);
  return guarded([&] { return a.analysis.number_distribution(cell, patience); });
}

Array<std::int32_t> dead(const AnalysisHandle& a, CountCache& cache, double seconds) {
  Patience patience(seconds);
  return hand_over(guarded([&] { return dead_cells(a.analysis, cache, patience); }));
}

std::vector<std::pair<Cell, Cell>> fifty_fifties_of(const AnalysisHandle& a, double seconds) {
  Patience patience(seconds);
  return guarded([&] { return fifty_fifties(a.analysis, patience); });
}

Array<std::int32_t> draw(const AnalysisHandle& a, std::uint64_t seed, double seconds) {
  require(a.analysis.prior().kind == MineModel::counted, "no mine count");
  std::vector<std::int32_t> mines(a.graph.look().indices());
  Patience patience(seconds);
  guarded([&] {
    Random random(seed);
    Sampler(a.analysis, patience).draw(random, mines);
  });
  return hand_over(std::move(mines));
}

double log_solutions_of(const AnalysisHandle& a) {
  require(a.analysis.prior().kind == MineModel::counted, "no mine count");
  return log_solutions(a.analysis);
}

void bind_handle(nb::module_& module) {
  nb::class_<AnalysisHandle>(module, "Analysis")
      .def_prop_ro("cols", [](const AnalysisHandle& a) { return a.graph.cols(); })
      .def_prop_ro("probability", [](const AnalysisHandle& a) { return of_every_cell(a.analysis.probability()); })
      .def_prop_ro("expected", [](const AnalysisHandle& a) { return of_every_cell(a.analysis.expected()); })
      .def_prop_ro(
          "safe", [](const AnalysisHandle& a) { return hand_over(a.analysis.safe()); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "obvious", [](const AnalysisHandle& a) { return hand_over(a.analysis.obvious()); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "mines", [](const AnalysisHandle& a) { return hand_over(a.analysis.mines()); }, nb::rv_policy::automatic)
      .def_prop_ro("outside", [](const AnalysisHandle& a) { return a.analysis.outside(); })
      .def_prop_ro("outside_cells", [](const AnalysisHandle& a) { return a.analysis.outside_cells(); })
      .def_prop_ro("known_mines", [](const AnalysisHandle& a) { return a.analysis.position().known_mines(); })
      .def_prop_ro("counted", [](const AnalysisHandle& a) { return a.analysis.counted(); })
      .def_prop_ro("states", [](const AnalysisHandle& a) { return a.analysis.states(); })
      .def_prop_ro("log_solutions", &log_solutions_of)
      .def_prop_ro("components", [](const AnalysisHandle& a) { return a.analysis.frontier().components().size(); })
      .def("groups", &groups, "component"_a)
      .def("constraints", &constraints, "component"_a)
      .def(
          "fewest", [](const AnalysisHandle& a, Component c) { return a.analysis.count(a.checked(c)).fewest(); },
          "component"_a)
      .def("ways_modulo", &ways_modulo, "component"_a, "prime"_a, nb::kw_only(), "seconds"_a)
      .def("numbers", &numbers, "cell"_a, nb::kw_only(), "seconds"_a)
      .def("dead", &dead, nb::kw_only(), "cache"_a, "seconds"_a, nb::rv_policy::automatic)
      .def("fifty_fifties", &fifty_fifties_of, nb::kw_only(), "seconds"_a)
      .def("draw", &draw, "seed"_a, nb::kw_only(), "seconds"_a, nb::rv_policy::automatic)
      .def("assume", &assume, "cell"_a, "shown"_a, nb::kw_only(), "cache"_a, "seconds"_a);
}

}  // namespace

void bind_analysis(nb::module_& module) {
  nb::enum_<MineModel>(module, "MineModel")
      .value("COUNTED", MineModel::counted)
      .value("UNCOUNTED", MineModel::uncounted)
      .value("DENSITY", MineModel::density);
  nb::class_<CountCache>(module, "CountCache")
      .def(nb::init<std::size_t>(), "capacity"_a)
      .def("clear", &CountCache::clear)
      .def_prop_ro("size", &CountCache::size)
      .def_prop_ro("bytes", &CountCache::bytes);
  bind_handle(module);
  module.def("propagate", &propagate, "graph"_a, "faces"_a.noconvert(), nb::kw_only(), "per_cell"_a, "seconds"_a);
  module.def("analyse", &analyse, "graph"_a, "faces"_a.noconvert(), nb::kw_only(), "per_cell"_a, "model"_a, "mines"_a,
             "odds"_a, "cache"_a, "seconds"_a);
}

}  // namespace minemind::python
