#include "core/fork_mutex.hpp"

#ifndef __wasm__

#include <unordered_set>

#if __has_include(<pthread.h>) && !defined(_WIN32)
#include <pthread.h>
#define MINEMIND_HAS_FORK
#endif

namespace minemind {
namespace {

// All mutexes. A thread that holds one of them never creates or destroys another, so no order of locking can deadlock.
struct Registry {
  Registry() {
#ifdef MINEMIND_HAS_FORK
    pthread_atfork([] { all->lock(); }, [] { all->unlock(); }, [] { all->unlock(); });
#endif
  }

  void lock() {
    mutex.lock();
    for (ForkMutex* each : mutexes) each->lock();
  }

  void unlock() {
    for (ForkMutex* each : mutexes) each->unlock();
    mutex.unlock();
  }

  std::mutex mutex;
  std::unordered_set<ForkMutex*> mutexes;

  // Never destroyed: Python may drop what holds a mutex after everything else has ended.
  static Registry* const all;
};

// Without memory for it nothing else would work either.
Registry* const Registry::all = new Registry;  // NOLINT(bugprone-throwing-static-initialization)

}  // namespace

ForkMutex::ForkMutex() {
  const std::scoped_lock lock(Registry::all->mutex);
  Registry::all->mutexes.insert(this);
}

ForkMutex::~ForkMutex() {
  const std::scoped_lock lock(Registry::all->mutex);
  Registry::all->mutexes.erase(this);
}

}  // namespace minemind

#endif
