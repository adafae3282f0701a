// ForkMutex: a mutex that the child of a fork never finds locked.
//
// A fork copies every mutex as it is, but only the thread that forks. A mutex that another thread held at that moment
// would stay locked in the child for ever, and what it guards might be half changed. So a fork locks all of these first
// and unlocks them on both sides.

#pragma once

#ifndef __wasm__
#include <mutex>
#endif

namespace minemind {

#ifdef __wasm__

// A page's worker has one thread, and nothing forks.
class ForkMutex {
 public:
  void lock() {}
  void unlock() {}
  bool try_lock() { return true; }
};

#else

class ForkMutex {
 public:
  ForkMutex();
  ForkMutex(const ForkMutex&) = delete;
  ForkMutex& operator=(const ForkMutex&) = delete;
  ~ForkMutex();

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  bool try_lock() { return mutex_.try_lock(); }

 private:
  std::mutex mutex_;
};

#endif

}  // namespace minemind
