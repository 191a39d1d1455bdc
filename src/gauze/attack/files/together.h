#pragma once

#include <cstdint>
#include <string>

#include "gauze/attack/files/file_attack.h"

namespace gauze {

// What several releases of the same people leave of a sensitive column, for whoever knows a
// person's quasi-identifiers (composition.cc). Exact, over all people that the input names.
struct LeftTogether {
  std::uint64_t people = 0;  // who can be in all of the releases
  std::uint64_t below = 0;   // of them: fewer than so many values are left
  std::uint32_t fewest = 0;  // values that are left for anybody; 0: there is nobody
};

Result<LeftTogether> ComposeReleases(const FileAttackInput& input, const std::string& attribute,
                                     std::uint32_t least, Progress& progress);

}  // namespace gauze
