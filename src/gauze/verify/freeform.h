#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/ratio.h"
#include "gauze/verify/verify.h"

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

struct FreeformFindings {
  std::uint64_t attacks = 0;   // that were looked at
  std::uint64_t breaches = 0;  // of them
  double worst_threat = 0;
  std::uint64_t worst_support = 0;  // rows that match what the worst attack knows
  std::uint64_t unknown_rows = 0;   // that show something which is not in the hierarchy
};

// Every attack on a released file, counted in SQL that is written a second time, apart from the
// code that makes releases: whatever the quasi-identifiers show is known exactly, guarded columns
// are known through their critical nodes, and each guarded node that is shown, or above one that
// is, is a target.
//
// A node is critical if it is observable and is shown somewhere or has a child that occurs and is
// not observable. Whoever knows another node knows less than through one of these: a share over it
// is a weighted mean of shares over its children.
//
// Whether a threat is above the threshold is decided exactly, whatever the sensitivities are.
Result<FreeformFindings> FindFreeformBreaches(Database& database, const FileUnderTest& file,
                                              const FreeformClaim& claim);

}  // namespace gauze
