// Reads positions (square, one mine per cell, without flags) and runs every part of the engine on them; then deals
// boards that need no guess and plays some games of each size, in two threads. Built with sanitizers by
// tests/test_sanitized.py; prints the sum of all probabilities, which must equal the mine count.

#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/analysis.hpp"
#include "analysis/dead_cells.hpp"
#include "analysis/sampler.hpp"
#include "core/flood.hpp"
#include "play/deep.hpp"
#include "play/fifty_fifty.hpp"
#include "play/layout.hpp"
#include "play/lookahead.hpp"
#include "play/no_guess.hpp"
#include "play/obvious_moves.hpp"
#include "play/played_on.hpp"
#include "play/playoff.hpp"
#include "play/simulation.hpp"
#include "prove/easiest_path.hpp"
#include "prove/prover.hpp"
#include "review/metrics.hpp"
#include "review/review.hpp"
#include "square.hpp"

using namespace minemind;

namespace {

struct Board {
  int rows = 0, cols = 0;
  std::int64_t mines = 0;
  std::vector<std::int32_t> faces;
  Square square{0, 0};

  explicit Board(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    std::istringstream(line) >> rows >> cols >> mines;
    while (std::getline(file, line))
      for (const char token : line) faces.push_back(token == '.' ? hidden_face : token - '0');
    square = Square(rows, cols);
  }
};

void work_on(const Board& board) {
  const Graph graph = board.square.graph();
  CountCache cache(1 << 20);
  Watch watch;
  for (const auto kind : {MineModel::counted, MineModel::uncounted, MineModel::density}) {
    const Analysis analysis(Position(graph, board.faces, 1, watch), MinePrior{kind, board.mines, 0.25}, cache, watch);
    double sum = 0;
    int asked = 0;
    for (const Cell cell : graph.cells) {
      const double probability = analysis.probability()[cell];
      if (std::isnan(probability)) continue;
      sum += probability;
      if (probability == 1 || asked++ > 40) continue;
      const std::vector<double> shown = analysis.number_distribution(cell, watch);
      for (std::size_t number = 0; number < shown.size(); ++number)
        if (shown[number] > 1e-6 && kind == MineModel::counted)
          Analysis(analysis.position().assume(cell, static_cast<std::int32_t>(number), watch),
                   MinePrior{kind, board.mines, 1}, cache, watch);
    }
    fifty_fifties(analysis, watch);
    dead_cells(analysis, cache, watch);
    for (std::size_t i = 0; i < analysis.frontier().components().size(); ++i)
      analysis.count(i).ways_modulo(2147483647, watch);
    if (kind == MineModel::counted) std::printf("%.6f %lld\n", sum, static_cast<long long>(board.mines));
  }
  std::vector<std::int32_t> dealt(graph.indices());
  deal_layout(graph, {static_cast<std::uint32_t>(board.mines), 2, 0, FirstClick::opening, 7}, dealt, watch);
  const Terrain terrain(graph, dealt, watch);
  for (const auto form : {ZiniForm::greedy, ZiniForm::human}) zini(terrain, graph.cells, form, watch);
  terrain.islands(watch);
  const std::vector<Cell> start{0};
  flood(graph, std::vector<std::int32_t>(graph.indices(), 0), board.faces, start, Expansion::dfs);
}

// Proves the certain cells of a position.
void prove(const Board& board) {
  const Graph graph = board.square.graph();
  CountCache cache(1 << 20);
  Watch watch;
  const Analysis analysis(Position(graph, board.faces, 1, watch), MinePrior{MineModel::counted, board.mines, 1}, cache,
                          watch);
  Prover prover(Clues(graph, board.faces, 1, board.mines), 50'000'000, watch);
  try {
    for (const Cell cell : analysis.safe()) prover.prove({cell, 0});
    for (const Cell cell : analysis.mines()) prover.prove({cell, 1});
  } catch (const TooHard&) {
    return;  // the work is limited, so that the slowest positions do not take all the time
  }
}

// Clears boards that need no guess, by the easiest moves, and by the obvious ones as far as those lead.
void clear(const Board& board) {
  const Graph graph = board.square.graph();
  const Deal deal{static_cast<std::uint32_t>(board.mines), 1, 0, FirstClick::opening, 7};
  CountCache cache(1 << 20);
  Watch watch;
  if (!fits(graph, deal)) return;
  for (const auto way : {DealingWay::uniform, DealingWay::repaired}) {
    const CellVector<std::int32_t> mines = deal_no_guess(graph, deal, way, std::nullopt, 2000, watch).mines;
    if (mines.empty()) continue;
    EasiestPath path(graph, mines, 1, deal.first, 50'000'000, cache, watch);
    while (path.next()) {
    }
    if (!path.is_cleared()) std::puts("a board without a guess was not cleared");
    const CellVector<std::int32_t> hidden(graph.indices(), hidden_face);
    open_obvious(graph, 1, hidden, path.faces(), watch);
  }
}

// Enough for some games from each guess, except on large boards.
constexpr std::uint64_t some_work = 4'000'000;

// Plays some games on from a position where a guess is needed.
void go_on(const Board& board) {
  const Graph graph = board.square.graph();
  std::vector<std::int32_t> rank(graph.indices());
  std::iota(rank.begin(), rank.end(), 0);
  CountCache cache(1 << 20);
  Watch watch;
  const Analysis analysis(Position(graph, board.faces, 1, watch), MinePrior{MineModel::counted, board.mines, 1}, cache,
                          watch);
  if (!analysis.safe().empty()) return;
  std::vector<Contender> contenders;
  for (const Prospect& prospect : look_ahead(analysis, Breadth::all, rank, cache, watch))
    if (contenders.size() < 3) contenders.push_back({{{prospect.cell}, 1 - prospect.risk}, 1});
  const Knowledge known = known_from(graph, 1, board.faces);
  for (const Strategy strategy : {Strategy::endgame, Strategy::champion}) {
    Meter meter(watch);
    PlayedOn games(analysis, known, rank, Player{strategy}, 1, meter);
    Playoff playoff(games, deep_rules(some_work, trust_at(analysis)), meter);
    for (const Contender& contender : contenders) playoff.add(contender);
    playoff.run();
    if (playoff.estimates().size() != contenders.size()) std::puts("no estimates");
  }
  EndingCache endings;
  choose({Strategy::champion, some_work}, analysis, known, rank, cache, endings, watch);
}

// Reviews a player who takes the cells in order: flags mines, opens the others or chords them, and chords each again.
void review_all(const Board& board) {
  const Graph graph = board.square.graph();
  std::vector<std::int32_t> rank(graph.indices()), dealt(graph.indices()), faces(graph.indices(), hidden_face);
  std::iota(rank.begin(), rank.end(), 0);
  Watch watch;
  for (const std::int32_t per_cell : {1, 2}) {
    const Deal deal{static_cast<std::uint32_t>(board.mines), static_cast<std::uint32_t>(per_cell), 0, FirstClick::any,
                    5};
    deal_layout(graph, deal, dealt, watch);
    std::vector<PlayedClick> clicks;
    for (const Cell cell : graph.cells) {
      if (dealt[static_cast<std::size_t>(cell)] > 0)
        clicks.push_back({cell, ClickKind::flagged, 1});
      else
        clicks.push_back({cell, cell % 7 == 0 ? ClickKind::chorded : ClickKind::opened, 0});
      clicks.push_back({cell, ClickKind::chorded, 0});
    }
    const ReviewedGame game{graph, dealt, faces, per_cell, false, rank};
    const Review review(game, clicks, {0.5, 3, 1}, watch);
    rates_of(review.performance(), 10, 435);
  }
}

// Plays games by every strategy, unweighted and weighted; then by a player that thinks, compared with a baseline.
void play_all(const Board& board) {
  const Graph graph = board.square.graph();
  std::vector<std::int32_t> rank(graph.indices());
  std::iota(rank.begin(), rank.end(), 0);
  const Deal deal{static_cast<std::uint32_t>(board.mines), 1, 0, FirstClick::safe, 1};
  for (const auto strategy :
       {Strategy::rules, Strategy::exact, Strategy::endgame, Strategy::champion, Strategy::lookahead})
    for (const bool is_weighted : {false, true}) {
      const Match match{deal, {strategy, 0}, is_weighted, {rank.begin(), rank.end()}, {}};
      Simulation run(graph, match, 0, 40, 2);
      while (!run.wait(std::chrono::milliseconds(100))) {
      }
    }
  const Match::Baseline exact{{Strategy::exact, 0}, 3};
  const Match deep{deal, {Strategy::champion, 1000}, true, {rank.begin(), rank.end()}, exact};
  Simulation run(graph, deep, 0, 4, 2);
  while (!run.wait(std::chrono::milliseconds(100))) {
  }
}

}  // namespace

int main(int count, char** paths) {
  std::set<std::tuple<int, int, std::int64_t>> played;
  for (int i = 1; i < count; ++i) {
    const Board board(paths[i]);
    work_on(board);
    if (board.square.cells.size() >= 1000) continue;
    prove(board);
    go_on(board);
    if (!played.emplace(board.rows, board.cols, board.mines).second) continue;
    clear(board);
    play_all(board);
    review_all(board);
  }
}
