#pragma once

#include <vector>

#include "gauze/ledger/box.h"

namespace gauze::ledger {

// A class in two: codes of one quasi-identifier up to `code` on the left.
struct Cut {
  std::size_t qi = 0;
  Code code = 0;
  double loss = 0;  // of both sides together
};

// All cuts that do not lose more than `limit`, the best first; ties by quasi-identifier, then code.
std::vector<Cut> CutsOf(BoxBook& boxes, const Group& group, double limit);

// What of a group lies on each side; either may be empty.
struct Sides {
  Group left;
  Group right;
};
Sides Divide(const BoxBook& boxes, const Group& group, const Cut& cut);

}  // namespace gauze::ledger
