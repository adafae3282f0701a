// MVF: the format of Minesweeper Clone 0.97, 2006 and 2007.
//
// An event is a word of bits: the buttons, the place and the time. The bits are permuted by a key in the file: their
// order follows from the decimal digits of some sines and cosines of the key.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/recording.hpp"

namespace minemind {
namespace {

// Where the first, second, … bit of an event is in its bytes: the indices of the digits 0, then of the digits 1, …
std::vector<std::size_t> bit_order(const std::vector<double>& waves) {
  constexpr std::size_t digits = 8;
  std::string text;
  for (const double wave : waves) {
    const std::string number = std::to_string(std::llrint(std::fabs(wave) * 1e8));
    text += (number.size() < digits ? std::string(digits - number.size(), '0') : "") + number.substr(0, digits);
  }
  std::vector<std::size_t> order;
  for (char digit = '0'; digit <= '9'; ++digit)
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == digit) order.push_back(i);
  return order;
}

class MvfFile {
 public:
  explicit MvfFile(Bytes file) : in_(file) {}

  Recording read() {
    read_head();
    in_.skip(8);  // the date, and the level
    read_mode(in_.u8());
    read_summary();
    read_board();
    recording_.player = in_.text(in_.size8());
    recording_.encoding = TextEncoding::windows;
    read_events();
    return recording_;
  }

 private:
  // Titles, each preceded by its length: program, years, author, version; then three bytes.
  void read_head() {
    const Bytes start = in_.rest();
    if (start.size() > 2 && start[0] == 0 && start[1] == 0) {  // a modified 0.97 that writes no titles
      recording_.program = "Minesweeper Clone 0.97";
      in_.skip(7);
      return;
    }
    constexpr std::string_view name = "Minesweeper Clone";
    if (start.empty() || start[0] != name.size()) refuse();
    const std::string program = title(), years = title();
    if (program != name || years.empty()) refuse();
    title();
    recording_.program = program + " " + title();
    is_first_ = years.back() == '5' || years.back() == '8';  // 0.97, and a version of 2008 derived from it
    if (!is_first_ && years.back() != '6' && years.back() != '7') refuse();
    in_.skip(3);
  }

  [[noreturn]] void refuse() const {
    in_.fail("it is not of Minesweeper Clone 0.97, 2006 or 2007; convert replays of earlier versions to RAWVF");
  }

  std::string title() { return in_.text(in_.size8()); }

  void read_mode(std::int32_t mode) {
    enum : std::int32_t { known_board = 3, cheating = 4 };
    if (mode == known_board || mode == cheating) recording_.promise = Promise::none;
  }

  // The time, in 0.97 also 3BV and click counts, and whether question marks are on.
  void read_summary() {
    if (is_first_) {
      const std::int64_t seconds = in_.u16(), hundredths = in_.u8();
      recording_.milliseconds = seconds * 1000 + hundredths * 10;
      in_.skip(10);
    } else {
      recording_.milliseconds = in_.u24();
    }
    recording_.has_marks = in_.u8() != 0;
  }

  void read_board() {
    const std::int32_t cols = in_.u8(), rows = in_.u8();
    recording_.set_size(rows, cols, in_);
    for (std::int32_t mines = in_.u16(); mines > 0; --mines) {
      const std::int32_t col = in_.u8() - 1, row = in_.u8() - 1;
      recording_.add_mine(row, col, in_);
    }
  }

  void read_events() {
    order_ = order_from(in_.u16());
    for (std::int32_t count = in_.u24(); count > 0; --count) {
      event_ = in_.take(order_.size() / 8);
      if (is_first_)
        add({bits(28, 10) * 1000 + bits(21, 7) * 10, MouseKind::move, bits(12, 9), bits(3, 9)});
      else
        add({bits(25, 22), MouseKind::move, bits(14, 11) - border, bits(3, 11) - border});
    }
    recording_.add_missing_press();
  }

  std::vector<std::size_t> order_from(std::int32_t key) const {
    const double first = std::sqrt(key), second = std::sqrt(key + 1000.0);
    const double third = std::sqrt(first + 1000.0), fourth = std::sqrt(second + 1000.0);
    std::vector<double> waves{std::cos(third + 1000.0), std::sin(std::sqrt(second)), std::cos(third),
                              std::sin(std::sqrt(first) + 1000.0), std::cos(fourth)};
    if (!is_first_) waves.push_back(std::sin(fourth));
    return bit_order(waves);
  }

  // A number of `count` bits, least significant first.
  std::int32_t bits(std::size_t first, std::size_t count) const {
    std::int32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t place = order_[first + i];
      value |= (event_[place / 8] >> place % 8 & 1) << i;
    }
    return value;
  }

  // An MVF event says which buttons are down. Each change since the last one becomes an event of ours, presses first.
  void add(MouseEvent event) {
    static constexpr std::array<MouseKind, 3> presses{MouseKind::left_press, MouseKind::right_press,
                                                      MouseKind::middle_press};
    static constexpr std::array<MouseKind, 3> releases{MouseKind::left_release, MouseKind::right_release,
                                                       MouseKind::middle_release};
    const std::array<bool, 3> down{bits(2, 1) == 1, bits(0, 1) == 1, bits(1, 1) == 1};
    recording_.events.push_back(event);
    for (std::size_t i = 0; i < down.size(); ++i)
      if (down[i] && !down_[i]) event.kind = presses[i], recording_.events.push_back(event);
    for (std::size_t i = 0; i < down.size(); ++i)
      if (!down[i] && down_[i]) event.kind = releases[i], recording_.events.push_back(event);
    down_ = down;
  }

  static constexpr std::int32_t border = 32;  // how far to the left of the board, or above it, a place can be

  ByteReader in_;
  Recording recording_;
  std::vector<std::size_t> order_;
  Bytes event_;
  std::array<bool, 3> down_{};
  bool is_first_ = true;
};

}  // namespace

Recording read_mvf(Bytes file) { return MvfFile(file).read(); }

}  // namespace minemind
