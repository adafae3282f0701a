#include "simulation.hpp"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "face.hpp"
#include "random.hpp"

namespace minemind {
namespace {

// What a table remembers of components: those of a game or two, which fit the processor's cache.
constexpr std::size_t bytes_remembered = std::size_t{4} << 20;

// Which output of a game's own stream of seeds starts the layouts that are drawn anew.
constexpr std::uint64_t anew = 1;

// Games that a thread takes at once: neighbours in the results are written by one thread.
constexpr std::size_t games_at_a_time = 16;

// Thrown into a game that nobody waits for any more.
struct Stopped {};

class StopWatch : public Watch {
 public:
  explicit StopWatch(const std::atomic<bool>& is_stopped) : is_stopped_(is_stopped) {}

 private:
  void look() override {
    if (is_stopped_) throw Stopped{};
  }

  const std::atomic<bool>& is_stopped_;
};

}  // namespace

Table::Table(const Graph& graph, const Match& match)
    : graph_(graph),
      match_(match),
      knowledge_(graph, static_cast<std::int32_t>(match.deal.per_cell),
                 match.style == Style::rules ? Pairs::subsets : Pairs::overlaps),
      known_before_(knowledge_),
      counts_(bytes_remembered),
      mines_(graph.indices()),
      shown_(graph.indices()) {}

// In a weighted match a first click goes well like any other guess: if need be, with other mines.
void Table::deal(std::uint64_t index, Watch& watch) {
  Deal deal = match_.deal;
  deal.seed = split_mix(match_.deal.seed, index);
  deal_layout(graph_, deal, mines_, watch);
  random_ = Random(split_mix(deal.seed, anew));
  if (match_.is_weighted && mines_[static_cast<std::size_t>(deal.first)] > 0) {
    deal.rule = FirstClick::safe;
    deal.seed = random_.next();
    deal_layout(graph_, deal, mines_, watch);
  }
  count_numbers();
}

void Table::count_numbers() {
  std::ranges::fill(shown_, 0);
  to_open_ = 0;
  for (const Cell cell : graph_.cells) {
    const std::int32_t mines = mines_[static_cast<std::size_t>(cell)];
    to_open_ += mines == 0;
    if (mines > 0)
      for (const Cell other : graph_.neighbours(cell)) shown_[static_cast<std::size_t>(other)] += mines;
  }
}

// Opens a cell and, from zeros on, all around; false if it is open already.
bool Table::open(Cell cell) {
  if (!knowledge_.is_hidden(cell)) return false;
  ++outcome_.moves;
  pending_.assign(1, cell);
  knowledge_.open(cell, shown_[static_cast<std::size_t>(cell)]);
  for (std::size_t next = 0; next < pending_.size(); ++next) {
    if (shown_[static_cast<std::size_t>(pending_[next])] != 0) continue;
    for (const Cell other : graph_.neighbours(pending_[next])) {
      if (!knowledge_.is_hidden(other)) continue;
      knowledge_.open(other, shown_[static_cast<std::size_t>(other)]);
      pending_.push_back(other);
    }
  }
  const auto opened = static_cast<std::uint32_t>(pending_.size());
  outcome_.opened += opened;
  to_open_ -= opened;
  return true;
}

void Table::open_all(std::vector<Cell>& cells) {
  std::ranges::sort(cells);
  for (const Cell cell : cells)
    if (open(cell) && moves_) moves_->push_back({cell, 0, -1});
}

void Table::begin(std::vector<Decision>* moves) {
  outcome_ = {};
  survival_ = 1;
  weight_ = 0;
  moves_ = moves;
}

GameOutcome Table::play(std::uint64_t index, Watch& watch, std::vector<Decision>* moves) {
  begin(moves);
  deal(index, watch);
  knowledge_.clear();
  const bool is_promised = match_.deal.rule != FirstClick::any;
  const double risk = is_promised ? 0 : first_risk();
  outcome_.guesses = risk > 0;
  make({match_.deal.first, risk, -1});
  if (outcome_.result == Result::lost) outcome_.phase = Phase::opening;
  finish(watch);
  return outcome_;
}

void Table::finish(Watch& watch) {
  try {
    while (outcome_.result == Result::unplayed && move_on(watch)) {
    }
  } catch (const TooHard&) {  // a board that no player here can count
    outcome_.result = Result::stuck;
  }
  if (outcome_.result == Result::won && weight_ == 0) weight_ = match_.is_weighted ? survival_ : 1;
  outcome_.risk = billionths(1 - survival_);
  outcome_.weight = billionths(weight_);
}

void Table::set_up(std::span<const std::int32_t> faces) {
  known_before_.clear();
  for (const Cell cell : graph_.cells) {
    const std::int32_t face = faces[static_cast<std::size_t>(cell)];
    if (face >= 0) known_before_.open(cell, face);
    if (face < hidden_face) known_before_.know_mines(cell, hidden_face - face);
  }
}

double Table::play_on(const Decision& guess, Layouts& layouts, std::uint64_t index, Watch& watch) {
  begin(nullptr);
  knowledge_ = known_before_;
  random_ = Random(split_mix(match_.deal.seed, index));
  const auto is_open = [&](Cell cell) { return !knowledge_.is_hidden(cell); };
  outcome_.opened = static_cast<std::uint32_t>(std::ranges::count_if(graph_.cells, is_open));
  if (match_.is_weighted)
    layouts.draw_free(guess.cell, random_, mines_);
  else
    layouts.draw_unfinished(random_, mines_);
  count_numbers();
  to_open_ -= outcome_.opened;
  make(guess);
  finish(watch);
  return weight_;
}

// The chance that some slot of the first cell is mined, when any may be.
double Table::first_risk() const {
  const auto slots = static_cast<double>(graph_.cells.size() * match_.deal.per_cell);
  double empty = 1;
  for (std::uint32_t slot = 0; slot < match_.deal.per_cell; ++slot)
    empty *= std::max(0.0, slots - match_.deal.mines - slot) / (slots - slot);
  return match_.deal.mines > 0 ? 1 - empty : 0;
}

// Everything that is certain, or a guess; false if the player has no move.
bool Table::move_on(Watch& watch) {
  free_.clear();
  knowledge_.propagate(free_);
  if (free_.empty()) {
    if (match_.style == Style::rules) {
      outcome_.result = Result::stuck;
      return false;
    }
    const Model model{Model::Kind::counted, match_.deal.mines, 1};
    const Analysis analysis(knowledge_.position(), model, counts_, watch);
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

void Table::guess(const Analysis& analysis, Watch& watch) {
  const Decision decision = decide(analysis, match_.style, match_.rank, counts_, watch);
  ++outcome_.guesses;
  if (match_.is_weighted) survive(analysis, decision, watch);
  if (outcome_.result != Result::unplayed) return;
  make(decision);
  if (outcome_.result == Result::lost) outcome_.phase = phase_of(analysis, decision);
}

// What is searched to its end counts as much as it wins. Any other guess goes well, if need be with other mines.
void Table::survive(const Analysis& analysis, const Decision& guess, Watch& watch) {
  if (guess.win >= 0) {
    outcome_.result = Result::won;
    weight_ = survival_ * guess.win;
    return;
  }
  if (mines_[static_cast<std::size_t>(guess.cell)] == 0) return;
  const Analysis given(analysis.position().freed(guess.cell, watch), analysis.model(), counts_, watch);
  Drawing(given, watch).draw(random_, mines_);
  count_numbers();
  to_open_ -= outcome_.opened;
}

// Opens a cell, mine or not.
void Table::make(const Decision& guess) {
  survival_ *= 1 - guess.risk;
  if (guess.risk > 0) outcome_.count_risk(guess.risk);
  if (moves_) moves_->push_back(guess);
  if (mines_[static_cast<std::size_t>(guess.cell)] > 0) {
    ++outcome_.moves;
    outcome_.result = Result::lost;
    outcome_.hit = static_cast<std::uint8_t>(tenth_of(guess.risk) + 1);
    return;
  }
  open(guess.cell);
  if (to_open_ == 0) outcome_.result = Result::won;
}

Phase Table::phase_of(const Analysis& analysis, const Decision& guess) const {
  const Phase by_guess = phase_of_guess(guess.risk, guess.win >= 0);
  return by_guess == Phase::none ? phase_of_solutions(log_solutions(analysis)) : by_guess;
}

Run::Run(const Graph& graph, const Match& match, std::uint64_t first, std::size_t games, unsigned threads)
    : graph_(graph), match_(match), first_(first), games_(games) {
  const std::size_t useful = std::max<std::size_t>(1, (games + games_at_a_time - 1) / games_at_a_time);
  try {
    for (unsigned i = 0; i < std::min<std::size_t>(threads, useful); ++i) {
      const std::lock_guard lock(mutex_);
      threads_.emplace_back([this] { work(); });
      ++working_;
    }
  } catch (const std::system_error&) {  // no more threads to be had: those that run do the work
    if (threads_.empty()) throw;
  }
}

Run::~Run() {
  stop();
  for (std::thread& thread : threads_) thread.join();
}

void Run::work() {
  try {
    Table table(graph_, match_);
    StopWatch watch(is_stopped_);
    while (!is_stopped_) {
      const std::size_t first = next_.fetch_add(games_at_a_time);
      const std::size_t last = std::min(first + games_at_a_time, games_.size());
      if (first >= last) break;
      for (std::size_t i = first; i < last && !is_stopped_; ++i) {
        games_[i] = table.play(first_ + i, watch);
        ++done_;
      }
    }
  } catch (const Stopped&) {
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    is_stopped_ = true;
  }
  const std::lock_guard lock(mutex_);
  --working_;
  changed_.notify_all();
}

bool Run::wait(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [this] { return working_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
  return working_ == 0;
}

}  // namespace minemind
