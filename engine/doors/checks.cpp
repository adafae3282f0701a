#include "doors/checks.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>

#include "core/ranges.hpp"

namespace minemind::doors {
namespace {

// The metrics add up mines in 32 bits.
constexpr std::int64_t most_mines = 1 << 30;

std::int32_t at(CellSpan<const std::int32_t> values, Cell cell) { return values[cell]; }

}  // namespace

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

bool has(const Graph& graph, Cell index) { return index >= 0 && static_cast<std::size_t>(index) < graph.indices(); }

void check_graph(const Graph& graph, std::int32_t cols) {
  const auto& bounds = graph.offsets;
  require(!bounds.empty() && bounds.front() == 0 && std::is_sorted(bounds.begin(), bounds.end()) &&
              static_cast<std::size_t>(bounds.back()) == graph.targets.size(),
          "offsets must ascend from 0 to the number of targets");
  for (const Cell target : graph.targets) require(has(graph, target), "a neighbour that does not exist");
  for (const Cell cell : graph.cells) require(has(graph, cell), "a cell that does not exist");
  require(std::is_sorted(graph.cells.begin(), graph.cells.end(), std::less_equal{}), "cells must ascend");
  require(cols > 0, "no columns");
}

void check_one_each(const Graph& graph, Numbers values, const char* what) {
  require(values.size() == graph.indices(), what);
}

void check_hidden(const Clues& clues, Cell cell) {
  require(cell >= 0 && static_cast<std::size_t>(cell) < clues.indices() && clues.is_hidden(cell), "not a hidden cell");
}

void check_per_cell(std::int32_t per_cell) { require(per_cell > 0, "no mines fit into a cell"); }

void check_deal(const Graph& graph, const Deal& deal) {
  require(deal.first == -1 || ranges::binary_search(graph.cells, deal.first), "no such cell");
  require(deal.per_cell > 0 && graph.cells.size() * std::uint64_t{deal.per_cell} <= UINT32_MAX, "too many slots");
  require(fits(graph, deal), "more mines than slots");
}

void check_no_guess_deal(const Graph& graph, const Deal& deal) {
  require(deal.first >= 0, "no such cell");
  require(deal.rule != FirstClick::any, "the first click must be promised to be safe");
  check_deal(graph, deal);
}

Player checked_player(Strategy strategy, std::uint64_t think) {
  require(think == 0 || strategy == Strategy::champion, "only the champion can think");
  return {strategy, think};
}

Match checked_match(const Graph& graph, Numbers rank, const Deal& deal, Player player, bool is_weighted) {
  check_one_each(graph, rank, "a rank for every cell");
  require(deal.first >= 0, "no such cell");
  check_deal(graph, deal);
  return {deal, player, is_weighted, {rank.begin(), rank.end()}, std::nullopt};
}

void check_guesses(const Analysis& analysis, Numbers rank) {
  check_one_each(analysis.position().graph(), rank, "a rank for every cell");
  require(analysis.prior().kind == MineModel::counted, "no mine count");
  require(ranges::any_of(analysis.probability(), [](double risk) { return risk < 1; }), "no cell that can be opened");
}

void check_mine_counts(const Graph& graph, Numbers mines) {
  check_one_each(graph, mines, "a mine count for every cell");
  std::int64_t total = 0;
  for (const std::int32_t count : mines) {
    require(count >= 0, "fewer mines than none");
    total += count;
  }
  require(total < most_mines, "too many mines");
}

void check_path(const Graph& graph, Numbers mines, std::int32_t per_cell, Cell start) {
  check_one_each(graph, mines, "a mine count for every cell");
  check_per_cell(per_cell);
  for (const Cell cell : graph.cells)
    require(at(mines, cell) >= 0 && at(mines, cell) <= per_cell, "more mines than fit into a cell, or fewer than none");
  require(ranges::binary_search(graph.cells, start) && at(mines, start) == 0, "the start is not a free cell");
}

std::vector<std::span<const Cell>> checked_orders(const Graph& graph, std::span<const Cell> cells) {
  const std::size_t size = graph.cells.size();
  require(size > 0 && cells.size() % size == 0, "every cell for each order");
  std::vector<std::span<const Cell>> orders;
  CellVector<std::size_t> needed(graph.indices());  // how many orders must still contain a cell; 0 for holes
  for (const Cell cell : graph.cells) needed[cell] = cells.size() / size;
  for (std::size_t first = 0; first < cells.size(); first += size) {
    orders.push_back(cells.subspan(first, size));
    const std::size_t left = (cells.size() - first) / size;
    for (const Cell cell : orders.back()) {
      require(has(graph, cell) && needed[cell] == left, "every cell once in an order");
      --needed[cell];
    }
  }
  return orders;
}

std::vector<PlayedClick> checked_clicks(const Graph& graph, Numbers numbers, std::int32_t per_cell) {
  constexpr std::size_t of_a_click = 3;
  require(numbers.size() % of_a_click == 0, "three numbers for every click");
  std::vector<PlayedClick> clicks;
  clicks.reserve(numbers.size() / of_a_click);
  for (; !numbers.empty(); numbers = numbers.subspan(of_a_click)) {
    require(ranges::binary_search(graph.cells, numbers[0]), "a click off the board");
    require(numbers[1] >= static_cast<std::int32_t>(ClickKind::opened) &&
                numbers[1] <= static_cast<std::int32_t>(ClickKind::chorded),
            "no such click");
    require(numbers[2] >= 0 && numbers[2] <= per_cell, "a flag that claims more mines than a cell can hold");
    clicks.push_back({numbers[0], static_cast<ClickKind>(numbers[1]), numbers[2]});
  }
  return clicks;
}

void check_reviewed(const ReviewedGame& game, const Precision& precision) {
  const Graph& graph = game.graph;
  require(game.mines.size() == graph.indices() && game.faces.size() == graph.indices(),
          "mines and a face for every cell");
  check_one_each(graph, game.rank, "a rank for every cell");
  check_per_cell(game.per_cell);
  require(ranges::all_of(game.mines, [&](std::int32_t n) { return n >= 0 && n <= game.per_cell; }),
          "more mines than a cell can hold");
  require(precision.margin == 0 || (precision.margin > 0 && precision.most_games > 1), "no games to be played");
  for (const Cell cell : graph.cells) {
    std::int32_t number = 0;
    for (const Cell other : graph.neighbours(cell)) number += game.mines[other];
    require(game.faces[cell] < 0 || (game.faces[cell] == number && game.mines[cell] == 0),
            "a face that is not that of the layout");
  }
}

std::vector<MouseEvent> checked_events(Numbers numbers) {
  constexpr std::size_t of_an_event = sizeof(MouseEvent) / sizeof(std::int32_t);
  require(numbers.size() % of_an_event == 0, "four numbers for every event");
  std::vector<MouseEvent> events;
  events.reserve(numbers.size() / of_an_event);
  for (; !numbers.empty(); numbers = numbers.subspan(of_an_event)) {
    require(numbers[1] >= static_cast<std::int32_t>(MouseKind::move) &&
                numbers[1] <= static_cast<std::int32_t>(MouseKind::marks_change),
            "no such event");
    events.push_back({numbers[0], static_cast<MouseKind>(numbers[1]), numbers[2], numbers[3]});
  }
  return events;
}

}  // namespace minemind::doors
