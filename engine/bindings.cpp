// The one door between Python and the engine: the module minemind._engine.
//
// It turns arrays into spans, refuses what would read or write out of bounds, and lets other Python threads run while
// the engine works. Meaning, defaults and documentation live on the Python side.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "analysis.hpp"
#include "dead.hpp"
#include "drawing.hpp"
#include "endgame.hpp"
#include "ending.hpp"
#include "flood.hpp"
#include "layout.hpp"
#include "lookahead.hpp"
#include "pair.hpp"
#include "random.hpp"
#include "simulation.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using minemind::Cell;
using Indices = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Integers = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;

std::span<const std::int32_t> view(const Indices& array) { return {array.data(), array.size()}; }

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

// Hands the numbers over to Python, which frees them with the array.
template <class Number>
nb::ndarray<nb::numpy, Number, nb::ndim<1>> handed_over(std::vector<Number> numbers) {
  auto kept = std::make_unique<std::vector<Number>>(std::move(numbers));
  Number* const data = kept->data();
  const std::size_t size = kept->size();
  nb::capsule owner(kept.release(), [](void* vector) noexcept { delete static_cast<std::vector<Number>*>(vector); });
  return {data, {size}, owner};
}

// A graph that keeps the arrays it looks at, checked once so that nothing has to be checked later.
class Graph {
 public:
  Graph(Indices offsets, Indices targets, Indices cells)
      : offsets_(std::move(offsets)), targets_(std::move(targets)), cells_(std::move(cells)) {
    const auto bounds = view(offsets_);
    require(!bounds.empty() && bounds.front() == 0 && std::is_sorted(bounds.begin(), bounds.end()) &&
                static_cast<std::size_t>(bounds.back()) == targets_.size(),
            "offsets must ascend from 0 to the number of targets");
    for (const Cell target : view(targets_)) require(has(target), "a neighbour that does not exist");
    for (const Cell cell : view(cells_)) require(has(cell), "a cell that does not exist");
    require(std::ranges::is_sorted(view(cells_), std::less_equal{}), "cells must ascend");
  }

  minemind::Graph look() const { return {view(offsets_), view(targets_), view(cells_)}; }
  bool has(Cell cell) const { return cell >= 0 && static_cast<std::size_t>(cell) + 1 < offsets_.size(); }

 private:
  Indices offsets_, targets_, cells_;
};

Integers flood(const Graph& on, const Indices& numbers, const Indices& faces, const Indices& start,
               minemind::Expansion expansion) {
  const minemind::Graph graph = on.look();
  require(numbers.size() == graph.indices() && faces.size() == graph.indices(), "a number and a face for every cell");
  for (const Cell cell : view(start)) require(on.has(cell), "no such cell");
  std::vector<Cell> opened;
  {
    const nb::gil_scoped_release released;
    opened = minemind::flood(graph, view(numbers), view(faces), view(start), expansion);
  }
  return handed_over(std::move(opened));
}

// Seconds for work that only a signal may stop.
constexpr double no_deadline = 0;

// What games that go on from a position remember of components.
constexpr std::size_t bytes_for_games = std::size_t{4} << 20;

using Clock = std::chrono::steady_clock;

// Seconds beyond which a limit is none: a clock cannot add more.
constexpr double longest_wait = 1e9;

