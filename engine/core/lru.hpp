// Lru: a map of bounded cost that drops the least recently used entries.

#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <unordered_map>
#include <utility>

namespace minemind {

template <class Key, class Value, class Hash = std::hash<Key>>
class Lru {
 public:
  explicit Lru(std::size_t capacity) : capacity_(capacity) {}
  Lru(const Lru&) = delete;  // a copy would refer to the entries of the original
  Lru& operator=(const Lru&) = delete;

  // The value of this key, or null; it is now the most recently used.
  const Value* find(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  // Stores a value and drops others until all fit. A value that costs more than the capacity is not stored.
  void insert(const Key& key, Value value, std::size_t cost) {
    if (const auto found = places_.find(key); found != places_.end()) erase(found->second);
    if (cost > capacity_) return;
    entries_.push_front({key, std::move(value), cost});
    places_.emplace(entries_.front().key, entries_.begin());
    cost_ += cost;
    while (cost_ > capacity_) erase(std::prev(entries_.end()));
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

  using Entries = std::list<Entry>;

  void erase(typename Entries::iterator entry) {
    cost_ -= entry->cost;
    places_.erase(entry->key);
    entries_.erase(entry);
  }

  std::size_t capacity_, cost_ = 0;
  Entries entries_;  // most recently used first
  // Keys live in the entries, which never move; this only refers to them.
  std::unordered_map<std::reference_wrapper<const Key>, typename Entries::iterator, Hash, std::equal_to<Key>> places_;
};

}  // namespace minemind
