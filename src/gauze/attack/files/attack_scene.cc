#include "gauze/attack/files/attack_scene.h"

namespace gauze {

Result<labels::Scene> ReadAttackScene(Database& database, const FileAttackInput& input,
                                      std::uint64_t most, Progress& progress,
                                      labels::Values values) {
  std::vector<labels::PeopleTable> tables;
  for (const std::string& file : {input.people, input.control}) {
    if (!file.empty()) tables.push_back({file, most});
  }
  return ReadScene(database, input.releases, input.description, tables, values, progress);
}

Status RequireSensitive(const FileAttackInput& input) {
  if (!input.description.sensitive.empty()) return {};
  return InputError("no column is sensitive, so there is nothing to find out", "",
                    "name it with --sensitive, or in the description");
}

}  // namespace gauze
