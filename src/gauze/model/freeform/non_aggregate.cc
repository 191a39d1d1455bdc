#include "gauze/model/freeform/instantiation.h"

namespace gauze::freeform {

Sensitivity NonAggregate() {
  return {
      .name = "non_aggregate",
      .summary =
          "the share of sensitive values below a node, divided by the number of values: only "
          "learning which one it is counts as sensitive",
      .of = [](std::uint64_t leaves, std::uint64_t sensitive) -> Share {
        return {.numerator = sensitive, .denominator = leaves * leaves};
      },
  };
}

}  // namespace gauze::freeform
