#include "gauze/ledger/table_sum.h"

#include <algorithm>
#include <cstring>

namespace gauze::ledger {

void TableSum::Add(std::span<const std::uint8_t> digest) {
  std::uint64_t words[2] = {};
  std::memcpy(words, digest.data(), std::min(digest.size(), sizeof words));
  ++count;
  low += words[0];
  high += words[1] + (low < words[0] ? 1 : 0);
}

}  // namespace gauze::ledger
