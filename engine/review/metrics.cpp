#include "review/metrics.hpp"

#include <limits>
#include <queue>

#include "core/flood.hpp"
#include "core/ranges.hpp"

namespace minemind {
namespace {

// The cells for which `holds` is true. Branch-free: every cell is written, and overwritten by the next unless it is
// kept. Where mines lie is hard to predict, and mispredicted branches took half of the time.
template <class Holds>
void keep_cells(const Graph& graph, std::vector<Cell>& kept, const Holds& holds) {
  kept.resize(graph.cells.size());
  std::size_t count = 0;
  for (const Cell cell : graph.cells) {
    kept[count] = cell;
    count += holds(cell);
  }
  kept.resize(count);
}

// Plays a layout by premiums. The premium of a free cell is how many clicks are saved by flagging the mines around it
// and chording it: the 3BV of the cell and its neighbours that is not done yet, less one click for each mine not yet
// flagged, for the cell itself if it is closed, and for the chord.
class ZiniGame {
 public:
  ZiniGame(const Terrain& terrain, std::span<const Cell> order, ZiniForm form, Watch& watch)
      : terrain_(terrain),
        graph_(terrain.graph()),
        order_(order),
        form_(form),
        watch_(watch),
        premium_(graph_.indices(), never),
        position_(graph_.indices()),
        is_done_(graph_.indices()) {
    for (std::size_t i = 0; i < order.size(); ++i) position_[order[i]] = static_cast<std::uint32_t>(i);
    set_premiums();
    for (const Cell cell : graph_.cells) offer(cell);
  }

  std::int64_t play() {
    if (form_ == ZiniForm::human)
      for (std::size_t opening = 0; opening < terrain_.openings(); ++opening, ++clicks_) flood(opening);
    for (;;) {
      if (const Cell best = best_chord(); best >= 0)
        chord(best);
      else if (const Cell first = first_undone(); first >= 0)
        click(first);
      else
        return clicks_;
    }
  }

 private:
  // The premium of a mine: so low that no number of changes brings it near 0.
  static constexpr std::int32_t never = std::numeric_limits<std::int32_t>::min() / 2;

  void set_premiums() {
    watch_.spend(graph_.targets.size() + graph_.indices());
    for (const Cell cell : graph_.cells)
      if (terrain_.is_free(cell)) premium_[cell] = -terrain_.number(cell) - 2;
    for (const Cell cell : graph_.cells) {
      if (!terrain_.is_lone(cell)) continue;
      ++premium_[cell];
      for (const Cell neighbour : graph_.neighbours(cell)) ++premium_[neighbour];
    }
    for (std::size_t opening = 0; opening < terrain_.openings(); ++opening)
      for (const Cell cell : terrain_.opened_by(opening)) ++premium_[cell];
  }

  // Queues a cell with its current premium. Whenever the premium rises, or the cell may now be chorded, it is queued
  // again; that its premium has fallen is noticed when it comes out of the queue.
  void offer(Cell cell) {
    if (premium_[cell] < 0 || (form_ == ZiniForm::human && !is_done_[cell])) return;
    waiting_.push(std::uint64_t(premium_[cell]) << 32 | (last - position_[cell]));
  }

  Cell best_chord() {
    for (; !waiting_.empty(); watch_.spend(1)) {
      const std::uint64_t first = waiting_.top();
      const Cell cell = order_[last - static_cast<std::uint32_t>(first)];
      if (std::int64_t(first >> 32) == premium_[cell]) return cell;
      waiting_.pop();
      offer(cell);
    }
    return -1;
  }

  // The first closed cell that counts for 3BV.
  Cell first_undone() {
    for (; next_ < order_.size(); ++next_)
      if (const Cell cell = order_[next_]; !is_done_[cell] && (terrain_.is_zero(cell) || terrain_.is_lone(cell)))
        return cell;
    return -1;
  }

  void chord(Cell cell) {
    if (!is_done_[cell]) click(cell);
    for (const Cell neighbour : graph_.neighbours(cell))
      if (!terrain_.is_free(neighbour) && !is_done_[neighbour]) flag(neighbour);
    ++clicks_;
    for (const Cell neighbour : graph_.neighbours(cell))
      if (terrain_.is_free(neighbour)) reveal(neighbour);
  }

  void click(Cell cell) {
    ++clicks_;
    reveal(cell);
  }

  // One click per mine: with several in a cell, its flag counts up.
  void flag(Cell mined) {
    is_done_[mined] = true;
    clicks_ += terrain_.mines(mined);
    watch_.spend(graph_.neighbours(mined).size());
    for (const Cell neighbour : graph_.neighbours(mined)) {
      premium_[neighbour] += terrain_.mines(mined);
      offer(neighbour);
    }
  }

