#include "gauze/taxonomy/label_set.h"

#include <algorithm>

namespace gauze {

LabelSet::LabelSet(std::span<const LabelId> sorted, std::size_t universe) : size_(sorted.size()) {
  if (sorted.size() * 32 < universe) {
    list_.assign(sorted.begin(), sorted.end());
    return;
  }
  words_.resize((universe + 63) / 64);
  for (const LabelId label : sorted) words_[label / 64] |= std::uint64_t{1} << (label % 64);
}

bool LabelSet::Contains(LabelId label) const {
  if (dense()) return (words_[label / 64] >> (label % 64) & 1) != 0;
  return std::ranges::binary_search(list_, label);
}

}  // namespace gauze
