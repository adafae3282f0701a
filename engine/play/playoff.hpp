// Playoff: which of some choices at a position wins most often, by playing on from each.
//
// All contenders play the same games. After each of some rounds the better half stays in, so that most games are spent
// on telling the best apart. What is known of them before, from looking ahead, counts like games that were played
// already: noise must not overrule it, and neither must the ways of a player that is weaker than the one who asks. For
// a table all who may be the best play on after that, however few they are expected to win.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/mean.hpp"
#include "core/watch.hpp"
#include "play/played_on.hpp"

namespace minemind {

struct Contender {
  Choice choice;
  double value = 0;  // what it is expected to win, in proportion to the others; the same for all if nothing is known
};

struct PlayoffRules {
  std::uint64_t work = 0;      // when to stop, in units of a watch
  std::size_t most_games = 0;  // … and how many games a contender plays at most
  double spread = 0;           // how far what a contender wins lies from its value, relative, as a standard deviation
  double bias = 0;             // … and from what games say, however many: a weaker player plays them
  double least_gain = 0;       // stop if more games, any number of them, would gain less than this on average
};

// What is known of a contender after the playoff.
struct Estimate {
  double win = 0, margin = 0;  // the probability of winning, and the margin of its 95 % interval
  // How much less it wins than the one that wins most, with a margin that is wider than that of a single interval: see
  // errors_apart. And whether it is told apart from that one, by the games and also with what was known before.
  double behind = 0, behind_margin = 0;
  bool is_apart = false;
  std::size_t games = 0;  // if there are none, nothing is known
};

class Playoff {
 public:
  // The games must outlive it, and report to the meter.
  Playoff(PlayedOn& games, const PlayoffRules& rules, const Meter& meter)
      : games_(games), rules_(rules), meter_(meter) {}

  // Called now and then between two games, for whoever wants to know how it stands.
  void report_by(std::function<void()> report) { report_ = std::move(report); }

  // The first of the contenders wins ties.
  void add(const Contender& contender);

  // Finds the best, unless even the fewest games that tell something would take more work than is allowed: then it
  // plays none to speak of, and returns false.
  bool run();
  // The best, by what was known before and by the games.
  std::size_t best() const;

  // For a table: all who are not told apart from the first play on, those first that have played least, until it is
  // alone or so much work is done in all.
  void tell_apart(std::uint64_t until);
  bool has_played() const { return !known().empty(); }
  // By the games alone, what is known of each contender.
  std::vector<Estimate> estimates() const;

 private:
  struct Contestant {
    PlayedOn::Line line;
    double value;
    std::vector<double> weights;  // of its games
  };
  // How much more one wins than another: a mean and its standard error.
  struct Lead {
    double mean = 0, error = 0;
  };

  bool is_affordable();
  std::vector<std::size_t> all() const;
  std::vector<std::size_t> known() const;
  void play_round(std::vector<std::size_t>& in, std::uint64_t until);
  std::size_t play_first_lot(const std::vector<std::size_t>& in);
  void play_up_to(std::size_t games, const std::vector<std::size_t>& in);
  void drop_beaten(std::vector<std::size_t>& in) const;
  bool is_decided(const std::vector<std::size_t>& in) const;
  void look_again();
  std::vector<std::size_t> promising() const;
  std::vector<std::size_t> level() const;
  bool is_apart(std::size_t player, std::size_t first) const;
  std::size_t fewest_played(const std::vector<std::size_t>& in) const;
  std::size_t most_played() const;
  std::size_t first_by_games() const;
  double mean(std::size_t player) const;
  Lead lead(std::size_t one, std::size_t other) const;
  double win(std::size_t one, std::size_t other) const;
  Lead with_prior(std::size_t one, std::size_t other, const Lead& played) const;
  Lead expected_lead(std::size_t one, std::size_t other) const;
  double gain_by_games(std::size_t best, std::size_t other) const;
  std::size_t best_of(const std::vector<std::size_t>& in) const;

  PlayedOn& games_;
  PlayoffRules rules_;
  const Meter& meter_;
  std::function<void()> report_;
  std::vector<Contestant> players_;
};

}  // namespace minemind