Clock::time_point in_seconds(double seconds) {
  if (!(seconds > 0 && seconds < longest_wait)) return Clock::time_point::max();
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Ends from outside whatever the threads do that have entered it: when another thread sets it, or when time is over.
class Stop {
 public:
  explicit Stop(double seconds) : end_(in_seconds(seconds)) {}

  void set() { is_set_.store(true, std::memory_order_relaxed); }
  bool is_due() const { return is_due(Clock::now()); }
  bool is_due(Clock::time_point now) const { return is_set_.load(std::memory_order_relaxed) || now > end_; }

  void enter() const { entered = this; }
  static void leave() { entered = nullptr; }

  // What this thread hears. Python keeps it alive until the thread leaves it.
  static thread_local const Stop* entered;

 private:
  Clock::time_point end_;
  std::atomic<bool> is_set_ = false;
};

thread_local const Stop* Stop::entered = nullptr;

// Lets Python's signals, a deadline and whoever set a stop end long work; none of them decides anything else.
class Patience : public minemind::Watch {
 public:
  explicit Patience(double seconds) : deadline_(in_seconds(seconds)) {}

  struct OutOfTime {};

 private:
  void look() override {
    const auto now = Clock::now();
    if (now > deadline_ || (Stop::entered && Stop::entered->is_due(now))) throw OutOfTime{};
    if (now < next_check_) return;
    next_check_ = now + std::chrono::milliseconds(20);
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }

  Clock::time_point deadline_, next_check_ = Clock::now() + std::chrono::milliseconds(20);
};

// An analysis together with the graph that it looks at.
struct Analysed {
  Analysed(const Graph& on, minemind::Position position, minemind::Model of, minemind::Counts& counts,
           Patience& patience)
      : graph(on), analysis(std::move(position), of, counts, patience), model(of) {}

  const minemind::Count& count(std::size_t component) const { return analysis.count(checked(component)); }
  const minemind::Frontier::Component& component(std::size_t index) const {
    return analysis.frontier().components()[checked(index)];
  }
  std::size_t checked(std::size_t component) const {
    require(component < analysis.frontier().components().size(), "no such component");
    return component;
  }

  Graph graph;
  minemind::Analysis analysis;
  minemind::Model model;
};

// Runs work without the GIL and turns what the engine throws into the module's exceptions.
template <class Work>
auto guarded(Work work) {
  const auto fail = [](const char* name, nb::object argument) {
    PyErr_SetObject(nb::module_::import_("minemind._engine").attr(name).ptr(), argument.ptr());
    throw nb::python_error();
  };
  try {
    const nb::gil_scoped_release released;
    return work();
  } catch (const minemind::Contradiction& contradiction) {
    nb::list numbers;
    for (const Cell cell : contradiction.numbers) numbers.append(cell);
    fail("Contradiction", numbers);
  } catch (const minemind::TooHard& hard) {
    fail("TooHard", nb::make_tuple(hard.states, hard.cell));
  } catch (const Patience::OutOfTime&) {
    fail("OutOfTime", nb::none());
  }
  throw std::logic_error("unreachable");
}

Integers deal_layout(const Graph& on, std::uint32_t mines, std::uint32_t per_cell, Cell first,
                     minemind::FirstClick rule, std::uint64_t seed) {
  const minemind::Graph graph = on.look();
  const minemind::Deal deal{mines, per_cell, first, rule, seed};
  require(first == -1 || std::ranges::binary_search(graph.cells, first), "no such cell");
  require(per_cell > 0 && graph.cells.size() * std::uint64_t{per_cell} <= UINT32_MAX, "too many slots");
  require(fits(graph, deal), "more mines than slots");
  std::vector<std::int32_t> counts(graph.indices());
  Patience patience(no_deadline);
  guarded([&] { minemind::deal_layout(graph, deal, counts, patience); });
  return handed_over(std::move(counts));
}

// What is left of a game, each part ready to be searched.
class Ending {
 public:
  Ending(const Analysed& a, std::size_t most_solutions, std::size_t most_nodes, double seconds)
      : patience_(seconds), graph_(a.graph) {
    for (minemind::Part& part : minemind::list_ending(a.analysis, most_solutions, patience_)) {
      cells_.push_back(part.cells);
      parts_.push_back(std::make_unique<minemind::Endgame>(graph_.look(), part, most_nodes, patience_));
    }
  }

  std::size_t parts() const { return parts_.size(); }
  minemind::Endgame& part(std::size_t index) {
    require(index < parts_.size(), "no such part");
    return *parts_[index];
  }
  const std::vector<Cell>& cells(std::size_t index) const {
    require(index < parts_.size(), "no such part");
    return cells_[index];
  }

 private:
  Patience patience_;
  Graph graph_;
  std::vector<std::vector<Cell>> cells_;
  std::vector<std::unique_ptr<minemind::Endgame>> parts_;
};

using Doubles = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;

template <class Element>
std::vector<Element> copied(std::span<const Element> span) {
  return {span.begin(), span.end()};
}

minemind::Match match_of(const Graph& on, const Indices& rank, std::uint32_t mines, std::uint32_t per_cell, Cell start,
                         minemind::FirstClick rule, minemind::Style style, std::uint64_t seed, bool weighted) {
  const minemind::Graph graph = on.look();
  const minemind::Deal deal{mines, per_cell, start, rule, seed};
  require(rank.size() == graph.indices(), "a rank for every cell");
  require(std::ranges::binary_search(graph.cells, start), "no such cell");
  require(per_cell > 0 && graph.cells.size() * std::uint64_t{per_cell} <= UINT32_MAX, "too many slots");
  require(fits(graph, deal), "more mines than slots");
  return {deal, style, weighted, copied(view(rank))};
}

// The games of a run, as columns: guesses, opened cells, moves; rows of small numbers: result, phase, hit, and guesses
// by their risk; the chance to survive the guesses; and what each counts for.
// `progress` is told how many are done, now and then; if it raises, or a signal comes, what is done is returned.
using Shares = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;
std::tuple<std::vector<Integers>, Bytes, Shares, Shares, bool> simulate(
    const Graph& on, const Indices& rank, std::uint32_t mines, std::uint32_t per_cell, Cell start,
    minemind::FirstClick rule, minemind::Style style, std::uint64_t seed, std::uint64_t first, std::size_t games,
    unsigned threads, bool weighted, const nb::object& progress) {
  require(threads > 0, "no threads");
  const minemind::Match match = match_of(on, rank, mines, per_cell, start, rule, style, seed, weighted);
  minemind::Run run(on.look(), match, first, games, threads);
  bool is_interrupted = false;
  for (bool is_done = false; !is_done;) {
    is_done = guarded([&] { return run.wait(std::chrono::milliseconds(50)); });
    if (is_interrupted) continue;
    try {
      if (!progress.is_none()) progress(run.done());
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    } catch (nb::python_error& error) {
      run.stop();
      if (!error.matches(PyExc_KeyboardInterrupt)) throw;
      is_interrupted = true;
    }
  }
  std::vector<std::int32_t> columns[3];
  std::vector<std::uint8_t> small;
  std::vector<double> survival, weight;
  // Nothing after the last game that was begun.
  const auto is_played = [](const minemind::Played& game) { return game.result != minemind::Result::unplayed; };
  const auto last = std::find_if(run.games().rbegin(), run.games().rend(), is_played).base();
  for (const minemind::Played& game : std::span(run.games().begin(), last)) {
    const std::int32_t row[] = {static_cast<std::int32_t>(game.guesses), static_cast<std::int32_t>(game.opened),
                                static_cast<std::int32_t>(game.moves)};
    for (std::size_t i = 0; i < std::size(columns); ++i) columns[i].push_back(row[i]);
    small.insert(small.end(),
                 {static_cast<std::uint8_t>(game.result), static_cast<std::uint8_t>(game.phase), game.hit});
    small.insert(small.end(), game.risky.begin(), game.risky.end());
    survival.push_back(game.survival);
    weight.push_back(game.weight);
  }
  std::vector<Integers> arrays;
  for (auto& column : columns) arrays.push_back(handed_over(std::move(column)));
  return {arrays, handed_over(std::move(small)), handed_over(std::move(survival)), handed_over(std::move(weight)),
          is_interrupted};
}

// One game of a run, and the cells that were opened, each with its risk.
std::tuple<int, std::vector<std::pair<Cell, double>>> play_one(const Graph& on, const Indices& rank,
                                                               std::uint32_t mines, std::uint32_t per_cell, Cell start,
                                                               minemind::FirstClick rule, minemind::Style style,
                                                               std::uint64_t seed, std::uint64_t index) {
  const minemind::Match match = match_of(on, rank, mines, per_cell, start, rule, style, seed, false);
  Patience patience(no_deadline);
  std::vector<minemind::Decision> moves;
  const auto played = guarded([&] { return minemind::Table(on.look(), match).play(index, patience, &moves); });
  std::vector<std::pair<Cell, double>> opened;
  for (const auto& move : moves) opened.emplace_back(move.cell, move.risk);
  return {static_cast<int>(played.result), opened};
}

void require_guesses(const Analysed& a, const Indices& rank) {
  require(rank.size() == a.graph.look().indices(), "a rank for every cell");
  require(a.model.kind == minemind::Model::Kind::counted, "no mine count");
  const auto chances = a.analysis.probability();
  require(std::ranges::any_of(chances, [](double chance) { return chance < 1; }), "no cell that can be opened");
}

// What games count for that begin with each of some guesses and go on by themselves: one of each guess after the other,
// again and again. When the time is over, what was played until then is all, if it is more than one of each.
Shares play_on(const Analysed& a, const Indices& faces, const Indices& rank, const std::vector<Cell>& cells,
               minemind::Style style, std::size_t games, std::uint64_t seed, double seconds) {
  require_guesses(a, rank);
  require(faces.size() == a.graph.look().indices(), "a face for every cell");
  require(!cells.empty(), "no guess");
  const auto chances = a.analysis.probability();
  for (const Cell cell : cells)
    require(a.graph.has(cell) && chances[static_cast<std::size_t>(cell)] < 1, "no cell that can be opened");
  const auto per_cell = static_cast<std::uint32_t>(a.analysis.position().per_cell());
  const minemind::Match match = match_of(a.graph, rank, static_cast<std::uint32_t>(a.model.mines), per_cell, cells[0],
                                         minemind::FirstClick::any, style, seed, per_cell == 1);
  Patience patience(seconds);
  std::vector<double> weights;
  guarded([&] {
    minemind::Table table(a.graph.look(), match);
    table.set_up(view(faces));
    try {
      minemind::Counts counts(bytes_for_games);
      minemind::Layouts layouts(a.analysis, counts, patience);
      for (std::size_t game = 0; game < games; ++game)
        for (const Cell cell : cells) {
          const minemind::Decision guess{cell, chances[static_cast<std::size_t>(cell)]};
          weights.push_back(table.play_on(guess, layouts, game, patience).weight);
        }
    } catch (const Patience::OutOfTime&) {
      weights.resize(weights.size() / cells.size() * cells.size());
      if (weights.size() < 2 * cells.size()) throw;
    }
  });
  return handed_over(std::move(weights));
}

// How long the engine takes for a position with nothing remembered or, if a cell is given, for the position after that
// cell was opened when the one before is known: microseconds of the processor, the best of some runs.
double clock_analysis(const Graph& on, const Indices& faces, std::int64_t mines, Cell opened, std::int32_t shown) {
  require(faces.size() == on.look().indices(), "a face for every cell");
  require(opened == -1 || on.has(opened), "no such cell");
  constexpr int runs = 5, repeats = 20;
  const minemind::Model model{minemind::Model::Kind::counted, mines, 1};
  minemind::Watch watch;
  const auto start_from_nothing = [&](minemind::Counts& counts) {
    return std::make_unique<minemind::Analysis>(minemind::Position(on.look(), view(faces), 1, watch), model, counts,
                                                watch);
  };
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    std::vector<std::unique_ptr<minemind::Counts>> counts;
    for (int i = 0; i < repeats; ++i) {
      counts.push_back(std::make_unique<minemind::Counts>(1 << 26));
      if (opened >= 0) start_from_nothing(*counts.back());
    }
    const minemind::Position before(on.look(), view(faces), 1, watch);
    const std::clock_t start = std::clock();
    for (const auto& known : counts) {
      if (opened < 0)
        start_from_nothing(*known);
      else
        minemind::Analysis(before.assume(opened, shown, watch), model, *known, watch);
    }
    least = std::min(least, static_cast<double>(std::clock() - start) * 1e6 / CLOCKS_PER_SEC / repeats);
  }
  return least;
}

}  // namespace

