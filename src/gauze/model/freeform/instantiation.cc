#include "gauze/model/freeform/instantiation.h"

#include <fmt/format.h>

namespace gauze::freeform {

#define GAUZE_SENSITIVITY(function) Sensitivity function();
#define GAUZE_OBSERVABILITY(function) Observability function();
#include "gauze/model/freeform/instantiations.inc"
#undef GAUZE_SENSITIVITY
#undef GAUZE_OBSERVABILITY

namespace {

const std::string kMend = "choose another instantiation, or fix this one";

}  // namespace

const std::vector<Sensitivity>& Sensitivities() {
  static const std::vector<Sensitivity> all = {
#define GAUZE_SENSITIVITY(function) function(),
#define GAUZE_OBSERVABILITY(function)
#include "gauze/model/freeform/instantiations.inc"
#undef GAUZE_SENSITIVITY
#undef GAUZE_OBSERVABILITY
  };
  return all;
}

const std::vector<Observability>& Observabilities() {
  static const std::vector<Observability> all = {
#define GAUZE_SENSITIVITY(function)
#define GAUZE_OBSERVABILITY(function) function(),
#include "gauze/model/freeform/instantiations.inc"
#undef GAUZE_SENSITIVITY
#undef GAUZE_OBSERVABILITY
  };
  return all;
}

NodeId Shape::Find(const std::string& name) const {
  const auto found = node_of.find(name);
  return found == node_of.end() ? kNoNode : found->second;
}

std::string Shape::Place(NodeId node) const {
  if (!is_leaf[node]) return fmt::format("node \"{}\"", labels[node]);
  return fmt::format("a value directly below node \"{}\"", labels[parent[node]]);
}

Status CheckSensitivity(const Shape& shape, const std::vector<Share>& shares,
                        const std::string& where) {
  for (NodeId node = 0; node < shape.size(); ++node) {
    const Share& share = shares[node];
    const bool probability = share.denominator > 0 && share.numerator <= share.denominator;
    const bool some = shape.sensitive[node] > 0;
    const bool whole = shape.is_leaf[node] && some;
    if (probability && (share.numerator > 0) == some &&
        (!whole || share.numerator == share.denominator)) {
      continue;
    }
    return InputError(
        fmt::format("the sensitivity of {} is not a probability of sensitive values below it",
                    shape.Place(node)),
        where, kMend);
  }
  return {};
}

Status CheckObservability(const Shape& shape, const std::vector<std::int64_t>& observability,
                          const std::string& where) {
  for (NodeId node = 0; node < shape.size(); ++node) {
    if (observability[node] < 0 || observability[node] > kSurelyObservable) {
      return InputError(
          fmt::format("the observability of {} is not between 0 and 1", shape.Place(node)), where,
          kMend);
    }
    if (observability[shape.parent[node]] < observability[node]) {
      return InputError(fmt::format("{} is less observable than one of its children, but anyone "
                                    "who sees the child sees it too",
                                    shape.Place(shape.parent[node])),
                        where, kMend);
    }
  }
  return {};
}

}  // namespace gauze::freeform
