// Handles: the engine's objects that Python holds between questions: a graph, and an analysis of a position on it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "analysis/analysis.hpp"
#include "core/graph.hpp"
#include "doors/checks.hpp"
#include "python/arrays.hpp"

namespace minemind::python {

using namespace doors;

// A graph that keeps its arrays alive, checked once so that nothing has to be checked later.
class GraphHandle {
 public:
  // `cols` turns an index into row and column, for error messages, JSON and mouse events.
  GraphHandle(Indices offsets, Indices targets, Indices cells, std::int32_t cols)
      : offsets_(std::move(offsets)), targets_(std::move(targets)), cells_(std::move(cells)), cols_(cols) {
    check_graph(look(), cols_);
  }

  Graph look() const { return {view(offsets_), view(targets_), view(cells_)}; }
  bool has(Cell cell) const { return doors::has(look(), cell); }
  std::int32_t cols() const { return cols_; }

 private:
  Indices offsets_, targets_, cells_;
  std::int32_t cols_;
};

// An analysis with the graph that it refers to.
struct AnalysisHandle {
  AnalysisHandle(const GraphHandle& on, Position position, MinePrior of, CountCache& counts, Watch& watch)
      : graph(on), analysis(std::move(position), of, counts, watch) {}

  std::size_t checked(std::size_t component) const {
    require(component < analysis.frontier().components().size(), "no such component");
    return component;
  }

  GraphHandle graph;
  Analysis analysis;
};

}  // namespace minemind::python
