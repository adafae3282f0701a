// MadeOnce: a value that is made on first use and then kept.
//
// There is no lock: making the value may run code that asks for it too, and a fork would copy a held lock that nobody
// in the child ever releases. If two threads make it, both make the same value, and the first one is kept.

#pragma once

#include <atomic>
#include <memory>

namespace minemind {

template <class Value>
class MadeOnce {
 public:
  MadeOnce() = default;
  MadeOnce(const MadeOnce&) = delete;
  MadeOnce& operator=(const MadeOnce&) = delete;
  ~MadeOnce() { delete made_.load(); }

  // `make` returns a unique_ptr to it.
  template <class Make>
  const Value& get(Make make) const {
    if (const Value* known = made_.load()) return *known;
    std::unique_ptr<const Value> made = make();
    const Value* first = nullptr;
    return made_.compare_exchange_strong(first, made.get()) ? *made.release() : *first;
  }

 private:
  mutable std::atomic<const Value*> made_ = nullptr;  // owned
};

}  // namespace minemind
