// Guesses: which cell to open where nothing is certain, by perfect play, by looking ahead, or by playing on.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
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

#include "play/deep.hpp"
#include "play/endgame.hpp"
#include "play/ending.hpp"
#include "play/lookahead.hpp"
#include "play/played_on.hpp"
#include "play/playoff.hpp"
#include "play/strategy.hpp"
#include "python/bindings.hpp"
#include "python/deals.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;
using Cells = std::vector<Cell>;

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

// A player that thinks counts a position of its own: what it draws depends on the order of the constraints, and must be
// the same in every game that leads here.
Decision choose_for_python(const AnalysisHandle& a, const Player& player, const Indices& faces, const Indices& rank,
                           CountCache& cache, Watch& watch) {
  EndingCache endings;
  if (player.think == 0) return decide(a.analysis, player.strategy, view(rank), cache, endings, watch);
  Knowledge known = known_from(a.graph.look(), a.analysis.position().per_cell(), view(faces));
  std::vector<Cell> free;
  known.propagate(free);
  const Analysis analysis(known.position(), a.prior, cache, watch);
  return choose(player, analysis, known, view(rank), cache, endings, watch);
}

auto decide_in_python(const AnalysisHandle& a, PlayerTuple player, const Indices& faces, const Indices& rank,
                      CountCache& cache, double seconds) {
  require_guesses(a, rank);
  require(faces.size() == a.graph.look().indices(), "a face for every cell");
  Patience patience(seconds);
  const Decision made = guarded([&] { return choose_for_python(a, player_of(player), faces, rank, cache, patience); });
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

// What is known of a guess after a playoff: what it wins, how much less than the best, each with a margin, and games.
using EstimateTuple = std::tuple<double, double, double, double, std::size_t>;

// Plays on from some guesses, and says what each wins. When the time is over, what was played until then is all, if it
// is more than one game of each.
std::vector<EstimateTuple> play_off(const AnalysisHandle& a, const Indices& faces, const Indices& rank,
                                    const Cells& guesses, Strategy strategy, std::uint64_t work, std::size_t most_games,
                                    std::uint64_t seed, double seconds) {
  require_guesses(a, rank);
  const Graph graph = a.graph.look();
  require(faces.size() == graph.indices(), "a face for every cell");
  require(!guesses.empty() && most_games > 1, "no guess");
  const auto risks = a.analysis.probability();
  std::vector<Contender> contenders;
  for (const Cell cell : guesses) {
    require(a.graph.has(cell) && risks[cell] < 1, "no cell that can be opened");
    contenders.push_back({{{cell}, 1 - risks[cell]}});
  }
  Patience patience(seconds);
  return guarded([&] {
    Meter meter(patience);
    const Knowledge known = known_from(graph, a.analysis.position().per_cell(), view(faces));
    PlayedOn games(a.analysis, known, view(rank), Player{strategy}, seed, meter);
    Playoff playoff(games, contenders, table_rules(work, most_games), meter);
    try {
      playoff.run();
    } catch (const Patience::OutOfTime&) {
      if (playoff.fewest_played() < 2) throw;
    }
    std::vector<EstimateTuple> found;
    for (const Estimate& e : playoff.estimates())
      found.emplace_back(e.win, e.margin, e.behind, e.behind_margin, e.games);
    return found;
  });
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
  module.def("decide", &decide_in_python, "analysis"_a, "player"_a, "faces"_a.noconvert(), "rank"_a.noconvert(),
             nb::kw_only(), "cache"_a, "seconds"_a);
  module.def("look_ahead", &look_ahead_in_python, "analysis"_a, "breadth"_a, "rank"_a.noconvert(), nb::kw_only(),
             "cache"_a, "seconds"_a);
  module.def("play_off", &play_off, "analysis"_a, "faces"_a.noconvert(), "rank"_a.noconvert(), "guesses"_a,
             nb::kw_only(), "strategy"_a, "work"_a, "most_games"_a, "seed"_a, "seconds"_a);
}

}  // namespace minemind::python
