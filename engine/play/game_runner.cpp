#include "play/game_runner.hpp"

#include <algorithm>

#include "core/ranges.hpp"
#include "play/deep.hpp"
#include "play/played_on.hpp"

namespace minemind {
namespace {

// Which outputs of a game's own stream of seeds are for its redrawn layouts, and for the games that measure advantages.
constexpr std::uint64_t seed_for_redraws = 1, seed_for_advantages = 2;

}  // namespace

GameRunner::GameRunner(const Graph& graph, const Match& match)
    : graph_(graph),
      match_(match),
      game_(graph, static_cast<std::int32_t>(match.deal.per_cell),
            match.player.strategy == Strategy::rules ? PairRule::subsets : PairRule::overlaps),
      known_before_(game_.knowledge),
      counts_(game_cache_bytes) {}

// In a weighted match the first click survives like any other guess, if necessary in another layout.
void GameRunner::deal(std::uint64_t index, Watch& watch) {
  Deal deal = match_.deal;
  deal.seed = seed_ = split_mix(match_.deal.seed, index);
  deal_layout(graph_, deal, game_.mines, watch);
  random_ = Random(split_mix(deal.seed, seed_for_redraws));
  if (match_.is_weighted && game_.mines[deal.first] > 0) {
    deal.rule = FirstClick::safe;
    deal.seed = random_.next();
    deal_layout(graph_, deal, game_.mines, watch);
  }
  game_.count_numbers(0);
}

// Opens a cell with all that opens with it; returns false if it is open already.
bool GameRunner::open(Cell cell) {
  const std::uint32_t opened = game_.open(cell);
  outcome_.moves += opened > 0;
  outcome_.opened += opened;
  return opened > 0;
}

void GameRunner::open_all(std::vector<Cell>& cells) {
  ranges::sort(cells);
  for (const Cell cell : cells)
    if (open(cell) && moves_) moves_->push_back({cell, 0, -1});
}

void GameRunner::begin(std::vector<Decision>* moves) {
  outcome_ = {};
  survival_ = 1;
  weight_ = 0;
  advantages_.clear();
  moves_ = moves;
}

GameOutcome GameRunner::play(std::uint64_t index, Watch& watch, std::vector<Decision>* moves) {
  begin(moves);
  counts_.clear();  // another game has few of these components, and recently used memory is the fastest
  deal(index, watch);
  game_.knowledge.clear();
  const bool is_promised = match_.deal.rule != FirstClick::any;
  const double risk = is_promised ? 0 : first_risk();
  outcome_.guesses = risk > 0;
  carry_out({match_.deal.first, risk, -1});
  if (outcome_.result == Result::lost) outcome_.phase = Phase::opening;
  finish(watch);
  return outcome_;
}

void GameRunner::finish(Watch& watch) {
  try {
    while (outcome_.result == Result::unplayed && move_on(watch)) {
    }
  } catch (const TooHard&) {  // the board is too hard to count for any player
    outcome_.result = Result::stuck;
  }
  if (outcome_.result == Result::won && weight_ == 0) weight_ = match_.is_weighted ? survival_ : 1;
  outcome_.risk = match_.baseline ? signed_billionths(gain()) : billionths(1 - survival_);
  outcome_.weight = billionths(weight_);
}

double GameRunner::gain() const {
  double sum = 0;
  for (const Advantage& advantage : advantages_) sum += advantage.gain;
  return sum;
}

double GameRunner::play_on(std::span<const Cell> cells, double survival, const Draw& draw, std::uint64_t index,
                           Watch& watch) {
  begin(nullptr);
  game_.knowledge = known_before_;
  random_ = Random(split_mix(match_.deal.seed, index));
  const auto is_open = [&](Cell cell) { return !game_.knowledge.is_hidden(cell); };
  outcome_.opened = static_cast<std::uint32_t>(ranges::count_if(graph_.cells, is_open));
  draw(random_, game_.mines);
  game_.count_numbers(outcome_.opened);
  survival_ = survival;
  if (ranges::any_of(cells, [&](Cell cell) { return game_.mines[cell] > 0; })) return 0;
  for (const Cell cell : cells) open(cell);
  if (game_.to_open == 0) outcome_.result = Result::won;
  finish(watch);
  return weight_;
}

// The probability of a mine in the first cell, if any cell may be mined.
double GameRunner::first_risk() const {
  const auto slots = static_cast<double>(graph_.cells.size() * match_.deal.per_cell);
  double empty = 1;
  for (std::uint32_t slot = 0; slot < match_.deal.per_cell; ++slot)
    empty *= std::max(0.0, slots - match_.deal.mines - slot) / (slots - slot);
  return match_.deal.mines > 0 ? 1 - empty : 0;
}

// Opens everything that is certain, or else guesses; returns false if the player has no move.
bool GameRunner::move_on(Watch& watch) {
  free_.clear();
  watch.spend(graph_.cells.size());
  game_.knowledge.propagate(free_);
  if (free_.empty()) {
    if (match_.player.strategy == Strategy::rules) {
      outcome_.result = Result::stuck;
      return false;
    }
    const MinePrior prior{MineModel::counted, match_.deal.mines, 1};
    const Analysis analysis(game_.knowledge.position(), prior, counts_, watch);
    free_ = analysis.safe();
    if (free_.empty()) {
      guess(analysis, watch);
      return true;
    }
  }
  open_all(free_);
  if (game_.to_open == 0) outcome_.result = Result::won;
  return true;
}

void GameRunner::guess(const Analysis& analysis, Watch& watch) {
  const Decision decision = choose(match_.player, analysis, game_.knowledge, match_.rank, counts_, endings_, watch);
  ++outcome_.guesses;
  if (match_.baseline) hold_against(*match_.baseline, analysis, decision, watch);
  if (match_.is_weighted) survive(analysis, decision, watch);
  if (outcome_.result != Result::unplayed) return;
  carry_out(decision);
  if (outcome_.result == Result::lost) outcome_.phase = phase_of(analysis, decision);
}

// A position that was searched to its end need not be played out, except to see what a baseline does there: its weight
// is the probability of winning. Any other guess survives, if necessary in another layout.
void GameRunner::survive(const Analysis& analysis, const Decision& decision, Watch& watch) {
  const bool is_searched = decision.win >= 0;
  if (is_searched && weight_ == 0) weight_ = survival_ * decision.win;
  if (is_searched && is_settled_) {
    outcome_.result = Result::won;
    return;
  }
  if (game_.mines[decision.cell] == 0) return;
  const Analysis given_free(analysis.position().assume_free(decision.cell, watch), analysis.prior(), counts_, watch);
  Sampler(given_free, watch).draw(random_, game_.mines);
  game_.count_numbers(outcome_.opened);
}

// The advantage of a choice is how much more often it wins than the baseline's choice if the baseline plays on after
// both. The sum of a game's advantages, each times the probability of getting there, says how much more often the
// player wins.
void GameRunner::hold_against(const Match::Baseline& baseline, const Analysis& analysis, const Decision& decision,
                              Watch& watch) {
  const auto& [player, games] = baseline;
  const Decision other = choose(player, analysis, game_.knowledge, match_.rank, counts_, endings_, watch);
  is_settled_ = decision.win >= 0 && other.win >= 0;
  if (is_settled_) return;
  advantages_.push_back({log_solutions(analysis), decision.cell != other.cell, 0});
  if (decision.cell == other.cell) return;
  const std::uint64_t seed = split_mix(split_mix(seed_, seed_for_advantages), outcome_.guesses);
  PlayedOn played_on(analysis, game_.knowledge, match_.rank, player, seed, watch);
  advantages_.back().gain =
      survival_ * played_on.difference({{decision.cell}, 1 - decision.risk}, {{other.cell}, 1 - other.risk}, games);
}

// Opens a cell, whether or not it is a mine.
void GameRunner::carry_out(const Decision& decision) {
  survival_ *= 1 - decision.risk;
  if (decision.risk > 0) outcome_.count_risk(decision.risk);
  if (moves_) moves_->push_back(decision);
  if (game_.mines[decision.cell] > 0) {
    ++outcome_.moves;
    outcome_.result = Result::lost;
    outcome_.hit = static_cast<std::uint8_t>(tenth_of(decision.risk) + 1);
    return;
  }
  open(decision.cell);
  if (game_.to_open == 0) outcome_.result = Result::won;
}

Phase GameRunner::phase_of(const Analysis& analysis, const Decision& decision) {
  const Phase by_guess = phase_of_guess(decision.risk, decision.win >= 0);
  return by_guess == Phase::none ? phase_of_solutions(log_solutions(analysis)) : by_guess;
}

}  // namespace minemind
