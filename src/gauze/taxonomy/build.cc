#include "gauze/taxonomy/build.h"

#include <string_view>
#include <unordered_set>

namespace gauze {

Result<Taxonomy> TaxonomyOfPaths(const ColumnValues& column,
                                 const std::function<std::vector<std::string>(std::size_t)>& path,
                                 const std::string& where) {
  if (column.values.empty()) {
    return InputError("the column has no values: every cell is missing", where,
                      "drop it: give it `role: identifying`");
  }
  std::unordered_set<std::string_view> texts;
  for (const Value& value : column.values) texts.insert(value.text);
  TaxonomyBuilder builder;
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    const std::vector<std::string> names = path(i);
    for (std::size_t level = 1; level < names.size(); ++level) {
      if (!texts.contains(names[level])) continue;
      return InputError(
          "a name means two things: a value of the column is spelled like a label of the builder",
          where, "use another builder, or write the hierarchy as a file");
    }
    GAUZE_TRY(builder.Add(names, where));
  }
  return builder.Finish(where);
}

Parameter FanoutParameter(std::string fallback) {
  return {.name = "fanout",
          .type = ParameterType::kInteger,
          .summary = "how many neighbours each level joins; more means fewer and coarser levels",
          .fallback = std::move(fallback),
          .minimum = "2",
          .maximum = "1000"};
}

}  // namespace gauze
