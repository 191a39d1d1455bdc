#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/attack/files/file_attack.h"

namespace gauze {

void AddKnown(const labels::Scene& scene, std::vector<Figure>& figures) {
  if (std::ranges::find(scene.known, false) == scene.known.end()) return;
  for (std::size_t j = 0; j < scene.known.size(); ++j) {
    if (scene.known[j]) figures.push_back({"known." + scene.quasi_identifiers[j], 1});
  }
}

std::vector<std::string> ReadKnown(const FiguresByName& figures) {
  const std::vector<std::string> columns = figures.Columns("known.", "");
  if (columns.empty()) return {};
  return {fmt::format("Known of each person: {}.", fmt::join(columns, ", "))};
}

std::vector<std::string> DescribeReading(const labels::Scene& scene,
                                         const labels::AnyRelease& release) {
  std::vector<std::string> sentences;
  for (std::size_t j = 0; j < release.columns.size(); ++j) {
    const labels::AnyColumn& column = release.columns[j];
    std::vector<std::string> kinds;
    const auto counts = column.CountKinds();
    for (std::size_t kind = 0; kind < labels::kKinds; ++kind) {
      if (counts[kind] == 0) continue;
      const std::string_view name = labels::Name(static_cast<labels::Kind>(kind));
      const bool many = counts[kind] != 1 && kind < 5;
      kinds.push_back(fmt::format("{} {}{}", counts[kind], name, many ? "s" : ""));
    }
    std::string sentence = fmt::format("{} ({}): {}", column.name, Name(scene.domains[j].type()),
                                       fmt::join(kinds, ", "));
    if (std::ranges::any_of(column.labels, &labels::Label::hidden)) {
      sentence += fmt::format("; {}: {}", column.tight ? "tight" : "not tight", column.why);
    }
    if (column.ambiguous > 0) {
      sentence += fmt::format(
          "; {} of its nodes would stand for other values as ranges, so check that the tool used "
          "this hierarchy",
          column.ambiguous);
    }
    sentences.push_back(sentence + ".");
  }
  for (const std::string& column : scene.left_out) sentences.push_back(column + ".");
  return sentences;
}

}  // namespace gauze
