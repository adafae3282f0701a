// Review: judges a game click by click: whether each click was certain, necessary or a mistake, the risk it took, what
// would have been better, and how it changed the probability of winning.
//
// Numbers decide, not flags: what the player believed does not make a cell safe. The probability of winning is computed
// wherever a risk was taken, and at the end; certain clicks in between neither gain nor lose.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "count/count_cache.hpp"
#include "count/knowledge.hpp"
#include "prove/step.hpp"
#include "review/metrics.hpp"
#include "review/mouse.hpp"
#include "review/performance.hpp"
#include "review/win.hpp"

namespace minemind {

// A player's click; unlike a mouse click it may claim several mines, and is always on the board.
struct PlayedClick {
  Cell cell = -1;
  ClickKind action = ClickKind::opened;
  std::int32_t mines = 0;  // claimed by a flag after the click
};

enum class Judgement : std::uint8_t {
  safe,            // every cell that it opened was certainly safe
  promised,        // the first click, which the rules promise to be safe
  forced_guess,    // no cell was certainly safe, and no guess was better
  needless_guess,  // another cell was certainly safe
  bad_guess,       // no cell was certainly safe, but another guess was better
  opened_mine,     // some cell that it opened was certainly mined, even if it was unknown which
  flag_proven,     // a flag on a certain mine
  flag_unproven,   // a correct flag that was not certain
  flag_wrong,
  unflag,    // a flag was removed, or is still being counted up
  wasted,    // nothing happened
  uncounted  // the position is too complex to count
};

struct JudgedClick {
  Judgement kind = Judgement::wasted;
  double risk = 0;            // of opening a mine
  std::uint32_t opened = 0;   // cells
  std::uint32_t certain = 0;  // cells that were certainly safe, if it was a risk
  // What to open instead: a safe cell (for a needless guess, the one with the easiest proof), or the champion's guess;
  // -1 if the click took no risk, or there was nothing to choose by.
  Cell best = -1;
  double best_risk = 0;
  // What was overlooked, with the easiest proof: that this cell is safe, or that it was opened although it is a mine.
  Cell overlooked = -1;
  Technique technique = Technique::single;
  std::int32_t grade = 0;
  // The probability of winning: before the click, by the best choice; by this choice, before its outcome; and after it.
  Win before, chosen, after;
  double cost_margin = 0;  // of the 95 % interval of `before` less `chosen`

  bool is_risk() const { return kind >= Judgement::forced_guess && kind <= Judgement::opened_mine; }
};

struct ReviewedGame {
  Graph graph;
  CellSpan<const std::int32_t> mines;  // of every cell
  CellSpan<const std::int32_t> faces;  // before the first click
  std::int32_t per_cell = 1;
  bool is_promised = false;           // whether the rules promise that the first click is safe
  CellSpan<const std::int32_t> rank;  // breaks ties between guesses
};

enum class GameEnd : std::uint8_t { unfinished, won, lost };

class Review {
 public:
  // Judges the clicks until the game ends.
  Review(const ReviewedGame& game, std::span<const PlayedClick> clicks, const Precision& precision, Watch& watch);
  Review(const Review&) = delete;
  Review& operator=(const Review&) = delete;

  const std::vector<JudgedClick>& clicks() const { return judged_; }
  GameEnd end() const { return end_; }
  const Performance& performance() const { return performance_; }

 private:
  // A risk that was taken, or would be next.
  struct Risk {
    std::unique_ptr<Analysis> analysis;
    Choice choice;                  // the player's
    std::vector<Cell> safe;         // the cells that were certainly safe
    std::optional<Decision> guess;  // the champion's, if there were none
  };

  // A risk that can only be valued by games. It waits until all such risks are known, which then share the work.
  struct Waiting {
    std::size_t click;
    std::unique_ptr<Analysis> analysis;
    CellVector<std::int32_t> shown;
    Choice best;
    std::optional<Choice> other;  // the player's, if it differs and can be survived
    bool can_survive;
    Comparison found;
  };

  JudgedClick judged(const PlayedClick& click, const PlayedClick* next);
  JudgedClick flagged(const PlayedClick& click, const PlayedClick* next);
  bool is_proven(const PlayedClick& flag);
  JudgedClick opened(const PlayedClick& click);
  std::vector<Cell> opened_by(const PlayedClick& click) const;
  bool is_certainly_safe(std::span<const Cell> cells) const;
  std::unique_ptr<Analysis> analysed();
  void judge_risk(JudgedClick& click, std::unique_ptr<Analysis> analysis, std::vector<Cell> cells);
  void find_best(JudgedClick& click, Risk& risk);
  void find_proof(JudgedClick& click, std::span<const Cell> certain, bool are_mines);
  void value(JudgedClick& click, Risk& risk);
  bool search(JudgedClick& click, Risk& risk);
  void wait_for_games(JudgedClick& click, Risk& risk);
  void play(Waiting& risk, std::uint64_t work);
  void play_games(JudgedClick& next);
  std::vector<Waiting*> by_weight();
  void set_value(JudgedClick& click, const Waiting& risk);
  JudgedClick next_risk();
  void carry_values(Win last);

  void show(std::span<const Cell> opened);
  void count(const PlayedClick& click, const JudgedClick& judged);
  void set_up();

  ReviewedGame game_;
  Precision precision_;
  Watch& watch_;
  Terrain terrain_;
  CountCache cache_;
  EndingCache endings_;
  Knowledge knowledge_;
  std::int64_t all_mines_ = 0;
  std::size_t to_open_ = 0, open_cells_ = 0;
  CellVector<std::int32_t> numbers_, faces_;  // what every cell would show if open; what it shows now
  CellVector<std::int32_t> shown_;            // as faces_, without flags
  CellVector<std::int32_t> most_claimed_;     // mines, by flags that counted as effective
  CellVector<std::uint8_t> is_safe_;          // as far as propagation alone tells
  std::vector<Cell> found_safe_;              // scratch
  std::vector<JudgedClick> judged_;
  std::vector<Waiting> waiting_;
  Performance performance_;
  GameEnd end_ = GameEnd::unfinished;
};

}  // namespace minemind
