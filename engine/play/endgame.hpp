// Endgame: perfect play in one part of an ending, by searching the game to its end.
//
// A state is a set of solutions: those that agree with everything shown so far, after all cells that are free in each
// of them have been opened. Its value is the weight of the solutions in it that perfect play wins. The value depends
// only on what can still be learned about them, so that is the key of the memo.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/graph.hpp"
#include "core/thread_scratch.hpp"
#include "core/watch.hpp"
#include "play/ending.hpp"

namespace minemind {

class Endgame {
 public:
  // A plain search does not look beyond the outcomes of a move, does not merge states that look alike, and counts sets
  // on the way to a state as states. It is for players whose games must not change: these depend on which endings are
  // solved within a given number of nodes.
  enum class Search { plain, thorough };

  // Throws TooHard if the search takes more nodes than allowed, now or later.
  Endgame(const Graph& graph, const Part& part, std::size_t most_nodes, Watch& watch, Search = Search::thorough);

  // The weight of all solutions in which these cells are free, and of those among them that are won after opening them.
  std::uint64_t weight(std::span<const Cell> free);
  std::uint64_t won(std::span<const Cell> free);

  struct Move {
    Cell cell;
    std::uint64_t safe;  // the weight of the solutions in which it is free
    std::uint64_t won;   // … and of those that are won after opening it
  };
  // The cells among these that win most if opened first, ascending; or only one of them, which is faster.
  std::vector<Move> best_moves(std::span<const Cell> candidates, bool all = true);

  std::size_t nodes() const { return nodes_; }

 private:
  using Solution = std::uint32_t;
  using Column = std::uint32_t;

  // Two random words for every solution; those of a set are the sums.
  struct SetKey {
    std::uint64_t place = 0, check = 0;
    bool operator==(const SetKey&) const = default;
  };
  // Entries on one of the stacks below: a deeper call pushes more on top and pops them again.
  struct Range {
    std::size_t first = 0, size = 0;
  };
  // A column of a block that may still tell something, and the numbers that it may show: a bit for each of its rows.
  struct Active {
    std::uint32_t column;
    std::uint64_t numbers;
  };
  // Solutions that are searched together: a set of them is a row of bits. If few of many are left, they get a block of
  // their own, with shorter rows.
  struct Block {
    // A row for each number that the column may show, and one more for a mine, with a bit for each solution.
    struct BlockColumn {
      Column column;
      std::uint32_t first, numbers;  // the first row, and how many numbers there are; the mines come after them
    };

    const std::uint64_t* row(std::size_t index) const { return rows.data() + index * words; }
    const std::uint64_t* rivals_of(std::size_t solution) const { return rivals.data() + solution * words; }
    Active all_numbers(std::uint32_t column) const;

    std::size_t words = 0;  // in a row
    std::vector<Solution> solutions;
    std::vector<BlockColumn> columns;
    std::vector<std::uint64_t> rows;
    // The rivals of each solution, from its own word on: those that no cell free in both tells apart from it. Built on
    // first use.
    std::vector<std::uint64_t> rivals;
  };
  // Some solutions of a block.
  struct SolutionSet {
    std::size_t first = 0;  // its first word on the stack of bits
    std::uint32_t size = 0;
    SetKey key;
    std::uint64_t weight = 0;
    std::uint64_t bound = 0;  // its value is at most this; 0 if not known yet
  };
  // What the solutions of a set say about one column of the block.
  struct Tally {
    Active active;
    std::uint32_t free = 0;      // solutions in which it is free
    std::uint32_t outcomes = 0;  // numbers that it may show
    std::uint32_t largest = 0;   // solutions with the most common of them, if that decides the order
    std::uint64_t safe = 0;      // the weight of those in which it is free
    bool is_dominated = false;   // whether another is at least as good to open
  };
  // A value or an upper bound of it, and a bit that says which. There are millions of them, so they are packed; no
  // value is 0.
  struct Entry {
    SetKey key;
    std::uint64_t coded = 0;

    bool is_used() const { return coded != 0; }
    bool is_exact() const { return coded & 1; }
    std::uint64_t value() const { return coded >> 1; }
  };

