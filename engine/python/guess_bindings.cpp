// Guesses: which cell to open where nothing is certain, by perfect play, by looking ahead, or by playing on.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/sampler.hpp"
#include "play/endgame.hpp"
#include "play/ending.hpp"
#include "play/lookahead.hpp"
#include "play/simulation.hpp"
#include "play/strategy.hpp"
#include "python/bindings.hpp"
#include "python/deals.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;
using Cells = std::vector<Cell>;

// What games that go on from a position remember of components.
constexpr std::size_t bytes_for_games = std::size_t{4} << 20;

// What is left of a game, each part ready to be searched.
class EndingHandle {
 public:
  EndingHandle(const AnalysisHandle& a, std::size_t most_solutions, std::size_t most_nodes, double seconds)
      : patience_(seconds), graph_(a.graph) {
    for (Part& part : list_ending(a.analysis, most_solutions, patience_)) {
      cells_.push_back(part.cells);
      parts_.push_back(std::make_unique<Endgame>(graph_.look(), part, most_nodes, patience_));
    }
  }

  std::size_t parts() const { return parts_.size(); }
  const Cells& cells(std::size_t part) const { return cells_[checked(part)]; }
  Endgame& part(std::size_t part) { return *parts_[checked(part)]; }

 private:
  std::size_t checked(std::size_t part) const {
    require(part < parts_.size(), "no such part");
    return part;
  }

  Patience patience_;
  GraphHandle graph_;
  std::vector<Cells> cells_;
  std::vector<std::unique_ptr<Endgame>> parts_;
};

// What the engine writes as a negative number is None in Python.
template <class Number>
std::optional<Number> known(Number value) {
  return value < 0 ? std::nullopt : std::optional(value);
}

void require_guesses(const AnalysisHandle& a, const Indices& rank) {
  require(rank.size() == a.graph.look().indices(), "a rank for every cell");
  require(a.prior.kind == MineModel::counted, "no mine count");
  const auto risks = a.analysis.probability();
  require(std::ranges::any_of(risks, [](double risk) { return risk < 1; }), "no cell that can be opened");
}

auto decide_in_python(const AnalysisHandle& a, Strategy strategy, const Indices& rank, CountCache& cache,
                      double seconds) {
  require_guesses(a, rank);
  Patience patience(seconds);
  const Decision made = guarded([&] { return decide(a.analysis, strategy, view(rank), cache, patience); });
  return std::tuple(made.cell, made.risk, known(made.win), known(made.next), known(made.progress), known(made.partner));
}

auto look_ahead_in_python(const AnalysisHandle& a, Breadth breadth, const Indices& rank, CountCache& cache,
                          double seconds) {
  require_guesses(a, rank);
  Patience patience(seconds);
  std::vector<std::tuple<Cell, double, double, double, std::optional<Cell>>> found;
  for (const Prospect& p : guarded([&] { return look_ahead(a.analysis, breadth, view(rank), cache, patience); }))
    found.emplace_back(p.cell, p.risk, p.next, p.progress, known(p.partner));
  return found;
}

// Plays on from each of some guesses, one game of each after the other, again and again; what each game counts for.
// When the time is over, what was played until then is all, if it is more than one of each.
std::vector<double> weights_of(const AnalysisHandle& a, const Match& match, const Indices& faces, const Cells& cells,
                               std::size_t games, Watch& watch) {
  const auto risks = a.analysis.probability();
  std::vector<double> weights;
  GameRunner runner(a.graph.look(), match);
  runner.set_up(view(faces));
  try {
    CountCache counts(bytes_for_games);
    ConditionalSampler sampler(a.analysis, counts, watch);
    for (std::size_t game = 0; game < games; ++game)
      for (const Cell cell : cells) weights.push_back(runner.play_on({cell, risks[cell]}, sampler, game, watch));
  } catch (const Patience::OutOfTime&) {
    weights.resize(weights.size() / cells.size() * cells.size());
    if (weights.size() < 2 * cells.size()) throw;
  }
  return weights;
}

