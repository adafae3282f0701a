// Door: how the page asks the engine. Plain functions over flat memory; engine/module.js on the page is the other side.
//
// Numbers are passed as arguments, lists as an address and a length: the caller allocates memory with `take`, writes
// the list there and frees the memory with `give_back`. Every question returns a status. Its result, or what is wrong,
// is then in the reply: a list of numbers to be read in the order in which they were put. An object that outlives a
// question, such as an analysis, is named by its address until it is dropped.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "core/watch.hpp"
#include "count/count_cache.hpp"
#include "count/position.hpp"
#include "doors/checks.hpp"

// Native builds of this are only for checks and tests.
#ifdef __wasm__
#define MINEMIND_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define MINEMIND_EXPORT(name) extern "C"
#endif

namespace minemind::wasm {

using namespace doors;

enum class Status : std::int32_t { answered, contradiction, too_hard, out_of_work, invalid, out_of_memory, bad_file };

// The answer to a question.
class Reply {
 public:
  void clear() { numbers_.clear(); }

  // A number that fits into the 53 bits of a double, as all counts and cells do.
  template <class Number>
  void put(Number number) {
    numbers_.push_back(static_cast<double>(number));
  }
  // All 64 bits: the upper half, then the lower one.
  void put_whole(std::uint64_t number) {
    put(number >> 32);
    put(number & UINT32_MAX);
  }
  // The number of elements, and each of them.
  template <class Range>
  void put_list(const Range& range) {
    put(range.size());
    for (const auto& each : range) put(each);
  }
  // The number of bytes, and each of them.
  void put_text(std::string_view text) {
    put(text.size());
    for (const char byte : text) put(static_cast<unsigned char>(byte));
  }

  std::span<const double> numbers() const { return numbers_; }

 private:
  std::vector<double> numbers_;
};

Reply& reply();

// The counts of components, shared by all questions.
CountCache& counts();

// Stops work after `units` units, and reports now and then how many are done. It never looks at a clock.
class WorkLimit : public Watch {
 public:
  explicit WorkLimit(double units);

 private:
  void look() override;

  std::uint64_t most_, reported_ = 0;
};

inline Numbers view(const std::int32_t* data, std::size_t size) { return {data, size}; }

// Does the work of a question by calling `work` with `what`; turns whatever that throws into a status.
Status answered(void (*work)(void* what), void* what);

// The handlers are in answered(), so that they are compiled once and not for every question.
template <class Work>
Status answer(Work work) {
  return answered([](void* what) { (*static_cast<Work*>(what))(); }, &work);
}

// A graph that owns its arrays.
class OwnGraph {
 public:
  OwnGraph(Numbers offsets, Numbers targets, Numbers cells, std::int32_t cols)
      : offsets_(offsets.begin(), offsets.end()),
        targets_(targets.begin(), targets.end()),
        cells_(cells.begin(), cells.end()),
        cols_(cols) {
    check_graph(look(), cols);
  }

  Graph look() const { return {std::span(offsets_), targets_, cells_}; }
  std::int32_t cols() const { return cols_; }

 private:
  std::vector<std::int32_t> offsets_, targets_, cells_;
  std::int32_t cols_;
};

}  // namespace minemind::wasm
