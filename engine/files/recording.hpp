// Recording: a game as another program recorded it: the mines and the mouse events.
//
// Every format is read into this one form. review/mouse turns the mouse events into clicks.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "files/byte_reader.hpp"

namespace minemind {

enum class MouseKind : std::int32_t {
  move = 1,
  left_press,
  left_release,
  right_press,
  right_release,
  middle_press,
  middle_release,
  pre_flag,      // a flag that was set before recording began
  shift_press,   // the left button together with Shift, which chords
  marks_change,  // question marks are turned on or off
};

struct MouseEvent {
  std::int32_t milliseconds = 0;  // may be negative, before the clock starts
  MouseKind kind = MouseKind::move;
  std::int32_t x = 0, y = 0;  // pixels from the upper left corner of the board; off the board if negative or too large
};

// What a program promises about the first click.
enum class Promise : std::int32_t { none, safe, opening };

// How names are encoded: as UTF-8, in the character set of the player's Windows, or the file does not say.
enum class TextEncoding : std::int32_t { unstated, utf8, windows };

struct Recording {
  std::int32_t rows = 0, cols = 0;
  std::vector<std::int32_t> mines;  // 1 for every cell that has one, else 0
  std::int32_t pixels = 16;         // the side of a cell
  bool has_marks = false;           // whether the right button also sets question marks
  Promise promise = Promise::safe;
  std::string program, player;  // the bytes in the file
  TextEncoding encoding = TextEncoding::unstated;
  std::int64_t milliseconds = -1;  // the time on the program's clock; -1 if not stated
  std::int32_t three_bv = 0;       // this and is_won are written but not read: they follow from the rest
  bool is_won = false;
  std::vector<MouseEvent> events;

  // Makes room for a board; throws a BadFile if its size is invalid.
  void set_size(std::int32_t rows_given, std::int32_t cols_given, const ByteReader& where) {
    if (rows_given < 1 || cols_given < 1)
      where.fail("a board of " + std::to_string(rows_given) + "×" + std::to_string(cols_given) + " cells");
    rows = rows_given, cols = cols_given;
    mines.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols), 0);
  }

  void add_mine(std::int32_t row, std::int32_t col, const ByteReader& where) {
    if (row < 0 || row >= rows || col < 0 || col >= cols) where.fail("a mine off the board");
    auto& count = mines[static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(col)];
    if (count++ > 0) where.fail("two mines in one cell");
  }

  // Sets the promise from the mode of a game, as RMV and EVF number modes.
  void set_mode(std::int32_t mode, const ByteReader& where) {
    enum : std::int32_t {
      known_board = 1,
      cheating = 2,
      windows_7 = 4,
      recursive_first = 11,
      recursive_last = 16,
      no_rule = 65535
    };
    if (mode >= recursive_first && mode <= recursive_last)
      where.fail("it was played with chords or flags that go on by themselves, which MineMind does not play");
    if (mode == known_board || mode == cheating || mode == no_rule) promise = Promise::none;
    if (mode == windows_7) promise = Promise::opening;
  }

  // Vienna Minesweeper and Minesweeper Clone start recording with the release of the first click, without its press.
  void add_missing_press() {
    for (std::size_t i = 0; i < events.size(); ++i) {
      const MouseEvent first = events[i];
      if (first.kind == MouseKind::move || first.kind == MouseKind::pre_flag) continue;
      if (first.kind == MouseKind::left_release)
        events.insert(events.begin() + static_cast<std::ptrdiff_t>(i),
                      {first.milliseconds, MouseKind::left_press, first.x, first.y});
      return;
    }
  }
};

// The time that is `by` milliseconds later.
inline std::int32_t later(std::int32_t time, std::int32_t by, const ByteReader& where) {
  constexpr std::int32_t longest = 1 << 30;  // twelve days
  if (time > longest) where.fail("it lasts for weeks");
  return time + by;
}

// One reader per format; each throws a BadFile if it cannot read the file.
Recording read_avf(Bytes file);
Recording read_evf(Bytes file);
Recording read_mbf(Bytes file);  // a layout without events
Recording read_mvf(Bytes file);
Recording read_rawvf(Bytes file);
Recording read_rmv(Bytes file);

// Writers. Coordinates and times must fit the format: see docs/replays.md.
std::string write_evf(const Recording& recording);
std::string write_rawvf(const Recording& recording);

}  // namespace minemind
