// Games: whole games played without Python, and the record of the outcome of each.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "play/game_outcome.hpp"
#include "play/obvious_moves.hpp"
#include "play/simulation.hpp"
#include "python/bindings.hpp"
#include "python/deals.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;
using Records = Array<std::uint8_t>;

// How often the number of finished games is reported.
constexpr std::chrono::milliseconds between_reports(50);

// A field of a record: its name, numpy's name for the type of its numbers, its offset, and how many numbers it has.
using Field = std::tuple<const char*, const char*, std::size_t, std::size_t>;

// Each field must start where the one before it ends: numpy and the files allow no gaps.
std::vector<Field> fields() {
  const auto bytes = [](const char* name, std::size_t offset, std::size_t count = 1) {
    return Field(name, "|u1", offset, count);
  };
  const auto word = [](const char* name, std::size_t offset) { return Field(name, "<u4", offset, 1); };
  return {bytes("result", offsetof(GameOutcome, result)),  bytes("phase", offsetof(GameOutcome, phase)),
          bytes("hit", offsetof(GameOutcome, hit)),        bytes("risky", offsetof(GameOutcome, risky), tenths),
          word("guesses", offsetof(GameOutcome, guesses)), word("opened", offsetof(GameOutcome, opened)),
          word("moves", offsetof(GameOutcome, moves)),     word("risk", offsetof(GameOutcome, risk)),
          word("weight", offsetof(GameOutcome, weight))};
}

// Reports how many games are done, and stops them if that raises or a signal came; returns whether it was an interrupt.
bool is_interrupted_now(Simulation& run, const nb::object& progress) {
  try {
    if (!progress.is_none()) progress(run.done());
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  } catch (nb::python_error& error) {
    run.stop();
    if (!error.matches(PyExc_KeyboardInterrupt)) throw;
    return true;
  }
  return false;
}

// The records of a run, concatenated, and whether it was interrupted: if so, some games are unplayed.
std::pair<Records, bool> simulate(const GraphHandle& on, const Indices& rank, std::uint32_t mines,
                                  std::uint32_t per_cell, Cell start, FirstClick rule, PlayerTuple player,
                                  std::uint64_t seed, std::uint64_t first, std::size_t games, unsigned threads,
                                  bool weighted, std::optional<PlayerTuple> baseline, std::size_t baseline_games,
                                  const nb::object& progress) {
  require(threads > 0, "no threads");
  require(!baseline || (weighted && baseline_games > 0), "a baseline needs weighted games");
  Match match = checked_match(on.look(), view(rank), {mines, per_cell, start, rule, seed}, player_of(player), weighted);
  if (baseline) match.baseline = {player_of(*baseline), baseline_games};
  Simulation run(on.look(), match, first, games, threads);
  bool is_interrupted = false;
  while (!guarded([&] { return run.wait(between_reports); }))
    is_interrupted = is_interrupted || is_interrupted_now(run, progress);
  is_interrupted = is_interrupted || is_interrupted_now(run, progress);
  return {hand_over_as<std::uint8_t>(run.take_games()), is_interrupted};
}

// The moves, how many cells opened with each, these cells, and how many rounds it took.
auto open_obvious_in_python(const GraphHandle& on, const Indices& faces, const Indices& numbers, std::int32_t per_cell,
                            double seconds) {
  const Graph graph = on.look();
  check_one_each(graph, view(numbers), "a number for every cell");
  check_one_each(graph, view(faces), "a face for every cell");
  check_per_cell(per_cell);
  Patience patience(seconds);
  auto moves = guarded([&] { return open_obvious(graph, per_cell, view(faces), view(numbers), patience); });
  return std::tuple(hand_over(std::move(moves.cells)), hand_over(std::move(moves.areas)),
                    hand_over(std::move(moves.opened)), moves.rounds);
}

// The record of a game that was played elsewhere. `lost_by` is the risk of the guess that hit a mine.
Records record(Result result, const std::vector<double>& risks, std::uint32_t opened, std::uint32_t moves,
               std::optional<double> lost_by, Phase phase) {
  GameOutcome outcome{.result = result, .phase = phase, .opened = opened, .moves = moves};
  double survival = 1;
  for (const double risk : risks) {
    require(risk >= 0 && risk <= 1, "a risk is a number from 0 to 1");
    outcome.count_risk(risk);
    survival *= 1 - risk;
  }
  require(!lost_by || (*lost_by >= 0 && *lost_by <= 1), "a risk is a number from 0 to 1");
  outcome.guesses = static_cast<std::uint32_t>(risks.size());
  if (lost_by) outcome.hit = static_cast<std::uint8_t>(tenth_of(*lost_by) + 1);
  outcome.risk = billionths(1 - survival);
  outcome.weight = result == Result::won ? billion : 0;
  return hand_over_as<std::uint8_t>(std::vector{outcome});
}

}  // namespace

void bind_games(nb::module_& module) {
  nb::enum_<Result>(module, "Result")
      .value("WON", Result::won)
      .value("LOST", Result::lost)
      .value("STUCK", Result::stuck)
      .value("UNPLAYED", Result::unplayed);
  nb::enum_<Phase>(module, "Phase")
      .value("NONE", Phase::none)
      .value("OPENING", Phase::opening)
      .value("MIDDLE", Phase::middle)
      .value("LATE", Phase::late)
      .value("ENDGAME", Phase::endgame)
      .value("COIN_FLIP", Phase::coin_flip);
  module.attr("TENTHS") = tenths;
  module.attr("BILLION") = billion;
  module.def("outcome_fields", &fields);
  module.def("phase_of_guess", &phase_of_guess, "risk"_a, "is_searched"_a);
  module.def("phase_of_solutions", &phase_of_solutions, "log_solutions"_a);
  module.def("record", &record, nb::kw_only(), "result"_a, "risks"_a, "opened"_a, "moves"_a, "lost_by"_a.none(),
             "phase"_a);
  module.def("open_obvious", &open_obvious_in_python, "graph"_a, nb::kw_only(), "faces"_a.noconvert(),
             "numbers"_a.noconvert(), "per_cell"_a, "seconds"_a);
  module.def("simulate", &simulate, "graph"_a, nb::kw_only(), "rank"_a.noconvert(), "mines"_a, "per_cell"_a, "start"_a,
             "rule"_a, "player"_a, "seed"_a, "first"_a, "games"_a, "threads"_a, "weighted"_a, "baseline"_a.none(),
             "baseline_games"_a, "progress"_a.none());
}

}  // namespace minemind::python
