// Watch: stops long work. The engine reports to it now and then; the caller who waits decides when to give up.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace minemind {

// Thrown if a component would take more memory than allowed, or is too large to count in doubles.
struct TooHard {
  std::size_t states = 0;  // how many it had so far; none if it was refused before counting
  std::int32_t cell = -1;  // one of its cells
};

// Thrown by a watch when the work has used up its time.
struct OutOfTime {};

class Watch {
 public:
  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  virtual ~Watch() = default;

  // Reports work done: terms, states, cells, a few nanoseconds each. Throws to stop it.
  void spend(std::size_t work) {
    spent_ += work;
    if (spent_ < look_after) return;
    reported_ += spent_;
    spent_ = 0;
    look();
  }
  // All the work so far: the same on every machine, which time is not.
  std::uint64_t total() const { return reported_ + spent_; }

  // The memory that the states of one component may take. It leaves room for their index and for a copy while they
  // grow.
  std::size_t most_bytes = std::size_t{1000} << 20;

 protected:
  // Called about every tenth of a millisecond.
  virtual void look() {}

 private:
  static constexpr std::size_t look_after = 1 << 15;
  std::size_t spent_ = 0;
  std::uint64_t reported_ = 0;
};

// Measures one part of a longer task. The work is still reported to the watch over the whole, which may stop it.
class Meter : public Watch {
 public:
  explicit Meter(Watch& whole) : whole_(whole) { most_bytes = whole.most_bytes; }

 private:
  void look() override {
    const std::uint64_t now = total(), more = now - passed_on_;
    passed_on_ = now;
    whole_.spend(static_cast<std::size_t>(more));
  }

  Watch& whole_;
  std::uint64_t passed_on_ = 0;
};

// Replaces the content by `size` zeros, piece by piece so that the watch can stop it: touching much memory for the
// first time can take longer than a player waits.
template <class Term>
void fill_with_zeros(std::vector<Term>& terms, std::size_t size, Watch& watch) {
  constexpr std::size_t piece = 1 << 16;
  terms.clear();
  terms.reserve(size);
  while (terms.size() < size) {
    watch.spend(std::min(piece, size - terms.size()));
    terms.resize(std::min(size, terms.size() + piece));
  }
}

}  // namespace minemind
