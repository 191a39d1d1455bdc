#include <fmt/format.h>

#include <algorithm>

#include "gauze/taxonomy/build.h"

namespace gauze {
namespace {

Result<Taxonomy> BuildOrder(const ColumnValues& column, const Parameters& parameters,
                            const std::string& where) {
  const auto fanout = static_cast<std::size_t>(parameters.Integer("fanout"));
  const std::size_t count = column.values.size();
  const auto path = [&](std::size_t i) {
    std::vector<std::string> names = {column.values[i].text};
    // The last join, of everything, is the root.
    for (std::size_t length = fanout; length < count; length *= fanout) {
      const std::size_t first = i / length * length;
      const std::size_t last = std::min(first + length, count) - 1;
      if (first == last) continue;
      names.push_back(fmt::format("[{}, {}]", column.values[first].text, column.values[last].text));
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
