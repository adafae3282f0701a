// A second module, only for tests and benchmarks: it exposes what the package does not need. Users do not get it.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#if __has_include(<sys/wait.h>)
#include <sys/wait.h>
#include <unistd.h>
#define MINEMIND_CAN_FORK
#endif

#include "core/fork_mutex.hpp"
#include "core/lru.hpp"
#include "play/played_on.hpp"
#include "play/simulation.hpp"
#include "python/deals.hpp"
#include "python/handles.hpp"
#include "review/metrics.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;
using IntegerLru = Lru<std::int64_t, std::int64_t>;

std::optional<std::int64_t> find(IntegerLru& lru, std::int64_t key) {
  const std::int64_t* found = lru.find(key);
  return found ? std::optional(*found) : std::nullopt;
}

// One game of a run: how it ended, and the cells that were opened, each with its risk.
std::pair<Result, std::vector<std::pair<Cell, double>>> play_one(const GraphHandle& on, const Indices& rank,
                                                                 std::uint32_t mines, std::uint32_t per_cell,
                                                                 Cell start, FirstClick rule, Strategy strategy,
                                                                 std::uint64_t seed, std::uint64_t index) {
  const Match match = checked_match(on.look(), view(rank), {mines, per_cell, start, rule, seed}, {strategy}, false);
  Watch watch;
  std::vector<Decision> moves;
  const Result result = GameRunner(on.look(), match).play(index, watch, &moves).result;
  std::vector<std::pair<Cell, double>> opened;
  for (const Decision& move : moves) opened.emplace_back(move.cell, move.risk);
  return {result, opened};
}

// One weighted game of a player compared with a baseline, by `games` games at each choice that differs. For every
// choice: the logarithm of the number of solutions left, whether it differs, and what it gains.
std::vector<std::tuple<double, bool, double>> advantages(const GraphHandle& on, const Indices& rank,
                                                         std::uint32_t mines, Cell start, FirstClick rule,
                                                         PlayerTuple player, PlayerTuple baseline, std::size_t games,
                                                         std::uint64_t seed, std::uint64_t index) {
  Match match = checked_match(on.look(), view(rank), {mines, 1, start, rule, seed}, player_of(player), true);
  match.baseline = {player_of(baseline), games};
  Watch watch;
  GameRunner runner(on.look(), match);
  runner.play(index, watch);
  std::vector<std::tuple<double, bool, double>> found;
  for (const auto& [log_solutions, is_other, gain] : runner.advantages())
    found.emplace_back(log_solutions, is_other, gain);
  return found;
}

// The weights of `games` games in which a cell of a position is opened and a player plays on.
std::vector<double> play_on(const AnalysisHandle& a, const Indices& faces, const Indices& rank, Cell cell, double risk,
                            PlayerTuple player, std::uint64_t seed, std::size_t games) {
  const Position& position = a.analysis.position();
  require(faces.size() == position.graph().indices() && rank.size() == faces.size(),
          "a face and a rank for every cell");
  require(a.graph.has(cell), "no such cell");
  Watch watch;
  const Knowledge known = known_from(position.graph(), position.per_cell(), view(faces));
  PlayedOn played_on(a.analysis, known, view(rank), player_of(player), seed, watch);
  PlayedOn::Line line(played_on, {{cell}, 1 - risk});
  std::vector<double> weights;
  for (std::size_t game = 0; game < games; ++game) weights.push_back(line.play(game));
  return weights;
}

// How long the engine takes for a position with an empty cache or, if a cell is given, for the position after that cell
// was opened, with the one before in the cache: microseconds of CPU time, the best of some runs.
double clock_analysis(const GraphHandle& on, const Indices& faces, std::int64_t mines, Cell opened,
                      std::int32_t shown) {
  require(faces.size() == on.look().indices(), "a face for every cell");
  require(opened == -1 || on.has(opened), "no such cell");
  constexpr int runs = 5, repeats = 20;
  const MinePrior prior{MineModel::counted, mines, 1};
  Watch watch;
  const auto start_from_nothing = [&](CountCache& counts) {
    return std::make_unique<Analysis>(Position(on.look(), view(faces), 1, watch), prior, counts, watch);
  };
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    std::vector<std::unique_ptr<CountCache>> counts;
    for (int i = 0; i < repeats; ++i) {
      counts.push_back(std::make_unique<CountCache>(1 << 26));
      if (opened >= 0) start_from_nothing(*counts.back());
    }
    const Position before(on.look(), view(faces), 1, watch);
    const std::clock_t start = std::clock();
    for (const auto& known : counts) {
      if (opened < 0)
        start_from_nothing(*known);
      else
        Analysis(before.assume(opened, shown, watch), prior, *known, watch);
    }
    least = std::min(least, static_cast<double>(std::clock() - start) * 1e6 / CLOCKS_PER_SEC / repeats);
  }
  return least;
}

