#include <fmt/format.h>

#include <algorithm>

#include "gauze/model/freeform/instantiation.h"

namespace gauze::freeform {
namespace {

constexpr std::int64_t kUnknown = -1;

bool IsShare(const Ratio& ratio) {
  return ratio.numerator >= 0 && ratio.numerator <= ratio.denominator;
}

std::int64_t Billionths(const Ratio& ratio) {
  return ratio.numerator * (kSurelyObservable / ratio.denominator);
}

// What the publisher says of each node, or of the nearest named one above it.
Result<std::vector<std::int64_t>> BeliefsOf(const Shape& shape, const AttributeRules& rules,
                                            const std::string& where) {
  std::vector<std::int64_t> belief(shape.size(), kUnknown);
  for (std::size_t at = 0; at < rules.beliefs.size(); ++at) {
    const auto& [name, share] = rules.beliefs[at];
    if (!IsShare(share)) {
      return InputError(fmt::format("the belief of name {} is not between 0 and 1", at + 1), where,
                        "0: nobody can observe the value; 1: everybody can");
    }
    // A name that no value is below: the hierarchy lists it, but nobody has it.
    const NodeId node = shape.Find(name);
    if (node != kNoNode) belief[node] = Billionths(share);
  }
  for (std::size_t node = 1; node < shape.size(); ++node) {
    if (belief[node] == kUnknown) belief[node] = belief[shape.parent[node]];
  }
  return belief;
}

Result<std::vector<std::int64_t>> Observe(const Shape& shape, const AttributeRules& rules,
                                          const std::string& where) {
  if (!IsShare(rules.boost)) {
    return InputError("the boost of observability is not between 0 and 1", where,
                      "it is what each step up the hierarchy adds, such as 0.3");
  }
  GAUZE_ASSIGN(std::vector<std::int64_t> observability, BeliefsOf(shape, rules, where));
  for (std::size_t node = 0; node < shape.size(); ++node) {
    if (!shape.is_leaf[node]) {
      observability[node] = 0;
    } else if (observability[node] == kUnknown) {
      return InputError(fmt::format("no belief for {}", shape.Place(static_cast<NodeId>(node))),
                        where, "give a belief for it, for a node above it or for \"*\"");
    }
  }
  const std::int64_t boost = Billionths(rules.boost);
  for (std::size_t node = shape.size(); node-- > 1;) {
    std::int64_t& above = observability[shape.parent[node]];
    above = std::max(above, std::min(kSurelyObservable, observability[node] + boost));
  }
  return observability;
}

}  // namespace

Observability FromBeliefs() {
  return {
      .name = "belief",
      .summary =
          "beliefs for the values; a node is as observable as its most observable child, "
          "plus a boost",
      .of = Observe,
  };
}

}  // namespace gauze::freeform
