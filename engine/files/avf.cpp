// AVF: the format of Minesweeper Arbiter, and of FreeSweeper, which adds milliseconds.
//
// Between the parts of the file there are bytes of unknown number and meaning; each part is recognised by how it
// begins. docs/replays.md describes the format byte by byte.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "files/recording.hpp"

namespace minemind {
namespace {

class AvfFile {
 public:
  explicit AvfFile(Bytes file) : in_(file) {}

  Recording read() {
    version_ = in_.u8();
    in_.skip(4);
    read_board();
    read_summary();
    find_events();
    read_events();
    read_footer();
    return recording_;
  }

 private:
  static constexpr std::size_t event_bytes = 8;

  void read_board() {
    std::int32_t mines = 0;
    switch (in_.u8()) {
      case 3:
        recording_.set_size(8, 8, in_), mines = 10;
        break;
      case 4:
        recording_.set_size(16, 16, in_), mines = 40;
        break;
      case 5:
        recording_.set_size(16, 30, in_), mines = 99;
        break;
      case 6: {
        const std::int32_t cols = in_.u8() + 1, rows = in_.u8() + 1;
        recording_.set_size(rows, cols, in_), mines = in_.u16();
        break;
      }
      default:
        in_.fail("an unknown level: this is not a replay of Minesweeper Arbiter, or it is damaged");
    }
    for (; mines > 0; --mines) {
      const std::int32_t row = in_.u8() - 1, col = in_.u8() - 1;
      recording_.add_mine(row, col, in_);
    }
  }

  // Text in brackets: level, size if custom, start, end, flags, and "B<3BV>T<seconds + 1>". The second byte before it
  // says whether question marks were on. The bytes before may contain a bracket, too.
  void read_summary() {
    constexpr std::uint8_t marks_on = 17, marks_off = 127;
    std::array<std::uint8_t, 2> before{};
    while (true) {
      const std::uint8_t next = in_.byte();
      if (next == '[' && in_.left() >= 2 && in_.rest()[0] >= '0' && in_.rest()[0] <= '3' && in_.rest()[1] == '|' &&
          (before[0] == marks_on || before[0] == marks_off))
        break;
      before = {before[1], next};
    }
    recording_.has_marks = before[0] == marks_on;
    const std::string summary = in_.text_until(']');
    recording_.milliseconds = time_in(summary);
  }

  // "…B127T50.25" is 49.25 s; some systems write a comma.
  static std::int64_t time_in(std::string_view summary) {
    const std::size_t found = summary.rfind('T');
    if (found == std::string_view::npos) return -1;
    std::int64_t whole = 0, fraction = 0, scale = 1000;
    bool is_fraction = false;
    for (const char sign : summary.substr(found + 1)) {
      if (sign == '.' || sign == ',') {
        is_fraction = true;
      } else if (sign < '0' || sign > '9' || whole > 1'000'000) {
        return -1;
      } else if (!is_fraction) {
        whole = whole * 10 + (sign - '0');
      } else if (scale > 1) {
        scale /= 10, fraction += scale * (sign - '0');
      }
    }
    return whole > 0 ? (whole - 1) * 1000 + fraction : -1;
  }

  // The first event is the first eight bytes that can be an event of the first second.
  void find_events() {
    while (in_.left() >= event_bytes) {
      const Bytes next = in_.rest();
      if (kind_of(next[0]) && next[1] < 16 && next[2] == 1 && next[4] < 100 && next[5] < 16 && next[6] == 0) return;
      in_.skip(1);
    }
    in_.fail("it holds no mouse events");
  }

  void read_events() {
    while (true) {
      const Bytes event = in_.take(event_bytes);
      const std::int32_t seconds = (event[6] << 8 | event[2]) - 1;
      if (seconds < 0) return;
      const auto kind = kind_of(event[0]);
      if (!kind) in_.fail("mouse event " + std::to_string(event[0]) + " is unknown");
      const auto x = static_cast<std::int16_t>(event[1] << 8 | event[3]);
      const auto y = static_cast<std::int16_t>(event[5] << 8 | event[7]);
      recording_.events.push_back({seconds * 1000 + event[4] * 10, *kind, x, y});
    }
  }

  static std::optional<MouseKind> kind_of(std::uint8_t code) {
    switch (code) {
      case 1:
        return MouseKind::move;
      case 3:
        return MouseKind::left_press;
      case 5:
      case 21:
        return MouseKind::left_release;
      case 9:
        return MouseKind::right_press;
      case 11:
        return MouseKind::shift_press;
      case 17:
      case 145:
        return MouseKind::right_release;
      case 33:
        return MouseKind::middle_press;
      case 65:
      case 193:
        return MouseKind::middle_release;
      default:
        return std::nullopt;
    }
  }

  // "cs=", a checksum, then lines: RealTime and Skin in newer versions, the player, the program. The game can be played
  // without them, so a file that lacks them is still read.
  void read_footer() {
    constexpr std::string_view mark = "cs=";
    const std::string footer = in_.text(in_.left());
    std::size_t at = footer.find(mark);
    if (at == std::string::npos) return;
    at += mark.size();
    if (version_ == 0) at = add_thousandths(footer, at);
    constexpr std::size_t checksum_bytes = 17;  // and the end of its line
    at += checksum_bytes;
    if (version_ == 0) line_of(footer, at);
    std::string line = line_of(footer, at);
    while (line.starts_with("RealTime:") || line.starts_with("Skin:")) line = line_of(footer, at);
    recording_.player = line;
    const std::string program = line_of(footer, at);
    recording_.program = program.substr(0, program.find(" Copyright"));
    if (recording_.program.ends_with('.')) recording_.program.pop_back();
  }

  // FreeSweeper: one byte per event, and one for the event that ends the list.
  std::size_t add_thousandths(const std::string& footer, std::size_t at) {
    for (MouseEvent& event : recording_.events)
      if (at < footer.size()) event.milliseconds += std::min(footer[at++] & 15, 9);
    return at + 1;
  }

  // Returns the line that starts at `at`, and moves `at` to the next one.
  static std::string line_of(const std::string& text, std::size_t& at) {
    if (at >= text.size()) return {};
    const std::size_t end = std::min(text.find('\r', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    return line;
  }

  ByteReader in_;
  Recording recording_;
  std::int32_t version_ = 0;
};

}  // namespace

Recording read_avf(Bytes file) { return AvfFile(file).read(); }

}  // namespace minemind
