// RAWVF: the text format into which players' tools translate all others; it is read and written.
//
// Named options, the board, then one event per line. Lines that say how the board changed are skipped: that follows
// from the mouse events.

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/ranges.hpp"
#include "files/recording.hpp"

namespace minemind {
namespace {

constexpr std::array<std::pair<std::string_view, MouseKind>, 9> rawvf_events{{{"mv", MouseKind::move},
                                                                              {"lc", MouseKind::left_press},
                                                                              {"lr", MouseKind::left_release},
                                                                              {"rc", MouseKind::right_press},
                                                                              {"rr", MouseKind::right_release},
                                                                              {"mc", MouseKind::middle_press},
                                                                              {"mr", MouseKind::middle_release},
                                                                              {"sc", MouseKind::shift_press},
                                                                              {"mt", MouseKind::marks_change}}};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

// The start of a text in quotes, safe to show in a message whatever bytes it contains.
std::string quoted(std::string_view text) {
  constexpr std::size_t shown = 20;
  std::string start(text.substr(0, shown));
  for (char& sign : start)
    if (sign < ' ' || sign > '~') sign = '?';
  return "'" + start + "'";
}

std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& sign : lower) sign = static_cast<char>(std::tolower(static_cast<unsigned char>(sign)));
  return lower;
}

class RawvfFile {
 public:
  explicit RawvfFile(Bytes file) : in_(file) {}

  Recording read() {
    recording_.encoding = TextEncoding::unstated;
    if (in_.rest().size() >= 3 && in_.rest()[0] == 0xEF && in_.rest()[1] == 0xBB && in_.rest()[2] == 0xBF) in_.skip(3);
    read_options();
    read_board();
    while (in_.left() > 0) read_event(next_line());
    return recording_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { in_.fail("line " + std::to_string(line_) + ": " + what); }

  std::string_view next_line() {
    ++line_;
    const std::string_view line = line_ahead();
    in_.skip(std::min(line.size() + 1, in_.left()));
    return trimmed(line);
  }

  std::string_view line_ahead() const {
    const std::string_view all(reinterpret_cast<const char*>(in_.rest().data()), in_.left());
    return all.substr(0, all.find('\n'));
  }

  void read_options() {
    while (in_.left() > 0) {
      const std::string_view line = next_line();
      const std::size_t colon = line.find(':');
      if (colon == std::string_view::npos) continue;
      const std::string name = lowered(trimmed(line.substr(0, colon)));
      if (name == "board") return;
      read_option(name, trimmed(line.substr(colon + 1)));
    }
    fail("it has no board");
  }

  void read_option(const std::string& name, std::string_view value) {
    const std::string lower = lowered(value);
    if (name == "width") cols_ = count(value);
    if (name == "height") rows_ = count(value);
    if (name == "mines") mines_ = count(value);
    if (name == "squaresize") recording_.pixels = count(value);
    if (recording_.pixels < 1) fail("cells of no size");
    if (name == "marks" || name == "questionmarks") recording_.has_marks = lower == "on";
    if (name == "program") recording_.program = value;
    if (name == "version") recording_.program += (recording_.program.empty() ? "" : " ") + std::string(value);
    if (name == "player") recording_.player = value;
    if (name == "time" && !value.empty()) recording_.milliseconds = std::max(0, time(value));
    if (name == "level" && lower == "marathon") fail("a marathon is several games; only single games can be read");
    if (name == "mode") read_mode(lower);
    if ((name == "elmar" || name == "nono" || name == "superclick" || name == "superflag") && lower == "on")
      fail("it was played with " + name + ", which changes what a click does");
  }

  void read_mode(const std::string& mode) {
    if (mode == "upk" || mode == "cheat" || mode == "any") recording_.promise = Promise::none;
    if (mode == "win7") recording_.promise = Promise::opening;
  }

  std::int32_t count(std::string_view text) const {
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0)
      fail(quoted(text) + " is not a whole number");
    return value;
  }

