// MineTotals: the numbers of a proof by the mine count, and which of them can be left out.
//
// Only the mine count connects components, so all that matters about one to the others is how many mines it holds. If
// the opposite of the claim takes too many mines, only the fewest that each component can hold matter; if it takes too
// few, only the most. For each component a solution with that many mines is kept. When a number is left out, the
// solution is improved where the number was, until it either shows that the number is needed or cannot be improved.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "prove/bounds.hpp"
#include "prove/clues.hpp"
#include "prove/step.hpp"
#include "prove/system.hpp"

namespace minemind {

class MineTotals {
 public:
  using Numbers = std::vector<Cell>;
  using Follows = std::function<bool(const Numbers&)>;

  // The claim must follow from the numbers with the mine count, and must not follow without it.
  MineTotals(Clues& clues, const Claim& claim, std::span<const Cell> numbers, Budget& budget);

  // Numbers from which, with the mine count, the claim follows, and none of which can be left out. Leaves out whole
  // components first, then single numbers, the last ones first. `follows` decides where totals do not.
  Numbers irredundant(const Follows& follows);

 private:
  using SumIds = std::vector<std::uint32_t>;

  // The mines in the cells that numbers see, and the slots of those that they no longer see.
  struct Total {
    Mines mines = 0, room = 0;
  };
  // Connected numbers. If they see the cell of the claim, that cell holds what the opposite of the claim says.
  struct Component {
    System system;
    Numbers numbers;                   // the first sums of the system
    std::vector<std::uint8_t> is_out;  // the sums that are left out
    std::vector<Mines> solution;       // one with the fewest mines, or the most
    Total total;                       // of this solution
  };
  // Sums that are still connected, and their variables.
  struct Part {
    std::vector<std::uint8_t> without;  // the other sums
    std::vector<Variable> over;
  };

  void add_component(const Numbers& numbers, bool is_about_claim);
  bool find_totals(bool is_most);
  bool leave_out(std::size_t at, const SumIds& numbers, const Follows& follows);
  std::optional<bool> is_shown_without(std::size_t at, const SumIds& numbers);
  std::optional<bool> is_shown() const;
  bool improve(Component& component, const Part& part);
  static Total total_of(const Component& component);
  static std::vector<Part> parts_beside(const Component& component, const SumIds& out);
  static Part part_with(std::uint32_t first, const System& system, std::vector<std::uint8_t>& is_found);
  Numbers numbers() const;

  Clues& clues_;
  Claim claim_;
  Budget& budget_;
  Mines outside_ = 0;     // the slots of the cells that no number sees
  bool is_most_ = false;  // whether solutions have the most mines; otherwise the fewest
  std::vector<Component> components_;
};

}  // namespace minemind