Array<double> play_on(const AnalysisHandle& a, const Indices& faces, const Indices& rank, const Cells& cells,
                      Strategy strategy, std::size_t games, std::uint64_t seed, double seconds) {
  require_guesses(a, rank);
  require(faces.size() == a.graph.look().indices(), "a face for every cell");
  require(!cells.empty(), "no guess");
  const auto risks = a.analysis.probability();
  for (const Cell cell : cells) require(a.graph.has(cell) && risks[cell] < 1, "no cell that can be opened");
  const auto per_cell = static_cast<std::uint32_t>(a.analysis.position().per_cell());
  const Deal deal{static_cast<std::uint32_t>(a.prior.mines), per_cell, cells[0], FirstClick::any, seed};
  const Match match = match_of(a.graph, rank, deal, strategy, per_cell == 1);
  Patience patience(seconds);
  return hand_over(guarded([&] { return weights_of(a, match, faces, cells, games, patience); }));
}

std::unique_ptr<EndingHandle> list_in_python(const AnalysisHandle& a, std::size_t most_solutions,
                                             std::size_t most_nodes, double seconds) {
  require(a.prior.kind == MineModel::counted, "no mine count");
  return guarded([&] { return std::make_unique<EndingHandle>(a, most_solutions, most_nodes, seconds); });
}

auto best_moves(EndingHandle& ending, std::size_t part, const Cells& candidates) {
  Endgame& searched = ending.part(part);
  std::vector<std::tuple<Cell, std::uint64_t, std::uint64_t>> moves;
  for (const auto& move : guarded([&] { return searched.best_moves(candidates); }))
    moves.emplace_back(move.cell, move.safe, move.won);
  return moves;
}

void bind_ending(nb::module_& module) {
  nb::class_<EndingHandle>(module, "Ending")
      .def_prop_ro("parts", &EndingHandle::parts)
      .def("cells", &EndingHandle::cells, "part"_a)
      .def(
          "weight",
          [](EndingHandle& e, std::size_t part, const Cells& free) {
            return guarded([&, &searched = e.part(part)] { return searched.weight(free); });
          },
          "part"_a, "free"_a)
      .def(
          "won",
          [](EndingHandle& e, std::size_t part, const Cells& free) {
            return guarded([&, &searched = e.part(part)] { return searched.won(free); });
          },
          "part"_a, "free"_a)
      .def("best_moves", &best_moves, "part"_a, "candidates"_a);
  module.def("list_ending", &list_in_python, "analysis"_a, nb::kw_only(), "most_solutions"_a, "most_nodes"_a,
             "seconds"_a);
}

}  // namespace

void bind_guesses(nb::module_& module) {
  nb::enum_<Strategy>(module, "Strategy")
      .value("RULES", Strategy::rules)
      .value("EXACT", Strategy::exact)
      .value("ENDGAME", Strategy::endgame)
      .value("CHAMPION", Strategy::champion)
      .value("LOOKAHEAD", Strategy::lookahead);
  nb::enum_<Breadth>(module, "Breadth")
      .value("BEST", Breadth::best)
      .value("CLOSE", Breadth::close)
      .value("ALL", Breadth::all);
  module.attr("QUANTUM") = quantum;
  bind_ending(module);
  module.def("decide", &decide_in_python, "analysis"_a, "strategy"_a, "rank"_a.noconvert(), nb::kw_only(), "cache"_a,
             "seconds"_a);
  module.def("look_ahead", &look_ahead_in_python, "analysis"_a, "breadth"_a, "rank"_a.noconvert(), nb::kw_only(),
             "cache"_a, "seconds"_a);
  module.def("play_on", &play_on, "analysis"_a, "faces"_a.noconvert(), "rank"_a.noconvert(), "cells"_a, nb::kw_only(),
             "strategy"_a, "games"_a, "seed"_a, "seconds"_a);
}

}  // namespace minemind::python
