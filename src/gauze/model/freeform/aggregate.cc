#include "gauze/model/freeform/instantiation.h"

namespace gauze::freeform {

Sensitivity Aggregate() {
  return {
      .name = "aggregate",
      .summary =
          "the share of sensitive values below a node: learning that it is any one of them is "
          "sensitive",
      .of = [](std::uint64_t leaves, std::uint64_t sensitive) -> Share {
        return {.numerator = sensitive, .denominator = leaves};
      },
  };
}

}  // namespace gauze::freeform