  void write_numbers(const Graph& graph, const Part& part);
  void merge_equal();
  void count_free();
  std::uint8_t shown(Solution s, Column c) const { return table_[std::size_t{s} * columns_ + c]; }
  void make_block(Block& block, std::span<const Column> columns);
  SolutionSet all_of(const Block& block);
  template <class Use>
  void for_each(const Block& block, const SolutionSet& set, Use use) const;
  void add_up(const Block& block, SolutionSet& set) const;
  SolutionSet solutions_with(std::span<const Cell> free);
  Range all_columns();
  std::uint64_t heaviest(const Block& block, const SolutionSet& set) const;
  std::optional<Active> free_column(const Block& block, const SolutionSet& set, Range active) const;
  std::uint64_t numbers_shown(const Block& block, const SolutionSet& set, Active active) const;
  std::uint64_t safe(const Block& block, const SolutionSet& set, std::uint32_t column) const;
  Range tally(const Block& block, const SolutionSet& set, Range active);
  std::uint32_t largest(const Block& block, const SolutionSet& set, Active active) const;
  void sort(const Block& block, const SolutionSet& set, std::span<Tally> tallies) const;
  std::uint64_t value(std::size_t level, const SolutionSet& set, Range active, std::uint64_t alpha);
  std::uint64_t value_of_two(const Block& block, const SolutionSet& set, Range active) const;
  std::uint64_t search(std::size_t level, const SolutionSet& set, Range active, std::uint64_t alpha, bool& is_exact);
  std::uint64_t search_apart(std::size_t level, const SolutionSet& set, Range active, std::uint64_t alpha,
                             bool& is_exact);
  bool take_out_won(const Block& block, const SolutionSet& set, SolutionSet& rest, std::uint64_t& won);
  std::uint64_t decide(std::size_t level, const SolutionSet& set, Range candidates, std::uint64_t alpha,
                       bool& is_exact);
  std::uint64_t guess(std::size_t level, const SolutionSet& set, Range candidates, std::uint64_t alpha, bool& is_exact);
  void split(const Block& block, const SolutionSet& set, Active column);
  SolutionSet in_row(const Block& block, const SolutionSet& set, std::size_t row);
  void add_up_outcomes(const Block& block, const SolutionSet& set, Active column, std::size_t first,
                       std::uint32_t mined);
  std::uint64_t open(std::size_t level, const SolutionSet& set, Range active, Active column, std::uint64_t alpha);
  std::uint64_t known_bound(const Block& block, const SolutionSet& set, Range active);
  std::uint64_t bound_outcomes(Block& block, std::size_t first, Range active, std::uint64_t alpha);
  std::uint64_t look_further(std::size_t level, std::size_t first, Range active, std::uint64_t alpha,
                             std::uint64_t bound);
  std::uint64_t most_survivable(Block& block, const SolutionSet& set, std::span<const Tally> tallies);
  void find_rivals(Block& block);
  std::uint64_t most_winnable(Block& block, const SolutionSet& set);
  std::uint64_t share_out(const Block& block, const std::uint64_t* bits, std::size_t first, std::size_t end);
  void mark_dominated(const Block& block, const SolutionSet& set, std::span<Tally> tallies) const;
  // Whether a set is not worth an entry in the memo.
  bool is_small(const SolutionSet& set) const { return set.size == 1 || (set.size == 2 && free_.empty()); }
  void begin_memo();
  SetKey pattern(const Block& block, const SolutionSet& set, Range candidates);
  bool answers(const Entry& known, SetKey key, std::uint64_t alpha) const;
  Entry& entry_of(SetKey key);
  Entry& passing_entry(SetKey key);
  void keep(SetKey key, std::uint64_t value, bool is_exact);
  void grow();

  std::size_t columns_, most_nodes_, nodes_ = 0;
  Watch& watch_;
  bool is_thorough_;
  std::vector<Cell> cells_;          // the cell of each column
  std::vector<std::uint8_t> table_;  // solution by solution, what each column shows: a number's code, or a mine
  std::vector<std::uint64_t> weights_;
  std::uint32_t codes_ = 1;  // the most numbers that a column may show
  std::uint8_t mine_ = 1;    // the code of a mine, after those of the numbers
  bool is_uniform_ = true;   // whether all solutions have the same weight
  // The number of free columns in each solution, if these differ, as they can only with several mines per cell. Then a
  // game that continues rules out the solutions whose free cells are all open.
  std::vector<std::uint32_t> free_;
  std::vector<SetKey> names_;

  // Memory that a search leaves to the thread's next one; what it contains is not used again.
  struct Workspace {
    bool is_bulky() const { return memo.capacity() > 1 << 16 || bits.capacity() > 1 << 16; }

    std::vector<Entry> memo, spare_memo;
    std::vector<Entry> passing;  // the latest sets on the way to a state
    std::deque<Block> blocks;    // each a subset of the one before; the first has all solutions
    // Stacks, for what would otherwise be allocated at every node.
    std::vector<std::uint64_t> bits;
    std::vector<Active> active;
    std::vector<Tally> tallies;
    std::vector<SolutionSet> outcomes;
    // Scratch for the bounds.
    std::vector<std::uint64_t> same;
    std::vector<const std::uint64_t*> clique;
    std::vector<SetKey> row_keys;
  };
  ThreadScratch<Workspace> workspace_;
  std::vector<Entry>& memo_ = workspace_->memo;
  std::vector<Entry>& passing_ = workspace_->passing;
  std::deque<Block>& blocks_ = workspace_->blocks;
  std::vector<std::uint64_t>& bits_ = workspace_->bits;
  std::vector<Active>& active_ = workspace_->active;
  std::vector<Tally>& tallies_ = workspace_->tallies;
  std::vector<SolutionSet>& outcomes_ = workspace_->outcomes;
  std::vector<std::uint64_t>& same_ = workspace_->same;
  std::vector<const std::uint64_t*>& clique_ = workspace_->clique;
  std::vector<SetKey>& row_keys_ = workspace_->row_keys;
};

template <class Use>
void Endgame::for_each(const Block& block, const SolutionSet& set, Use use) const {
  const Solution* solutions = block.solutions.data();
  for (std::size_t w = 0; w < block.words; ++w, solutions += word_bits)
    for_each_bit(bits_[set.first + w], [&](std::uint32_t i) { use(solutions[i]); });
}

}  // namespace minemind
