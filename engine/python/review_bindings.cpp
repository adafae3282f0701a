// Review: a game judged click by click, and how it was clicked.

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "python/bindings.hpp"
#include "python/handles.hpp"
#include "python/patience.hpp"
#include "review/performance.hpp"
#include "review/review.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;
using ClickTuple = std::tuple<Cell, ClickKind, std::int32_t>;
using WinTuple = std::tuple<double, double, bool>;

std::vector<PlayedClick> clicks_in(const Graph& graph, const std::vector<ClickTuple>& given, std::int32_t per_cell) {
  std::vector<PlayedClick> clicks;
  clicks.reserve(given.size());
  for (const auto& [cell, action, mines] : given) {
    require(std::ranges::binary_search(graph.cells, cell), "a click off the board");
    require(mines >= 0 && mines <= per_cell, "a flag that claims more mines than a cell can hold");
    clicks.push_back({cell, action, mines});
  }
  return clicks;
}

void require_layout(const Graph& graph, std::span<const std::int32_t> mines, std::span<const std::int32_t> faces,
                    std::int32_t per_cell) {
  require(mines.size() == graph.indices() && faces.size() == graph.indices(), "mines and a face for every cell");
  require(per_cell > 0 && std::ranges::all_of(mines, [&](std::int32_t n) { return n >= 0 && n <= per_cell; }),
          "more mines than a cell can hold");
  const CellSpan<const std::int32_t> mined = mines, start = faces;
  for (const Cell cell : graph.cells) {
    std::int32_t number = 0;
    for (const Cell other : graph.neighbours(cell)) number += mined[other];
    require(start[cell] < 0 || (start[cell] == number && mined[cell] == 0), "a face that is not that of the layout");
  }
}

WinTuple written(const Win& win) { return {win.value, win.margin, win.is_exact}; }

auto written(const JudgedClick& click) {
  return std::tuple(click.kind, click.risk, click.opened, click.certain, click.best, click.best_risk, click.overlooked,
                    click.technique, click.grade, written(click.before), written(click.chosen), written(click.after),
                    click.cost_margin);
}

auto written(const Performance& p) { return std::tuple(p.opens, p.flags, p.chords, p.effective, p.three_bv, p.solved); }

auto review_in_python(const GraphHandle& on, const Indices& mines, const Indices& faces, const Indices& rank,
                      const std::vector<ClickTuple>& clicks, std::int32_t per_cell, bool promised, double margin,
                      std::size_t most_games, std::uint64_t seed, double seconds) {
  const Graph graph = on.look();
  require_layout(graph, view(mines), view(faces), per_cell);
  require(rank.size() == graph.indices(), "a rank for every cell");
  require(margin == 0 || (margin > 0 && most_games > 1), "no games to be played");
  const auto checked = clicks_in(graph, clicks, per_cell);
  const ReviewedGame game{graph, view(mines), view(faces), per_cell, promised, view(rank)};
  Patience patience(seconds);
  return guarded([&] {
    const Review review(game, checked, {margin, most_games, seed}, patience);
    std::vector<decltype(written(JudgedClick()))> judged;
    for (const JudgedClick& click : review.clicks()) judged.push_back(written(click));
    return std::tuple(std::move(judged), review.end(), written(review.performance()));
  });
}

auto rates_in_python(const std::tuple<std::size_t, std::size_t, std::size_t, std::size_t, std::size_t, std::size_t>& of,
                     double seconds, double stnb_factor) {
  const auto& [opens, flags, chords, effective, three_bv, solved] = of;
  const Rates rates = rates_of({opens, flags, chords, effective, three_bv, solved}, seconds, stnb_factor);
  return std::tuple(rates.three_bv_per_second, rates.efficiency, rates.correctness, rates.throughput, rates.rqp,
                    rates.stnb);
}

}  // namespace

void bind_review(nb::module_& module) {
  nb::enum_<ClickKind>(module, "ClickKind")
      .value("OPENED", ClickKind::opened)
      .value("FLAGGED", ClickKind::flagged)
      .value("CHORDED", ClickKind::chorded);
  nb::enum_<Judgement>(module, "Judgement")
      .value("SAFE", Judgement::safe)
      .value("PROMISED", Judgement::promised)
      .value("FORCED_GUESS", Judgement::forced_guess)
      .value("NEEDLESS_GUESS", Judgement::needless_guess)
      .value("BAD_GUESS", Judgement::bad_guess)
      .value("OPENED_MINE", Judgement::opened_mine)
      .value("FLAG_PROVEN", Judgement::flag_proven)
      .value("FLAG_UNPROVEN", Judgement::flag_unproven)
      .value("FLAG_WRONG", Judgement::flag_wrong)
      .value("UNFLAG", Judgement::unflag)
      .value("WASTED", Judgement::wasted)
      .value("UNCOUNTED", Judgement::uncounted);
  nb::enum_<GameEnd>(module, "GameEnd")
      .value("UNFINISHED", GameEnd::unfinished)
      .value("WON", GameEnd::won)
      .value("LOST", GameEnd::lost);
  module.def("review", &review_in_python, "graph"_a, nb::kw_only(), "mines"_a.noconvert(), "faces"_a.noconvert(),
             "rank"_a.noconvert(), "clicks"_a, "per_cell"_a, "promised"_a, "margin"_a, "most_games"_a, "seed"_a,
             "seconds"_a);
  module.def("rates", &rates_in_python, "performance"_a, nb::kw_only(), "seconds"_a, "stnb_factor"_a);
}

}  // namespace minemind::python