  // Rows of * and 0; the size must agree with the options, if they state it.
  void read_board() {
    std::string cells;
    std::int32_t rows = 0, cols = 0;
    while (in_.left() > 0 && (rows_ < 0 ? rows == 0 || is_row_next() : rows < rows_)) {
      const std::string_view row = next_line();
      if (row.empty() && rows == 0) continue;
      if (!is_row(row)) fail("it is not a row of the board");
      if (rows > 0 && row.size() != static_cast<std::size_t>(cols)) fail("this row has another length");
      cells += row, cols = static_cast<std::int32_t>(row.size()), ++rows;
    }
    if (rows == 0 || (rows_ >= 0 && rows != rows_) || (cols_ >= 0 && cols != cols_))
      fail("the board is not as large as the options say");
    recording_.set_size(rows, cols, in_);
    for (std::size_t i = 0; i < cells.size(); ++i) recording_.mines[i] = cells[i] == '*';
    if (mines_ >= 0 && mines_ != ranges::count(recording_.mines, 1)) fail("the board has another number of mines");
  }

  static bool is_row(std::string_view line) {
    return !line.empty() && line.find_first_not_of("*0") == std::string_view::npos;
  }

  // Without a height in the options, the board ends before the first line that is not a row.
  bool is_row_next() const { return is_row(trimmed(line_ahead())); }

  // "1.234 lc 3 4 (40 56)"; either the cell or the pixels may be missing.
  void read_event(std::string_view line) {
    if (line.empty() || !(std::isdigit(static_cast<unsigned char>(line[0])) || line[0] == '-')) return;
    const std::int32_t milliseconds = time(next_word(line));
    const std::string name = lowered(next_word(line));
    const auto kind = ranges::find(rawvf_events, std::string_view(name), [](const auto& event) { return event.first; });
    if (kind == rawvf_events.end()) return skip(name);
    const std::size_t bracket = line.find('(');
    MouseEvent event{milliseconds, kind->second, 0, 0};
    if (bracket != std::string_view::npos) {
      line.remove_prefix(bracket + 1);
      event.x = whole(next_word(line)), event.y = whole(next_word(line));
    } else if (kind->second != MouseKind::marks_change) {
      event.x = middle(whole(next_word(line))), event.y = middle(whole(next_word(line)));
    }
    recording_.events.push_back(event);
  }

  // Skips events about the program, the game and scrolling, which add nothing; fails for any other.
  void skip(const std::string& name) const {
    constexpr std::array<std::string_view, 12> others{"start", "won",  "win",         "lost",    "lose", "blast",
                                                      "boom",  "fail", "nonstandard", "scrollx", "sx",   "sy"};
    if (ranges::find(others, std::string_view(name)) == others.end()) fail(quoted(name) + " is not an event");
  }

  std::int32_t middle(std::int32_t place) const {
    const std::int64_t pixel = (std::int64_t{place} - 1) * recording_.pixels + recording_.pixels / 2;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(pixel, -1, INT32_MAX));
  }

  static std::string_view next_word(std::string_view& line) {
    const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t)", first), line.size());
    const std::string_view word = line.substr(first, end - first);
    line.remove_prefix(std::min(end + 1, line.size()));
    return word;
  }

  std::int32_t whole(std::string_view text) const {
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) fail("it has no place");
    return value;
  }

  // Seconds with a decimal point or comma, converted to milliseconds.
  std::int32_t time(std::string_view text) const {
    const bool is_negative = text.starts_with('-');
    std::int64_t value = 0;
    int decimals = -1;
    for (const char sign : text.substr(is_negative ? 1 : 0)) {
      if ((sign == '.' || sign == ',') && decimals < 0) {
        decimals = 0;
      } else if (sign < '0' || sign > '9' || value > 1'000'000'000) {
        fail(quoted(text) + " is not a time");
      } else if (decimals < 3) {
        value = value * 10 + (sign - '0'), decimals += decimals >= 0;
      }
    }
    for (decimals = std::max(decimals, 0); decimals < 3; ++decimals) value *= 10;
    if (value > 1 << 30) fail("it lasts for weeks");
    return static_cast<std::int32_t>(is_negative ? -value : value);
  }

  ByteReader in_;
  Recording recording_;
  std::size_t line_ = 0;
  std::int32_t rows_ = -1, cols_ = -1, mines_ = -1;
};

