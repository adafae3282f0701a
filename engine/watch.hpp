// Watch: what keeps long work in bounds. The engine looks at it now and then; whoever waits decides when to give up.

#pragma once

#include <cstddef>
#include <cstdint>

namespace minemind {

// Thrown where a component would take more memory than allowed, or is too large to be counted in doubles.
struct TooHard {
  std::size_t states = 0;  // how many it had so far; none if it was refused at sight
  std::int32_t cell = -1;  // one of its cells
};

class Watch {
 public:
  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  virtual ~Watch() = default;

  // Called every fraction of a millisecond; throws to stop the work.
  virtual void look() {}

  // What the states of one component may take. It leaves room for their index and for a copy while they grow.
  std::size_t most_bytes = std::size_t{1000} << 20;
};

}  // namespace minemind
