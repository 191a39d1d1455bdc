#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/ratio.h"

namespace gauze {

// A column with guarded values, as an adversary knows it: its hierarchy, what of it can be
// observed, and how sensitive each node is.
struct GuardedColumn {
  struct Node {
    std::optional<std::string> label;  // none: missing cells
    std::uint32_t parent = 0;          // index; the root's is itself
    bool observable = false;
    std::uint64_t sensitivity = 0;  // over `scale`
    std::uint64_t scale = 1;
  };

  std::string name;
  std::vector<Node> nodes;  // the root first, parents before children
};

struct FreeformClaim {
  Ratio threat;
  bool own = false;  // the adversary may know an observable node of the target's own column
  bool any = false;  // also the chance of some guarded value of a column, whichever
  std::vector<GuardedColumn> columns;
};

}  // namespace gauze
