// EVF: the format of Metasweeper and others. Versions 0 to 4 are read, version 4 is written.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/ranges.hpp"
#include "files/recording.hpp"

namespace minemind {
namespace {

enum : std::int32_t { evf_end = 0, evf_end_without_checksum = 255, evf_pause = 255 };

class EvfFile {
 public:
  explicit EvfFile(Bytes file) : in_(file) {}

  Recording read() {
    version_ = in_.u8();
    if (version_ > 4)
      in_.fail("version " + std::to_string(version_) + " of EVF is unknown; versions 0 to 4 can be read");
    read_head();
    read_names();
    read_board();
    if (version_ < 4) {
      while (read_event()) {
      }
    } else {
      read_metrics();
      while (read_change()) {
      }
    }
    return recording_;
  }

 private:
  void read_head() {
    constexpr std::int32_t translated = 8;
    is_translated_ = (in_.u8() & translated) != 0 && version_ == 4;
    // A bit of the next byte is about question marks. It is not used: Metasweeper writes the opposite of what the
    // specification says, and has no question marks.
    if (version_ >= 3) in_.skip(1);
    const std::int32_t rows = in_.u8(), cols = in_.u8();
    recording_.set_size(rows, cols, in_);
    mines_ = in_.u16();
    recording_.pixels = in_.u8();
    if (recording_.pixels < 1) in_.fail("the size of a cell is missing");
    recording_.set_mode(in_.u16(), in_);
    in_.skip(2);  // the 3BV
    recording_.milliseconds = version_ < 4 ? in_.u24() : in_.u32();
  }

  // The program and the player, among fields that a review does not need: competition, identifier, start, end, country,
  // device.
  void read_names() {
    if (version_ == 4) in_.skip(18);
    recording_.program = in_.text_until(0);
    if (is_translated_) in_.until(0), in_.until(0);  // the translating program, and the original encoding
    recording_.player = in_.text_until(0);
    recording_.encoding = TextEncoding::utf8;
    for (std::int32_t texts = version_ == 4 ? 2 : version_ < 2 ? 5 : 6; texts > 0; --texts) in_.until(0);
    if (version_ == 4) in_.skip(in_.size16());
  }

  // One bit per cell, row by row, most significant bit first.
  void read_board() {
    const std::size_t cells = recording_.mines.size();
    const Bytes bits = in_.take((cells + 7) / 8);
    for (std::size_t i = 0; i < cells; ++i) recording_.mines[i] = bits[i / 8] >> (7 - i % 8) & 1;
    const auto found = ranges::count(recording_.mines, 1);
    if (found != mines_) in_.fail("it says " + std::to_string(mines_) + " mines, but has " + std::to_string(found));
  }

  bool read_event() {
    const std::int32_t code = in_.u8();
    if (code == evf_end || code == evf_end_without_checksum) return false;
    last_.milliseconds = in_.u24();
    last_.x = in_.i16(), last_.y = in_.i16();
    add(code);
    return true;
  }

  // Some codes do not say which button goes down (9), or whether it goes down or up (10 to 12): that follows from which
  // buttons are down already.
  void add(std::int32_t code) {
    enum : std::int32_t { pre_flag = 8, both = 9, left = 10, right = 11, middle = 12 };
    if (code < 1 || code > middle) in_.fail("event " + std::to_string(code) + " is unknown");
    if (code <= pre_flag) return push(static_cast<MouseKind>(code));
    if (code == left) return push(is_left_ ? MouseKind::left_release : MouseKind::left_press);
    if (code == right) return push(is_right_ ? MouseKind::right_release : MouseKind::right_press);
    if (code == middle) return push(is_middle_ ? MouseKind::middle_release : MouseKind::middle_press);
    if (!is_left_) push(MouseKind::left_press);
    if (!is_right_) push(MouseKind::right_press);
  }

  void push(MouseKind kind) {
    if (kind == MouseKind::left_press || kind == MouseKind::left_release) is_left_ = kind == MouseKind::left_press;
    if (kind == MouseKind::right_press || kind == MouseKind::right_release) is_right_ = kind == MouseKind::right_press;
    if (kind == MouseKind::middle_press || kind == MouseKind::middle_release)
      is_middle_ = kind == MouseKind::middle_press;
    last_.kind = kind;
    recording_.events.push_back(last_);
  }

  void read_metrics() {
    for (std::int32_t names = in_.u16(); names > 0; --names) in_.until(0);
  }

  // An event of version 4; its time and place are differences from the event before.
  bool read_change() {
    enum : std::int32_t { states = 81, error = 99, cells = 100, last_cell = 121, number = 200, text = 201 };
    const std::int32_t code = in_.u8();
    if (code == evf_end) return false;
    last_.milliseconds = later(last_.milliseconds, code == evf_pause ? in_.u16() : in_.u8(), in_);
    if (code == evf_pause || (code >= states && code <= error)) return true;
    if (code >= cells && code <= last_cell) {
      in_.skip(2);
    } else if (code == number) {
      in_.skip(10);
    } else if (code == text) {
      in_.skip(2), in_.until(0);
    } else {
      last_.x = static_cast<std::int16_t>(last_.x + in_.i16());
      last_.y = static_cast<std::int16_t>(last_.y + in_.i16());
      add(code);
    }
    return true;
  }

