// Lru: a map of bounded cost that forgets what was not used for longest.

#pragma once

#include <cstddef>
#include <list>
#include <unordered_map>
#include <utility>

namespace minemind {

template <class Key, class Value, class Hash = std::hash<Key>>
class Lru {
 public:
  explicit Lru(std::size_t capacity) : capacity_(capacity) {}

  // The value under this key, or null; it is now the one used last.
  const Value* find(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  // Keeps a value, and forgets others until all fit. One that costs more than everything may is not kept.
  void insert(const Key& key, Value value, std::size_t cost) {
    erase(key);
    if (cost > capacity_) return;
    entries_.push_front({key, std::move(value), cost});
    places_.emplace(key, entries_.begin());
    cost_ += cost;
    while (cost_ > capacity_) erase(Key(entries_.back().key));
  }

  void clear() {
    places_.clear();
    entries_.clear();
    cost_ = 0;
  }

  std::size_t size() const { return entries_.size(); }
  std::size_t cost() const { return cost_; }
  std::size_t capacity() const { return capacity_; }

 private:
  struct Entry {
    Key key;
    Value value;
    std::size_t cost;
  };

  void erase(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return;
    cost_ -= found->second->cost;
    entries_.erase(found->second);
    places_.erase(found);
  }

  std::size_t capacity_, cost_ = 0;
  std::list<Entry> entries_;  // used last, first
  std::unordered_map<Key, typename std::list<Entry>::iterator, Hash> places_;
};

}  // namespace minemind