  void reveal(Cell cell) {
    if (is_done_[cell]) return;
    if (terrain_.is_zero(cell)) return flood(terrain_.opening_of(cell));
    is_done_[cell] = true;
    if (terrain_.is_lone(cell)) {  // its own premium stays: one click less to make, and one less to save
      watch_.spend(graph_.neighbours(cell).size());
      for (const Cell neighbour : graph_.neighbours(cell)) --premium_[neighbour];
    } else {
      ++premium_[cell];
    }
    offer(cell);
  }

  void flood(std::size_t opening) {
    watch_.spend(terrain_.opened_by(opening).size());
    for (const Cell cell : terrain_.opened_by(opening)) {
      if (is_done_[cell]) {
        --premium_[cell];
      } else {
        is_done_[cell] = true;  // its own premium stays: one click less to make, and one less to save
        offer(cell);
      }
    }
  }

  static constexpr std::uint32_t last = std::numeric_limits<std::uint32_t>::max();

  const Terrain& terrain_;
  const Graph& graph_;
  std::span<const Cell> order_;
  ZiniForm form_;
  Watch& watch_;
  CellVector<std::int32_t> premium_;
  CellVector<std::uint32_t> position_;          // in the order
  CellVector<std::uint8_t> is_done_;            // open, or flagged
  std::priority_queue<std::uint64_t> waiting_;  // a premium, then the distance from the end of the order
  std::size_t next_ = 0;                        // in the order: all cells before it are done
  std::int64_t clicks_ = 0;
};

}  // namespace

Terrain::Terrain(const Graph& graph, CellSpan<const std::int32_t> mines, Watch& watch)
    : graph_(graph), mines_(mines), numbers_(graph.indices()), openings_(graph.indices(), none) {
  watch.spend(graph.targets.size() + graph.indices());
  opened_.reserve(graph.cells.size());
  std::vector<Cell> kept;
  keep_cells(graph, kept, [&](Cell cell) { return mines[cell] > 0; });
  lone_ = graph.cells.size() - kept.size();
  for (const Cell mined : kept)
    for (const Cell neighbour : graph.neighbours(mined)) numbers_[neighbour] += mines[mined];
  for (const Cell mined : kept) numbers_[mined] = mine;
  keep_cells(graph, kept, [&](Cell cell) { return numbers_[cell] == 0; });
  for (const Cell zero : kept)
    if (openings_[zero] == none) find_opening(zero, watch);
}

void Terrain::find_opening(Cell zero, Watch& watch) {
  const auto opening = static_cast<std::int32_t>(ends_.size());
  const auto reach = [&](Cell cell) {
    if (openings_[cell] == opening) return false;
    lone_ -= openings_[cell] == none;
    openings_[cell] = opening;
    return true;
  };
  reach(zero);
  pending_.assign({zero});
  spread(graph_, numbers_, pending_, Expansion::bfs, reach, [](Cell) {});
  watch.spend(pending_.size());
  opened_.insert(opened_.end(), pending_.begin(), pending_.end());
  ends_.push_back(opened_.size());
}

std::span<const Cell> Terrain::opened_by(std::size_t opening) const {
  const std::size_t start = opening == 0 ? 0 : ends_[opening - 1];
  return std::span(opened_).subspan(start, ends_[opening] - start);
}

std::size_t Terrain::solved(CellSpan<const std::int32_t> faces) const {
  std::size_t solved = 0;
  for (std::size_t opening = 0; opening < openings(); ++opening)
    solved += ranges::all_of(opened_by(opening), [&](Cell cell) { return !is_zero(cell) || faces[cell] >= 0; });
  for (const Cell cell : graph_.cells) solved += is_lone(cell) && faces[cell] >= 0;
  return solved;
}

std::size_t Terrain::islands(Watch& watch) const {
  CellVector<std::uint8_t> is_seen(graph_.indices());
  std::vector<Cell> pending;
  std::size_t found = 0;
  for (const Cell start : graph_.cells) {
    if (!is_lone(start) || is_seen[start]) continue;
    ++found;
    is_seen[start] = true;
    pending.assign({start});
    while (!pending.empty()) {
      const auto around = graph_.neighbours(pending.back());
      pending.pop_back();
      watch.spend(around.size());
      for (const Cell cell : around) {
        if (!is_lone(cell) || is_seen[cell]) continue;
        is_seen[cell] = true;
        pending.push_back(cell);
      }
    }
  }
  return found;
}

std::int64_t zini(const Terrain& terrain, std::span<const Cell> order, ZiniForm form, Watch& watch) {
  return ZiniGame(terrain, order, form, watch).play();
}

}  // namespace minemind