std::string seconds_text(std::int64_t milliseconds) {
  const std::int64_t size = milliseconds < 0 ? -milliseconds : milliseconds;
  const std::string fraction = std::to_string(1000 + size % 1000).substr(1);
  return (milliseconds < 0 ? "-" : "") + std::to_string(size / 1000) + "." + fraction;
}

// Replaces characters that a line cannot hold.
std::string one_line(std::string text) {
  ranges::replace_if(text, [](char sign) { return sign == '\n' || sign == '\r' || sign == '\0'; }, ' ');
  return text;
}

const char* level_name(const Recording& recording, std::ptrdiff_t mines) {
  const auto is = [&](std::int32_t rows, std::int32_t cols, std::ptrdiff_t count) {
    return recording.rows == rows && recording.cols == cols && mines == count;
  };
  if (is(8, 8, 10) || is(9, 9, 10)) return "Beginner";
  if (is(16, 16, 40)) return "Intermediate";
  return is(16, 30, 99) ? "Expert" : "Custom";
}

const char* mode_name(Promise promise) {
  if (promise == Promise::opening) return "Win7";
  return promise == Promise::safe ? "Classic" : "Any";
}

class RawvfText {
 public:
  explicit RawvfText(const Recording& recording) : of_(recording) {}

  std::string write() {
    put_options();
    out_ += "Board:\n";
    for (std::size_t i = 0; i < of_.mines.size(); ++i) {
      out_ += of_.mines[i] > 0 ? '*' : '0';
      if ((i + 1) % static_cast<std::size_t>(of_.cols) == 0) out_ += '\n';
    }
    out_ += "Events:\n";
    for (const MouseEvent& event : of_.events) put_event(event);
    return out_;
  }

 private:
  void put_options() {
    const std::ptrdiff_t mines = ranges::count(of_.mines, 1);
    put("RawVF_Version", "Rev6");
    put("Program", one_line(of_.program));
    put("Player", one_line(of_.player));
    put("Level", level_name(of_, mines));
    put("Width", std::to_string(of_.cols));
    put("Height", std::to_string(of_.rows));
    put("Mines", std::to_string(mines));
    put("Marks", of_.has_marks ? "On" : "Off");
    put("SquareSize", std::to_string(of_.pixels));
    if (of_.milliseconds >= 0) put("Time", seconds_text(of_.milliseconds));
    put("BBBV", std::to_string(of_.three_bv));
    put("Mode", mode_name(of_.promise));
  }

  void put(const char* name, const std::string& value) { out_ += name + (": " + value) + "\n"; }

  void put_event(const MouseEvent& event) {
    if (event.kind == MouseKind::pre_flag) {
      put_line("rc", event);
      put_line("rr", event);
      return;
    }
    const auto found = ranges::find(rawvf_events, event.kind, [](const auto& known) { return known.second; });
    if (found != rawvf_events.end()) put_line(found->first, event);
  }

  void put_line(std::string_view name, const MouseEvent& event) {
    out_ += seconds_text(event.milliseconds) + " ";
    out_ += name;
    out_ += " " + std::to_string(cell(event.x)) + " " + std::to_string(cell(event.y));
    out_ += " (" + std::to_string(event.x) + " " + std::to_string(event.y) + ")\n";
  }

  std::int32_t cell(std::int32_t pixel) const { return (pixel >= 0 ? pixel : pixel - of_.pixels + 1) / of_.pixels + 1; }

  const Recording& of_;
  std::string out_;
};

}  // namespace

Recording read_rawvf(Bytes file) { return RawvfFile(file).read(); }

std::string write_rawvf(const Recording& recording) { return RawvfText(recording).write(); }

}  // namespace minemind
