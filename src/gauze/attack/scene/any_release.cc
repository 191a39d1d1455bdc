#include "gauze/attack/scene/any_release.h"

namespace gauze::labels {

std::array<std::uint64_t, kKinds> AnyColumn::CountKinds() const {
  std::array<std::uint64_t, kKinds> counts{};
  for (const Label& label : labels) ++counts[static_cast<std::size_t>(label.kind)];
  return counts;
}

}  // namespace gauze::labels
