#include "gauze/encode/packing.h"

#include <bit>

namespace gauze {

Packing::Packing(const std::vector<unsigned>& bits) : words_(1) {
  unsigned used = 0;
  for (const unsigned width : bits) {
    if (used + width > 64) {
      ++words_;
      used = 0;
    }
    used += width;
    const auto mask = static_cast<Code>((std::uint64_t{1} << width) - 1);
    // A column of no bits has only the code 0; its shift must still be a valid one.
    fields_.push_back({static_cast<std::uint32_t>(words_ - 1), width == 0 ? 0 : 64 - used, mask});
  }
}

Packing Packing::For(const std::vector<Domain>& domains) {
  std::vector<unsigned> bits;
  for (const Domain& domain : domains) {
    bits.push_back(domain.size() < 2 ? 0U
                                     : static_cast<unsigned>(std::bit_width(domain.size() - 1U)));
  }
  return Packing(bits);
}

}  // namespace gauze
