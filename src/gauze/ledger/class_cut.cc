#include "gauze/ledger/class_cut.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace gauze::ledger {
namespace {

// The rows of some codes.
struct Slice {
  Box box;
  std::uint64_t rows = 0;

  void Add(const Slice& other) {
    if (rows == 0) box = other.box;
    BoxBook::Join(other.box, box);
    rows += other.rows;
  }
};

std::map<Code, Slice> SlicesOf(const BoxBook& boxes, const Group& group, std::size_t qi) {
  std::map<Code, Slice> slices;
  for (const Share& share : group) {
    slices[boxes.CodeOf(share.tuple, qi)].Add({boxes.Tight({share}), share.rows});
  }
  return slices;
}

}  // namespace

std::vector<Cut> CutsOf(BoxBook& boxes, const Group& group, double limit) {
  std::vector<Cut> cuts;
  const auto loss = [&](const Slice& slice) {
    return static_cast<double>(slice.rows) * boxes.Loss(slice.box);
  };
  for (std::size_t qi = 0; qi < boxes.width(); ++qi) {
    const auto slices = SlicesOf(boxes, group, qi);
    std::map<Code, double> right_loss;  // of everything behind a code
    Slice right;
    for (auto slice = slices.rbegin(); slice != slices.rend(); ++slice) {
      if (right.rows > 0) right_loss[slice->first] = loss(right);
      right.Add(slice->second);
    }
    Slice left;
    for (const auto& [code, slice] : slices) {
      left.Add(slice);
      if (!right_loss.contains(code)) break;
      const double both = loss(left) + right_loss[code];
      if (both <= limit) cuts.push_back({.qi = qi, .code = code, .loss = both});
    }
  }
  std::ranges::sort(cuts, [](const Cut& a, const Cut& b) {
    return std::tie(a.loss, a.qi, a.code) < std::tie(b.loss, b.qi, b.code);
  });
  return cuts;
}

Sides Divide(const BoxBook& boxes, const Group& group, const Cut& cut) {
  Sides sides;
  for (const Share& share : group) {
    (boxes.CodeOf(share.tuple, cut.qi) <= cut.code ? sides.left : sides.right).push_back(share);
  }
  return sides;
}

}  // namespace gauze::ledger
