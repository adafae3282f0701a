// ByteReader: reads the bytes of a file in order, never past its end.
//
// Files of other programs are untrusted. Whatever sizes they claim, a reader takes only bytes that exist, and throws a
// BadFile with the offset for anything else.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "core/ranges.hpp"

namespace minemind {

using Bytes = std::span<const std::uint8_t>;

// What is wrong with a file, and at which byte.
struct BadFile {
  std::string what;
  std::size_t offset;
};

class ByteReader {
 public:
  explicit ByteReader(Bytes bytes) : bytes_(bytes) {}

  std::size_t offset() const { return offset_; }
  std::size_t left() const { return bytes_.size() - offset_; }
  Bytes rest() const { return bytes_.subspan(offset_); }

  [[noreturn]] void fail(std::string what) const { throw BadFile{std::move(what), offset_}; }

  Bytes take(std::size_t size) {
    if (size > left()) fail("the file ends too early");
    const Bytes taken = bytes_.subspan(offset_, size);
    offset_ += size;
    return taken;
  }

  void skip(std::size_t size) { take(size); }

  std::string text(std::size_t size) {
    const Bytes taken = take(size);
    return {taken.begin(), taken.end()};
  }

  // Everything up to the next `end` byte, which is consumed but not returned.
  Bytes until(std::uint8_t end) {
    const Bytes all = rest();
    const auto found = ranges::find(all, end);
    if (found == all.end()) fail("the file ends within a text");
    const Bytes taken = take(static_cast<std::size_t>(found - all.begin()));
    ++offset_;
    return taken;
  }

  std::string text_until(std::uint8_t end) {
    const Bytes taken = until(end);
    return {taken.begin(), taken.end()};
  }

  // Big-endian integers.
  std::uint8_t byte() { return take(1)[0]; }
  std::int32_t u8() { return byte(); }
  std::int32_t u16() { return static_cast<std::int32_t>(number(2)); }
  std::int32_t i16() { return static_cast<std::int16_t>(number(2)); }
  std::int32_t u24() { return static_cast<std::int32_t>(number(3)); }
  std::int64_t u32() { return static_cast<std::int64_t>(number(4)); }
  // The same, as sizes.
  std::size_t size8() { return byte(); }
  std::size_t size16() { return static_cast<std::size_t>(number(2)); }

 private:
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    for (const std::uint8_t next : take(size)) value = value << 8 | next;
    return value;
  }

  Bytes bytes_;
  std::size_t offset_ = 0;
};

}  // namespace minemind
