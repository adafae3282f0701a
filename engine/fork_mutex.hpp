// ForkMutex: a mutex that the child of a fork never finds locked.
//
// A fork copies every mutex as it stands, but only the thread that forks. What another thread had locked at that moment
// would stay locked in the child for ever, and what it guards might be half changed. So whoever forks locks all of
// these first, and unlocks them on both sides.

#pragma once

#include <mutex>

namespace minemind {

class ForkMutex {
 public:
  ForkMutex();
  ForkMutex(const ForkMutex&) = delete;
  ForkMutex& operator=(const ForkMutex&) = delete;
  ~ForkMutex();

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

}  // namespace minemind
