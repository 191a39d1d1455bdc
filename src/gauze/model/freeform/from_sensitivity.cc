#include "gauze/model/freeform/instantiation.h"

namespace gauze::freeform {

Observability FromSensitivity() {
  return {
      .name = "sensitivity",
      .summary = "a node is observable if some value below it is not sensitive",
      .of = [](const Shape& shape, const AttributeRules& /*rules*/,
               const std::string& /*where*/) -> Result<std::vector<std::int64_t>> {
        std::vector<std::int64_t> observability(shape.size());
        for (std::size_t node = 0; node < shape.size(); ++node) {
          observability[node] = shape.sensitive[node] < shape.leaves[node] ? kSurelyObservable : 0;
        }
        return observability;
      },
  };
}

}  // namespace gauze::freeform
