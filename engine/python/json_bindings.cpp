// Json: what an analysis says about every cell, written natively. Python would first make an object of each number,
// which takes longer than most analyses.

#include <nanobind/stl/string.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "python/bindings.hpp"
#include "python/handles.hpp"

namespace minemind::python {
namespace {

using namespace nb::literals;

class JsonText {
 public:
  // `cells` only says how much memory to reserve.
  JsonText(std::size_t cells, std::int32_t cols) : cols_(cols) { text_.reserve(cells * 20); }

  void key(std::string_view name) {
    if (!text_.empty()) text_ += ',';
    ((text_ += '"') += name) += "\":";
  }

  void cells(std::span<const Cell> cells) {
    text_ += '[';
    for (const Cell cell : cells) {
      text_ += text_.back() == '[' ? "[" : ",[";
      number(cell / cols_);
      text_ += ',';
      number(cell % cols_);
      text_ += ']';
    }
    text_ += ']';
  }

  // Row by row.
  void values(std::span<const double> values) {
    const auto cols = static_cast<std::size_t>(cols_);
    text_ += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
      text_ += i % cols ? "," : i ? "],[" : "[";
      value(values[i]);
    }
    text_ += "]]";
  }

  std::string take() { return std::move(text_); }

 private:
  template <class Number>
  void number(Number value) {
    std::array<char, 32> digits;  // a double takes 24 at most
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text_.append(digits.data(), end);
  }

  // With as many digits as it takes to read the same double again. Adjacent cells often have the same value.
  void value(double value) {
    if (std::isnan(value)) {
      text_ += "null";
    } else if (value == last_) {
      text_.append(text_, last_first_, last_size_);
    } else {
      last_ = value;
      last_first_ = text_.size();
      number(value);
      // As in Python, so that readers that distinguish integers from floats find floats everywhere.
      if (value == 0 || value == 1) text_ += ".0";
      last_size_ = text_.size() - last_first_;
    }
  }

  std::string text_;
  std::int32_t cols_;
  double last_ = -1;  // which no probability is
  std::size_t last_first_ = 0, last_size_ = 0;
};

// The members of a JSON object, without its braces.
std::string cells_json(const AnalysisHandle& a) {
  const std::span<const double> probability = a.analysis.probability();
  JsonText text(probability.size(), a.graph.cols());
  text.key("safe");
  text.cells(a.analysis.safe());
  text.key("certain_mines");
  text.cells(a.analysis.mines());
  text.key("probability");
  text.values(probability);
  return text.take();
}

}  // namespace

void bind_json(nb::module_& module) { module.def("cells_json", &cells_json, "analysis"_a); }

}  // namespace minemind::python
