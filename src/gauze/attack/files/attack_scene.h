#pragma once

#include <cstdint>

#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/scene/read_scene.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {

// The releases of an attack, and the tables of people that it was given: who is in the releases
// first, the control last. At most `most` different people of each; 0: all.
Result<labels::Scene> ReadAttackScene(Database& database, const FileAttackInput& input,
                                      std::uint64_t most, Progress& progress,
                                      labels::Values values = labels::Values::kRead);

// Fails where nothing is sensitive, so that there is nothing to find out.
Status RequireSensitive(const FileAttackInput& input);

}  // namespace gauze
