// The part of Endgame that bounds how much of a set of solutions can be won without searching it, and drops moves that
// cannot be better than others.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/ranges.hpp"
#include "play/endgame.hpp"

namespace minemind {
namespace {

// Rivals take a bit for each pair of solutions of a block. With more solutions than this, that would be megabytes for a
// block that is soon left. The first block is never left, so its rivals are worth 32 megabytes.
constexpr std::size_t most_with_rivals = 4096, most_in_first_block = 16'384,
                      most_words = words_for(most_in_first_block);

// Whether the intersection of a set and one row lies within another row.
bool is_common_within(const std::uint64_t* set, const std::uint64_t* row, const std::uint64_t* other,
                      std::size_t words) {
  for (std::size_t w = 0; w < words; ++w)
    if (set[w] & row[w] & ~other[w]) return false;
  return true;
}

}  // namespace

// Two solutions are rivals unless some cell is free in both and shows different numbers. A player who has seen the same
// in both so far keeps playing the same in both, and so wins at most one of them.
void Endgame::find_rivals(Block& block) {
  const std::size_t solutions = block.solutions.size(), words = block.words;
  block.rivals.assign(solutions * words, ~std::uint64_t{0});
  same_.resize(words);
  for (const Block::BlockColumn& column : block.columns) {
    if (column.numbers < 2) continue;
    const std::uint64_t* mines = block.row(column.first + column.numbers);
    watch_.spend(solutions * words);
    for (std::uint32_t number = 0; number < column.numbers; ++number) {
      const std::uint64_t* shown = block.row(column.first + number);
      if (words == 1) {  // as in most blocks
        const std::uint64_t same = *shown | *mines;
        for_each_bit(*shown, [&](std::uint32_t i) { block.rivals[i] &= same; });
        continue;
      }
      for (std::size_t w = 0; w < words; ++w) same_[w] = shown[w] | mines[w];
      for (std::size_t from = 0; from < words; ++from)
        for_each_bit(shown[from], [&](std::uint32_t i) {
          std::uint64_t* rivals = block.rivals.data() + (from * word_bits + i) * words;
          for (std::size_t w = from; w < words; ++w) rivals[w] &= same_[w];
        });
    }
  }
  for (std::size_t i = 0; i < solutions; ++i)
    block.rivals[i * words + i / word_bits] &= ~(std::uint64_t{1} << i % word_bits);
}

// Of solutions that are all rivals of each other, at most one is won. So the set is divided greedily into such cliques,
// and the heaviest solution of each counts.
std::uint64_t Endgame::most_winnable(Block& block, const SolutionSet& set) {
  const std::size_t most = &block == &blocks_.front() ? most_in_first_block : most_with_rivals;
  if (!free_.empty() || block.solutions.size() > most) return set.weight;
  if (block.rivals.empty()) find_rivals(block);
  watch_.spend(set.size * block.words);
  const std::uint64_t* bits = bits_.data() + set.first;
  // Solutions are listed cell by cell, so those of a set are often close together.
  std::size_t first = 0, end = block.words;
  while (bits[first] == 0) ++first;
  while (bits[end - 1] == 0) --end;
  return share_out(block, bits, first, end);
}

// The first solution that can join a clique does, until none can: one pass over the words for each clique. Most cliques
// are small, so most words have no rival of the first member left.
std::uint64_t Endgame::share_out(const Block& block, const std::uint64_t* bits, std::size_t first, std::size_t end) {
  std::array<std::uint64_t, most_words> left;
  std::copy(bits + first, bits + end, left.begin() + first);
  if (clique_.size() < block.solutions.size()) clique_.resize(block.solutions.size());
  const std::uint64_t** const rivals_of_member = clique_.data();
  std::uint64_t bound = 0;
  for (std::size_t from = first; from < end; ++from)
    while (left[from]) {
      std::uint64_t heaviest = 0, joining = left[from];
      std::size_t members = 0;
      for (std::size_t w = from;;) {
        while (joining) {
          const std::size_t i = w * word_bits + static_cast<std::size_t>(std::countr_zero(joining));
          left[w] &= ~(joining & -joining);
          heaviest = std::max(heaviest, weights_[is_uniform_ ? 0 : block.solutions[i]]);
          rivals_of_member[members++] = block.rivals_of(i);
          joining &= rivals_of_member[members - 1][w];
        }
        const std::uint64_t* rivals_of_first = rivals_of_member[0];
        for (++w; w < end; ++w) {
          joining = left[w] & rivals_of_first[w];
          if (joining) break;
        }
        if (w == end) break;
        for (std::size_t m = 1; m < members; ++m) joining &= rivals_of_member[m][w];
      }
      bound += heaviest;
    }
  return bound;
}

// If no cell is certainly free, the next guess wins no more than the solutions that survive it.
std::uint64_t Endgame::most_survivable(Block& block, const SolutionSet& set, std::span<const Tally> tallies) {
  if (!free_.empty()) return set.weight;  // some may be won already
  std::uint64_t most = 0;
  for (const Tally& tally : tallies) most = std::max(most, tally.safe);
  return std::min(most, most_winnable(block, set));
}

// If one cell is free wherever another is, opening it first is at least as good: the other can still be opened next,
// and more is known by then. The tallies are sorted by how many solutions they are free in.
void Endgame::mark_dominated(const Block& block, const SolutionSet& set, std::span<Tally> tallies) const {
  const std::uint64_t* bits = bits_.data() + set.first;
  const auto mines = [&](const Tally& tally) {
    const Block::BlockColumn& column = block.columns[tally.active.column];
    return block.row(column.first + column.numbers);
  };
  for (std::size_t i = 1; i < tallies.size(); ++i) {
    const std::uint64_t* own = mines(tallies[i]);
    tallies[i].is_dominated = ranges::any_of(tallies.first(i), [&](const Tally& other) {
      return !other.is_dominated && is_common_within(bits, mines(other), own, block.words);
    });
  }
}

}  // namespace minemind
