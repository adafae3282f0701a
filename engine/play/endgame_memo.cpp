// The part of Endgame that remembers the values of sets of solutions, and decides which sets count as the same.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bits.hpp"
#include "core/random.hpp"
#include "play/endgame.hpp"

namespace minemind {
namespace {

// The initial size of the memo, which doubles as it fills.
constexpr std::size_t first_entries = 1 << 8;

// There are many sets on the way to a state, and they are soon forgotten: this many entries for each of the memo, and
// at most this many in all.
constexpr std::size_t passing_per_entry = 16, most_passing = 1 << 16;

// The names of solutions are random words, the same in every search. Two sets are mistaken for each other if both words
// of their keys agree: among a billion sets that has a probability below 10^-20.
constexpr std::uint64_t name_seed = 0x6D696E656D696E64;

}  // namespace

void Endgame::begin_memo() {
  Random random(name_seed);
  names_.resize(weights_.size());
  for (SetKey& name : names_) name = {random.next(), random.next()};
  memo_.assign(first_entries, {});
  passing_.assign(is_thorough_ ? passing_per_entry * first_entries : 0, {});
}

// What the solutions of a set show in the columns that may still tell something, with the numbers of each column
// replaced by their ranks. States that agree in this have the same value, whatever was opened before.
Endgame::SetKey Endgame::pattern(const Block& block, const SolutionSet& set, Range candidates) {
  if (!free_.empty()) return set.key;  // then the value depends on what is open
  watch_.spend(set.size * candidates.size);
  row_keys_.assign(block.solutions.size(), {});
  const std::uint64_t* bits = bits_.data() + set.first;
  const auto for_each_in = [&](const std::uint64_t* row, auto use) {
    for (std::size_t w = 0; w < block.words; ++w)
      for_each_bit(bits[w] & row[w], [&](std::uint32_t i) { use(w * word_bits + i); });
  };
  for (std::size_t c = 0; c < candidates.size; ++c) {
    const Active active = active_[candidates.first + c];
    const Block::BlockColumn& column = block.columns[active.column];
    SetKey name{split_mix(name_seed, column.column), split_mix(~name_seed, column.column)};
    for_each_bit(active.numbers, [&](std::uint32_t number) {
      name = {split_mix(name.place, 0), split_mix(name.check, 0)};
      for_each_in(block.row(column.first + number), [&](std::size_t i) {
        row_keys_[i].place += name.place;
        row_keys_[i].check += name.check;
      });
    });
  }
  SetKey key;
  for_each_in(bits, [&](std::size_t i) {
    const std::uint64_t weight = weights_[block.solutions[i]];
    key.place += split_mix(row_keys_[i].place, weight);
    key.check += split_mix(row_keys_[i].check, weight);
  });
  return key;
}

// Whether an entry answers what is asked: it has the value of the set, or a bound that is at most alpha.
bool Endgame::answers(const Entry& known, SetKey key, std::uint64_t alpha) const {
  return known.is_used() && known.key == key && (known.is_exact() || known.value() <= alpha);
}

// The entry in which the value of a set is stored, or would be.
Endgame::Entry& Endgame::entry_of(SetKey key) {
  std::size_t at = key.place & (memo_.size() - 1);
  while (memo_[at].is_used() && memo_[at].key != key) at = (at + 1) & (memo_.size() - 1);
  return memo_[at];
}

// The same for sets on the way to a state, of which only the latest are kept.
Endgame::Entry& Endgame::passing_entry(SetKey key) {
  return is_thorough_ ? passing_[key.place & (passing_.size() - 1)] : entry_of(key);
}

void Endgame::keep(SetKey key, std::uint64_t value, bool is_exact) {
  Entry& entry = entry_of(key);
  if (!entry.is_used() && ++nodes_ > most_nodes_) throw TooHard{nodes_};
  entry = {key, value << 1 | std::uint64_t{is_exact}};
  if (4 * nodes_ > 3 * memo_.size()) grow();
}

void Endgame::grow() {
  std::vector<Entry>& old = workspace_->spare_memo;  // the larger memo at first, and the old one after the swap
  fill_with_zeros(old, 2 * memo_.size(), watch_);
  old.swap(memo_);
  for (const Entry& entry : old) {
    watch_.spend(1);
    if (entry.is_used()) entry_of(entry.key) = entry;
  }
  if (is_thorough_ && passing_.size() < most_passing) passing_.assign(2 * passing_.size(), {});
}

}  // namespace minemind
