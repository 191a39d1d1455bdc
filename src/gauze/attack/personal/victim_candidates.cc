#include "gauze/attack/personal/victim_candidates.h"

#include <fmt/format.h>

#include "gauze/attack/personal/cell_reading.h"
#include "gauze/base/parallel.h"
#include "gauze/encode/encode.h"
#include "gauze/table/value.h"

namespace gauze {

Candidates::RowsByValue Candidates::RowsOf(std::span<const std::size_t> classes,
                                           std::size_t column) const {
  RowsByValue rows;
  for (const std::size_t c : classes) {
    for (const auto& [value, count] : release.classes[c].values[column]) rows[value] += count;
  }
  return rows;
}

std::vector<Figure> Candidates::VictimFigures() const {
  std::uint64_t rows = 0;
  for (const Group& group : groups) {
    for (const std::size_t victim : group.victims) rows += victims.rows[victim];
  }
  return {{"victims", static_cast<double>(rows)},
          {"victims.without_candidates", static_cast<double>(absent)}};
}

std::vector<std::string> ReadBreaches(const FiguresByName& figures, const char* what) {
  std::vector<std::string> sentences = {
      fmt::format("{} looked for by their quasi-identifiers.",
                  figures.Count("victims", "person was", "people were"))};
  for (const std::string& column : figures.Columns("", ".breached")) {
    sentences.push_back(fmt::format(
        "{}: for {} of them at least half of the candidates {}; for {} where the class is known.",
        column, figures.Share(column + ".breached"), what,
        figures.Share(column + ".breached_if_class_is_known")));
  }
  return sentences;
}

Result<Candidates> ReadCandidates(Database& database, const AttackInput& input,
                                  const std::vector<const PolicyAttribute*>& columns,
                                  Progress& progress) {
  std::vector<std::string> names;
  for (const PolicyAttribute* column : columns) names.push_back(column->attribute.name);
  Candidates candidates;
  GAUZE_ASSIGN(candidates.release, ReadRelease(database, input, names));
  GAUZE_ASSIGN(candidates.victims, ReadVictims(database, input, candidates.release, names));
  GAUZE_ASSIGN(const SourceColumns known, OpenKnown(database, input));
  GAUZE_ASSIGN(const SourceColumns released, OpenRelease(database, input));
  const Victims& victims = candidates.victims;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    Candidates::Column column{.attribute = columns[c], .shown = {}, .own = {}, .original = {}};
    GAUZE_ASSIGN(column.shown,
                 ReadCells(database, input, *columns[c], released, candidates.release.values[c]));
    GAUZE_ASSIGN(column.original, ValuesOf(database, *columns[c], input.policy));
    for (const auto& own : victims.own) {
      const bool missing = !own[c] || IsMissing(input.policy, *own[c]);
      column.own.push_back(missing ? std::nullopt : ParseValue(columns[c]->attribute, *own[c]));
    }
    candidates.columns.push_back(std::move(column));
  }
  progress.Stage("finding candidates", victims.rows.size());
  std::vector<std::vector<std::size_t>> covering(victims.rows.size());
  ForEach(covering.size(), [&](std::size_t i) {
    covering[i] = CoveringClasses(candidates.release, victims, i);
    progress.Advance(1);
  });
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < covering.size(); ++i) groups[covering[i]].push_back(i);
  for (auto& [classes, members] : groups) {
    if (classes.empty()) {
      for (const std::size_t victim : members) candidates.absent += victims.rows[victim];
    } else {
      candidates.groups.push_back({.classes = classes, .victims = std::move(members)});
    }
  }
  return candidates;
}

}  // namespace gauze
