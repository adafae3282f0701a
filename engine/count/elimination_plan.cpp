#include "count/elimination_plan.hpp"

#include <algorithm>
#include <bit>

namespace minemind {

void EliminationPlan::make(std::span<const std::uint32_t> signature, Watch& watch) {
  shape.read(signature);
  find_elimination_order(shape, order, watch);
  const std::uint32_t most = *std::max_element(shape.need.begin(), shape.need.end());
  const auto bits = static_cast<std::uint32_t>(std::max(1, static_cast<int>(std::bit_width(most))));
  const std::uint32_t fields_per_word = 64 / bits;
  field_mask = (std::uint64_t{1} << bits) - 1;
  rest.assign(shape.constraints(), 0);
  field_of.assign(shape.constraints(), UINT32_MAX);
  unused.clear();
  offsets.assign(1, 0);
  touched.clear();
  for (std::uint32_t c = 0; c < shape.constraints(); ++c)
    for (const std::uint32_t g : shape.scope(c)) rest[c] += shape.capacity[g];
  std::uint32_t fields = 0;
  for (const std::uint32_t g : order) {
    for (const std::uint32_t c : shape.constraints_of(g)) {
      const bool opens = field_of[c] == UINT32_MAX;
      if (opens && unused.empty()) unused.push_back(fields++);
      if (opens) field_of[c] = unused.back(), unused.pop_back();
      rest[c] -= shape.capacity[g];
      const Field field{field_of[c] / fields_per_word, field_of[c] % fields_per_word * bits};
      touched.push_back({field, rest[c], opens ? shape.need[c] : 0});
    }
    offsets.push_back(static_cast<std::uint32_t>(touched.size()));
    // A constraint whose last group this is needs nothing afterwards: its field is zero, and another can use it.
    for (const std::uint32_t c : shape.constraints_of(g))
      if (rest[c] == 0) unused.push_back(field_of[c]);
  }
  words = (fields + fields_per_word - 1) / fields_per_word;
}

}  // namespace minemind
