// Analyses: what a position implies, and the questions that can be asked about it afterwards.

#include <memory>
#include <utility>

#include "analysis/analysis.hpp"
#include "analysis/dead_cells.hpp"
#include "analysis/sampler.hpp"
#include "core/random.hpp"
#include "doors/questions.hpp"
#include "play/fifty_fifty.hpp"
#include "play/strategy.hpp"
#include "wasm/door.hpp"

namespace minemind::wasm {
namespace {

// From here on the page owns the analysis: it must drop it.
void put_analysis(std::unique_ptr<Analysis> made) {
  Reply& said = reply();
  const Analysis* analysis = made.release();
  said.put(reinterpret_cast<std::uintptr_t>(analysis));
  said.put_list(analysis->probability());
  said.put_list(analysis->safe());
  said.put_list(analysis->mines());
  said.put(analysis->outside());
  said.put(analysis->outside_cells());
  said.put(analysis->position().known_mines());
  said.put(analysis->frontier().components().size());
}

void check_component(const Analysis* analysis, std::size_t component) {
  require(component < analysis->frontier().components().size(), "no such component");
}

}  // namespace

// Its address, probabilities, safe cells, mines, the probability outside, the number of cells outside, known mines, and
// the number of components. The graph must outlive it.
MINEMIND_EXPORT(analyse)
Status analyse(const OwnGraph* on, const std::int32_t* faces, std::size_t indices, std::int32_t per_cell,
               MineModel model, double mines, double odds, double work) {
  return answer([&] {
    check_one_each(on->look(), view(faces, indices), "a face for every cell");
    check_per_cell(per_cell);
    WorkLimit limit(work);
    const MinePrior prior{model, static_cast<std::int64_t>(mines), odds};
    Position position(on->look(), view(faces, indices), per_cell, limit);
    put_analysis(std::make_unique<Analysis>(std::move(position), prior, counts(), limit));
  });
}

MINEMIND_EXPORT(drop_analysis) void drop_analysis(const Analysis* analysis) { delete analysis; }

// What single numbers and pairs imply about every index: its mines, -1 if unknown, -2 if open.
MINEMIND_EXPORT(propagate)
Status propagate(const OwnGraph* on, const std::int32_t* faces, std::size_t indices, std::int32_t per_cell,
                 double work) {
  return answer([&] {
    WorkLimit limit(work);
    reply().put_list(propagated(on->look(), view(faces, indices), per_cell, limit));
  });
}

// The groups of a component, each a list of cells; then its constraints: the number's cell, and what it still needs.
MINEMIND_EXPORT(component) Status component(const Analysis* analysis, std::size_t index) {
  return answer([&] {
    check_component(analysis, index);
    const Frontier& frontier = analysis->frontier();
    const auto& of = frontier.components()[index];
    Reply& said = reply();
    said.put(of.groups);
    for (std::uint32_t group = 0; group < of.groups; ++group) said.put_list(frontier.cells(of.first_group + group));
    said.put(of.constraints);
    for (const std::uint32_t id : frontier.constraints().subspan(of.first_constraint, of.constraints)) {
      const Constraint& constraint = analysis->position().constraints()[id];
      said.put(constraint.number);
      said.put(constraint.need);
    }
  });
}

// The fewest mines of a component, and its ways with that many mines, one more, and so on, modulo a prime.
MINEMIND_EXPORT(ways) Status ways(const Analysis* analysis, std::size_t index, double prime, double work) {
  return answer([&] {
    check_component(analysis, index);
    const Count& count = analysis->count(index);
    WorkLimit limit(work);
    reply().put(count.fewest());
    reply().put_list(count.ways_modulo(static_cast<std::uint64_t>(prime), limit));
  });
}

// The probability of every number that a hidden cell may show, if it is safe.
MINEMIND_EXPORT(numbers) Status numbers(const Analysis* analysis, Cell cell, double work) {
  return answer([&] {
    const Position& position = analysis->position();
    require(has(position.graph(), cell) && position.known(cell) != open, "no hidden cell");
    WorkLimit limit(work);
    reply().put_list(analysis->number_distribution(cell, limit));
  });
}

MINEMIND_EXPORT(dead) Status dead(const Analysis* analysis, double work) {
  return answer([&] {
    WorkLimit limit(work);
    reply().put_list(dead_cells(*analysis, counts(), limit));
  });
}

// The number of pairs, and the two cells of each.
MINEMIND_EXPORT(fifty_fifties) Status fifty_fifties_of(const Analysis* analysis, double work) {
  return answer([&] {
    WorkLimit limit(work);
    const auto pairs = fifty_fifties(*analysis, limit);
    reply().put(pairs.size());
    for (const auto& [one, other] : pairs) {
      reply().put(one);
      reply().put(other);
    }
  });
}

// The mines of a random solution.
MINEMIND_EXPORT(draw) Status draw(const Analysis* analysis, std::uint64_t seed, double work) {
  return answer([&] {
    require(analysis->prior().kind == MineModel::counted, "no mine count");
    CellVector<std::int32_t> mines(analysis->position().graph().indices());
    WorkLimit limit(work);
    Random random(seed);
    Sampler(*analysis, limit).draw(random, mines);
    reply().put_list(mines);
  });
}

}  // namespace minemind::wasm
