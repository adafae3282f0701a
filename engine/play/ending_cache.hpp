// EndingCache: parts of endings that were searched before. Games played on from one position often end in the same
// ones.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/graph.hpp"
#include "core/lru.hpp"
#include "core/watch.hpp"
#include "play/endgame.hpp"
#include "play/ending.hpp"

namespace minemind {

// Enough for all endings of many games.
inline constexpr std::size_t ending_cache_bytes = std::size_t{1} << 20;

// An ending is searched if none of its parts has more solutions than this, and the search of a part is given up after
// this many states.
struct SearchLimits {
  std::size_t solutions, nodes;
  Endgame::Search search = Endgame::Search::thorough;
};

// How perfect play continues in a part.
struct PerfectPlay {
  bool is_too_hard = false;
  std::vector<Endgame::Move> moves;  // none if nothing is left to guess
  std::uint64_t total = 0, won = 0;  // the weight of all solutions, and of those that are won
};

class EndingCache {
 public:
  // For one graph, and always the same number of mines per cell. Keeps what fits in `capacity` bytes.
  explicit EndingCache(std::size_t capacity = ending_cache_bytes) : kept_(capacity) {}

  // Searches a part, unless it was searched before. Throws TooHard if that takes more nodes than allowed.
  PerfectPlay find(const Graph& graph, const Part& part, std::int32_t per_cell, const SearchLimits& limits,
                   Watch& watch);

 private:
  // A hash of everything in a part, and of the limits, in two words like the keys of an endgame's memo.
  struct Key {
    std::uint64_t place, check;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.place); }
  };
  static Key key_of(const Part& part, const SearchLimits& limits);

  Lru<Key, PerfectPlay, KeyHash> kept_;
};

}  // namespace minemind
