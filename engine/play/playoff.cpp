#include "play/playoff.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/ranges.hpp"

namespace minemind {
namespace {

// Games between two looks at the standings. The variance of fewer says little, but if even these take more work than is
// allowed, fewer must do.
constexpr std::size_t later_lots = 25, first_lot = 50, smallest_lot = 20;

// After many games, a lot is their number divided by this, because each look takes time proportional to it.
constexpr std::size_t games_by_lot = 8;

// Fewer games say nothing about how much they differ.
constexpr std::size_t games_that_tell = 2;

// A contender that is behind by this many standard errors is out. That is more than for a single 95 % interval, because
// there are several contenders and many looks: by chance one of them is behind by two now and then.
constexpr double errors_out = 3;

// … and by this many it counts as worse than the first. Then a table is right about all of ten contenders, however
// often it looks, while a contender that is out too early only costs the little by which it may be better.
constexpr double errors_apart = 4;

// As if one more difference of this size had gone either way: games that all agree by chance prove nothing.
constexpr double made_up = 0.05;

// The average gain from knowing a lead exactly, if it is normally distributed around `ahead` with this standard error.
double expected_gain(double ahead, double error) {
  if (error <= 0) return 0;
  const double z = ahead / error;
  const double density = std::exp(-z * z / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return error * (density - z * std::erfc(z / std::numbers::sqrt2) / 2);
}

// The variance of a difference if each side is this far from the truth, as a standard deviation.
double variance(double apart) { return 2 * apart * apart; }

}  // namespace

void Playoff::add(const Contender& contender) {
  players_.push_back({PlayedOn::Line(games_, contender.choice), contender.value, {}});
}

// Judged by one game of the first contender: on a large board it may take as much work as all are allowed.
bool Playoff::is_affordable() {
  const std::uint64_t before = meter_.total();
  play_up_to(1, {0});
  return before + (meter_.total() - before) * players_.size() * smallest_lot <= rules_.work;
}

// Sequential halving: the same work for each round, and half as many contenders in the next.
bool Playoff::run() {
  if (!is_affordable()) return false;
  std::vector<std::size_t> in = all();
  std::size_t rounds = 1;
  while ((std::size_t{2} << rounds) <= players_.size()) ++rounds;
  for (std::size_t round = 1; round <= rounds && in.size() > 1; ++round) {
    play_round(in, rules_.work * round / rounds);
    if (round == rounds || is_decided(in)) break;
    const std::size_t kept = std::max<std::size_t>(2, (in.size() + 1) / 2);
    const std::size_t reference = best_of(in);
    ranges::stable_sort(in, std::greater{}, [&](std::size_t player) { return expected_lead(player, reference).mean; });
    in.resize(std::min(in.size(), kept));
  }
  look_again();
  return true;
}

// Some are out after few games, perhaps by bad luck. Those that may still be worth it play with the work that is left.
void Playoff::look_again() {
  for (std::vector<std::size_t> in = promising(); in.size() > 1 && meter_.total() < rules_.work; in = promising()) {
    const std::size_t games = fewest_played(in);
    if (games >= rules_.most_games) return;
    play_up_to(std::min(games + later_lots, rules_.most_games), in);
  }
}

// The best, and those for which more games would gain something.
std::vector<std::size_t> Playoff::promising() const {
  const std::size_t first = best();
  std::vector<std::size_t> players = all();
  std::erase_if(
      players, [&](std::size_t player) { return player != first && gain_by_games(first, player) < rules_.least_gain; });
  return players;
}

void Playoff::tell_apart(std::uint64_t until) {
  std::size_t games = play_first_lot(all());
  for (std::vector<std::size_t> in = level(); in.size() > 1 || players_.size() == 1; in = level()) {
    games = fewest_played(in);
    if (meter_.total() >= until || games >= rules_.most_games) break;
    games = std::min(games + std::max(later_lots, games / games_by_lot), rules_.most_games);
    play_up_to(games, in);
  }
  // A contender that was left behind may be level after all: then it must have played as many games as the others.
  for (std::vector<std::size_t> in = level(); fewest_played(in) < games; in = level()) play_up_to(games, in);
}

std::vector<std::size_t> Playoff::all() const {
  std::vector<std::size_t> players(players_.size());
  std::iota(players.begin(), players.end(), std::size_t{0});
  return players;
}

// Those with enough games to say something.
std::vector<std::size_t> Playoff::known() const {
  std::vector<std::size_t> players = all();
  std::erase_if(players, [&](std::size_t player) { return players_[player].weights.size() < games_that_tell; });
  return players;
}

void Playoff::play_round(std::vector<std::size_t>& in, std::uint64_t until) {
  std::size_t games = 0;
  for (const std::size_t player : in) games = std::max(games, players_[player].weights.size());
  do {
    games = std::min(games + later_lots, rules_.most_games);
    play_up_to(games, in);
    drop_beaten(in);
  } while (meter_.total() < until && games < rules_.most_games && !is_decided(in));
}

// Returns how many games each has played.
std::size_t Playoff::play_first_lot(const std::vector<std::size_t>& in) {
  std::size_t games = std::min(smallest_lot, rules_.most_games);
  play_up_to(games, in);
  while (games < std::min(first_lot, rules_.most_games) && meter_.total() < rules_.work) play_up_to(++games, in);
  return games;
}

// Plays one game of each in turn, so that all have played some whenever it is stopped.
void Playoff::play_up_to(std::size_t games, const std::vector<std::size_t>& in) {
  for (std::size_t game = 0; game < games; ++game)
    for (const std::size_t player : in)
      if (std::vector<double>& weights = players_[player].weights; weights.size() == game)
        weights.push_back(players_[player].line.play(game));
  if (report_) report_();
}

std::size_t Playoff::fewest_played(const std::vector<std::size_t>& in) const {
  std::size_t games = rules_.most_games;
  for (const std::size_t player : in) games = std::min(games, players_[player].weights.size());
  return games;
}

void Playoff::drop_beaten(std::vector<std::size_t>& in) const {
  const std::size_t best = best_of(in);
  std::erase_if(in, [&](std::size_t player) {
    const Lead ahead = lead(best, player);
    return player != best && ahead.mean > errors_out * ahead.error;
  });
}

bool Playoff::is_apart(std::size_t player, std::size_t first) const {
  const Lead played = lead(first, player), all = expected_lead(first, player);
  return player != first && played.mean > errors_apart * played.error && all.mean > errors_apart * all.error;
}

std::vector<std::size_t> Playoff::level() const {
  const std::size_t first = first_by_games();
  std::vector<std::size_t> players = known();
  std::erase_if(players, [&](std::size_t player) { return is_apart(player, first); });
  return players;
}

bool Playoff::is_decided(const std::vector<std::size_t>& in) const {
  if (in.size() == 1) return players_.size() > 1;
  if (rules_.least_gain <= 0) return false;
  const std::size_t best = best_of(in);
  double gain = 0;
  for (const std::size_t player : in)
    if (player != best) gain += gain_by_games(best, player);
  return gain < rules_.least_gain;
}

std::size_t Playoff::most_played() const {
  const auto games = [](const Contestant& player) { return player.weights.size(); };
  return static_cast<std::size_t>(ranges::max_element(players_, {}, games) - players_.begin());
}

double Playoff::mean(std::size_t player) const {
  const std::vector<double>& weights = players_[player].weights;
  return std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
}

// Over the games that both have played.
Playoff::Lead Playoff::lead(std::size_t one, std::size_t other) const {
  const std::vector<double>&a = players_[one].weights, &b = players_[other].weights;
  const std::size_t games = std::min(a.size(), b.size());
  double sum = 0, squares = 2 * made_up * made_up;
  for (std::size_t game = 0; game < games; ++game) {
    sum += a[game] - b[game];
    squares += (a[game] - b[game]) * (a[game] - b[game]);
  }
  const auto n = static_cast<double>(games);
  const double mean = sum / n;
  return {mean, std::sqrt(std::max(0.0, squares / (n + 2) - mean * mean) / (n + 1))};
}

double Playoff::win(std::size_t one, std::size_t other) const { return std::max(mean(one), mean(other)); }

// The mean of what the look-ahead says and what the games say, weighted by their certainty.
Playoff::Lead Playoff::with_prior(std::size_t one, std::size_t other, const Lead& played) const {
  const double win = this->win(one, other), most = std::max(players_[one].value, players_[other].value);
  if (rules_.spread <= 0 || one == other || win <= 0) return played;
  const double before = most > 0 ? win * (players_[one].value - players_[other].value) / most : 0;
  const double certainty = 1 / variance(win * rules_.spread), more = 1 / (played.error * played.error);
  return {(certainty * before + more * played.mean) / (certainty + more), 1 / std::sqrt(certainty + more)};
}

// The same for the player who asks, who would play on differently: the games are off by a bias, however many there are.
Playoff::Lead Playoff::expected_lead(std::size_t one, std::size_t other) const {
  const Lead played = lead(one, other);
  const double bias = variance(win(one, other) * rules_.bias);
  return with_prior(one, other, {played.mean, std::sqrt(played.error * played.error + bias)});
}

// More games can change a lead by what they remove from its error: all but the part that no number of games removes.
double Playoff::gain_by_games(std::size_t best, std::size_t other) const {
  const Lead now = expected_lead(best, other);
  const double win = this->win(best, other);
  const double bias = variance(win * rules_.bias), prior = variance(win * rules_.spread);
  const double left = prior > 0 ? bias * prior / (bias + prior) : bias;
  return expected_gain(now.mean, std::sqrt(std::max(0.0, now.error * now.error - left)));
}

std::size_t Playoff::best_of(const std::vector<std::size_t>& in) const {
  const std::size_t reference = most_played();
  return *ranges::max_element(in, {}, [&](std::size_t player) { return expected_lead(player, reference).mean; });
}

std::size_t Playoff::best() const { return best_of(all()); }

std::size_t Playoff::first_by_games() const {
  const std::size_t reference = most_played();
  const std::vector<std::size_t> players = known();
  return *ranges::max_element(players, {}, [&](std::size_t player) { return lead(player, reference).mean; });
}

// The first by its own games; the others by how far they are behind it, for which fewer games suffice. If the games
// were stopped in the middle of a lot, a contender with fewer games than the first may lead it over those that both
// played. The first is ahead by all games, so the other counts as level with it.
std::vector<Estimate> Playoff::estimates() const {
  std::vector<Estimate> found(players_.size());
  if (known().empty()) return found;
  const std::size_t first = first_by_games();
  Mean win;
  for (const double weight : players_[first].weights) win.add(weight);
  for (const std::size_t player : known()) {
    Lead ahead = player == first ? Lead{} : lead(first, player);
    ahead.mean = std::max(ahead.mean, 0.0);
    const double behind_margin = errors_95 * ahead.error;
    found[player] = {std::clamp(win.value() - ahead.mean, 0.0, 1.0),
                     // Not std::hypot, which libraries round differently.
                     std::sqrt(win.margin() * win.margin() + behind_margin * behind_margin), ahead.mean,
                     errors_apart * ahead.error, is_apart(player, first), players_[player].weights.size()};
  }
  return found;
}

}  // namespace minemind
