// Boards: a graph, where its mines lie, and the metrics of a layout.

#include <optional>

#include "core/random.hpp"
#include "play/layout.hpp"
#include "play/no_guess.hpp"
#include "review/metrics.hpp"
#include "wasm/door.hpp"

namespace minemind::wasm {

// Replies with its address.
MINEMIND_EXPORT(make_graph)
Status make_graph(const std::int32_t* offsets, std::size_t offset_count, const std::int32_t* targets,
                  std::size_t target_count, const std::int32_t* cells, std::size_t cell_count, std::int32_t cols) {
  return answer([&] {
    const auto* graph =
        new OwnGraph(view(offsets, offset_count), view(targets, target_count), view(cells, cell_count), cols);
    reply().put(reinterpret_cast<std::uintptr_t>(graph));
  });
}

MINEMIND_EXPORT(drop_graph) void drop_graph(const OwnGraph* graph) { delete graph; }

// The seed of game `index` of a run, with all 64 bits.
MINEMIND_EXPORT(game_seed) Status game_seed(std::uint64_t seed, std::uint64_t index) {
  return answer([&] { reply().put_whole(split_mix(seed, index)); });
}

// The mines of every index.
MINEMIND_EXPORT(deal)
Status deal(const OwnGraph* on, std::uint32_t mines, std::uint32_t per_cell, Cell first, FirstClick rule,
            std::uint64_t seed, double work) {
  return answer([&] {
    const Graph graph = on->look();
    const Deal dealt{mines, per_cell, first, rule, seed};
    check_deal(graph, dealt);
    CellVector<std::int32_t> counts(graph.indices());
    WorkLimit limit(work);
    deal_layout(graph, dealt, counts, limit);
    reply().put_list(counts);
  });
}

// The mines of every index, none if no board was found; its seed and grade; layouts, positions and repairs; boards that
// were easier than asked for, and harder; layouts that were too hard; and the fewest cells left at a guess, or -1. Any
// grade will do if `least_grade` is 0.
MINEMIND_EXPORT(deal_without_guess)
Status deal_without_guess(const OwnGraph* on, std::uint32_t mines, std::uint32_t per_cell, Cell first, FirstClick rule,
                          std::uint64_t seed, DealingWay way, std::int32_t least_grade, std::int32_t most_grade,
                          double budget, double work) {
  return answer([&] {
    const Graph graph = on->look();
    const Deal dealt{mines, per_cell, first, rule, seed};
    check_no_guess_deal(graph, dealt);
    WorkLimit limit(work);
    const auto grades = least_grade > 0 ? std::optional(Grades{least_grade, most_grade}) : std::nullopt;
    const NoGuessBoard board = deal_no_guess(graph, dealt, way, grades, static_cast<std::uint64_t>(budget), limit);
    Reply& said = reply();
    said.put_list(board.mines);
    said.put_whole(board.seed);
    said.put(board.grade);
    said.put(board.work.layouts);
    said.put(board.work.positions);
    said.put(board.work.repairs);
    said.put(board.easier);
    said.put(board.harder);
    said.put(board.too_hard);
    said.put(board.fewest_left ? std::int64_t{*board.fewest_left} : -1);
  });
}

// Openings, islands and 3BV; then the ZiNi, greedy or human, for each of the orders.
MINEMIND_EXPORT(metrics)
Status metrics(const OwnGraph* on, const std::int32_t* mines, std::size_t indices, const std::int32_t* orders,
               std::size_t order_cells, ZiniForm form, double work) {
  return answer([&] {
    const Graph graph = on->look();
    check_mine_counts(graph, view(mines, indices));
    const auto checked = checked_orders(graph, view(orders, order_cells));
    WorkLimit limit(work);
    const Terrain terrain(graph, view(mines, indices), limit);
    Reply& said = reply();
    said.put(terrain.openings());
    said.put(terrain.islands(limit));
    said.put(terrain.three_bv());
    said.put(checked.size());
    for (const auto order : checked) said.put(zini(terrain, order, form, limit));
  });
}

}  // namespace minemind::wasm
