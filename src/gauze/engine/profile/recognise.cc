#include "gauze/engine/profile/recognise.h"

#include <algorithm>

#include "gauze/roles/recogniser.h"

namespace gauze {

void Recognise(const std::vector<std::string>& values, ColumnFacts& facts) {
  facts.looked_at = values.size();
  facts.recognised.clear();
  for (const Recogniser& recogniser : Recognisers()) {
    facts.recognised.push_back(
        static_cast<std::uint64_t>(std::ranges::count_if(values, recogniser.fits)));
  }
}

}  // namespace gauze
