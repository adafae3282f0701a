// ThreadScratch: working memory that a thread keeps from one task to the next.
//
// Most components are so small that allocating memory would take longer than counting them. A task takes the thread's
// scratch as a whole and returns it at the end. A task that starts in between, from a signal handler for instance,
// finds none and makes its own.

#pragma once

#include <memory>
#include <utility>

namespace minemind {

template <class Scratch>
class ThreadScratch {
 public:
  ThreadScratch() : scratch_(std::move(kept())) {
    if (!scratch_) scratch_ = std::make_unique<Scratch>();
  }
  ThreadScratch(const ThreadScratch&) = delete;
  ThreadScratch& operator=(const ThreadScratch&) = delete;
  // Scratch that a rare large task has blown up is freed rather than kept for good.
  ~ThreadScratch() {
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
