// RMV: the format of Vienna Minesweeper, versions 1 and 2.
//
// Besides mouse events, the file records how the board changed; that follows from the mouse events and is skipped.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "files/recording.hpp"

namespace minemind {
namespace {

class RmvFile {
 public:
  explicit RmvFile(Bytes file) : in_(file) {}

  Recording read() {
    read_head();
    read_players();
    read_board();
    read_properties();
    while (read_event()) {
    }
    recording_.add_missing_press();
    return recording_;
  }

 private:
  bool is_second() const { return version_ == 2; }

  void read_head() {
    if (in_.text(4) != "*rmv") in_.fail("it does not begin with *rmv");
    version_ = in_.u16();
    if (version_ != 1 && version_ != 2)
      in_.fail("version " + std::to_string(version_) + " of RMV is unknown; versions 1 and 2 can be read");
    if (is_second()) in_.skip(2);  // the program and its version, as numbers
    in_.skip(4);                   // the size of the file
    const std::size_t result = is_second() ? 0 : in_.size16(), program = in_.size16();
    in_.skip(4);  // the sizes of the player's names and of the board
    preflags_ = in_.u16();
    properties_ = in_.size16();
    in_.skip(is_second() ? 2 : 0);  // the size of the extension properties
    in_.skip(6);                    // the sizes of the events and of the checksum
    in_.skip(result);
    recording_.program = named(in_.text(program));
  }

  // "Vienna Minesweeper - Release 4.0.0 Copyright (C) …" without the copyright.
  static std::string named(const std::string& info) {
    const std::size_t end = std::min({info.find(" Copyright"), info.find(" (c)"), info.find('\n')});
    return info.substr(0, end);
  }

  // Name, nickname, country and token. The player is the name, or the nickname if the name is empty.
  void read_players() {
    for (std::int32_t fields = in_.u16(), field = 0; field < fields; ++field) {
      const std::string value = in_.text(in_.size8());
      if (field < 2 && recording_.player.empty()) recording_.player = value;
    }
  }

  void read_board() {
    in_.skip(4);  // when the board was dealt
    const std::int32_t cols = in_.u8(), rows = in_.u8();
    recording_.set_size(rows, cols, in_);
    for (std::int32_t mines = in_.u16(); mines > 0; --mines) {
      const std::int32_t col = in_.u8(), row = in_.u8();
      recording_.add_mine(row, col, in_);
    }
    if (preflags_ == 0) return;
    for (std::int32_t flags = in_.u16(); flags > 0; --flags) {
      const std::int32_t col = in_.u8(), row = in_.u8();
      recording_.events.push_back({0, MouseKind::pre_flag, col, row});  // in cells until the size of a cell is known
    }
  }

  void read_properties() {
    const Bytes properties = in_.take(properties_);
    const auto property = [&](std::size_t i) { return i < properties.size() ? properties[i] : 0; };
    recording_.has_marks = property(0) == 1;
    recording_.set_mode(property(2), in_);
    if (is_second()) {
      recording_.encoding = TextEncoding::utf8;
      recording_.pixels = property(6);
      if (recording_.pixels < 1) in_.fail("the size of a cell is missing");
      read_extensions();
    } else if (properties.size() > 4) {
      recording_.encoding = property(4) == 1 ? TextEncoding::utf8 : TextEncoding::windows;
    }
    const auto middle = [&](std::int32_t place) { return place * recording_.pixels + recording_.pixels / 2; };
    for (MouseEvent& flag : recording_.events) flag.x = middle(flag.x), flag.y = middle(flag.y);
  }

  void read_extensions() {
    for (std::int32_t count = in_.u16(); count > 0; --count) {
      in_.skip(in_.size8());
      in_.skip(in_.size8());
    }
  }

  bool read_event() {
    enum : std::int32_t { timestamp = 0, won = 16, moved_a_little = 28 };
    const std::int32_t code = in_.u8();
    if (code >= 1 && code <= 7) {
      read_mouse(static_cast<MouseKind>(code));
    } else if (code == moved_a_little && is_second()) {
      read_small_move();
    } else if (code == timestamp && !is_second()) {
      in_.skip(4);
    } else if (code >= won - 1 && code <= won + 1) {
      recording_.milliseconds = in_.left() >= 3 ? in_.u24() : last_.milliseconds;
      return false;
    } else if ((code >= 9 && code <= 14) || (code >= 18 && code <= 27)) {
      in_.skip(2);  // a cell that changed
    } else {
      in_.fail("event " + std::to_string(code) + " is unknown");
    }
    return true;
  }

  void read_mouse(MouseKind kind) {
    constexpr std::int32_t left_edge = 12, upper_edge = 56;  // of the board in the window of Vienna Minesweeper
    last_.milliseconds = in_.u24();
    in_.skip(1);  // which buttons are down
    last_.x = in_.i16() - (is_second() ? 0 : left_edge);
    last_.y = in_.i16() - (is_second() ? 0 : upper_edge);
    last_.kind = kind;
    has_last_ = true;
    recording_.events.push_back(last_);
  }

  void read_small_move() {
    if (!has_last_) in_.fail("a move relative to none");
    const auto nibble = [](std::int32_t bits) { return (bits & 7) - (bits & 8); };
    last_.milliseconds = later(last_.milliseconds, in_.u8(), in_);
    const std::int32_t move = in_.u8();
    last_.x += nibble(move >> 4), last_.y += nibble(move & 15);
    last_.kind = MouseKind::move;
    recording_.events.push_back(last_);
  }

  ByteReader in_;
  Recording recording_;
  MouseEvent last_{};
  bool has_last_ = false;
  std::int32_t version_ = 0, preflags_ = 0;
  std::size_t properties_ = 0;  // the size of the properties, in bytes
};

}  // namespace

Recording read_rmv(Bytes file) { return RmvFile(file).read(); }

}  // namespace minemind