NB_MODULE(_engine, module) {
  // At exit, nanobind reports objects that somebody still holds; users need not know, tests ask for it.
  nb::set_leak_warnings(false);
  module.def("warn_of_leaks", &nb::set_leak_warnings, "wanted"_a);
  nb::enum_<minemind::FirstClick>(module, "FirstClick")
      .value("ANY", minemind::FirstClick::any)
      .value("SAFE", minemind::FirstClick::safe)
      .value("OPENING", minemind::FirstClick::opening);
  nb::enum_<minemind::Expansion>(module, "Expansion")
      .value("BFS", minemind::Expansion::bfs)
      .value("DFS", minemind::Expansion::dfs);
  nb::class_<Graph>(module, "Graph")
      .def(nb::init<Indices, Indices, Indices>(), "offsets"_a.noconvert(), "targets"_a.noconvert(),
           "cells"_a.noconvert());
  module.def("split_mix", &minemind::split_mix, "seed"_a, "index"_a);
  module.def("deal_layout", &deal_layout, "graph"_a, nb::kw_only(), "mines"_a, "per_cell"_a, "first"_a, "rule"_a,
             "seed"_a);
  module.def("flood", &flood, "graph"_a, nb::kw_only(), "numbers"_a.noconvert(), "faces"_a.noconvert(),
             "start"_a.noconvert(), "expansion"_a);

  for (const char* name : {"Contradiction", "TooHard", "OutOfTime"}) {
    const std::string full = std::string("minemind._engine.") + name;
    module.attr(name) = nb::steal(PyErr_NewException(full.c_str(), PyExc_Exception, nullptr));
  }
  nb::class_<Stop>(module, "Stop")
      .def(nb::init<double>(), "seconds"_a)
      .def("set", &Stop::set)
      .def("enter", &Stop::enter)
      .def_static("leave", &Stop::leave)
      .def_prop_ro("is_due", nb::overload_cast<>(&Stop::is_due, nb::const_));
  nb::enum_<minemind::Model::Kind>(module, "Kind")
      .value("COUNTED", minemind::Model::Kind::counted)
      .value("UNCOUNTED", minemind::Model::Kind::uncounted)
      .value("DENSITY", minemind::Model::Kind::density);
  nb::class_<minemind::Counts>(module, "Counts")
      .def(nb::init<std::size_t>(), "capacity"_a)
      .def("clear", &minemind::Counts::clear)
      .def_prop_ro("size", &minemind::Counts::size)
      .def_prop_ro("bytes", &minemind::Counts::bytes);
  nb::class_<minemind::Lru<std::int64_t, std::int64_t>>(module, "Lru")
      .def(nb::init<std::size_t>(), "capacity"_a)
      .def(
          "find",
          [](minemind::Lru<std::int64_t, std::int64_t>& lru, std::int64_t key) -> std::optional<std::int64_t> {
            const std::int64_t* found = lru.find(key);
            return found ? std::optional(*found) : std::nullopt;
          },
          "key"_a)
      .def("insert", &minemind::Lru<std::int64_t, std::int64_t>::insert, "key"_a, "value"_a, "cost"_a)
      .def_prop_ro("size", &minemind::Lru<std::int64_t, std::int64_t>::size)
      .def_prop_ro("cost", &minemind::Lru<std::int64_t, std::int64_t>::cost);
  nb::class_<Analysed>(module, "Analysis")
      .def_prop_ro(
          "probability",
          [](const Analysed& a) { return Doubles(a.analysis.probability().data(), {a.analysis.probability().size()}); })
      .def_prop_ro(
          "expected",
          [](const Analysed& a) { return Doubles(a.analysis.expected().data(), {a.analysis.expected().size()}); })
      .def_prop_ro(
          "safe", [](const Analysed& a) { return handed_over(a.analysis.safe()); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "obvious", [](const Analysed& a) { return handed_over(a.analysis.obvious()); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "mines", [](const Analysed& a) { return handed_over(a.analysis.mines()); }, nb::rv_policy::automatic)
      .def_prop_ro("outside", [](const Analysed& a) { return a.analysis.outside(); })
      .def_prop_ro("outside_cells", [](const Analysed& a) { return a.analysis.outside_cells(); })
      .def_prop_ro("known_mines", [](const Analysed& a) { return a.analysis.position().known_mines(); })
      .def_prop_ro("counted", [](const Analysed& a) { return a.analysis.counted(); })
      .def_prop_ro("states", [](const Analysed& a) { return a.analysis.states(); })
      .def_prop_ro("components", [](const Analysed& a) { return a.analysis.frontier().components().size(); })
      .def(
          "groups",
          [](const Analysed& a, std::size_t component) {
            const auto& c = a.component(component);
            std::vector<std::vector<Cell>> groups;
            for (std::uint32_t g = 0; g < c.groups; ++g)
              groups.push_back(copied(a.analysis.frontier().cells(c.first_group + g)));
            return groups;
          },
          "component"_a)
      .def(
          "constraints",
          [](const Analysed& a, std::size_t component) {
            const auto& c = a.component(component);
            std::vector<std::pair<Cell, std::int32_t>> constraints;
            for (const std::uint32_t i :
                 a.analysis.frontier().constraints().subspan(c.first_constraint, c.constraints)) {
              const minemind::Constraint& constraint = a.analysis.position().constraints()[i];
              constraints.emplace_back(constraint.number, constraint.need);
            }
            return constraints;
          },
          "component"_a)
      .def(
          "fewest", [](const Analysed& a, std::size_t component) { return a.count(component).fewest(); }, "component"_a)
      .def(
          "ways_modulo",
          [](const Analysed& a, std::size_t component, std::uint64_t prime, double seconds) {
            const minemind::Count& count = a.count(component);
            Patience patience(seconds);
            return guarded([&] { return count.ways_modulo(prime, patience); });
          },
          "component"_a, "prime"_a, nb::kw_only(), "seconds"_a)
      .def(
          "numbers",
          [](const Analysed& a, Cell cell, double seconds) {
            require(a.graph.has(cell) && a.analysis.position().known(cell) != minemind::open, "no hidden cell");
            Patience patience(seconds);
            return guarded([&] { return a.analysis.numbers(cell, patience); });
          },
          "cell"_a, nb::kw_only(), "seconds"_a)
      .def(
          "dead",
          [](const Analysed& a, minemind::Counts& counts, double seconds) {
            Patience patience(seconds);
            return handed_over(guarded([&] { return dead_cells(a.analysis, counts, patience); }));
          },
          nb::kw_only(), "counts"_a, "seconds"_a, nb::rv_policy::automatic)
      .def(
          "fifty_fifties",
          [](const Analysed& a, double seconds) {
            Patience patience(seconds);
            return guarded([&] { return fifty_fifties(a.analysis, patience); });
          },
          nb::kw_only(), "seconds"_a)
      .def(
          "draw",
          [](const Analysed& a, std::uint64_t seed, double seconds) {
            require(a.model.kind == minemind::Model::Kind::counted, "no mine count");
            std::vector<std::int32_t> mines(a.graph.look().indices());
            Patience patience(seconds);
            guarded([&] {
              minemind::Random random(seed);
              minemind::Drawing(a.analysis, patience).draw(random, mines);
            });
            return handed_over(std::move(mines));
          },
          "seed"_a, nb::kw_only(), "seconds"_a, nb::rv_policy::automatic)
      .def(
          "assume",
          [](const Analysed& a, Cell cell, std::int32_t shown, minemind::Counts& counts, double seconds) {
            require(
                a.graph.has(cell) && (a.analysis.position().is_unknown(cell) || a.analysis.position().known(cell) == 0),
                "no cell that can be opened");
            Patience patience(seconds);
            return guarded([&] {
              return std::make_unique<Analysed>(a.graph, a.analysis.position().assume(cell, shown, patience), a.model,
                                                counts, patience);
            });
          },
          "cell"_a, "shown"_a, nb::kw_only(), "counts"_a, "seconds"_a);
  nb::class_<Ending>(module, "Ending")
      .def_prop_ro("parts", &Ending::parts)
      .def("cells", &Ending::cells, "part"_a)
      .def(
          "nodes", [](Ending& e, std::size_t part) { return e.part(part).nodes(); }, "part"_a)
      .def(
          "weight",
          [](Ending& e, std::size_t part, const std::vector<Cell>& free) {
            return guarded([&] { return e.part(part).weight(free); });
          },
          "part"_a, "free"_a)
      .def(
          "won",
          [](Ending& e, std::size_t part, const std::vector<Cell>& free) {
            return guarded([&] { return e.part(part).won(free); });
          },
          "part"_a, "free"_a)
      .def(
          "best_moves",
          [](Ending& e, std::size_t part, const std::vector<Cell>& candidates) {
            return guarded([&] {
              std::vector<std::tuple<Cell, std::uint64_t, std::uint64_t>> moves;
              for (const auto& move : e.part(part).best_moves(candidates))
                moves.emplace_back(move.cell, move.safe, move.won);
              return moves;
            });
          },
          "part"_a, "candidates"_a);
  module.def(
      "list_ending",
      [](const Analysed& a, std::size_t most_solutions, std::size_t most_nodes, double seconds) {
        require(a.model.kind == minemind::Model::Kind::counted, "no mine count");
        return guarded([&] { return std::make_unique<Ending>(a, most_solutions, most_nodes, seconds); });
      },
      "analysis"_a, nb::kw_only(), "most_solutions"_a, "most_nodes"_a, "seconds"_a);
  nb::enum_<minemind::Style>(module, "Style")
      .value("RULES", minemind::Style::rules)
      .value("EXACT", minemind::Style::exact)
      .value("ENDGAME", minemind::Style::endgame)
      .value("CHAMPION", minemind::Style::champion)
      .value("LOOKAHEAD", minemind::Style::lookahead);
  nb::enum_<minemind::Breadth>(module, "Breadth")
      .value("BEST", minemind::Breadth::best)
      .value("CLOSE", minemind::Breadth::close)
      .value("ALL", minemind::Breadth::all);
  module.def(
      "decide",
      [](const Analysed& a, minemind::Style style, const Indices& rank, minemind::Counts& counts, double seconds) {
        require_guesses(a, rank);
        Patience patience(seconds);
        const auto chosen = guarded([&] { return decide(a.analysis, style, view(rank), counts, patience); });
        return std::tuple(chosen.cell, chosen.risk, chosen.win, chosen.next, chosen.progress, chosen.twin);
      },
      "analysis"_a, "style"_a, "rank"_a.noconvert(), nb::kw_only(), "counts"_a, "seconds"_a);
  module.def(
      "look_ahead",
      [](const Analysed& a, minemind::Breadth breadth, const Indices& rank, minemind::Counts& counts, double seconds) {
        require_guesses(a, rank);
        Patience patience(seconds);
        std::vector<std::tuple<Cell, double, double, double, Cell>> found;
        guarded([&] {
          for (const auto& p : look_ahead(a.analysis, breadth, view(rank), counts, patience))
            found.emplace_back(p.cell, p.risk, p.next, p.progress, p.twin);
        });
        return found;
      },
      "analysis"_a, "breadth"_a, "rank"_a.noconvert(), nb::kw_only(), "counts"_a, "seconds"_a);
  module.def("play_on", &play_on, "analysis"_a, "faces"_a.noconvert(), "rank"_a.noconvert(), "cells"_a, nb::kw_only(),
             "style"_a, "games"_a, "seed"_a, "seconds"_a);
  module.def("simulate", &simulate, "graph"_a, nb::kw_only(), "rank"_a.noconvert(), "mines"_a, "per_cell"_a, "start"_a,
             "rule"_a, "style"_a, "seed"_a, "first"_a, "games"_a, "threads"_a, "weighted"_a, "progress"_a.none());
  module.def("play_one", &play_one, "graph"_a, nb::kw_only(), "rank"_a.noconvert(), "mines"_a, "per_cell"_a, "start"_a,
             "rule"_a, "style"_a, "seed"_a, "index"_a);
  module.def("clock_analysis", &clock_analysis, "graph"_a, "faces"_a.noconvert(), nb::kw_only(), "mines"_a, "opened"_a,
             "shown"_a);
  module.def(
      "analyse",
      [](const Graph& on, const Indices& faces, std::int32_t per_cell, minemind::Model::Kind kind, std::int64_t mines,
         double odds, minemind::Counts& counts, double seconds) {
        require(faces.size() == on.look().indices(), "a face for every cell");
        require(per_cell > 0, "no slots");
        const minemind::Model model{kind, mines, odds};
        Patience patience(seconds);
        return guarded([&] {
          return std::make_unique<Analysed>(on, minemind::Position(on.look(), view(faces), per_cell, patience), model,
                                            counts, patience);
        });
      },
      "graph"_a, "faces"_a.noconvert(), nb::kw_only(), "per_cell"_a, "kind"_a, "mines"_a, "odds"_a, "counts"_a,
      "seconds"_a);
}
