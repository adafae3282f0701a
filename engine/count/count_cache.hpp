// CountCache: counts of components by their signature, shared by all threads. Between two moves of a game most
// components stay the same, and many look like ones counted before.

#pragma once

#include <cstddef>
#include <memory>

#include "core/fork_mutex.hpp"
#include "core/lru.hpp"
#include "core/watch.hpp"
#include "count/count.hpp"
#include "count/frontier.hpp"

namespace minemind {

struct SignatureHash {
  std::size_t operator()(const Signature& signature) const;
};

class CountCache {
 public:
  // Keeps counts that take up to `capacity` bytes together.
  explicit CountCache(std::size_t capacity) : kept_(capacity) {}

  // The count of a component, from the cache or made now; `made` says which.
  std::shared_ptr<const Count> find(const Signature& signature, Watch& watch, bool& made);
  void clear();
  std::size_t size();
  std::size_t bytes();

 private:
  ForkMutex mutex_;
  Lru<Signature, std::shared_ptr<const Count>, SignatureHash> kept_;
};

}  // namespace minemind
