// Checks: what comes in through a door, from Python or from the page, is checked here before the engine looks at it.
//
// They refuse what would read or write out of bounds, or what the engine takes for granted. Whoever stands at the door
// has checked what people may get wrong, with better words.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/graph.hpp"
#include "files/recording.hpp"
#include "play/game_runner.hpp"
#include "play/layout.hpp"
#include "prove/clues.hpp"
#include "review/review.hpp"

namespace minemind::doors {

using Numbers = std::span<const std::int32_t>;

// Throws std::invalid_argument.
void require(bool holds, const char* what);

void check_graph(const Graph& graph, std::int32_t cols);
bool has(const Graph& graph, Cell index);
void check_one_each(const Graph& graph, Numbers values, const char* what);
void check_per_cell(std::int32_t per_cell);
void check_hidden(const Clues& clues, Cell cell);

void check_deal(const Graph& graph, const Deal& deal);
void check_no_guess_deal(const Graph& graph, const Deal& deal);
Player checked_player(Strategy strategy, std::uint64_t think);
Match checked_match(const Graph& graph, Numbers rank, const Deal& deal, Player player, bool is_weighted);

// The analysis has a mine count, and some cell can be opened.
void check_guesses(const Analysis& analysis, Numbers rank);

void check_mine_counts(const Graph& graph, Numbers mines);
void check_path(const Graph& graph, Numbers mines, std::int32_t per_cell, Cell start);
// Orders of all cells, which are given one after the other.
std::vector<std::span<const Cell>> checked_orders(const Graph& graph, std::span<const Cell> cells);

// Each click as a cell, a kind, and the mines that a flag claims.
std::vector<PlayedClick> checked_clicks(const Graph& graph, Numbers numbers, std::int32_t per_cell);
void check_reviewed(const ReviewedGame& game, const Precision& precision);
// Each event as milliseconds, a kind, x and y.
std::vector<MouseEvent> checked_events(Numbers numbers);

}  // namespace minemind::doors
