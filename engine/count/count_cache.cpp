#include "count/count_cache.hpp"

#include <cstdint>
#include <mutex>

#include "core/random.hpp"

namespace minemind {

std::size_t SignatureHash::operator()(const Signature& signature) const {
  std::uint64_t mixed = signature.size();
  for (const std::uint32_t word : signature) mixed = (mixed ^ word) * golden_step ^ (mixed >> 29);
  return static_cast<std::size_t>(mixed);
}

std::shared_ptr<const Count> CountCache::find(const Signature& signature, Watch& watch, bool& made) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto* known = kept_.find(signature)) {
      made = false;
      return *known;
    }
  }
  made = true;
  auto count = std::make_shared<const Count>(signature, watch);
  const std::scoped_lock lock(mutex_);
  kept_.insert(signature, count, count->bytes() + signature.size() * sizeof(std::uint32_t));
  return count;
}

void CountCache::clear() {
  const std::scoped_lock lock(mutex_);
  kept_.clear();
}

std::size_t CountCache::size() {
  const std::scoped_lock lock(mutex_);
  return kept_.size();
}

std::size_t CountCache::bytes() {
  const std::scoped_lock lock(mutex_);
  return kept_.cost();
}

}  // namespace minemind
