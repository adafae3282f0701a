#include "review/mouse.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/face.hpp"
#include "core/flood.hpp"

namespace minemind {
namespace {

constexpr std::int32_t flag_face = hidden_face - 1;

// Replays the game that the mouse played.
class MouseGame {
 public:
  explicit MouseGame(const MousePad& pad)
      : pad_(pad),
        numbers_(pad.graph.indices()),
        faces_(pad.graph.indices(), hidden_face),
        is_marked_(pad.graph.indices()),
        has_marks_(pad.has_marks) {
    for (const Cell cell : pad.graph.cells) {
      closed_ += pad.mines[cell] == 0;
      for (const Cell other : pad.graph.neighbours(cell)) numbers_[cell] += pad.mines[other];
    }
  }

  std::vector<Click> play(std::span<const MouseEvent> events) {
    for (const MouseEvent& event : events) {
      if (is_over_ || closed_ == 0) break;
      now_ = std::max(now_, event.milliseconds);  // a clock that goes back is ignored
      act(event.kind, cell_at(event));
    }
    for (Click& click : clicks_) click.milliseconds -= start_;
    return std::move(clicks_);
  }

 private:
  Cell cell_at(const MouseEvent& event) const {
    if (event.x < 0 || event.y < 0) return off_board;
    const std::int32_t row = event.y / pad_.pixels, col = event.x / pad_.pixels;
    const std::int64_t cell = std::int64_t{row} * pad_.cols + col;
    return col < pad_.cols && cell < static_cast<std::int64_t>(faces_.size()) ? static_cast<Cell>(cell) : off_board;
  }

  void act(MouseKind kind, Cell cell) {
    switch (kind) {
      case MouseKind::move:
        break;
      case MouseKind::left_press:
        press_left(false);
        break;
      case MouseKind::shift_press:
        press_left(true);
        break;
      case MouseKind::left_release:
        release_left(cell);
        break;
      case MouseKind::right_press:
        press_right(cell);
        break;
      case MouseKind::right_release:
        release_right(cell);
        break;
      case MouseKind::middle_press:
        is_middle_ = true;
        break;
      case MouseKind::middle_release:
        if (std::exchange(is_middle_, false)) chord(cell);
        break;
      case MouseKind::pre_flag:
        change_flag(cell);
        break;
      case MouseKind::marks_change:
        has_marks_ = !has_marks_;
        break;
    }
  }

  void press_left(bool with_shift) {
    if (is_left_) return;
    is_left_ = true;
    is_shift_ = with_shift;
    is_spent_ = false;
  }

  void release_left(Cell cell) {
    if (!std::exchange(is_left_, false)) return;
    if (is_right_ || is_shift_)
      chord(cell);
    else if (!is_spent_)
      open(cell);
    is_shift_ = is_spent_ = false;
  }

  void press_right(Cell cell) {
    if (std::exchange(is_right_, true) || is_left_) return;
    change_flag(cell);
  }

  void release_right(Cell cell) {
    if (!std::exchange(is_right_, false)) return;
    if (is_left_) {
      chord(cell);
      is_spent_ = true;  // the left button does nothing when it comes up
    }
    is_idle_ = false;
  }

  // Programs count no clicks before the first cell is opened, unless there are flags.
  bool is_idle_before_start() const { return !is_started_ && flags_ == 0; }

  void open(Cell cell) {
    if (is_idle_before_start() && (cell == off_board || faces_[cell] != hidden_face)) return;
    note(cell, ClickKind::opened);
    if (cell == off_board || faces_[cell] != hidden_face) return;
    if (!std::exchange(is_started_, true)) start_ = now_;
    uncover(cell);
  }

  void change_flag(Cell cell) {
    if (cell == off_board && is_idle_before_start()) return;
    is_idle_ = cell == off_board || faces_[cell] >= 0;
    if (!is_idle_) turn_flag(cell);
    note(cell, ClickKind::flagged);
    if (is_idle_before_start() && !is_marked_[cell]) clicks_.clear();
  }

  // Cycles through flag, question mark (if they are on) and nothing.
  void turn_flag(Cell cell) {
    if (faces_[cell] == flag_face) {
      faces_[cell] = hidden_face, --flags_;
      is_marked_[cell] = has_marks_;
    } else if (!std::exchange(is_marked_[cell], 0)) {
      faces_[cell] = flag_face, ++flags_;
    }
  }

  // Pressing the right button on an open cell counts as a click only if no chord follows.
  void chord(Cell cell) {
    if (std::exchange(is_idle_, false) && !clicks_.empty()) clicks_.pop_back();
    if (cell == off_board || is_idle_before_start()) return;
    note(cell, ClickKind::chorded);
    if (faces_[cell] < 0) return;
    std::int32_t claimed = 0;
    for (const Cell other : pad_.graph.neighbours(cell)) claimed += faces_[other] == flag_face;
    if (claimed != faces_[cell]) return;
    for (const Cell other : pad_.graph.neighbours(cell))
      if (faces_[other] == hidden_face) uncover(other);
  }

  void uncover(Cell cell) {
    if (pad_.mines[cell] > 0) {
      is_over_ = true;
      return;
    }
    const auto show = [&](Cell other) { faces_[other] = numbers_[other], --closed_; };
    show(cell);
    pending_.assign(1, cell);
    const auto reach = [&](Cell other) {
      if (faces_[other] != hidden_face) return false;
      show(other);
      return true;
    };
    spread(pad_.graph, CellSpan<const std::int32_t>(std::span<const std::int32_t>(numbers_)), pending_, Expansion::bfs,
           reach, [](Cell) {});
  }

  void note(Cell cell, ClickKind kind) {
    clicks_.push_back({cell, kind, cell != off_board && faces_[cell] == flag_face, now_});
  }

  MousePad pad_;
  CellVector<std::int32_t> numbers_, faces_;
  CellVector<char> is_marked_;  // has a question mark
  std::vector<Cell> pending_;
  std::vector<Click> clicks_;
  std::size_t closed_ = 0, flags_ = 0;  // free cells that are closed; flags
  std::int32_t now_ = INT32_MIN, start_ = 0;
  bool has_marks_, is_left_ = false, is_right_ = false, is_middle_ = false, is_shift_ = false;
  bool is_spent_ = false;  // whether a chord has used up the left button, which is still down
  bool is_idle_ = false;   // whether pressing the right button, which is still down, had no effect
  bool is_started_ = false, is_over_ = false;
};

}  // namespace

std::vector<Click> clicks_of(const MousePad& pad, std::span<const MouseEvent> events) {
  return MouseGame(pad).play(events);
}

}  // namespace minemind
