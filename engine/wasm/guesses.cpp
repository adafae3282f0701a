// Guesses: which cell to open if nothing is certain, by perfect play, by looking ahead, or by playing on; and whole
// games.

#include <span>
#include <vector>

#include "doors/questions.hpp"
#include "play/game_runner.hpp"
#include "play/lookahead.hpp"
#include "wasm/door.hpp"

namespace minemind::wasm {
namespace {

// The search of an ending, with the limit that watches it.
struct OwnEnding {
  OwnEnding(const Analysis& analysis, SearchLimits limits, double work)
      : limit(work), search(analysis, limits, limit) {}

  WorkLimit limit;
  EndingSearch search;
};

void put_decision(const Decision& made) {
  Reply& said = reply();
  said.put(made.cell);
  said.put(made.risk);
  said.put(made.win);
  said.put(made.next);
  said.put(made.progress);
  said.put(made.partner);
}

}  // namespace

// Cell, risk, the probabilities of winning, of surviving the next move and of progress, and the partner in a 50/50;
// each of the last four is negative if there is none.
MINEMIND_EXPORT(decide)
Status decide(const Analysis* analysis, Strategy strategy, double think, const std::int32_t* faces,
              std::size_t face_count, const std::int32_t* rank, std::size_t rank_count, double work) {
  return answer([&] {
    WorkLimit limit(work);
    const Player player = checked_player(strategy, static_cast<std::uint64_t>(think));
    put_decision(choose_at(*analysis, player, view(faces, face_count), view(rank, rank_count), counts(), limit));
  });
}

// Cell, risk, next, progress and partner (or -1) of each prospect.
MINEMIND_EXPORT(look_ahead)
Status look_ahead_from(const Analysis* analysis, Breadth breadth, const std::int32_t* rank, std::size_t indices,
                       double work) {
  return answer([&] {
    check_guesses(*analysis, view(rank, indices));
    WorkLimit limit(work);
    const auto prospects = look_ahead(*analysis, breadth, view(rank, indices), counts(), limit);
    Reply& said = reply();
    said.put(prospects.size());
    for (const Prospect& prospect : prospects) {
      said.put(prospect.cell);
      said.put(prospect.risk);
      said.put(prospect.next);
      said.put(prospect.progress);
      said.put(prospect.partner);
    }
  });
}

// The first move of perfect play, if a player that thinks this much would find it: whether it does, then the same as
// for `decide`; and the work that is left.
MINEMIND_EXPORT(search_ending)
Status search_ending(const Analysis* analysis, double think, const std::int32_t* faces, std::size_t face_count,
                     const std::int32_t* rank, std::size_t rank_count, double work) {
  return answer([&] {
    WorkLimit limit(work);
    const DeepEnding ending = search_at(*analysis, static_cast<std::uint64_t>(think), view(faces, face_count),
                                        view(rank, rank_count), counts(), limit);
    reply().put(ending.decision.has_value());
    put_decision(ending.decision.value_or(Decision{}));
    reply().put(ending.work_left);
  });
}

// The most solutions and states of an ending that a player that thinks this much searches.
MINEMIND_EXPORT(ending_limits) Status ending_limits(double think) {
  return answer([&] {
    const SearchLimits limits = deep_search(static_cast<std::uint64_t>(think));
    reply().put(limits.solutions);
    reply().put(limits.nodes);
  });
}

// For each guess: its probability of winning and the margin, how far that is behind the best and the margin of that,
// whether it is significantly worse than the best, and its number of games. Then the guess that a player with this
// effort chooses.
MINEMIND_EXPORT(play_off)
Status play_off_from(const Analysis* analysis, const std::int32_t* faces, std::size_t face_count,
                     const std::int32_t* rank, std::size_t rank_count, const std::int32_t* guesses,
                     std::size_t guess_count, double effort, double most_games, std::uint64_t seed, bool thinks,
                     double work) {
  return answer([&] {
    WorkLimit limit(work);
    const Effort spent{static_cast<std::uint64_t>(effort), static_cast<std::size_t>(most_games), seed, thinks};
    const Standings standings = play_off(*analysis, view(faces, face_count), view(rank, rank_count),
                                         view(guesses, guess_count), spent, counts(), limit);
    Reply& said = reply();
    said.put(standings.estimates.size());
    for (const Estimate& estimate : standings.estimates) {
      said.put(estimate.win);
      said.put(estimate.margin);
      said.put(estimate.behind);
      said.put(estimate.behind_margin);
      said.put(estimate.is_apart);
      said.put(estimate.games);
    }
    said.put(standings.choice);
  });
}

// Its address, and the cells of each part.
MINEMIND_EXPORT(make_ending)
Status make_ending(const Analysis* analysis, double most_solutions, double most_nodes, double work) {
  return answer([&] {
    const SearchLimits limits{static_cast<std::size_t>(most_solutions), static_cast<std::size_t>(most_nodes)};
    const auto* ending = new OwnEnding(*analysis, limits, work);
    Reply& said = reply();
    said.put(reinterpret_cast<std::uintptr_t>(ending));
    said.put(ending->search.parts());
    for (std::size_t part = 0; part < ending->search.parts(); ++part) said.put_list(ending->search.cells(part));
  });
}

MINEMIND_EXPORT(drop_ending) void drop_ending(const OwnEnding* ending) { delete ending; }

// The weight of a part's solutions in which these cells are free, and of those that are then won by perfect play, both
// with all 64 bits.
MINEMIND_EXPORT(ending_won)
Status ending_won(OwnEnding* ending, std::size_t part, const std::int32_t* free, std::size_t free_count) {
  return answer([&] {
    Endgame& searched = ending->search.part(part);
    reply().put_whole(searched.weight(view(free, free_count)));
    reply().put_whole(searched.won(view(free, free_count)));
  });
}

// Game `index` of a match: how it ended, the probability of losing by any of its guesses, in billionths, and the cells
// that were opened by choice, each with its risk.
MINEMIND_EXPORT(play_game)
Status play_game(const OwnGraph* on, const std::int32_t* rank, std::size_t indices, std::uint32_t mines,
                 std::uint32_t per_cell, Cell start, FirstClick rule, Strategy strategy, double think,
                 std::uint64_t seed, std::uint64_t index, double work) {
  return answer([&] {
    const Player player = checked_player(strategy, static_cast<std::uint64_t>(think));
    const Match match =
        checked_match(on->look(), view(rank, indices), {mines, per_cell, start, rule, seed}, player, false);
    WorkLimit limit(work);
    std::vector<Decision> moves;
    const GameOutcome outcome = GameRunner(on->look(), match).play(index, limit, &moves);
    Reply& said = reply();
    said.put(outcome.result);
    said.put(std::uint32_t{outcome.risk});
    said.put(moves.size());
    for (const Decision& move : moves) {
      said.put(move.cell);
      said.put(move.risk);
    }
  });
}

}  // namespace minemind::wasm
