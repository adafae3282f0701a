#include "play/game_runner.hpp"

#include <algorithm>

namespace minemind {
namespace {

// The cache holds the components of a game or two, which fit the processor's cache.
constexpr std::size_t cache_bytes = std::size_t{4} << 20;

// Which output of a game's own stream of seeds starts the layouts that are drawn again.
constexpr std::uint64_t seed_for_redraws = 1;

}  // namespace

GameRunner::GameRunner(const Graph& graph, const Match& match)
    : graph_(graph),
      match_(match),
      knowledge_(graph, static_cast<std::int32_t>(match.deal.per_cell),
                 match.strategy == Strategy::rules ? PairRule::subsets : PairRule::overlaps),
      known_before_(knowledge_),
      cache_(cache_bytes),
      mines_(graph.indices()),
      shown_(graph.indices()) {}

// In a weighted match the first click goes well like any other guess, if need be in another layout.
void GameRunner::deal(std::uint64_t index, Watch& watch) {
  Deal deal = match_.deal;
  deal.seed = split_mix(match_.deal.seed, index);
  deal_layout(graph_, deal, mines_, watch);
  random_ = Random(split_mix(deal.seed, seed_for_redraws));
  if (match_.is_weighted && mines_[deal.first] > 0) {
    deal.rule = FirstClick::safe;
    deal.seed = random_.next();
    deal_layout(graph_, deal, mines_, watch);
  }
  count_numbers();
}

void GameRunner::count_numbers() {
  std::ranges::fill(shown_, 0);
  to_open_ = 0;
  for (const Cell cell : graph_.cells) {
    const std::int32_t mines = mines_[cell];
    to_open_ += mines == 0;
    if (mines > 0)
      for (const Cell other : graph_.neighbours(cell)) shown_[other] += mines;
  }
}

// Opens a cell with all that opens with it; false if it is open already.
bool GameRunner::open(Cell cell) {
  if (!knowledge_.is_hidden(cell)) return false;
  ++outcome_.moves;
  knowledge_.open_area(cell, shown_, area_);
  const auto opened = static_cast<std::uint32_t>(area_.size());
  outcome_.opened += opened;
  to_open_ -= opened;
  return true;
}

void GameRunner::open_all(std::vector<Cell>& cells) {
  std::ranges::sort(cells);
  for (const Cell cell : cells)
    if (open(cell) && moves_) moves_->push_back({cell, 0, -1});
}

void GameRunner::begin(std::vector<Decision>* moves) {
  outcome_ = {};
  survival_ = 1;
  weight_ = 0;
  moves_ = moves;
}

GameOutcome GameRunner::play(std::uint64_t index, Watch& watch, std::vector<Decision>* moves) {
  begin(moves);
  deal(index, watch);
  knowledge_.clear();
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
  } catch (const TooHard&) {  // no player can count this board
    outcome_.result = Result::stuck;
  }
  if (outcome_.result == Result::won && weight_ == 0) weight_ = match_.is_weighted ? survival_ : 1;
  outcome_.risk = billionths(1 - survival_);
  outcome_.weight = billionths(weight_);
}

double GameRunner::play_on(const Decision& guess, ConditionalSampler& sampler, std::uint64_t index, Watch& watch) {
  begin(nullptr);
  knowledge_ = known_before_;
  random_ = Random(split_mix(match_.deal.seed, index));
  const auto is_open = [&](Cell cell) { return !knowledge_.is_hidden(cell); };
  outcome_.opened = static_cast<std::uint32_t>(std::ranges::count_if(graph_.cells, is_open));
  if (match_.is_weighted)
    sampler.draw_free(guess.cell, random_, mines_);
  else
    sampler.draw_unfinished(random_, mines_);
  count_numbers();
  to_open_ -= outcome_.opened;
  carry_out(guess);
  finish(watch);
  return weight_;
}

// The probability of a mine in the first cell, where any cell may be mined.
double GameRunner::first_risk() const {
  const auto slots = static_cast<double>(graph_.cells.size() * match_.deal.per_cell);
  double empty = 1;
  for (std::uint32_t slot = 0; slot < match_.deal.per_cell; ++slot)
    empty *= std::max(0.0, slots - match_.deal.mines - slot) / (slots - slot);
  return match_.deal.mines > 0 ? 1 - empty : 0;
}

// Opens everything that is certain, or else guesses; false if the player has no move.
bool GameRunner::move_on(Watch& watch) {
  free_.clear();
  knowledge_.propagate(free_);
  if (free_.empty()) {
    if (match_.strategy == Strategy::rules) {
      outcome_.result = Result::stuck;
      return false;
    }
    const MinePrior prior{MineModel::counted, match_.deal.mines, 1};
    const Analysis analysis(knowledge_.position(), prior, cache_, watch);
    free_ = analysis.safe();
    if (free_.empty()) {
      guess(analysis, watch);
      return true;
    }
  }
  open_all(free_);
  if (to_open_ == 0) outcome_.result = Result::won;
  return true;
}

void GameRunner::guess(const Analysis& analysis, Watch& watch) {
  const Decision decision = decide(analysis, match_.strategy, match_.rank, cache_, watch);
  ++outcome_.guesses;
  if (match_.is_weighted) survive(analysis, decision, watch);
  if (outcome_.result != Result::unplayed) return;
  carry_out(decision);
  if (outcome_.result == Result::lost) outcome_.phase = phase_of(analysis, decision);
}

// A position that was searched to its end needs no playing: its weight is the probability to win. Any other guess goes
// well, if need be in another layout.
void GameRunner::survive(const Analysis& analysis, const Decision& decision, Watch& watch) {
  if (decision.win >= 0) {
    outcome_.result = Result::won;
    weight_ = survival_ * decision.win;
    return;
  }
  if (mines_[decision.cell] == 0) return;
  const Analysis given_free(analysis.position().assume_free(decision.cell, watch), analysis.prior(), cache_, watch);
  Sampler(given_free, watch).draw(random_, mines_);
  count_numbers();
  to_open_ -= outcome_.opened;
}

// Opens a cell, mine or not.
void GameRunner::carry_out(const Decision& decision) {
  survival_ *= 1 - decision.risk;
  if (decision.risk > 0) outcome_.count_risk(decision.risk);
  if (moves_) moves_->push_back(decision);
  if (mines_[decision.cell] > 0) {
    ++outcome_.moves;
    outcome_.result = Result::lost;
    outcome_.hit = static_cast<std::uint8_t>(tenth_of(decision.risk) + 1);
    return;
  }
  open(decision.cell);
  if (to_open_ == 0) outcome_.result = Result::won;
}

Phase GameRunner::phase_of(const Analysis& analysis, const Decision& decision) {
  const Phase by_guess = phase_of_guess(decision.risk, decision.win >= 0);
  return by_guess == Phase::none ? phase_of_solutions(log_solutions(analysis)) : by_guess;
}

}  // namespace minemind
