#include "gauze/transform/mondrian/row_cut.h"

#include <algorithm>
#include <limits>

namespace gauze::mondrian {
namespace {

// Quasi-identifiers are few; more than this many are looked at in the general way.
constexpr std::size_t kMostAttributes = 64;

struct Spread {
  Span tight{std::numeric_limits<Code>::max(), 0};
  double loss = 0;
};

void FindTight(const Workspace& workspace, const Node& node, Spread* spreads) {
  const std::size_t width = workspace.quasi_identifiers.size();
  const Code* row = workspace.codes.data() + node.begin * width;
  for (std::uint32_t i = node.begin; i < node.end; ++i, row += width) {
    for (std::size_t j = 0; j < width; ++j) {
      spreads[j].tight.low = std::min(spreads[j].tight.low, row[j]);
      spreads[j].tight.high = std::max(spreads[j].tight.high, row[j]);
    }
  }
}

std::uint64_t Distinct(const Workspace& workspace, const Node& node, std::size_t attribute) {
  return workspace.ValuesOf(node, attribute).codes.size();
}

// The place nearest to the median with enough rows on both sides, the lower of two.
class Median {
 public:
  Median(std::uint64_t rows, std::uint64_t least) : rows_(rows), least_(least) {}

  void Add(Code code, std::uint64_t rows) {
    left_ += rows;
    const std::uint64_t right = rows_ - left_;
    if (left_ < least_ || right < least_) return;
    const std::uint64_t distance = left_ > right ? left_ - right : right - left_;
    if (distance >= distance_) return;
    distance_ = distance;
    cut_ = Cut{.code = code, .left_rows = left_};
  }
  const std::optional<Cut>& cut() const { return cut_; }

 private:
  std::uint64_t rows_;
  std::uint64_t least_;
  std::uint64_t left_ = 0;
  std::uint64_t distance_ = std::numeric_limits<std::uint64_t>::max();
  std::optional<Cut> cut_;
};

std::optional<Cut> CutAttribute(const Workspace& workspace, const Node& node, std::size_t attribute,
                                Span tight, std::uint64_t least) {
  Median median(node.rows, least);
  Scratch& scratch = workspace.scratch.local();
  const std::size_t range = tight.high - tight.low + std::size_t{1};
  const std::size_t size = node.end - node.begin;
  // A histogram where the range is not much longer than the list of tuples; else a sorted list.
  if (range <= 4 * size) {
    scratch.histogram.assign(range, 0);
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      scratch.histogram[workspace.CodeAt(i, attribute) - tight.low] += workspace.rows[i];
    }
    for (std::size_t i = 0; i < range; ++i) {
      if (scratch.histogram[i] > 0) {
        median.Add(tight.low + static_cast<Code>(i), scratch.histogram[i]);
      }
    }
  } else {
    scratch.sorted.clear();
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      scratch.sorted.emplace_back(workspace.CodeAt(i, attribute), workspace.rows[i]);
    }
    std::ranges::sort(scratch.sorted);
    for (std::size_t i = 0; i < size;) {
      const Code code = scratch.sorted[i].first;
      std::uint64_t rows = 0;
      for (; i < size && scratch.sorted[i].first == code; ++i) rows += scratch.sorted[i].second;
      median.Add(code, rows);
    }
  }
  auto cut = median.cut();
  if (cut) cut->attribute = attribute;
  return cut;
}

}  // namespace

std::optional<Cut> FindByRows(const Workspace& workspace, const Node& node, std::uint64_t least) {
  const std::size_t width = workspace.labelers.size();
  Check(width <= kMostAttributes, "there are not that many quasi-identifiers");
  Spread spreads[kMostAttributes];
  FindTight(workspace, node, spreads);
  std::size_t widest[kMostAttributes];
  std::size_t count = 0;
  for (std::size_t j = 0; j < width; ++j) {
    const Span tight = spreads[j].tight;
    if (tight.low == tight.high) continue;
    const Labeler& labeler = workspace.labelers[j];
    spreads[j].loss =
        labeler.Loss(tight, tight, labeler.prints_set() ? Distinct(workspace, node, j) : 0);
    widest[count++] = j;
  }
  // Widest first; ties go to the earlier attribute.
  std::sort(widest, widest + count, [&](std::size_t a, std::size_t b) {
    return spreads[a].loss != spreads[b].loss ? spreads[a].loss > spreads[b].loss : a < b;
  });
  for (std::size_t i = 0; i < count; ++i) {
    if (auto cut = CutAttribute(workspace, node, widest[i], spreads[widest[i]].tight, least)) {
      return cut;
    }
  }
  return std::nullopt;
}

}  // namespace gauze::mondrian
