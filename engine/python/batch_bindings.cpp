// Batches: many games per call, for training agents.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "core/ranges.hpp"
#include "play/game_batch.hpp"
#include "python/bindings.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;
template <class Number>
using OneEach = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Number>
using Table = nb::ndarray<nb::numpy, const Number, nb::ndim<2>>;

// How to deal boards that need no guess: a way, the least and the greatest grade, and a budget.
using NoGuessTuple = std::tuple<DealingWay, std::optional<std::pair<std::int32_t, std::int32_t>>, std::uint64_t>;

std::optional<NoGuessRule> rule_of(const std::optional<NoGuessTuple>& given) {
  if (!given) return std::nullopt;
  const auto& [way, grades, budget] = *given;
  return NoGuessRule{way, grades ? std::optional<Grades>({grades->first, grades->second}) : std::nullopt, budget};
}

// A batch with the graph that it refers to. Only one thread may use it at a time; others may run while it works.
class BatchHandle {
 public:
  BatchHandle(const GraphHandle& on, const BatchRules& rules, std::size_t games, Watch& watch)
      : graph_(on), batch_(on.look(), rules, games, watch) {}

  const GameBatch& look() const { return batch_; }

  template <class Work>
  auto use(const Work& work) {
    require(!is_in_use_, "another thread is using these games");
    const InUse marked(is_in_use_);
    return guarded([&] { return work(batch_); });
  }

 private:
  class InUse {
   public:
    explicit InUse(bool& mark) : mark_(mark) { mark_ = true; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;
    ~InUse() { mark_ = false; }

   private:
    bool& mark_;
  };

  GraphHandle graph_;
  GameBatch batch_;
  bool is_in_use_ = false;
};

std::int64_t most_shown(const Graph& graph, std::uint32_t per_cell) {
  std::size_t most = 0;
  for (const Cell cell : graph.cells) most = std::max(most, graph.neighbours(cell).size());
  return static_cast<std::int64_t>(most) * per_cell;
}

void make(BatchHandle* place, const GraphHandle& on, std::uint32_t mines, std::uint32_t per_cell, FirstClick rule,
          const std::optional<NoGuessTuple>& no_guess, Reward reward, bool has_probabilities, std::size_t games) {
  const Graph graph = on.look();
  const Deal deal{mines, per_cell, -1, rule, 0};
  Deal first = deal;
  first.first = graph.cells.front();
  if (no_guess)
    check_no_guess_deal(graph, first);
  else
    check_deal(graph, first);
  require(games > 0, "no games");
  require(mines < graph.cells.size() * per_cell, "no cell is free");
  require(most_shown(graph, per_cell) <= largest_byte, "a number does not fit into a byte");
  Patience patience(no_deadline);
  new (place) BatchHandle(on, {deal, rule_of(no_guess), reward, has_probabilities}, games, patience);
}

template <class Number>
std::span<const Number> checked(const GameBatch& batch, const OneEach<Number>& values) {
  require(values.size() == batch.games(), "not one value for every game");
  return {values.data(), values.size()};
}

void restart(BatchHandle& handle, const OneEach<bool>& which, const OneEach<std::uint64_t>& seeds) {
  const auto chosen = checked(handle.look(), which);
  const auto from = checked(handle.look(), seeds);
  handle.use([&](GameBatch& batch) {
    for (std::size_t game = 0; game < batch.games(); ++game)
      if (chosen[game]) batch.restart(game, from[game]);
  });
}

void start_next(BatchHandle& handle, const OneEach<bool>& which) {
  const auto chosen = checked(handle.look(), which);
  handle.use([&](GameBatch& batch) {
    for (std::size_t game = 0; game < batch.games(); ++game)
      if (chosen[game]) batch.start_next(game);
  });
}

std::optional<std::size_t> step(BatchHandle& handle, const OneEach<std::int64_t>& cells,
                                const OneEach<bool>& starts_next, double seconds) {
  const auto opened = checked(handle.look(), cells);
  const auto next = checked(handle.look(), starts_next);
  const auto indices = static_cast<std::int64_t>(handle.look().graph().indices());
  require(ranges::all_of(opened, [&](std::int64_t cell) { return cell >= 0 && cell < indices; }), "no such cell");
  Patience patience(seconds);
  return handle.use([&](GameBatch& batch) { return batch.step(opened, next, patience); });
}

template <class Number>
Array<const Number> of_every_game(std::span<const Number> values) {
  return {values.data(), {values.size()}};
}

template <class Number>
Table<Number> of_every_cell(const GameBatch& batch, std::span<const Number> values) {
  return {values.data(), {values.empty() ? 0 : batch.games(), batch.graph().indices()}};
}

Array<const bool> flags(std::span<const std::uint8_t> values) {
  return {reinterpret_cast<const bool*>(values.data()), {values.size()}};
}

}  // namespace

void bind_batch(nb::module_& module) {
  nb::enum_<Reward>(module, "Reward")
      .value("WIN", Reward::win)
      .value("CELLS", Reward::cells)
      .value("RISK", Reward::risk);
  module.attr("HIDDEN_BYTE") = hidden_byte;
  module.attr("NO_CELL_BYTE") = no_cell_byte;
  module.attr("LARGEST_BYTE") = largest_byte;
  nb::class_<BatchHandle>(module, "GameBatch")
      .def("__init__", &make, "graph"_a, nb::kw_only(), "mines"_a, "per_cell"_a, "rule"_a, "no_guess"_a.none(),
           "reward"_a, "probability"_a, "games"_a)
      .def("restart", &restart, "which"_a.noconvert(), "seeds"_a.noconvert())
      .def("start_next", &start_next, "which"_a.noconvert())
      .def("step", &step, "cells"_a.noconvert(), "starts_next"_a.noconvert(), "seconds"_a)
      .def_prop_ro("faces", [](const BatchHandle& h) { return of_every_cell(h.look(), h.look().faces()); })
      .def_prop_ro("probability", [](const BatchHandle& h) { return of_every_cell(h.look(), h.look().probability()); })
      .def_prop_ro("seeds", [](const BatchHandle& h) { return of_every_game(h.look().seeds()); })
      .def_prop_ro("rewards", [](const BatchHandle& h) { return of_every_game(h.look().rewards()); })
      .def_prop_ro("won", [](const BatchHandle& h) { return flags(h.look().won()); })
      .def_prop_ro("lost", [](const BatchHandle& h) { return flags(h.look().lost()); });
}

}  // namespace minemind::python
