#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "gauze/measure/record_risk/record_risk.h"

namespace gauze::risk {
namespace {

Status ValidateAttribute(const RiskTable& table, const RiskSettings& settings,
                         std::size_t attribute) {
  const std::string where = fmt::format("attribute {}", attribute + 1);
  const double known = settings.known[attribute];
  if (!(known >= 0 && known <= 1)) {
    return InputError("the chance that an attribute is known must be from 0 to 1", where,
                      "0.8 for what neighbours know, 0.001 for what hardly anybody does");
  }
  if (settings.reading == Reading::kProbability && known > 0.999999) {
    return InputError("the probability reading needs a chance below 1 that a value is unknown",
                      where, "0.999999 is the most");
  }
  if (settings.weights[attribute].size() != table.domain_sizes[attribute]) {
    return InputError("there must be one weight for each value", where,
                      "0 for values that are not sensitive");
  }
  for (const double weight : settings.weights[attribute]) {
    if (std::isfinite(weight) && weight >= 0) continue;
    return InputError("a weight is negative or not a number", where, "weights are from 0 to 1");
  }
  const bool in_range = table.columns[attribute].Visit([&](const auto& codes) {
    for (const auto code : codes) {
      if (code > table.domain_sizes[attribute]) return false;
    }
    return codes.size() == table.tuples();
  });
  Check(in_range, "codes of the risk table outside their domain");
  return {};
}

}  // namespace

Status Validate(const RiskTable& table, const RiskSettings& settings) {
  const std::size_t m = table.columns.size();
  if (m > kMostAttributes) {
    return InputError(
        fmt::format("record risk takes {} attributes at most, here are {}", kMostAttributes, m), "",
        "leave out attributes that nobody knows and that are not sensitive");
  }
  if (!(std::isfinite(settings.alpha) && settings.alpha > 0)) {
    return InputError("alpha must be a number above 0", "", "the paper uses 100");
  }
  Check(
      table.domain_sizes.size() == m && settings.known.size() == m && settings.weights.size() == m,
      "one domain, chance and list of weights for each attribute");
  Check(table.tuples() <= std::numeric_limits<std::uint32_t>::max(), "too many tuples");
  for (const std::uint64_t count : table.counts) Check(count > 0, "a tuple without rows");
  for (std::size_t j = 0; j < m; ++j) GAUZE_TRY(ValidateAttribute(table, settings, j));
  return {};
}

}  // namespace gauze::risk
