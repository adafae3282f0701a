// Reads positions (square, one mine per cell, without flags) and puts every part of the engine to work on them; and
// then plays some games of each size in two threads. Built with sanitizers by tests/test_sanitized.py; prints the sum
// of all chances, which is the mine count.

#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "analysis.hpp"
#include "flood.hpp"
#include "layout.hpp"
#include "lookahead.hpp"
#include "simulation.hpp"

using namespace minemind;

namespace {

struct Board {
  int rows = 0, cols = 0;
  std::int64_t mines = 0;
  std::vector<std::int32_t> faces, offsets{0}, targets, cells;

  explicit Board(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    std::istringstream(line) >> rows >> cols >> mines;
    while (std::getline(file, line))
      for (const char token : line) faces.push_back(token == '.' ? hidden_face : token - '0');
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < cols; ++col) link(row, col);
  }

  void link(int row, int col) {
    cells.push_back(row * cols + col);
    for (int r = row - 1; r <= row + 1; ++r)
      for (int c = col - 1; c <= col + 1; ++c)
        if ((r != row || c != col) && r >= 0 && r < rows && c >= 0 && c < cols) targets.push_back(r * cols + c);
    offsets.push_back(static_cast<std::int32_t>(targets.size()));
  }
};

void work_on(const Board& board) {
  const Graph graph{board.offsets, board.targets, board.cells};
  Counts counts(1 << 20);
  Watch watch;
  for (const auto kind : {Model::Kind::counted, Model::Kind::uncounted, Model::Kind::density}) {
    const Analysis analysis(Position(graph, board.faces, 1, watch), Model{kind, board.mines, 0.25}, counts, watch);
    double sum = 0;
    int asked = 0;
    for (const Cell cell : graph.cells) {
      const double chance = analysis.probability()[static_cast<std::size_t>(cell)];
      if (std::isnan(chance)) continue;
      sum += chance;
      if (chance == 1 || asked++ > 40) continue;
      const std::vector<double> shown = analysis.numbers(cell, watch);
      for (std::size_t number = 0; number < shown.size(); ++number)
        if (shown[number] > 1e-6 && kind == Model::Kind::counted)
          Analysis(analysis.position().assume(cell, static_cast<std::int32_t>(number), watch),
                   Model{kind, board.mines, 1}, counts, watch);
    }
    for (std::size_t i = 0; i < analysis.frontier().components().size(); ++i)
      analysis.count(i).ways_modulo(2147483647, watch);
    if (kind == Model::Kind::counted) std::printf("%.6f %lld\n", sum, static_cast<long long>(board.mines));
  }
  std::vector<std::int32_t> dealt(graph.indices());
  deal_layout(graph, {static_cast<std::uint32_t>(board.mines), 2, 0, FirstClick::opening, 7}, dealt, watch);
  const std::vector<Cell> start{0};
  flood(graph, std::vector<std::int32_t>(graph.indices(), 0), board.faces, start, Expansion::dfs);
}

// Some games that go on from a position where a guess is needed.
void go_on(const Board& board) {
  const Graph graph{board.offsets, board.targets, board.cells};
  std::vector<std::int32_t> rank(graph.indices());
  std::iota(rank.begin(), rank.end(), 0);
  Counts counts(1 << 20);
  Watch watch;
  const Analysis analysis(Position(graph, board.faces, 1, watch), Model{Model::Kind::counted, board.mines, 1}, counts,
                          watch);
  if (!analysis.safe().empty()) return;
  const auto prospects = look_ahead(analysis, Breadth::all, rank, counts, watch);
  const Deal deal{static_cast<std::uint32_t>(board.mines), 1, 0, FirstClick::any, 1};
  for (const bool is_weighted : {false, true}) {
    const Match match{deal, Style::champion, is_weighted, rank};
    Table table(graph, match);
    table.set_up(board.faces);
    Layouts layouts(analysis, counts, watch);
    for (std::size_t i = 0; i < prospects.size() && i < 3; ++i)
      table.play_on({prospects[i].cell, prospects[i].risk}, layouts, i, watch);
  }
}

// Every style, and once more with games that never die.
void play_all(const Board& board) {
  const Graph graph{board.offsets, board.targets, board.cells};
  std::vector<std::int32_t> rank(graph.indices());
  std::iota(rank.begin(), rank.end(), 0);
  const Deal deal{static_cast<std::uint32_t>(board.mines), 1, 0, FirstClick::safe, 1};
  for (const auto style : {Style::rules, Style::exact, Style::endgame, Style::champion, Style::lookahead})
    for (const bool is_weighted : {false, true}) {
      const Match match{deal, style, is_weighted, rank};
      Run run(graph, match, 0, 40, 2);
      while (!run.wait(std::chrono::milliseconds(100))) {
      }
    }
}

}  // namespace

int main(int count, char** paths) {
  std::set<std::tuple<int, int, std::int64_t>> played;
  for (int i = 1; i < count; ++i) {
    const Board board(paths[i]);
    work_on(board);
    if (board.cells.size() >= 1000) continue;
    go_on(board);
    if (played.emplace(board.rows, board.cols, board.mines).second) play_all(board);
  }
}
