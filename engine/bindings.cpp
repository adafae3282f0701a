// The one door between Python and the engine: the module minemind._engine.
//
// It turns arrays into spans, refuses what would read or write out of bounds, and lets other Python threads run
// while the engine works. Meaning, defaults and documentation live on the Python side.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

#include "layout.hpp"
#include "random.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using minemind::Cell;
using Indices = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;

std::span<const std::int32_t> view(const Indices& array) { return {array.data(), array.size()}; }

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

// Hands the numbers over to Python, which frees them with the array.
Counts handed_over(std::unique_ptr<std::int32_t[]> numbers, std::size_t size) {
  nb::capsule owner(numbers.get(), [](void* data) noexcept { delete[] static_cast<std::int32_t*>(data); });
  return Counts(numbers.release(), {size}, owner);
}

Counts deal_layout(const Indices& offsets, const Indices& targets, const Indices& cells, std::uint32_t mines,
                   std::uint32_t per_cell, Cell first, minemind::FirstClick rule, std::uint64_t seed) {
  require(offsets.size() > 0, "offsets must have one entry more than there are cells");
  const minemind::Graph graph{view(offsets), view(targets), view(cells)};
  const minemind::Deal deal{mines, per_cell, first, rule, seed};
  require(cells.size() <= graph.size() && first < static_cast<std::int64_t>(graph.size()), "no such cell");
  require(per_cell > 0 && cells.size() * std::uint64_t{per_cell} <= UINT32_MAX, "too many slots");
  require(fits(graph, deal), "more mines than slots");

  auto counts = std::make_unique_for_overwrite<std::int32_t[]>(graph.size());
  {
    const nb::gil_scoped_release released;
    minemind::deal_layout(graph, deal, {counts.get(), graph.size()});
  }
  return handed_over(std::move(counts), graph.size());
}

}  // namespace

NB_MODULE(_engine, module) {
  nb::enum_<minemind::FirstClick>(module, "FirstClick")
      .value("ANY", minemind::FirstClick::any)
      .value("SAFE", minemind::FirstClick::safe)
      .value("OPENING", minemind::FirstClick::opening);
  module.def("split_mix", &minemind::split_mix, "seed"_a, "index"_a);
  module.def("deal_layout", &deal_layout, "offsets"_a.noconvert(), "targets"_a.noconvert(), "cells"_a.noconvert(),
             nb::kw_only(), "mines"_a, "per_cell"_a, "first"_a, "rule"_a, "seed"_a);
}
