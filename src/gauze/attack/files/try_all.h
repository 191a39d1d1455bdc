#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gauze/attack/files/file_attack.h"

namespace gauze {

// An attack that was tried on one release, or on all of them, or the reason why it was not.
struct TriedAttack {
  const FileAttackEntry* attack = nullptr;
  std::string release;  // empty: all of them together
  double planned_seconds = 0;
  double seconds = 0;
  std::string not_tried;
  std::optional<AttackReport> report;
};

// Every attack that applies, in the order of the list: those on one release on each, and those on
// several on all together. What it will take is planned before anything is tried, from the rows of
// the files and from how many of them are different; what does not fit into `most_seconds` is left
// out. Fails where a file cannot be read; an attack that finds nothing to try says so.
Result<std::vector<TriedAttack>> TryAll(const FileAttackInput& input, double most_seconds,
                                        Progress& progress);

}  // namespace gauze
