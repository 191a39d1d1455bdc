#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gauze/taxonomy/build.h"
#include "gauze/taxonomy/half_open.h"

namespace gauze {
namespace {

// The values in order, and how neighbours are called together.
class Neighbours {
 public:
  explicit Neighbours(const ColumnValues& column)
      : column_(column), order_(column.values.size()), ranges_(HalfOpenRanges(column.values)) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    // By bytes, [100-110) would stand before [20-30).
    if (ranges_.empty()) return;
    std::ranges::sort(order_, {}, [&](std::size_t i) { return std::pair(ranges_[i].low, i); });
  }

  const std::string& Text(std::size_t rank) const { return column_.values[order_[rank]].text; }

  // Ranges that touch are one range; everything else is told by its ends.
  std::string Label(std::size_t first, std::size_t last) const {
    if (!Touch(first, last)) return fmt::format("[{}, {}]", Text(first), Text(last));
    const HalfOpen& low = ranges_[order_[first]];
    return fmt::format("[{}{}{})", low.low_text, low.separator, ranges_[order_[last]].high_text);
  }

 private:
  bool Touch(std::size_t first, std::size_t last) const {
    if (ranges_.empty()) return false;
    for (std::size_t rank = first; rank < last; ++rank) {
      if (!ranges_[order_[rank]].Touches(ranges_[order_[rank + 1]])) return false;
    }
    return true;
  }

  const ColumnValues& column_;
  std::vector<std::size_t> order_;
  std::vector<HalfOpen> ranges_;
};

Result<Taxonomy> BuildOrder(const ColumnValues& column, const Parameters& parameters,
                            const std::string& where) {
  const auto fanout = static_cast<std::size_t>(parameters.Integer("fanout"));
  const std::size_t count = column.values.size();
  const Neighbours neighbours(column);
  const auto path = [&](std::size_t rank) {
    std::vector<std::string> names = {neighbours.Text(rank)};
    // The last join, of everything, is the root.
    for (std::size_t length = fanout; length < count; length *= fanout) {
      const std::size_t first = rank / length * length;
      const std::size_t last = std::min(first + length, count) - 1;
      if (first < last) names.push_back(neighbours.Label(first, last));
    }
    return names;
  };
  return TaxonomyOfPaths(column, path, where);
}

}  // namespace

HierarchyBuilder OrderBuilder() {
  return {.descriptor = {.name = "order",
                         .summary = "neighbouring values of any type, joined level by level",
                         .parameters = {FanoutParameter("4")},
                         .guarantees = "every level joins the same number of distinct values",
                         .not_covered = "the ends of a label are values that occur in the data",
                         .reference = "docs/hierarchies.md#order"},
          .short_form = "",
          .build = BuildOrder};
}

}  // namespace gauze
