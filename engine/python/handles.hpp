// Handles: what Python holds of the engine between two questions. A graph, and an analysis of a position on it.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "analysis/analysis.hpp"
#include "core/graph.hpp"
#include "python/arrays.hpp"

namespace minemind::python {

// A graph that keeps the arrays it looks at, checked once so that nothing has to be checked later.
class GraphHandle {
 public:
  // `cols` is for people alone: where a cell is that an error is about.
  GraphHandle(Indices offsets, Indices targets, Indices cells, std::int32_t cols)
      : offsets_(std::move(offsets)), targets_(std::move(targets)), cells_(std::move(cells)), cols_(cols) {
    const auto bounds = view(offsets_);
    require(!bounds.empty() && bounds.front() == 0 && std::is_sorted(bounds.begin(), bounds.end()) &&
                static_cast<std::size_t>(bounds.back()) == targets_.size(),
            "offsets must ascend from 0 to the number of targets");
    for (const Cell target : view(targets_)) require(has(target), "a neighbour that does not exist");
    for (const Cell cell : view(cells_)) require(has(cell), "a cell that does not exist");
    require(std::ranges::is_sorted(view(cells_), std::less_equal{}), "cells must ascend");
    require(cols_ > 0, "no columns");
  }

  Graph look() const { return {view(offsets_), view(targets_), view(cells_)}; }
  bool has(Cell cell) const { return cell >= 0 && static_cast<std::size_t>(cell) + 1 < offsets_.size(); }
  std::int32_t cols() const { return cols_; }

 private:
  Indices offsets_, targets_, cells_;
  std::int32_t cols_;
};

// An analysis together with the graph that it looks at.
struct AnalysisHandle {
  AnalysisHandle(const GraphHandle& on, Position position, MinePrior of, CountCache& counts, Watch& watch)
      : graph(on), analysis(std::move(position), of, counts, watch), prior(of) {}

  std::size_t checked(std::size_t component) const {
    require(component < analysis.frontier().components().size(), "no such component");
    return component;
  }

  GraphHandle graph;
  Analysis analysis;
  MinePrior prior;
};

}  // namespace minemind::python
