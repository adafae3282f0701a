#include "review/review.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/face.hpp"
#include "core/flood.hpp"
#include "core/ranges.hpp"
#include "play/dealt_game.hpp"
#include "prove/prover.hpp"

namespace minemind {
namespace {

// Unless the game is searched to its end, a guess is judged bad only if it gives away more than this: in probability of
// winning, or in risk if no games are played. Good players may disagree about less.
constexpr double tolerance = 0.01;

// A position in which the champion finds perfect play is searched further, to value the player's choice as well.
constexpr SearchLimits review_search{champion_search.solutions, 200'000};

// How many cells' proofs are compared, and the work allowed for all proofs of one position, in units of a few
// nanoseconds.
constexpr std::size_t most_proofs = 32, proof_work = 20'000'000;

// The work allowed for all games of a review, in units of a few nanoseconds: about a second. If it runs out, some
// probabilities are less precise than asked for, which their margins show.
constexpr std::uint64_t games_work = 160'000'000;

// The most cells on the boards of all risks that wait to share the work: some hundred megabytes. Any further risk is
// played at once, with 1 / work_of_one of the work.
constexpr std::size_t most_cells_waiting = 1 << 24, work_of_one = 100;

// Nothing was certain, but there was something to choose by, so the guess can be good or bad.
bool is_forced(const JudgedClick& click) {
  return (click.kind == Judgement::forced_guess || click.kind == Judgement::bad_guess) && click.best >= 0;
}

auto difficulty(const Proof& proof) {
  return std::tuple(proof.grade, proof.together, proof.numbers.size(), proof.steps.size());
}

}  // namespace

Review::Review(const ReviewedGame& game, std::span<const PlayedClick> clicks, const Precision& precision, Watch& watch)
    : game_(game),
      precision_(precision),
      watch_(watch),
      terrain_(game.graph, game.mines, watch),
      cache_(game_cache_bytes),
      knowledge_(game.graph, game.per_cell, PairRule::overlaps),
      numbers_(game.graph.indices(), 0),
      faces_(game.faces.begin(), game.faces.end()),
      shown_(game.graph.indices(), no_cell_face),
      most_claimed_(game.graph.indices(), 0),
      is_safe_(game.graph.indices(), 0) {
  set_up();
  for (std::size_t i = 0; i < clicks.size() && end_ == GameEnd::unfinished; ++i) {
    const PlayedClick* next = i + 1 < clicks.size() ? &clicks[i + 1] : nullptr;
    judged_.push_back(judged(clicks[i], next));
  }
  performance_.three_bv = terrain_.three_bv();
  performance_.solved = terrain_.solved(faces_);
  JudgedClick next = next_risk();
  play_games(next);
  carry_values(next.before);
}

void Review::set_up() {
  std::vector<Cell> start;
  for (const Cell cell : game_.graph.cells) {
    all_mines_ += game_.mines[cell];
    to_open_ += game_.mines[cell] == 0;
    for (const Cell other : game_.graph.neighbours(cell)) numbers_[cell] += game_.mines[other];
    shown_[cell] = hidden_face;
    if (faces_[cell] >= 0) start.push_back(cell);
  }
  watch_.spend(game_.graph.targets.size());
  show(start);
  if (to_open_ == 0) end_ = GameEnd::won;
}

// --- What a click did

JudgedClick Review::judged(const PlayedClick& click, const PlayedClick* next) {
  JudgedClick judged = click.action == ClickKind::flagged ? flagged(click, next) : opened(click);
  count(click, judged);
  return judged;
}

JudgedClick Review::flagged(const PlayedClick& click, const PlayedClick* next) {
  JudgedClick judged;
  const std::int32_t face = hidden_face - click.mines, mines = game_.mines[click.cell];
  if (faces_[click.cell] >= 0 || faces_[click.cell] == face) return judged;
  faces_[click.cell] = face;
  // With several mines per cell, a flag is counted up by several clicks, and only the last one shows what is meant.
  const bool goes_on = game_.per_cell > 1 && next && next->action == ClickKind::flagged && next->cell == click.cell;
  if (click.mines == 0 || goes_on) {
    judged.kind = Judgement::unflag;
  } else if (click.mines != mines) {
    judged.kind = Judgement::flag_wrong;
  } else {
    try {
      judged.kind = is_proven(click) ? Judgement::flag_proven : Judgement::flag_unproven;
    } catch (const TooHard&) {
      judged.kind = Judgement::uncounted;
    }
  }
  return judged;
}

// Whether the flagged cell holds as many mines as the flag claims in every solution, that is, cannot hold any other
// number.
bool Review::is_proven(const PlayedClick& flag) {
  if (analysed()->probability()[flag.cell] != 1) return false;
  CellVector<std::int32_t> faces = shown_;
  for (std::int32_t mines = 1; mines <= game_.per_cell; ++mines) {
    if (mines == flag.mines) continue;
    faces[flag.cell] = hidden_face - mines;
    try {
      const MinePrior prior{MineModel::counted, all_mines_, 1};
      const Analysis other(Position(game_.graph, faces, game_.per_cell, watch_), prior, cache_, watch_);
      return false;
    } catch (const Contradiction&) {  // it cannot hold this many
    }
  }
  return true;
}

// The cells that a click tries to open; none if it does nothing.
std::vector<Cell> Review::opened_by(const PlayedClick& click) const {
  const std::int32_t face = faces_[click.cell];
  if (click.action == ClickKind::opened) return face == hidden_face ? std::vector{click.cell} : std::vector<Cell>();
  std::vector<Cell> hidden;
  std::int32_t claimed = 0;
  for (const Cell other : game_.graph.neighbours(click.cell)) {
    if (faces_[other] == hidden_face)
      hidden.push_back(other);
    else if (faces_[other] < hidden_face && faces_[other] != no_cell_face)
      claimed += hidden_face - faces_[other];
  }
  return face >= 0 && claimed == face ? hidden : std::vector<Cell>();
}

JudgedClick Review::opened(const PlayedClick& click) {
  JudgedClick judged;
  const std::vector<Cell> cells = opened_by(click);
  if (cells.empty()) return judged;
  const bool hits = ranges::any_of(cells, [&](Cell cell) { return game_.mines[cell] > 0; });
  if (open_cells_ == 0 && game_.is_promised && !hits) {
    judged.kind = Judgement::promised;
  } else if (is_certainly_safe(cells)) {
    judged.kind = Judgement::safe;
  } else {
    try {
      judge_risk(judged, analysed(), cells);
    } catch (const TooHard&) {
      judged = {};
      judged.kind = Judgement::uncounted;
      judged.risk = std::numeric_limits<double>::quiet_NaN();
    }
  }
  const std::size_t before = open_cells_;
  if (hits)
    end_ = GameEnd::lost;
  else
    show(flood(game_.graph, numbers_, faces_, cells, Expansion::bfs));
  judged.opened = static_cast<std::uint32_t>(open_cells_ - before);
  if (to_open_ == 0) end_ = GameEnd::won;
  return judged;
}

bool Review::is_certainly_safe(std::span<const Cell> cells) const {
  return ranges::all_of(cells, [&](Cell cell) { return is_safe_[cell]; });
}

// Records that these free cells, and no others, have been opened.
void Review::show(std::span<const Cell> opened) {
  for (const Cell cell : opened) {
    faces_[cell] = shown_[cell] = numbers_[cell];
    knowledge_.open(cell, numbers_[cell]);
  }
  open_cells_ += opened.size();
  to_open_ -= opened.size();
  found_safe_.clear();
  knowledge_.propagate(found_safe_);
  for (const Cell cell : found_safe_) is_safe_[cell] = true;
  watch_.spend(opened.size());
}

// --- What a risk was worth

std::unique_ptr<Analysis> Review::analysed() {
  const MinePrior prior{MineModel::counted, all_mines_, 1};
  return std::make_unique<Analysis>(knowledge_.position(), prior, cache_, watch_);
}

void Review::judge_risk(JudgedClick& click, std::unique_ptr<Analysis> analysis, std::vector<Cell> cells) {
  const auto is_risky = [&](Cell cell) { return analysis->probability()[cell] > 0; };
  if (ranges::none_of(cells, is_risky)) {
    click.kind = Judgement::safe;
    return;
  }
  const double survived = survival(*analysis, cells, cache_, watch_);
  click.risk = 1 - survived;
  std::vector<Cell> safe = analysis->safe();
  Risk risk{std::move(analysis), {std::move(cells), survived}, std::move(safe), {}};
  click.certain = static_cast<std::uint32_t>(risk.safe.size());
  click.kind = survived == 0       ? Judgement::opened_mine
               : risk.safe.empty() ? Judgement::forced_guess
                                   : Judgement::needless_guess;
  find_best(click, risk);
  value(click, risk);
}

// If nothing is certain and no cell is open yet, there is nothing to choose by.
void Review::find_best(JudgedClick& click, Risk& risk) {
  const auto is_mine = [&](Cell cell) { return risk.analysis->probability()[cell] == 1; };
  if (const auto mine = ranges::find_if(risk.choice.cells, is_mine); mine != risk.choice.cells.end())
    find_proof(click, std::span(&*mine, 1), true);
  else if (!risk.safe.empty())
    find_proof(click, risk.safe, false);
  if (!risk.safe.empty()) {
    click.best = click.kind == Judgement::needless_guess && click.overlooked >= 0 ? click.overlooked : risk.safe[0];
  } else if (open_cells_ > 0) {
    risk.guess = decide(*risk.analysis, Strategy::champion, game_.rank, cache_, endings_, watch_);
    click.best = risk.guess->cell;
    click.best_risk = risk.guess->risk;
  }
}

// Finds the easiest proof among these cells; none if they are too hard.
void Review::find_proof(JudgedClick& click, std::span<const Cell> certain, bool are_mines) {
  Prover prover(Clues(game_.graph, shown_, game_.per_cell, all_mines_), proof_work, watch_);
  std::optional<Proof> easiest;
  try {
    for (const Cell cell : certain.first(std::min(certain.size(), most_proofs))) {
      Proof proof = prover.prove({cell, are_mines ? 1 : 0});
      if (easiest && difficulty(proof) >= difficulty(*easiest)) continue;
      click.overlooked = cell;
      easiest = std::move(proof);
    }
  } catch (const TooHard&) {  // what was found so far will do
  }
  if (!easiest) return;
  click.technique = easiest->technique;
  click.grade = easiest->grade;
}

void Review::value(JudgedClick& click, Risk& risk) {
  if (search(click, risk)) return;
  const bool is_same = risk.choice.cells.size() == 1 && risk.choice.cells[0] == click.best;
  if (precision_.margin > 0)
    wait_for_games(click, risk);
  else if (is_forced(click) && !is_same && click.risk > click.best_risk + tolerance)
    click.kind = Judgement::bad_guess;
}

// Values the click by searching the game to its end, if the champion would; returns whether that was possible.
bool Review::search(JudgedClick& click, Risk& risk) {
  if (game_.per_cell > 1 || !may_be_ending(*risk.analysis) || (risk.guess && risk.guess->win < 0)) return false;
  try {
    SearchedEnding ending(*risk.analysis, risk.guess ? review_search : champion_search, watch_);
    const auto& cells = risk.choice.cells;
    click.chosen = Win::exactly(risk.choice.survival > 0 ? ending.win_by(cells) : 0);
    click.before = click.best >= 0 ? Win::exactly(ending.win()) : click.chosen;
    if (click.kind == Judgement::forced_guess && click.best >= 0 && !ending.is_best(cells))
      click.kind = Judgement::bad_guess;
  } catch (const TooHard&) {
    return false;
  }
  return true;
}

void Review::wait_for_games(JudgedClick& click, Risk& risk) {
  const bool can_survive = risk.choice.survival > 0;
  const bool is_same = risk.choice.cells.size() == 1 && risk.choice.cells[0] == click.best;
  if (click.best < 0 && !can_survive) return;
  Choice best = click.best >= 0 ? Choice{{click.best}, 1 - click.best_risk} : risk.choice;
  std::optional<Choice> other;
  if (click.best >= 0 && !is_same && can_survive) other = std::move(risk.choice);
  Waiting waiting{judged_.size(), std::move(risk.analysis), shown_, std::move(best), std::move(other), can_survive, {}};
  if (waiting_.size() * shown_.size() < most_cells_waiting) {
    waiting_.push_back(std::move(waiting));
  } else {
    play(waiting, games_work / work_of_one);
    set_value(click, waiting);
  }
}

// If a position is too hard to play on from, its values stay unknown.
void Review::play(Waiting& risk, std::uint64_t work) {
  Precision precision = precision_;
  precision.work = work;
  try {
    const Choice* const other = risk.other ? &*risk.other : nullptr;
    risk.found = play_on(*risk.analysis, risk.shown, game_.rank, risk.best, other, precision, watch_);
  } catch (const TooHard&) {
    risk.found = {};
  }
}

// Half of the work is shared equally. The rest goes to the risks that changed the probability of winning most, so that
// these are known best.
void Review::play_games(JudgedClick& next) {
  std::uint64_t left = games_work;
  const auto spend = [&](Waiting& risk, std::uint64_t work) {
    play(risk, work);
    left -= std::min(left, risk.found.work);
    set_value(risk.click < judged_.size() ? judged_[risk.click] : next, risk);
  };
  for (Waiting& risk : waiting_) spend(risk, games_work / 2 / waiting_.size());
  carry_values(next.before);
  for (Waiting* risk : by_weight()) {
    const bool is_close = std::max(risk->found.best.margin, risk->found.difference_margin) <= precision_.margin;
    if (!is_close && left > 2 * risk->found.work) spend(*risk, left);
  }
  waiting_.clear();
}

// The waiting risks, in descending order of how much they changed the probability of winning.
std::vector<Review::Waiting*> Review::by_weight() {
  std::vector<std::pair<double, Waiting*>> weighed;
  for (Waiting& risk : waiting_) {
    const bool is_taken = risk.click < judged_.size();
    const double change = is_taken ? judged_[risk.click].after.value - judged_[risk.click].before.value : 0;
    weighed.emplace_back(std::isnan(change) ? 0 : std::abs(change), &risk);
  }
  ranges::stable_sort(weighed, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Waiting*> sorted;
  sorted.reserve(weighed.size());
  for (const auto& [change, risk] : weighed) sorted.push_back(risk);
  return sorted;
}

void Review::set_value(JudgedClick& click, const Waiting& risk) {
  click.before = risk.found.best;
  click.chosen = risk.can_survive ? risk.found.other : Win::exactly(0);
  click.cost_margin = risk.can_survive ? risk.found.difference_margin : click.before.margin;
  if (!is_forced(click)) return;
  const double cost = click.before.value - click.chosen.value;
  click.kind = cost > std::max(tolerance, click.cost_margin) ? Judgement::bad_guess : Judgement::forced_guess;
}

// Values the position after the last click, as if one more were to come.
JudgedClick Review::next_risk() {
  JudgedClick next;
  if (end_ != GameEnd::unfinished) next.before = Win::exactly(end_ == GameEnd::won ? 1 : 0);
  if (end_ != GameEnd::unfinished || open_cells_ == 0) return next;
  try {
    auto analysis = analysed();
    std::vector<Cell> safe = analysis->safe();
    Risk risk{std::move(analysis), {}, std::move(safe), {}};
    find_best(next, risk);
    risk.choice = {{next.best}, 1 - next.best_risk};
    if (!search(next, risk) && precision_.margin > 0) wait_for_games(next, risk);
  } catch (const TooHard&) {
    next = {};
  }
  return next;
}

// Clicks without risk get the value of the next position that has one.
void Review::carry_values(Win last) {
  for (auto place = judged_.rbegin(); place != judged_.rend(); ++place) {
    JudgedClick& click = *place;
    click.after = last;
    if (click.is_risk()) {
      last = click.before;
      continue;
    }
    if (click.kind == Judgement::promised || click.kind == Judgement::uncounted) last = {};
    click.before = click.chosen = last;
  }
}

// --- What was clicked

void Review::count(const PlayedClick& click, const JudgedClick& judged) {
  ++(click.action == ClickKind::opened    ? performance_.opens
     : click.action == ClickKind::flagged ? performance_.flags
                                          : performance_.chords);
  if (click.action != ClickKind::flagged) {
    const bool is_chord = click.action == ClickKind::chorded && judged.kind != Judgement::wasted;
    performance_.effective += judged.opened > 0 || is_chord;
    return;
  }
  const bool is_set = faces_[click.cell] == hidden_face - click.mines;
  if (!is_set || click.mines > game_.mines[click.cell] || click.mines <= most_claimed_[click.cell]) return;
  most_claimed_[click.cell] = click.mines;
  ++performance_.effective;
}

}  // namespace minemind
