#include "review/review.hpp"

#include <algorithm>
#include <limits>
#include <ranges>
#include <tuple>
#include <utility>

#include "core/face.hpp"
#include "core/flood.hpp"
#include "play/dealt_game.hpp"
#include "prove/prover.hpp"

namespace minemind {
namespace {

// A guess is called bad only if it gives away more than this: of the probability of winning, or where no games are
// played, of the risk. Less is within what two good players may argue about.
constexpr double tolerance = 0.01;

// A position in which the champion finds perfect play is searched further, to value what the player did.
constexpr SearchLimits review_search{champion_search.solutions, 200'000};

// Cells whose proofs are compared, and what all proofs of one position may take, in units of a few nanoseconds.
constexpr std::size_t most_proofs = 32, proof_work = 20'000'000;

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
  performance_.solved = solved();
  carry_values(value_of_end());
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
  // With several mines per cell a flag is counted up by several clicks, and only the last one says what is meant.
  const bool goes_on = game_.per_cell > 1 && next && next->action == ClickKind::flagged && next->cell == click.cell;
  if (click.mines == 0 || goes_on) {
    judged.kind = Judgement::unflag;
  } else if (click.mines != mines) {
    judged.kind = Judgement::flag_wrong;
  } else {
    try {
      const auto analysis = analysed();
      const bool is_counted = game_.per_cell == 1 || analysis->position().known(click.cell) == click.mines;
      const bool is_proven = analysis->probability()[click.cell] == 1 && is_counted;
      judged.kind = is_proven ? Judgement::flag_proven : Judgement::flag_unproven;
    } catch (const TooHard&) {
      judged.kind = Judgement::uncounted;
    }
  }
  return judged;
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
  const bool hits = std::ranges::any_of(cells, [&](Cell cell) { return game_.mines[cell] > 0; });
  if (open_cells_ == 0 && game_.is_promised && !hits) {
    judged.kind = Judgement::promised;
  } else if (is_certainly_safe(cells)) {
    judged.kind = Judgement::safe;
  } else {
    try {
      judge_risk(judged, *analysed(), cells);
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
  return std::ranges::all_of(cells, [&](Cell cell) { return is_safe_[cell]; });
}

// Free cells are open now, and these alone.
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

// The probability that all of these cells are free: exactly 1 or 0 where that is certain.
double Review::survival(const Analysis& analysis, std::span<const Cell> cells) {
  double survival = 1;
  const Analysis* now = &analysis;
  std::unique_ptr<Analysis> given_free;
  for (const Cell cell : cells) {
    const double risk = now->probability()[cell];
    if (risk == 1) return 0;
    if (risk == 0) continue;
    survival *= now->free_probability(cell);
    if (cell == cells.back()) break;
    Position position = now->position().assume_free(cell, watch_);
    given_free = std::make_unique<Analysis>(std::move(position), analysis.prior(), cache_, watch_);
    now = given_free.get();
  }
  return survival;
}

void Review::judge_risk(JudgedClick& click, const Analysis& analysis, std::vector<Cell> cells) {
  const auto is_risky = [&](Cell cell) { return analysis.probability()[cell] > 0; };
  if (std::ranges::none_of(cells, is_risky)) {
    click.kind = Judgement::safe;
    return;
  }
  const double survived = survival(analysis, cells);
  click.risk = 1 - survived;
  Risk risk{analysis, {std::move(cells), survived}, analysis.safe(), {}};
  click.certain = static_cast<std::uint32_t>(risk.safe.size());
  click.kind = survived == 0       ? Judgement::opened_mine
               : risk.safe.empty() ? Judgement::forced_guess
                                   : Judgement::needless_guess;
  find_best(click, risk);
  value(click, risk);
}

// Before anything is open there is nothing to choose by.
void Review::find_best(JudgedClick& click, Risk& risk) {
  const auto is_mine = [&](Cell cell) { return risk.analysis.probability()[cell] == 1; };
  if (const auto mine = std::ranges::find_if(risk.choice.cells, is_mine); mine != risk.choice.cells.end())
    find_proof(click, std::span(&*mine, 1), true);
  else if (!risk.safe.empty())
    find_proof(click, risk.safe, false);
  if (!risk.safe.empty()) {
    click.best = click.kind == Judgement::needless_guess && click.overlooked >= 0 ? click.overlooked : risk.safe[0];
  } else if (open_cells_ > 0) {
    risk.guess = decide(risk.analysis, Strategy::champion, game_.rank, cache_, endings_, watch_);
    click.best = risk.guess->cell;
    click.best_risk = risk.guess->risk;
  }
}

// The easiest proof of these cells; none if they are too hard.
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
  } catch (const TooHard&) {  // what was found until then will do
  }
  if (!easiest) return;
  click.technique = easiest->technique;
  click.grade = easiest->grade;
}

void Review::value(JudgedClick& click, Risk& risk) {
  if (search(click, risk)) return;
  const bool is_forced = click.kind == Judgement::forced_guess && click.best >= 0;
  const bool is_same = risk.choice.cells.size() == 1 && risk.choice.cells[0] == click.best;
  if (precision_.margin > 0) {
    play_games(click, risk);
    const double cost = click.before.value - click.chosen.value;
    if (is_forced && cost > std::max(tolerance, click.cost_margin)) click.kind = Judgement::bad_guess;
  } else if (is_forced && !is_same && click.risk > click.best_risk + tolerance) {
    click.kind = Judgement::bad_guess;
  }
}

// By searching the game to its end, if the champion would; whether that was possible.
bool Review::search(JudgedClick& click, Risk& risk) {
  if (game_.per_cell > 1 || !may_be_ending(risk.analysis) || (risk.guess && risk.guess->win < 0)) return false;
  try {
    SearchedEnding ending(risk.analysis, risk.guess ? review_search : champion_search, watch_);
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

void Review::play_games(JudgedClick& click, const Risk& risk) {
  const bool can_survive = risk.choice.survival > 0;
  const bool is_same = risk.choice.cells.size() == 1 && risk.choice.cells[0] == click.best;
  if (click.best < 0 && !can_survive) return;
  const Choice best = click.best >= 0 ? Choice{{click.best}, 1 - click.best_risk} : risk.choice;
  const Choice* const other = click.best >= 0 && !is_same && can_survive ? &risk.choice : nullptr;
  const Comparison found = play_on(risk.analysis, shown_, game_.rank, best, other, precision_, watch_);
  click.before = found.best;
  click.chosen = can_survive ? found.other : Win::exactly(0);
  click.cost_margin = can_survive ? found.difference_margin : click.before.margin;
}

// What the position is worth in which the player stopped.
Win Review::value_of_end() {
  if (end_ != GameEnd::unfinished) return Win::exactly(end_ == GameEnd::won ? 1 : 0);
  if (open_cells_ == 0) return {};
  try {
    const auto analysis = analysed();
    JudgedClick next;
    Risk risk{*analysis, {}, analysis->safe(), {}};
    find_best(next, risk);
    risk.choice = {{next.best}, 1 - next.best_risk};
    if (!search(next, risk) && precision_.margin > 0) play_games(next, risk);
    return next.before;
  } catch (const TooHard&) {
    return {};
  }
}

// Certain clicks have the value of the next position that has one.
void Review::carry_values(Win last) {
  for (JudgedClick& click : std::views::reverse(judged_)) {
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

// The openings and lone numbers that are open; of an opening, all zeros.
std::size_t Review::solved() const {
  std::size_t solved = 0;
  for (std::size_t opening = 0; opening < terrain_.openings(); ++opening)
    solved += std::ranges::all_of(terrain_.opened_by(opening),
                                  [&](Cell cell) { return !terrain_.is_zero(cell) || faces_[cell] >= 0; });
  for (const Cell cell : game_.graph.cells) solved += terrain_.is_lone(cell) && faces_[cell] >= 0;
  return solved;
}

}  // namespace minemind
