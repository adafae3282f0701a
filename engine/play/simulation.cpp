#include "play/simulation.hpp"

#include <algorithm>
#include <system_error>

#include "core/watch.hpp"

namespace minemind {
namespace {

// How many games a thread takes at once, so that neighbouring outcomes are written by one thread.
constexpr std::size_t games_at_a_time = 16;

// Thrown to abort a game once the simulation is stopped.
struct Stopped {};

class StopWatch : public Watch {
 public:
  explicit StopWatch(const std::atomic<bool>& is_stopped) : is_stopped_(is_stopped) {}

 private:
  void look() override {
    if (is_stopped_) throw Stopped{};
  }

  const std::atomic<bool>& is_stopped_;
};

}  // namespace

Simulation::Simulation(const Graph& graph, const Match& match, std::uint64_t first, std::size_t games, unsigned threads)
    : graph_(graph), match_(match), first_(first), games_(games) {
  const std::size_t useful = std::max<std::size_t>(1, (games + games_at_a_time - 1) / games_at_a_time);
  try {
    for (unsigned i = 0; i < std::min<std::size_t>(threads, useful); ++i) {
      const std::scoped_lock lock(mutex_);
      threads_.emplace_back([this] { work(); });
      ++working_;
    }
  } catch (const std::system_error&) {  // no more threads are available: those that run do the work
    if (threads_.empty()) throw;
  }
}

Simulation::~Simulation() {
  stop();
  for (std::thread& thread : threads_) thread.join();
}

void Simulation::work() {
  try {
    GameRunner runner(graph_, match_);
    StopWatch watch(is_stopped_);
    while (!is_stopped_) {
      const std::size_t first = next_.fetch_add(games_at_a_time);
      const std::size_t last = std::min(first + games_at_a_time, games_.size());
      if (first >= last) break;
      for (std::size_t i = first; i < last && !is_stopped_; ++i) {
        games_[i] = runner.play(first_ + i, watch);
        ++done_;
      }
    }
  } catch (const Stopped&) {
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    failure_ = std::current_exception();
    is_stopped_ = true;
  }
  const std::scoped_lock lock(mutex_);
  --working_;
  changed_.notify_all();
}

bool Simulation::wait(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [this] { return working_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
  return working_ == 0;
}

}  // namespace minemind
