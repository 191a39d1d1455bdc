#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/attack/channels/series.h"

namespace gauze::channels {

// Crowds that some releases do not tell apart are a group: what these releases tell is worked out
// once for all of them.
struct Groups {
  std::vector<std::optional<std::uint32_t>>
      of;                            // one per crowd; nothing: came after these releases
  std::vector<std::uint32_t> first;  // one per group: a crowd of it
};

// Where a release has each crowd.
class CrowdSignatures {
 public:
  explicit CrowdSignatures(const Series& series);

  // In the order in which crowds meet them.
  Groups Together(const std::vector<std::uint32_t>& releases) const;

 private:
  const Series& series_;
  // [release][crowd]: the same number if the same classes can hold them, they are there with the
  // same certainty, and both had come, or neither.
  std::vector<std::vector<std::uint32_t>> signatures_;
};

}  // namespace gauze::channels
