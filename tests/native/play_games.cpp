// Plays games by every strategy and prints a digest of the outcomes of each. It must be the same on every machine and
// with every compiler, or seeds and runs would not mean the same everywhere. tests/native/compilers.py compares them.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "play/simulation.hpp"
#include "square.hpp"

using namespace minemind;

namespace {

struct Digest {
  std::uint64_t value = 14695981039346656037U;  // FNV-1a

  void add(const GameOutcome& outcome) {
    unsigned char bytes[sizeof(GameOutcome)];
    std::memcpy(bytes, &outcome, sizeof bytes);
    for (const unsigned char byte : bytes) value = (value ^ byte) * 1099511628211U;
  }
};

Digest played(const Square& square, const Match& match, std::size_t games) {
  Simulation run(square.graph(), match, 0, games, 2);
  while (!run.wait(std::chrono::milliseconds(100))) {
  }
  Digest digest;
  for (const GameOutcome& outcome : run.take_games()) digest.add(outcome);
  return digest;
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t games = count > 1 ? static_cast<std::size_t>(std::atoi(arguments[1])) : 100;
  const Square square(16, 30);
  std::vector<std::int32_t> rank(square.cells.size());
  std::iota(rank.begin(), rank.end(), 0);
  for (const std::uint32_t per_cell : {1U, 2U})
    for (const auto strategy :
         {Strategy::rules, Strategy::exact, Strategy::endgame, Strategy::lookahead, Strategy::champion})
      for (const bool is_weighted : {false, true}) {
        if (is_weighted && per_cell > 1) continue;
        const Deal deal{99, per_cell, 0, FirstClick::safe, 1};
        const Match match{deal, {strategy, 0}, is_weighted, {rank.begin(), rank.end()}, {}};
        const Digest digest = played(square, match, games);
        std::printf("%u %d %d %016llx\n", per_cell, static_cast<int>(strategy), is_weighted ? 1 : 0,
                    static_cast<unsigned long long>(digest.value));
      }
}
