// Review: a game judged click by click, and how it was clicked.

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

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
using WinTuple = std::tuple<double, double, bool>;

WinTuple written(const Win& win) { return {win.value, win.margin, win.is_exact}; }

auto written(const JudgedClick& click) {
  return std::tuple(click.kind, click.risk, click.opened, click.certain, click.best, click.best_risk, click.overlooked,
                    click.technique, click.grade, written(click.before), written(click.chosen), written(click.after),
                    click.cost_margin);
}

auto written(const Performance& p) { return std::tuple(p.opens, p.flags, p.chords, p.effective, p.three_bv, p.solved); }

auto review_in_python(const GraphHandle& on, const Indices& mines, const Indices& faces, const Indices& rank,
                      const Indices& clicks, std::int32_t per_cell, bool promised, double margin,
                      std::size_t most_games, std::uint64_t seed, double seconds) {
  const ReviewedGame game{on.look(), view(mines), view(faces), per_cell, promised, view(rank)};
  const Precision precision{margin, most_games, seed};
  check_reviewed(game, precision);
  const auto checked = checked_clicks(game.graph, view(clicks), per_cell);
  Patience patience(seconds);
  return guarded([&] {
    const Review review(game, checked, precision, patience);
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
             "rank"_a.noconvert(), "clicks"_a.noconvert(), "per_cell"_a, "promised"_a, "margin"_a, "most_games"_a,
             "seed"_a, "seconds"_a);
  module.def("rates", &rates_in_python, "performance"_a, nb::kw_only(), "seconds"_a, "stnb_factor"_a);
}

}  // namespace minemind::python
