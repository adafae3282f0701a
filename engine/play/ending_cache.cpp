#include "play/ending_cache.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "core/random.hpp"

namespace minemind {
namespace {

PerfectPlay search(const Graph& graph, const Part& part, std::int32_t per_cell, const SearchLimits& limits,
                   Watch& watch) {
  PerfectPlay play;
  try {
    Endgame endgame(graph, part, limits.nodes, watch, limits.search);
    play.moves = endgame.best_moves(part.cells, false);
    play.total = endgame.weight({});
    if (play.moves.empty()) return play;
    // With several mines per cell there may be solutions that are won already.
    play.won = per_cell > 1 ? endgame.won({}) : play.moves[0].won;
  } catch (const TooHard&) {
    play = {true, {}, 0, 0};
  }
  return play;
}

// Two independent hashes of everything that is added.
class Mixer {
 public:
  template <class Value>
  void add(std::span<const Value> values) {
    const auto bytes = std::as_bytes(values);
    add(bytes.size());
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
      add(word);
    }
  }
  void add(std::uint64_t word) {
    place = (std::rotl(place, 23) ^ word) * golden_step;
    check = (std::rotl(check, 41) + word) * 0xD1342543DE82EF95;
  }

  std::uint64_t place = 0, check = 0;
};

}  // namespace

PerfectPlay EndingCache::find(const Graph& graph, const Part& part, std::int32_t per_cell, const SearchLimits& limits,
                              Watch& watch) {
  watch.spend(part.mines.size());
  const Key key = key_of(part, limits);
  const PerfectPlay* known = kept_.find(key);
  const PerfectPlay play = known ? *known : search(graph, part, per_cell, limits, watch);
  if (!known) kept_.insert(key, play, sizeof(PerfectPlay) + play.moves.size() * sizeof(Endgame::Move));
  if (play.is_too_hard) throw TooHard{limits.nodes};
  return play;
}

EndingCache::Key EndingCache::key_of(const Part& part, const SearchLimits& limits) {
  Mixer mixer;
  mixer.add(limits.nodes);
  mixer.add(static_cast<std::uint64_t>(limits.search));
  mixer.add(std::span(part.cells));
  mixer.add(std::span(part.mines));
  mixer.add(std::span(part.weights));
  return {split_mix(mixer.place, 0), split_mix(mixer.check, 0)};
}

}  // namespace minemind
