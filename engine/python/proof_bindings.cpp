// Proofs: why cells of a board are certain, with steps.

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "count/count_cache.hpp"
#include "prove/easiest_path.hpp"
#include "prove/prover.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;
using Cells = std::vector<Cell>;

using StepTuple = std::tuple<Technique, Cells, bool, std::vector<std::uint32_t>, Cells, std::int64_t, std::int64_t,
                             std::uint32_t, Cells>;
using ProofTuple = std::tuple<Cells, bool, Technique, std::int32_t, std::int32_t, std::vector<StepTuple>>;

ProofTuple written(Proof proof) {
  std::vector<StepTuple> steps;
  for (Step& step : proof.steps)
    steps.emplace_back(step.technique, std::move(step.numbers), step.counts_mines, std::move(step.steps),
                       std::move(step.cells), step.at_least, step.at_most, step.depth, std::move(step.subtracted));
  return {std::move(proof.numbers), proof.counts_mines, proof.technique, proof.grade, proof.together, std::move(steps)};
}

// Proves the certain cells of one board, and keeps the arrays that it refers to.
class ProverHandle {
 public:
  ProverHandle(const GraphHandle& on, Indices faces, std::int32_t per_cell, std::int64_t mines_left, std::size_t work,
               double seconds)
      : graph_(on),
        faces_(std::move(faces)),
        patience_(seconds),
        prover_(Clues(graph_.look(), checked(faces_, graph_), per_cell, mines_left), work, patience_) {
    check_per_cell(per_cell);
  }

  ProofTuple prove(Cell cell, bool is_mine) {
    check_hidden(prover_.clues(), cell);
    return written(guarded([&] { return prover_.prove({cell, is_mine ? 1 : 0}); }));
  }

 private:
  static std::span<const std::int32_t> checked(const Indices& faces, const GraphHandle& graph) {
    check_one_each(graph.look(), view(faces), "a face for every cell");
    return view(faces);
  }

  GraphHandle graph_;
  Indices faces_;
  Patience patience_;
  Prover prover_;
};

// The moves of an easiest path, each a cell, the mines that its flag claims, and the proof. Then the faces that they
// lead to, and whether every free cell is open.
using MoveTuple = std::tuple<Cell, std::int32_t, ProofTuple>;
std::tuple<std::vector<MoveTuple>, Array<std::int32_t>, bool> easiest_path(const GraphHandle& on, const Indices& mines,
                                                                           std::int32_t per_cell, Cell start,
                                                                           std::size_t work, CountCache& cache,
                                                                           double seconds) {
  const Graph graph = on.look();
  check_path(graph, view(mines), per_cell, start);
  Patience patience(seconds);
  std::vector<MoveTuple> moves;
  auto [faces, is_cleared] = guarded([&] {
    EasiestPath path(graph, view(mines), per_cell, start, work, cache, patience);
    while (auto move = path.next()) moves.emplace_back(move->cell, move->mines, written(std::move(move->proof)));
    return std::pair(std::vector<std::int32_t>(path.faces()), path.is_cleared());
  });
  return {std::move(moves), hand_over(std::move(faces)), is_cleared};
}

}  // namespace

void bind_proofs(nb::module_& module) {
  nb::enum_<Technique>(module, "Technique", nb::is_arithmetic())
      .value("ASSUMPTION", Technique::assumption)
      .value("SINGLE", Technique::single)
      .value("SUBSET", Technique::subset)
      .value("OVERLAP", Technique::overlap)
      .value("SUM", Technique::sum)
      .value("MINE_COUNT", Technique::mine_count)
      .value("CONTRADICTION", Technique::contradiction);
  nb::class_<ProverHandle>(module, "Prover")
      .def(nb::init<const GraphHandle&, Indices, std::int32_t, std::int64_t, std::size_t, double>(), "graph"_a,
           "faces"_a.noconvert(), nb::kw_only(), "per_cell"_a, "mines_left"_a, "work"_a, "seconds"_a)
      .def("prove", &ProverHandle::prove, "cell"_a, nb::kw_only(), "is_mine"_a);
  module.def("easiest_path", &easiest_path, "graph"_a, "mines"_a.noconvert(), nb::kw_only(), "per_cell"_a, "start"_a,
             "work"_a, "cache"_a, "seconds"_a);
}

}  // namespace minemind::python
