#include "gauze/attack/files/certain_cells.h"

#include "gauze/base/stop.h"

namespace gauze {
namespace {

std::size_t HiddenColumns(const labels::AnyRelease& release, std::size_t one) {
  std::size_t hidden = 0;
  for (std::size_t j = 0; j < release.columns.size(); ++j) {
    if (release.LabelOf(one, j).hidden()) ++hidden;
  }
  return hidden;
}

}  // namespace

CertainCells CountCertainCells(const labels::AnyRelease& release) {
  CertainCells found;
  found.columns.resize(release.columns.size());
  for (std::size_t one = 0; one < release.classes(); ++one) {
    const std::size_t hidden = HiddenColumns(release, one);
    if (hidden == 0) continue;
    ++found.hidden_classes;
    std::uint64_t whole = 0;
    for (std::size_t j = 0; j < release.columns.size(); ++j) {
      const labels::Label& label = release.LabelOf(one, j);
      if (!label.hidden()) continue;
      found.columns[j].hidden += release.class_rows[one];
      found.columns[j].certain += label.certain.size();
      if (hidden == 1) whole = label.certain.size();
    }
    found.whole += whole;
    if (whole > 0) ++found.classes_with_whole;
  }
  for (const CertainCells::Column& column : found.columns) {
    found.hidden += column.hidden;
    found.certain += column.certain;
  }
  return found;
}

void ForEachCertainCell(const labels::AnyRelease& release,
                        const std::function<void(const CertainCell&)>& visit) {
  for (std::size_t one = 0; one < release.classes(); ++one) {
    StopIfAsked();
    const bool whole = HiddenColumns(release, one) == 1;
    for (std::size_t j = 0; j < release.columns.size(); ++j) {
      for (const Code place : release.LabelOf(one, j).certain) visit({one, j, place, whole});
    }
  }
}

}  // namespace gauze
