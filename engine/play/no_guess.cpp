#include "play/no_guess.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "analysis/analysis.hpp"
#include "core/random.hpp"
#include "count/count_cache.hpp"
#include "play/dealt_game.hpp"
#include "play/repair.hpp"
#include "prove/easiest_path.hpp"

namespace minemind {
namespace {

// The memory that the states of one component may take. Components of Expert games stay far below; counting one that
// does not would take longer than dealing another layout.
constexpr std::size_t most_bytes_dealing = std::size_t{32} << 20;

// The work that all proofs of a board may take together while it is graded: about half a second. Those of an Expert
// board take some hundred thousand.
constexpr std::size_t work_to_grade = 200'000'000;

// Which output of a layout's own stream of seeds is for the random numbers of its repairs.
constexpr std::uint64_t seed_for_repairs = 1;

// One in this many cells may be repaired in one pass over the board; with more repairs, the pass is given up.
constexpr std::size_t cells_per_repair = 4;

// The work, as a watch counts it, of opening a cell and of what follows from its number.
constexpr std::size_t work_to_open = 64;

struct OutOfBudget {};

class NoGuessDealer {
 public:
  NoGuessDealer(const Graph& graph, const Deal& deal, DealingWay way, const std::optional<Grades>& grades,
                std::uint64_t budget, Watch& watch)
      : graph_(graph),
        deal_(deal),
        way_(way),
        grades_(grades),
        budget_(budget),
        watch_(watch),
        cache_(game_cache_bytes),
        game_(graph, static_cast<std::int32_t>(deal.per_cell), PairRule::overlaps),
        repair_(graph, deal, game_) {}

  NoGuessBoard find() {
    try {
      while (!try_layout()) {
      }
      board_.mines = game_.mines;
      board_.seed = deal_.seed;
    } catch (const OutOfBudget&) {
    }
    return board_;
  }

 private:
  void spend(std::uint64_t& on) {
    if (board_.work.units() >= budget_) throw OutOfBudget{};
    ++on;
  }

  bool try_layout() {
    Deal own = deal_;
    own.seed = split_mix(deal_.seed, board_.work.layouts - layouts_before_);
    spend(board_.work.layouts);
    deal_layout(graph_, own, game_.mines, watch_);
    try {
      const bool is_found =
          way_ == DealingWay::uniform ? needs_no_guess() : repaired(split_mix(own.seed, seed_for_repairs));
      return is_found && (!grades_ || is_of_grade(*grades_));
    } catch (const TooHard&) {  // the board is too hard to count for any player
      ++board_.too_hard;
      return false;
    }
  }

  // If it is not, continues with the next seed, so that this one still names the board that was passed over.
  bool is_of_grade(const Grades& wanted) {
    try {
      board_.grade = grade(wanted.most);
      if (board_.grade >= wanted.least && board_.grade <= wanted.most) return true;
      ++(board_.grade < wanted.least ? board_.easier : board_.harder);
    } catch (const TooHard&) {
      ++board_.too_hard;
    }
    deal_.seed = split_mix(deal_.seed, 0);
    layouts_before_ = board_.work.layouts;
    return false;
  }

  // The grade of a board without a guess; or any grade above `most`, as soon as the board is seen to be that hard.
  std::int32_t grade(std::int32_t most) {
    EasiestPath path(graph_, game_.mines, static_cast<std::int32_t>(deal_.per_cell), deal_.first, work_to_grade, cache_,
                     watch_);
    std::int32_t hardest = 1;
    while (hardest <= most) {
      const auto move = path.next();
      if (!move) break;
      hardest = std::max(hardest, move->proof.grade);
    }
    return hardest;
  }

  void start() {
    watch_.spend(graph_.cells.size());
    game_.knowledge.clear();
    game_.count_numbers(0);
    game_.open(deal_.first);
  }

  // Opens everything that is certain; returns whether that is the whole board.
  bool play() {
    while (game_.to_open > 0) {
      free_.clear();
      game_.knowledge.propagate(free_);
      if (free_.empty()) count();
      if (free_.empty()) return false;
      for (const Cell cell : free_) game_.open(cell);
      watch_.spend(work_to_open * free_.size());
    }
    return true;
  }

  void count() {
    spend(board_.work.positions);
    const MinePrior prior{MineModel::counted, deal_.mines, 1};
    free_ = Analysis(game_.knowledge.position(), prior, cache_, watch_).safe();
  }

  bool needs_no_guess() {
    start();
    const bool is_done = play();
    if (!is_done) board_.fewest_left = std::min(board_.fewest_left.value_or(UINT32_MAX), game_.to_open);
    return is_done;
  }

  // A repair may change numbers that led to it, so the board is played again until it takes no repair. The mines of
  // large areas are dealt again as long as every pass takes fewer repairs than the one before, then those of smaller
  // areas, and finally those around single numbers.
  bool repaired(std::uint64_t seed) {
    Random random(seed);
    for (std::size_t area = largest_area; area >= smallest_area; area /= 2) {
      for (std::size_t before = SIZE_MAX;;) {
        const std::size_t repairs = pass(area, random);
        if (repairs == 0) return true;
        if (repairs >= before) break;
        before = repairs;
      }
    }
    return false;
  }

  // Plays from the start and makes a repair wherever it is stuck; returns how many.
  std::size_t pass(std::size_t area, Random& random) {
    if (needs_no_guess()) return 0;
    std::size_t repairs = 0;
    do {
      spend(board_.work.repairs);
      if (!repair_.make(area, random, watch_)) return SIZE_MAX;
      ++repairs;
    } while (!play() && repairs <= graph_.cells.size() / cells_per_repair);
    return repairs;
  }

  Graph graph_;
  Deal deal_;
  DealingWay way_;
  std::optional<Grades> grades_;
  std::uint64_t budget_;
  Watch& watch_;
  CountCache cache_;
  DealtGame game_;
  Repair repair_;
  std::vector<Cell> free_;
  NoGuessBoard board_;
  std::uint64_t layouts_before_ = 0;  // dealt from earlier seeds
};

}  // namespace

NoGuessBoard deal_no_guess(const Graph& graph, const Deal& deal, DealingWay way, const std::optional<Grades>& grades,
                           std::uint64_t budget, Watch& watch) {
  Meter meter(watch);  // so that the limit ends with the dealing: a batch of games goes on with the same watch
  meter.most_bytes = most_bytes_dealing;
  return NoGuessDealer(graph, deal, way, grades, budget, meter).find();
}

}  // namespace minemind
