// Playoff: finds which of several choices at a position wins most often, by playing on from each.
//
// All contenders play the same games. After each round the better half stays in, so that most games are spent on
// separating the best. What is known about them before, from the look-ahead, counts like games already played: neither
// noise nor the habits of a player weaker than the one who asks may overrule it. For a table, all that may be the best
// then play on, however little they are expected to win.

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
  double value = 0;  // what it is expected to win, relative to the others; the same for all if nothing is known
};

struct PlayoffRules {
  std::uint64_t work = 0;      // when to stop, in units of a watch
  std::size_t most_games = 0;  // … and the most games that a contender plays
  double spread = 0;           // how far what a contender wins is from its value, relative, as a standard deviation
  double bias = 0;             // … and from what games say, however many: a weaker player plays them
  double least_gain = 0;       // stop if any number of further games would gain less than this on average
};

// What is known about a contender after the playoff.
struct Estimate {
  double win = 0, margin = 0;  // the probability of winning, and the margin of its 95 % interval
  // How much less often it wins than the first, with a margin that is wider than that of a single interval: see
  // errors_apart. And whether it is shown to be worse than the first, by the games alone and also with what was known
  // before.
  double behind = 0, behind_margin = 0;
  bool is_apart = false;
  std::size_t games = 0;  // 0 if there are too few to say anything
};

class Playoff {
 public:
  // The games must outlive it, and report to the meter.
  Playoff(PlayedOn& games, const PlayoffRules& rules, const Meter& meter)
      : games_(games), rules_(rules), meter_(meter) {}

  // Sets what is called now and then between two games, for those who follow the standings.
  void report_by(std::function<void()> report) { report_ = std::move(report); }

  // Ties go to the contender that was added first.
  void add(const Contender& contender);

  // Finds the best, unless even the fewest games that say anything would take more work than allowed: then it plays
  // hardly any, and returns false.
  bool run();
  // The best, by what was known before and by the games.
  std::size_t best() const;

  // For a table: all that are not shown to be worse than the first play on, those with the fewest games first, until
  // only the first is left or this much work is done in all.
  void tell_apart(std::uint64_t until);
  bool has_played() const { return !known().empty(); }
  // What is known about each contender, estimated by the games alone.
  std::vector<Estimate> estimates() const;

 private:
  struct Contestant {
    PlayedOn::Line line;
    double value;
    std::vector<double> weights;  // of its games
  };
  // How much more often one wins than another: a mean and its standard error.
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
