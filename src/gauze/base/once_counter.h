#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gauze {

// How many of some hashes came once. Nine bytes for each, in a table that is at most half full.
class OnceCounter {
 public:
  void Add(std::uint64_t hash, std::uint64_t times = 1) {
    std::size_t at = Find(hash);
    if (seen_[at] == 0 && ++used_ * 2 > hashes_.size()) {
      Grow();
      at = Find(hash);
    }
    once_ -= static_cast<std::uint64_t>(seen_[at] == 1);
    hashes_[at] = hash;
    seen_[at] = static_cast<std::uint8_t>(std::min<std::uint64_t>(seen_[at] + times, 2));
    once_ += static_cast<std::uint64_t>(seen_[at] == 1);
  }

  std::uint64_t once() const { return once_; }

 private:
  // Where the hash is, or would be.
  std::size_t Find(std::uint64_t hash) const {
    const std::size_t mask = hashes_.size() - 1;
    std::size_t at = hash & mask;
    while (seen_[at] != 0 && hashes_[at] != hash) at = (at + 1) & mask;
    return at;
  }

  void Grow() {
    std::vector<std::uint64_t> hashes(hashes_.size() * 2);
    std::vector<std::uint8_t> seen(hashes.size());
    hashes.swap(hashes_);
    seen.swap(seen_);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      if (seen[i] == 0) continue;
      const std::size_t at = Find(hashes[i]);
      hashes_[at] = hashes[i];
      seen_[at] = seen[i];
    }
  }

  std::vector<std::uint64_t> hashes_ = std::vector<std::uint64_t>(64);
  std::vector<std::uint8_t> seen_ = std::vector<std::uint8_t>(64);  // 0, 1, or 2 for more
  std::size_t used_ = 0;
  std::uint64_t once_ = 0;
};

}  // namespace gauze
