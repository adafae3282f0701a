// Checks: validate what comes in through a door, from Python or from the page, before the engine uses it.
//
// They refuse anything that would read or write out of bounds, or break an assumption of the engine. The callers have
// already checked for the mistakes that people make, with better messages.

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

// Throws std::invalid_argument unless `holds`.
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

// Requires that the analysis has a mine count, and that some cell can be opened.
void check_guesses(const Analysis& analysis, Numbers rank);

void check_mine_counts(const Graph& graph, Numbers mines);
void check_path(const Graph& graph, Numbers mines, std::int32_t per_cell, Cell start);
// Splits `cells` into orders, each of which must have every cell once.
std::vector<std::span<const Cell>> checked_orders(const Graph& graph, std::span<const Cell> cells);

// From three numbers per click: its cell, its kind, and the mines that a flag claims.
std::vector<PlayedClick> checked_clicks(const Graph& graph, Numbers numbers, std::int32_t per_cell);
void check_reviewed(const ReviewedGame& game, const Precision& precision);
// From four numbers per event: milliseconds, kind, x and y.
std::vector<MouseEvent> checked_events(Numbers numbers);

}  // namespace minemind::doors
