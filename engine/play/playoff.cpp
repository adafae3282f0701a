#include "play/playoff.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace minemind {
namespace {

// Games between two looks at the standings. A variance of fewer says little; but where even these are more work than
// is allowed, some must do.
constexpr std::size_t later_lots = 25, first_lot = 50, smallest_lot = 20;

// Whoever is behind by so many standard errors is out, and the best is told apart. That is more than for a single 95 %
// interval, because there are several contenders and many looks: by chance one of them is behind by two now and then.
constexpr double errors_apart = 3;

// As if one more difference of this size had gone either way: games that were all alike by chance prove nothing.
constexpr double made_up = 0.05;

// What perfect information would gain on average if one is ahead by a normal amount.
double expected_gain(double ahead, double error) {
  if (error <= 0) return 0;
  const double z = ahead / error;
  const double density = std::exp(-z * z / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return error * (density - z * std::erfc(z / std::numbers::sqrt2) / 2);
}

}  // namespace

PlayoffRules table_rules(std::uint64_t work, std::size_t most_games) { return {work, most_games, 0, 0}; }

Playoff::Playoff(PlayedOn& games, const std::vector<Contender>& contenders, const PlayoffRules& rules,
                 const Meter& meter)
    : rules_(rules), meter_(meter) {
  for (const Contender& contender : contenders)
    players_.push_back({PlayedOn::Line(games, contender.choice), contender.value, {}});
}

// Sequential halving: as much work for each round, and half as many contenders in the next.
void Playoff::run() {
  std::vector<std::size_t> in = all();
  std::size_t rounds = 1;
  while ((std::size_t{2} << rounds) <= players_.size()) ++rounds;
  for (std::size_t round = 1; round <= rounds && in.size() > 1; ++round) {
    play_round(in, rules_.work * round / rounds);
    if (round == rounds || is_decided(in)) break;
    const std::size_t kept = std::max<std::size_t>(2, (in.size() + 1) / 2);
    const std::size_t reference = best_of(in);
    std::ranges::stable_sort(in, std::greater{},
                             [&](std::size_t player) { return lead_with_prior(player, reference).mean; });
    in.resize(std::min(in.size(), kept));
  }
  if (players_.size() == 1) play_round(in, rules_.work);
  // One that was out may turn out to be ahead of the others after all: it must have played as much as they.
  for (std::size_t first = first_by_games(); players_[first].weights.size() < players_[most_played()].weights.size();
       first = first_by_games())
    play_up_to(players_[most_played()].weights.size(), {first});
}

std::vector<std::size_t> Playoff::all() const {
  std::vector<std::size_t> players(players_.size());
  std::iota(players.begin(), players.end(), std::size_t{0});
  return players;
}

void Playoff::play_round(std::vector<std::size_t>& in, std::uint64_t until) {
  std::size_t games = 0;
  for (const std::size_t player : in) games = std::max(games, players_[player].weights.size());
  do {
    games = games == 0 ? play_first_lot(in) : std::min(games + later_lots, rules_.most_games);
    play_up_to(games, in);
    drop_beaten(in);
  } while (meter_.total() < until && games < rules_.most_games && !is_decided(in));
}

// Returns how many games that are.
std::size_t Playoff::play_first_lot(const std::vector<std::size_t>& in) {
  std::size_t games = std::min(smallest_lot, rules_.most_games);
  play_up_to(games, in);
  while (games < std::min(first_lot, rules_.most_games) && meter_.total() < rules_.work) play_up_to(++games, in);
  return games;
}

// One game of each after the other, so that all have played some whenever it is stopped.
void Playoff::play_up_to(std::size_t games, const std::vector<std::size_t>& in) {
  for (std::size_t game = 0; game < games; ++game)
    for (const std::size_t player : in)
      if (std::vector<double>& weights = players_[player].weights; weights.size() == game)
        weights.push_back(players_[player].line.play(game));
}

std::size_t Playoff::fewest_played() const {
  const auto games = [](const Contestant& player) { return player.weights.size(); };
  return games(*std::ranges::min_element(players_, {}, games));
}

void Playoff::drop_beaten(std::vector<std::size_t>& in) const {
  const std::size_t best = best_of(in);
  std::erase_if(in, [&](std::size_t player) {
    const Lead ahead = lead(best, player);
    return player != best && ahead.mean > errors_apart * ahead.error;
  });
}

bool Playoff::is_decided(const std::vector<std::size_t>& in) const {
  if (in.size() == 1) return players_.size() > 1;
  if (rules_.least_gain <= 0) return false;
  const std::size_t best = best_of(in);
  double gain = 0;
  for (const std::size_t player : in) {
    const Lead ahead = lead_with_prior(best, player);
    if (player != best) gain += expected_gain(ahead.mean, ahead.error);
  }
  return gain < rules_.least_gain;
}

std::size_t Playoff::most_played() const {
  const auto games = [](const Contestant& player) { return player.weights.size(); };
  return static_cast<std::size_t>(std::ranges::max_element(players_, {}, games) - players_.begin());
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

// The mean of what looking ahead says and what the games say, each by its certainty.
Playoff::Lead Playoff::lead_with_prior(std::size_t one, std::size_t other) const {
  const Lead played = lead(one, other);
  if (rules_.spread <= 0 || one == other) return played;
  const Contestant &a = players_[one], &b = players_[other];
  const double win = std::max(mean(one), mean(other)), most = std::max(a.value, b.value);
  const double before = most > 0 ? win * (a.value - b.value) / most : 0;
  const double certainty = 1 / (2 * win * win * rules_.spread * rules_.spread),
               more = 1 / (played.error * played.error);
  return {(certainty * before + more * played.mean) / (certainty + more), 1 / std::sqrt(certainty + more)};
}

std::size_t Playoff::best_of(const std::vector<std::size_t>& in) const {
  const std::size_t reference = most_played();
  return *std::ranges::max_element(in, {}, [&](std::size_t player) { return lead_with_prior(player, reference).mean; });
}

std::size_t Playoff::best() const { return best_of(all()); }

std::size_t Playoff::first_by_games() const {
  const std::size_t reference = most_played();
  const std::vector<std::size_t> players = all();
  return *std::ranges::max_element(players, {}, [&](std::size_t player) { return lead(player, reference).mean; });
}

// The first by its own games; the others by how far they are behind it, which fewer games tell as well.
std::vector<Estimate> Playoff::estimates() const {
  const std::size_t first = first_by_games();
  Mean win;
  for (const double weight : players_[first].weights) win.add(weight);
  std::vector<Estimate> found;
  for (std::size_t player = 0; player < players_.size(); ++player) {
    const Lead ahead = player == first ? Lead{} : lead(first, player);
    const double behind_margin = errors_95 * ahead.error;
    found.push_back({std::clamp(win.value() - ahead.mean, 0.0, 1.0), std::hypot(win.margin(), behind_margin),
                     ahead.mean, behind_margin, players_[player].weights.size()});
  }
  return found;
}

}  // namespace minemind
