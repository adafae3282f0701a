// Lent: scratch memory that a thread keeps from one piece of work to the next.
//
// Most components are so small that allocating would be the work. Whoever needs scratch takes all of it and gives it
// back at the end: work that is started meanwhile, by a signal handler for instance, finds none and brings its own.

#pragma once

#include <memory>
#include <utility>

namespace minemind {

template <class Scratch>
class Lent {
 public:
  Lent() : scratch_(std::move(kept())) {
    if (!scratch_) scratch_ = std::make_unique<Scratch>();
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  ~Lent() {
    if (!scratch_->is_bulky()) kept() = std::move(scratch_);
  }

  Scratch& operator*() { return *scratch_; }
  Scratch* operator->() { return scratch_.get(); }

 private:
  static std::unique_ptr<Scratch>& kept() {
    static thread_local std::unique_ptr<Scratch> kept;
    return kept;
  }

  std::unique_ptr<Scratch> scratch_;
};

}  // namespace minemind