// How long the engine takes for the 3BV of a layout, and for one ZiNi of it, on average over some concatenated layouts:
// microseconds of CPU time, the best of some runs.
std::pair<double, double> clock_metrics(const GraphHandle& on, const Indices& layouts, const Indices& order) {
  const Graph graph = on.look();
  const std::size_t size = graph.indices(), count = layouts.size() / size;
  require(count > 0 && layouts.size() % size == 0, "a count for every cell of each layout");
  require(order.size() == graph.cells.size(), "a place for every cell");
  constexpr int runs = 5;
  Watch watch;
  const auto clocked = [&](const auto& work) {
    double least = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
      const std::clock_t start = std::clock();
      for (std::size_t i = 0; i < count; ++i) work(Terrain(graph, view(layouts).subspan(i * size, size), watch));
      least = std::min(least, static_cast<double>(std::clock() - start) * 1e6 / CLOCKS_PER_SEC);
    }
    return least / static_cast<double>(count);
  };
  std::size_t sum = 0;  // so that no work is optimised away
  const double three_bv = clocked([&](const Terrain& terrain) { sum += terrain.three_bv(); });
  const double clicks = clocked([&](const Terrain& terrain) {
    sum += static_cast<std::size_t>(zini(terrain, view(order), ZiniForm::greedy, watch));
  });
  require(sum > 0, "nothing to click");
  return {three_bv, clicks};
}

// Forks while another thread holds a mutex for a moment, and returns whether the mutex is unlocked in the child.
bool fork_opens_mutexes() {
#ifdef MINEMIND_CAN_FORK
  ForkMutex mutex;
  std::promise<void> is_held;
  std::thread holder([&] {
    const std::scoped_lock lock(mutex);
    is_held.set_value();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  });
  is_held.get_future().wait();
  const pid_t child = fork();
  if (child == 0) _exit(mutex.try_lock() ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  holder.join();
  return status == 0;
#else
  return true;
#endif
}

}  // namespace
}  // namespace minemind::python

// Its argument types are defined by the other module, which must be imported first.
NB_MODULE(_minemind_testing, module) {
  using namespace minemind::python;
  nb::module_::import_("_minemind_engine");
  module.def("warn_of_leaks", &nb::set_leak_warnings, "wanted"_a);
  module.def("fork_opens_mutexes", &fork_opens_mutexes);
  nb::class_<IntegerLru>(module, "Lru")
      .def(nb::init<std::size_t>(), "capacity"_a)
      .def("find", &find, "key"_a)
      .def("insert", &IntegerLru::insert, "key"_a, "value"_a, "cost"_a)
      .def_prop_ro("size", &IntegerLru::size)
      .def_prop_ro("cost", &IntegerLru::cost);
  module.def("play_one", &play_one, "graph"_a, nb::kw_only(), "rank"_a.noconvert(), "mines"_a, "per_cell"_a, "start"_a,
             "rule"_a, "strategy"_a, "seed"_a, "index"_a);
  module.def("advantages", &advantages, "graph"_a, nb::kw_only(), "rank"_a.noconvert(), "mines"_a, "start"_a, "rule"_a,
             "player"_a, "baseline"_a, "games"_a, "seed"_a, "index"_a);
  module.def("play_on", &play_on, "analysis"_a, "faces"_a.noconvert(), "rank"_a.noconvert(), nb::kw_only(), "cell"_a,
             "risk"_a, "player"_a, "seed"_a, "games"_a);
  module.def("clock_analysis", &clock_analysis, "graph"_a, "faces"_a.noconvert(), nb::kw_only(), "mines"_a, "opened"_a,
             "shown"_a);
  module.def("clock_metrics", &clock_metrics, "graph"_a, "layouts"_a.noconvert(), "order"_a.noconvert());
}
