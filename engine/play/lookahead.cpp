#include "play/lookahead.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "analysis/dead_cells.hpp"
#include "analysis/trial.hpp"
#include "core/ranges.hpp"
#include "play/fifty_fifty.hpp"

namespace minemind {
namespace {

// What safe cells that tell something add to the value of a position, by how many there are. Tuned by playing games;
// the last entry is for all larger numbers.
constexpr std::array<double, 11> worth_of_safe{0, 0.010, 0.050, 0.077, 0.098, 0.114, 0.130, 0.138, 0.145, 0.153, 0.160};
constexpr double most_worth = 1 + worth_of_safe.back();

// A cell far from every number is worth more while much of the board is unseen, and less afterwards: by this slope
// around this share. Early it may lead anywhere; late in a game it leads nowhere. Tuned by playing games.
constexpr double slope_of_far = 0.06, balance_of_far = 0.6;
constexpr double most_of_far = 1 + slope_of_far * (1 - balance_of_far);
constexpr double most_value = most_worth * most_of_far;

// A guess that is less safe than the safest by this factor is not examined: it is hardly ever the best.
constexpr double margin = 0.9;

// The work grows with the cells of the board times the guesses examined. So only the safest guesses are: some hundreds
// on an Expert board, and one on a board with more cells than this.
constexpr std::size_t most_cells_asked = 200'000;

// Cells that no number sees are distinguished by their number of neighbours, up to this many.
constexpr std::size_t degrees = 64;

// Progress that is not certain stays below 1, whatever rounding does.
constexpr double almost_one = 1 - std::numeric_limits<double>::epsilon() / 2;

class Lookahead {
 public:
  Lookahead(const Analysis& analysis, Breadth breadth, CellSpan<const std::int32_t> rank, CountCache& cache,
            Watch& watch)
      : analysis_(analysis), breadth_(breadth), rank_(rank), watch_(watch), trial_(analysis, cache, watch) {}

  std::vector<Prospect> run() {
    std::vector<Guess> guesses = candidates();
    if (breadth_ == Breadth::best)
      find_best(guesses);
    else
      for (Guess& guess : guesses)
        while (!guess.is_done()) go_on(guess);
    std::vector<Prospect> found;
    for (const Guess& guess : guesses)
      if (guess.is_done()) found.push_back(guess.prospect);
    ranges::stable_sort(found, std::greater{}, [](const Prospect& prospect) { return quanta(prospect.value); });
    return found;
  }

 private:
  double risk(Cell cell) const { return analysis_.probability()[cell]; }
  std::int32_t rank(Cell cell) const { return rank_[cell]; }

  struct Candidate {
    Cell cell = -1;
    std::int32_t open_neighbours = 0;
    Cell partner = -1;
  };

  // A guess, and what is known so far about its value.
  struct Guess {
    bool is_done() const { return stage == Stage::begun && questions.empty(); }

    enum class Stage : std::uint8_t {
      fresh,    // only its risk is known
      bounded,  // also how many cells each number makes safe, if that can be told
      begun,    // also how likely each number is
    };

    Prospect prospect;
    double safety = 0, far = 0, head_start = 0;
    double bound = 0;  // its value is at most this
    Stage stage = Stage::fresh;
    std::optional<SafeByNumber> safe;
    std::vector<double> distribution;
    // A number that it may show, and the most that what follows from it may be worth.
    struct Question {
      std::int32_t number;
      double most_worth;
    };
    std::vector<Question> questions;  // the most likely last
    double left = most_worth;         // the most that they may add to the value
    double next = 0, progress = 0, value = 0;
    bool always_leads_on = true, is_dead = false;
  };

  static double quanta(double value) { return std::nearbyint(value / quantum); }

