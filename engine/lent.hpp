// Lent: scratch memory that a thread keeps from one piece of work to the next.
//
// Most components are so small that allocating would be the work. Whoever needs scratch takes all of it and gives it
// back at the end: work that is started meanwhile, by a signal handler for instance, finds none and brings its own.

#pragma once

#include <utility>

namespace minemind {

template <class Scratch>
class Lent {
 public:
  explicit Lent(Scratch& home) : home_(home), scratch_(std::exchange(home, Scratch{})) {}
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  ~Lent() {
    if (!scratch_.is_bulky()) home_ = std::move(scratch_);
  }

  Scratch& operator*() { return scratch_; }

 private:
  Scratch& home_;
  Scratch scratch_;
};

}  // namespace minemind
