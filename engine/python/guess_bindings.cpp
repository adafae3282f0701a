// Guesses: which cell to open if nothing is certain, by perfect play, by looking ahead, or by playing on.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "doors/questions.hpp"
#include "play/lookahead.hpp"
#include "play/strategy.hpp"
#include "python/bindings.hpp"
#include "python/deals.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;
using Cells = std::vector<Cell>;

// The search of an ending, with the graph and the watch that it refers to.
struct EndingHandle {
  EndingHandle(const AnalysisHandle& a, SearchLimits limits, double seconds)
      : patience(seconds), graph(a.graph), search(a.analysis, limits, patience) {}

  Patience patience;
  GraphHandle graph;
  EndingSearch search;
};

// The engine's negative number for a missing value is None in Python.
template <class Number>
std::optional<Number> known(Number value) {
  return value < 0 ? std::nullopt : std::optional(value);
}

auto tuple_of(const Decision& made) {
  return std::tuple(made.cell, made.risk, known(made.win), known(made.next), known(made.progress), known(made.partner));
}

auto decide_in_python(const AnalysisHandle& a, PlayerTuple player, const Indices& faces, const Indices& rank,
                      CountCache& cache, double seconds) {
  Patience patience(seconds);
  return tuple_of(
      guarded([&] { return choose_at(a.analysis, player_of(player), view(faces), view(rank), cache, patience); }));
}

// The first move of perfect play, or None, and the work that is left.
auto search_in_python(const AnalysisHandle& a, std::uint64_t think, const Indices& faces, const Indices& rank,
                      CountCache& cache, double seconds) {
  Patience patience(seconds);
  const DeepEnding ending =
      guarded([&] { return search_at(a.analysis, think, view(faces), view(rank), cache, patience); });
  using DecisionTuple = decltype(tuple_of(*ending.decision));
  return std::pair(ending.decision ? std::optional<DecisionTuple>(tuple_of(*ending.decision)) : std::nullopt,
                   ending.work_left);
}

auto look_ahead_in_python(const AnalysisHandle& a, Breadth breadth, const Indices& rank, CountCache& cache,
                          double seconds) {
  check_guesses(a.analysis, view(rank));
  Patience patience(seconds);
  std::vector<std::tuple<Cell, double, double, double, double, std::optional<Cell>>> found;
  for (const Prospect& p : guarded([&] { return look_ahead(a.analysis, breadth, view(rank), cache, patience); }))
    found.emplace_back(p.cell, p.risk, p.next, p.progress, p.value, known(p.partner));
  return found;
}

// What is known about a guess after a playoff: its probability of winning, and how far that is behind the best, each
// with a margin; whether it is significantly worse than the best; and its number of games.
using EstimateTuple = std::tuple<double, double, double, double, bool, std::size_t>;

std::vector<EstimateTuple> tuples_of(const std::vector<Estimate>& estimates) {
  std::vector<EstimateTuple> found;
  for (const Estimate& e : estimates)
    found.emplace_back(e.win, e.margin, e.behind, e.behind_margin, e.is_apart, e.games);
  return found;
}

// Reports the standings of a playoff to Python, as often as a person would look.
class PythonListener : public Listener {
 public:
  explicit PythonListener(const nb::object& progress) : progress_(progress) {}

  bool is_due() override {
    const auto now = Clock::now();
    if (now < next_) return false;
    next_ = now + between_reports;
    return true;
  }
  void hear(const std::vector<Estimate>& estimates) override {
    const nb::gil_scoped_acquire acquired;
    progress_(tuples_of(estimates));
  }

 private:
  static constexpr std::chrono::milliseconds between_reports{20};

  const nb::object& progress_;
  Clock::time_point next_ = Clock::now();
};

std::pair<std::vector<EstimateTuple>, Cell> play_off_in_python(const AnalysisHandle& a, const Indices& faces,
                                                               const Indices& rank, const Cells& guesses,
                                                               std::uint64_t work, std::size_t most_games,
                                                               std::uint64_t seed, bool thinks, CountCache& cache,
                                                               double seconds, const nb::object& progress) {
  Patience patience(seconds);
  PythonListener listener(progress);
  const Effort effort{work, most_games, seed, thinks};
  const Standings standings = guarded([&] {
    return play_off(a.analysis, view(faces), view(rank), guesses, effort, cache, patience,
                    progress.is_none() ? nullptr : &listener);
  });
  return {tuples_of(standings.estimates), standings.choice};
}

std::unique_ptr<EndingHandle> list_in_python(const AnalysisHandle& a, std::size_t most_solutions,
                                             std::size_t most_nodes, double seconds) {
  const SearchLimits limits{most_solutions, most_nodes};
  return guarded([&] { return std::make_unique<EndingHandle>(a, limits, seconds); });
}

auto best_moves(EndingHandle& ending, std::size_t part, const Cells& candidates) {
  Endgame& searched = ending.search.part(part);
  std::vector<std::tuple<Cell, std::uint64_t, std::uint64_t>> moves;
  for (const auto& move : guarded([&] { return searched.best_moves(candidates); }))
    moves.emplace_back(move.cell, move.safe, move.won);
  return moves;
}

void bind_ending(nb::module_& module) {
  nb::class_<EndingHandle>(module, "Ending")
      .def_prop_ro("parts", [](const EndingHandle& e) { return e.search.parts(); })
      .def(
          "cells", [](const EndingHandle& e, std::size_t part) { return e.search.cells(part); }, "part"_a)
      .def(
          "weight",
          [](EndingHandle& e, std::size_t part, const Cells& free) {
            return guarded([&, &searched = e.search.part(part)] { return searched.weight(free); });
          },
          "part"_a, "free"_a)
      .def(
          "won",
          [](EndingHandle& e, std::size_t part, const Cells& free) {
            return guarded([&, &searched = e.search.part(part)] { return searched.won(free); });
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
  module.def("decide", &decide_in_python, "analysis"_a, "player"_a, "faces"_a.noconvert(), "rank"_a.noconvert(),
             nb::kw_only(), "cache"_a, "seconds"_a);
  module.def("search_ending", &search_in_python, "analysis"_a, "think"_a, "faces"_a.noconvert(), "rank"_a.noconvert(),
             nb::kw_only(), "cache"_a, "seconds"_a);
  module.def(
      "ending_limits",
      [](std::uint64_t think) { return std::pair(deep_search(think).solutions, deep_search(think).nodes); }, "think"_a);
  module.def("look_ahead", &look_ahead_in_python, "analysis"_a, "breadth"_a, "rank"_a.noconvert(), nb::kw_only(),
             "cache"_a, "seconds"_a);
  module.def("play_off", &play_off_in_python, "analysis"_a, "faces"_a.noconvert(), "rank"_a.noconvert(), "guesses"_a,
             nb::kw_only(), "work"_a, "most_games"_a, "seed"_a, "thinks"_a, "cache"_a, "seconds"_a,
             "progress"_a.none());
}

}  // namespace minemind::python