  // 50/50s first, then the safest; among equals those with the most open neighbours, then by rank.
  std::vector<Guess> candidates() const {
    std::vector<std::tuple<bool, double, std::int32_t, std::int32_t, Cell, Cell>> order;
    const std::vector<Candidate> close = close_enough();
    order.reserve(close.size());
    for (const auto& [cell, open_neighbours, partner] : close)
      order.emplace_back(partner < 0, quanta(risk(cell)), -open_neighbours, rank(cell), cell, partner);
    ranges::sort(order);
    const std::size_t fewest = breadth_ == Breadth::all ? order.size() : 1;
    const std::size_t most = std::max(fewest, most_cells_asked / analysis_.position().graph().cells.size());
    order.resize(std::min(most, order.size()));
    std::vector<Guess> guesses;
    guesses.reserve(order.size());
    for (const auto& entry : order) {
      const Cell cell = std::get<4>(entry), partner = std::get<5>(entry);
      Guess& guess = guesses.emplace_back();
      guess.prospect = {cell, risk(cell), 0, 0, 0, partner};
      guess.safety = 1 - risk(cell);
      guess.far = worth_of_place(cell);
      guess.head_start = partner >= 0 ? most_value : 0;
      guess.bound = bound(guess);
    }
    return guesses;
  }

  // Leaves out guesses that belong to no 50/50 and are less safe than the safest of these by the margin, unless all are
  // asked for.
  std::vector<Candidate> close_enough() const {
    std::vector<Candidate> found = seen_and_unseen();
    double safest = 0;
    for (Candidate& candidate : found) {
      candidate.partner = partner_of(analysis_, candidate.cell, watch_);
      if (candidate.partner < 0) safest = std::max(safest, 1 - risk(candidate.cell));
    }
    if (breadth_ != Breadth::all)
      std::erase_if(found, [&](const Candidate& candidate) {
        return candidate.partner < 0 && 1 - risk(candidate.cell) < margin * safest;
      });
    return found;
  }

  // Always continues with the guess that has the highest bound, until none can be better than the best that is done.
  void find_best(std::vector<Guess>& guesses) {
    double best = -1;  // any guess is better than none
    while (true) {
      Guess* promising = nullptr;
      for (Guess& guess : guesses)
        if (!guess.is_done() && (!promising || guess.bound > promising->bound)) promising = &guess;
      if (!promising || promising->bound < best - quantum) return;
      go_on(*promising);
      if (promising->is_done()) best = std::max(best, promising->prospect.value);
    }
  }

  // All cells that numbers see. Of the others, those on the edge of the board next to something known or seen; of the
  // rest, one for each number of neighbours: no other was ever better.
  std::vector<Candidate> seen_and_unseen() const {
    const Position& position = analysis_.position();
    const Graph& graph = position.graph();
    const std::size_t most_neighbours = graph.most_neighbours();
    std::vector<Candidate> found;
    std::array<Cell, degrees> others;
    others.fill(-1);
    for (const Cell cell : graph.cells) {
      if (!(risk(cell) < 1)) continue;
      const std::size_t neighbours = graph.neighbours(cell).size();
      const bool is_certain = breadth_ == Breadth::all || analysis_.frontier().is_seen(cell);
      if (is_certain || neighbours < most_neighbours) {
        const auto [open_neighbours, is_near] = look_around(cell);
        if (is_certain || is_near) {
          found.push_back({cell, open_neighbours, -1});
          continue;
        }
      }
      Cell& same = others[std::min(neighbours, degrees - 1)];
      if (same < 0 || rank(cell) < rank(same)) same = cell;
    }
    for (const Cell cell : others)
      if (cell >= 0) found.push_back({cell, 0, -1});
    return found;
  }

  // How many neighbours are open, and whether any is known or seen by a number.
  std::pair<std::int32_t, bool> look_around(Cell cell) const {
    const Position& position = analysis_.position();
    std::int32_t open_neighbours = 0;
    bool is_near = false;
    for (const Cell other : position.graph().neighbours(cell)) {
      open_neighbours += position.known(other) == open;
      is_near |= !position.is_unknown(other) || analysis_.frontier().is_seen(other);
    }
    return {open_neighbours, is_near};
  }

  static double bound(const Guess& guess) {
    if (guess.is_dead) return 0;
    return guess.head_start + guess.safety * (guess.value + guess.left) * guess.far;
  }

  // Takes one step: how many cells may become safe, then how likely each number is, then what each of them leads to.
  void go_on(Guess& guess) {
    if (guess.stage == Guess::Stage::fresh)
      count_safe(guess);
    else if (guess.stage == Guess::Stage::bounded)
      begin(guess);
    else
      answer(guess);
    guess.bound = bound(guess);
    if (!guess.is_done()) return;
    Prospect& prospect = guess.prospect;
    prospect.next = guess.safety * guess.next;
    prospect.progress = guess.always_leads_on ? 1 : std::min(guess.progress, almost_one);
    prospect.value = guess.is_dead ? 0 : guess.head_start + guess.safety * guess.value * guess.far;
  }

