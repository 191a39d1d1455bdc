#include "gauze/attack/files/together.h"

#include <algorithm>
#include <limits>

#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/candidate_values.h"

namespace gauze {

Result<LeftTogether> ComposeReleases(const FileAttackInput& input, const std::string& attribute,
                                     std::uint32_t least, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const labels::Scene scene, ReadAttackScene(database, input, 0, progress));
  const auto found = std::ranges::find(scene.sensitive, attribute);
  Check(found != scene.sensitive.end() && !scene.people.empty(), "the input names both");
  const auto sensitive = static_cast<std::size_t>(found - scene.sensitive.begin());
  const labels::KnownPeople& people = scene.people.front();
  std::vector<RowsByValue> left(people.size());
  progress.Stage("looking for people", people.size() * scene.releases.size());
  for (const labels::AnyRelease& release : scene.releases) {
    ForEachCandidateValues(scene, release, people, sensitive, progress,
                           [&](std::size_t person, RowsByValue&& rows) {
                             RowsByValue& own = left[person];
                             if (own.empty()) own.assign(rows.size(), ~std::uint64_t{0});
                             for (std::size_t v = 0; v < rows.size(); ++v) {
                               own[v] = std::min(own[v], rows[v]);
                             }
                           });
  }
  LeftTogether together;
  std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t i = 0; i < people.size(); ++i) {
    // Nobody for whom nothing is left is in all of the releases.
    const std::uint32_t values = CountLeft(left[i]);
    if (values == 0) continue;
    together.people += people.rows[i];
    together.below += values < least ? people.rows[i] : 0;
    fewest = std::min(fewest, values);
  }
  together.fewest = together.people > 0 ? fewest : 0;
  return together;
}

}  // namespace gauze
