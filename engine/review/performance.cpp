#include "review/performance.hpp"

#include <cmath>
#include <limits>

namespace minemind {
namespace {

// STNB is inversely proportional to this power of the time.
constexpr double stnb_exponent = 1.7;

double ratio(double part, double whole) { return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN(); }

}  // namespace

Rates rates_of(const Performance& performance, double seconds, double stnb_factor) {
  const auto solved = static_cast<double>(performance.solved), effective = static_cast<double>(performance.effective);
  const auto clicks = static_cast<double>(performance.clicks());
  const double share = ratio(solved, static_cast<double>(performance.three_bv));
  return {ratio(solved, seconds),
          ratio(solved, clicks),
          ratio(effective, clicks),
          ratio(solved, effective),
          ratio(seconds * seconds, solved),
          ratio(stnb_factor * solved * std::sqrt(share), std::pow(seconds, stnb_exponent))};
}

}  // namespace minemind
