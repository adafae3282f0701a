// Flood: what opening free cells opens. From every zero on, its hidden neighbours open too; flagged cells are walls.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "face.hpp"
#include "graph.hpp"

namespace minemind {

// The order in which a flood spreads. What it opens is the same.
enum class Expansion { bfs, dfs };

// The cells that open with `start`, in the order of the expansion, each once. The start must be free and hidden.
// A neighbour of a zero holds no mine, so none needs to be looked for.
std::vector<Cell> flood(const Graph& graph, std::span<const std::int32_t> numbers, std::span<const std::int32_t> faces,
                        std::span<const Cell> start, Expansion expansion);

}  // namespace minemind
