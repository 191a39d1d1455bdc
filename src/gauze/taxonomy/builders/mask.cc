#include <fmt/format.h>

#include "gauze/base/text/utf8.h"
#include "gauze/taxonomy/build.h"

namespace gauze {
namespace {

std::string Masked(const std::vector<std::string_view>& characters, std::size_t hidden,
                   bool right) {
  std::string label;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const bool hide = right ? i + hidden >= characters.size() : i < hidden;
    label += hide ? "*" : characters[i];
  }
  return label;
}

Result<Taxonomy> BuildMask(const ColumnValues& column, const Parameters& parameters,
                           const std::string& where) {
  std::size_t too_long = 0;
  for (const Value& value : column.values) {
    too_long += Utf8Characters(value.text).size() > Taxonomy::kMostLevels ? 1 : 0;
  }
  if (too_long > 0) {
    return InputError(
        fmt::format(
            "{} of {} values are longer than {} characters, and mask makes one level per character",
            too_long, column.values.size(), Taxonomy::kMostLevels),
        where, "mask is for codes such as postcodes; use order or a file");
  }
  const bool right = parameters.Text("side") == "right";
  const auto path = [&](std::size_t i) {
    const auto characters = Utf8Characters(column.values[i].text);
    std::vector<std::string> names = {column.values[i].text};
    // With all characters hidden it is the root.
    for (std::size_t hidden = 1; hidden < characters.size(); ++hidden) {
      names.push_back(Masked(characters, hidden, right));
    }
    return names;
  };
  return TaxonomyOfPaths(column, path, where);
}

}  // namespace

HierarchyBuilder MaskBuilder() {
  return {.descriptor = {.name = "mask",
                         .summary = "hides one more character per level: 81667, 8166*, 816**",
                         .parameters = {{.name = "side",
                                         .type = ParameterType::kChoice,
                                         .summary = "where hiding starts; right for codes whose "
                                                    "first characters say most, such as postcodes",
                                         .choices = {"right", "left"}}},
                         .guarantees = "a label shows only characters that all its values share",
                         .not_covered = "a label shows how long its values are",
                         .reference = "docs/hierarchies.md#mask"},
          .short_form = "side",
          .build = BuildMask};
}

}  // namespace gauze