  ByteReader in_;
  Recording recording_;
  MouseEvent last_{};
  std::int32_t version_ = 0, mines_ = 0;
  bool is_translated_ = false, is_left_ = false, is_right_ = false, is_middle_ = false;
};

// Writes the last `size` bytes of a value, most significant first.
void put(std::string& out, std::int64_t value, int size) {
  for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) out.push_back(static_cast<char>(value >> shift & 255));
}

void put_text(std::string& out, std::string_view text) {
  out += text.substr(0, text.find('\0'));
  out.push_back('\0');
}

void put_board(std::string& out, const Recording& recording) {
  std::string bits((recording.mines.size() + 7) / 8, '\0');
  for (std::size_t i = 0; i < recording.mines.size(); ++i)
    if (recording.mines[i] > 0) bits[i / 8] = static_cast<char>(bits[i / 8] | 128 >> i % 8);
  out += bits;
}

// Writes each event as its difference from the one before.
class EvfEvents {
 public:
  EvfEvents(std::string& out, const Recording& of)
      : out_(out), width_(of.cols * of.pixels), height_(of.rows * of.pixels) {
    if (!of.events.empty()) last_.milliseconds = of.events.front().milliseconds;
  }

  void put_event(MouseEvent event) {
    const std::int32_t code = code_of(event.kind);
    if (code == 0) return;
    if (event.x < 0 || event.x >= width_ || event.y < 0 || event.y >= height_) event.x = width_, event.y = height_;
    const std::int64_t wait = put_pauses(std::int64_t{event.milliseconds} - last_.milliseconds);
    put(out_, code, 1);
    put(out_, wait, 1);
    put(out_, event.x - last_.x, 2);
    put(out_, event.y - last_.y, 2);
    last_ = event;
  }

 private:
  // EVF has no code for Shift: a chord with Shift is written as one with the middle button.
  std::int32_t code_of(MouseKind kind) {
    if (kind == MouseKind::marks_change) return 0;
    const bool was_shift = is_shift_;
    if (kind != MouseKind::move) is_shift_ = kind == MouseKind::shift_press;
    if (is_shift_ && kind != MouseKind::move) kind = MouseKind::middle_press;
    if (was_shift && kind == MouseKind::left_release) kind = MouseKind::middle_release;
    return static_cast<std::int32_t>(kind);
  }

  // Writes pauses until the remaining wait fits a byte, and returns it.
  std::int64_t put_pauses(std::int64_t wait) {
    constexpr std::int64_t longest_pause = 65535, longest_step = 255;
    while (wait > longest_step) {
      const std::int64_t pause = std::min(wait, longest_pause);
      put(out_, evf_pause, 1);
      put(out_, pause, 2);
      wait -= pause;
    }
    return std::max<std::int64_t>(0, wait);
  }

  std::string& out_;
  std::int32_t width_, height_;
  MouseEvent last_{};
  bool is_shift_ = false;
};

std::int32_t evf_summary(const Recording& recording) {
  constexpr std::int32_t won = 128, without_flags = 16, translated = 8;
  const auto flags = [](const MouseEvent& event) {
    return event.kind == MouseKind::right_press || event.kind == MouseKind::pre_flag;
  };
  return translated | (recording.is_won ? won : 0) | (ranges::none_of(recording.events, flags) ? without_flags : 0);
}

std::int32_t evf_mode(Promise promise) {
  constexpr std::int32_t standard = 0, windows_7 = 4, no_rule = 65535;
  if (promise == Promise::none) return no_rule;
  return promise == Promise::safe ? standard : windows_7;
}

}  // namespace

Recording read_evf(Bytes file) { return EvfFile(file).read(); }

std::string write_evf(const Recording& recording) {
  constexpr std::int32_t version = 4, marks_off = 128;
  constexpr int timestamps = 16;
  std::string out;
  put(out, version, 1);
  put(out, evf_summary(recording), 1);
  put(out, recording.has_marks ? 0 : marks_off, 1);
  put(out, recording.rows, 1);
  put(out, recording.cols, 1);
  put(out, ranges::count(recording.mines, 1), 2);
  put(out, recording.pixels, 1);
  put(out, evf_mode(recording.promise), 2);
  put(out, recording.three_bv, 2);
  put(out, std::max<std::int64_t>(0, recording.milliseconds), 4);
  out += "XX" + std::string(timestamps, '\0');  // the country; start and end of the game
  for (const std::string_view text : {std::string_view(recording.program), std::string_view("MineMind"),
                                      std::string_view("utf-8"), std::string_view(recording.player)})
    put_text(out, text);
  out += std::string(4, '\0');  // no competition, no identifier; no bytes about the device
  put_board(out, recording);
  put(out, 0, 2);  // no metrics
  EvfEvents events(out, recording);
  for (const MouseEvent& event : recording.events) events.put_event(event);
  put(out, evf_end, 1);
  put(out, 0, 2);  // no checksum
  return out;
}

}  // namespace minemind
