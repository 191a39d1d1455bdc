#include "gauze/attack/files/candidate_values.h"

#include <algorithm>

#include "gauze/attack/files/find_classes.h"

namespace gauze {

using labels::AnyRelease;

void ForEachCandidateValues(const labels::Scene& scene, const AnyRelease& release,
                            const labels::KnownPeople& people, std::size_t sensitive,
                            Progress& progress,
                            const std::function<void(std::size_t, RowsByValue&&)>& visit) {
  FindClasses(release, scene.known, people, progress,
              [&](std::size_t person, const std::vector<std::uint32_t>& classes) {
                RowsByValue rows(scene.values[sensitive].size());
                for (const std::uint32_t one : classes) {
                  for (const auto& [value, count] : release.class_values[sensitive][one]) {
                    rows[value] += count;
                  }
                }
                visit(person, std::move(rows));
              });
}

std::uint32_t CountLeft(const RowsByValue& rows) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(rows, [](std::uint64_t count) { return count > 0; }));
}

double RightGuess(const RowsByValue& rows, std::uint32_t own) {
  const std::uint64_t most = rows.empty() ? 0 : *std::ranges::max_element(rows);
  if (most == 0 || own >= rows.size() || rows[own] != most) return 0;
  return 1.0 / static_cast<double>(std::ranges::count(rows, most));
}

double CommonestShare(const labels::Scene& scene, const AnyRelease& release,
                      std::size_t sensitive) {
  RowsByValue rows(scene.values[sensitive].size());
  for (const AnyRelease::Shares& shares : release.class_values[sensitive]) {
    for (const auto& [value, count] : shares) rows[value] += count;
  }
  if (rows.empty()) return 0;
  return static_cast<double>(*std::ranges::max_element(rows)) / static_cast<double>(release.rows);
}

}  // namespace gauze
