// Boards that never need a guess.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "play/no_guess.hpp"
#include "python/bindings.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;

// The mines of every cell, none if no board was found; its seed and grade; layouts, positions and repairs; boards that
// were easier than asked for, and harder; layouts that were too hard; and the fewest cells left at a guess.
using Dealt = std::tuple<Array<std::int32_t>, std::uint64_t, std::int32_t, std::uint64_t, std::uint64_t, std::uint64_t,
                         std::uint64_t, std::uint64_t, std::uint64_t, std::optional<std::uint32_t>>;

using GradePair = std::optional<std::pair<std::int32_t, std::int32_t>>;

Dealt deal_in_python(const GraphHandle& on, std::uint32_t mines, std::uint32_t per_cell, Cell first, FirstClick rule,
                     std::uint64_t seed, DealingWay way, const GradePair& grades, std::uint64_t budget,
                     double seconds) {
  const Graph graph = on.look();
  const Deal deal{mines, per_cell, first, rule, seed};
  check_no_guess_deal(graph, deal);
  Patience patience(seconds);
  const auto wanted = grades ? std::optional<Grades>({grades->first, grades->second}) : std::nullopt;
  NoGuessBoard board = guarded([&] { return deal_no_guess(graph, deal, way, wanted, budget, patience); });
  const DealingWork& work = board.work;
  return {hand_over<std::int32_t>(std::move(board.mines)),
          board.seed,
          board.grade,
          work.layouts,
          work.positions,
          work.repairs,
          board.easier,
          board.harder,
          board.too_hard,
          board.fewest_left};
}

}  // namespace

void bind_no_guess(nb::module_& module) {
  nb::enum_<DealingWay>(module, "DealingWay")
      .value("UNIFORM", DealingWay::uniform)
      .value("REPAIRED", DealingWay::repaired);
  module.def("deal_no_guess", &deal_in_python, "graph"_a, nb::kw_only(), "mines"_a, "per_cell"_a, "first"_a, "rule"_a,
             "seed"_a, "way"_a, "grades"_a.none(), "budget"_a, "seconds"_a);
}

}  // namespace minemind::python
