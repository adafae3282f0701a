// Recording: a game as another program has written it down: the mines, and what the mouse did.
//
// Every format is read into this one form. What the mouse did becomes clicks in review/mouse.

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
  pre_flag,      // a flag that was there before the program began to record
  shift_press,   // the left button together with Shift, which chords
  marks_change,  // question marks are turned on or off
};

struct MouseEvent {
  std::int32_t milliseconds = 0;  // may be negative, before the clock starts
  MouseKind kind = MouseKind::move;
  std::int32_t x = 0, y = 0;  // pixels from the upper left corner of the board; off the board if negative or too large
};

// What a program promises of the first click.
enum class Promise : std::int32_t { none, safe, opening };

// How names are written: as UTF-8, in the character set of somebody's Windows, or nobody knows.
enum class TextEncoding : std::int32_t { unstated, utf8, windows };

struct Recording {
  std::int32_t rows = 0, cols = 0;
  std::vector<std::int32_t> mines;  // 1 for every cell that has one, else 0
  std::int32_t pixels = 16;         // of a cell, each way
  bool has_marks = false;           // whether the right button makes question marks, too
  Promise promise = Promise::safe;
  std::string program, player;  // bytes as they are in the file
  TextEncoding encoding = TextEncoding::unstated;
  std::int64_t milliseconds = -1;  // the time that the program counted; -1: it does not say
  std::int32_t three_bv = 0;       // these two are written, and not read: they follow from the rest
  bool is_won = false;
  std::vector<MouseEvent> events;

  // Makes room for a board; throws a BadFile if that cannot be one.
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

  // The mode of a game, as RMV and EVF number them.
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

  // Vienna Minesweeper and Minesweeper Clone begin to record when the first click ends.
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

// A time of the game, so many milliseconds later.
inline std::int32_t later(std::int32_t time, std::int32_t by, const ByteReader& where) {
  constexpr std::int32_t longest = 1 << 30;  // twelve days
  if (time > longest) where.fail("it lasts for weeks");
  return time + by;
}

// One reader for each format; all throw a BadFile for what they cannot read.
Recording read_avf(Bytes file);
Recording read_evf(Bytes file);
Recording read_mbf(Bytes file);  // a board without a game: nothing happened on it
Recording read_mvf(Bytes file);
Recording read_rawvf(Bytes file);
Recording read_rmv(Bytes file);

// Writers. Coordinates and times must fit the format: see docs/replays.md.
std::string write_evf(const Recording& recording);
std::string write_rawvf(const Recording& recording);

}  // namespace minemind