  void count_safe(Guess& guess) {
    guess.stage = Guess::Stage::bounded;
    guess.safe = trial_.safe_by_number(guess.prospect.cell);
    if (guess.safe) guess.left = worth(*ranges::max_element(*guess.safe));
  }

  void begin(Guess& guess) {
    guess.stage = Guess::Stage::begun;
    guess.distribution = trial_.number_distribution(guess.prospect.cell);
    guess.is_dead = is_dead(guess.distribution);
    guess.left = 0;
    guess.questions.reserve(guess.distribution.size());
    for (std::size_t i = 0; i < guess.distribution.size(); ++i) {
      if (guess.distribution[i] <= 0) continue;
      const double most = guess.safe ? worth((*guess.safe)[i]) : most_worth;
      guess.questions.push_back({static_cast<std::int32_t>(i), most});
      guess.left += guess.distribution[i] * most;
    }
    ranges::sort(guess.questions, {}, [&](const Guess::Question& question) {
      return std::pair(probability(guess, question.number), question.number);
    });
  }

  void answer(Guess& guess) {
    const auto [number, most] = guess.questions.back();
    guess.questions.pop_back();
    guess.left = std::max(0.0, guess.left - probability(guess, number) * most);  // rounding must not spoil the bound
    const bool may_be_safe = !guess.safe || (*guess.safe)[static_cast<std::size_t>(number)] > 0;
    add(guess, number, after(guess.prospect.cell, number, may_be_safe));
  }

  static double probability(const Guess& guess, std::int32_t number) {
    return guess.distribution[static_cast<std::size_t>(number)];
  }

  // A dead cell can wait: instead of opening it now, a player may play on as if it were free and open it last. With
  // several mines per cell it does tell something: that the game continues.
  bool is_dead(std::span<const double> distribution) const {
    return analysis_.position().per_cell() == 1 && shows_one_number(distribution);
  }

  double worth_of_place(Cell cell) const {
    if (analysis_.frontier().is_seen(cell)) return 1;
    const double share =
        static_cast<double>(analysis_.outside_cells()) / static_cast<double>(analysis_.position().graph().cells.size());
    const double more = slope_of_far * (share - balance_of_far);
    return more > 0 && look_around(cell).second ? 1 : 1 + more;
  }

  struct Next {
    double survival = 1;  // of the safest move
    double worth = 1;     // the factor for the safe cells that follow
  };

  // A safe cell only counts if it has an uncertain neighbour: without one it tells nothing new, and the next guess is
  // as hard as before.
  Next after(Cell cell, std::int32_t number, bool may_be_safe) {
    trial_.open(cell);
    if (const std::size_t telling = may_be_safe ? trial_.telling_at_first_sight(number) : 0) return {1, worth(telling)};
    const Outlook outlook = trial_.count(number);
    if (outlook.telling > 0) return {1, worth(outlook.telling)};
    // With nothing uncertain the game is won.
    return outlook.least_risk < 1 ? Next{1 - outlook.least_risk, 1} : Next{1, most_worth};
  }

  static void add(Guess& guess, std::int32_t number, const Next& next) {
    const double probability = Lookahead::probability(guess, number);
    guess.next += probability * next.survival;
    if (next.worth > 1)
      guess.progress += probability;
    else
      guess.always_leads_on = false;
    guess.value += probability * next.survival * next.worth;
  }

  static double worth(std::size_t telling) { return 1 + worth_of_safe[std::min(telling, worth_of_safe.size() - 1)]; }

  const Analysis& analysis_;
  Breadth breadth_;
  CellSpan<const std::int32_t> rank_;
  Watch& watch_;
  Trial trial_;
};

}  // namespace

std::vector<Prospect> look_ahead(const Analysis& analysis, Breadth breadth, CellSpan<const std::int32_t> rank,
                                 CountCache& cache, Watch& watch) {
  return Lookahead(analysis, breadth, rank, cache, watch).run();
}

}  // namespace minemind
