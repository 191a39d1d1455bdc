#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/group_limits.h"
#include "gauze/base/json_fwd.h"
#include "gauze/machine/folder_facts.h"

// What `gauze doctor` tells: what this machine gives to a run, and what follows from it. No table
// is read, and nothing of the machine is changed.

namespace gauze {

struct Machine {
  std::string gauze;
  std::string engine;     // "DuckDB v1.5.5"
  std::string system;     // "Debian GNU/Linux 12 (bookworm)"
  std::string kernel;     // "Linux 6.1.0 x86_64"
  std::string c_library;  // "glibc 2.36"
  std::string sanitizer;  // that the program was built with; empty in what is shipped
  unsigned cores = 1;     // that the process may run on
  std::uint64_t memory = 0;
  std::uint64_t available = 0;  // that nobody uses now
  std::uint64_t swap = 0;
  GroupLimits limits;
  FolderFacts working;
  FolderFacts temporary;
  std::string time_zone;   // "Europe/Berlin"; "UTC" where nothing is set
  std::string utc_offset;  // "+01:00"
  std::uint64_t open_files = 0;
};

// `temporary`: the folder for temporary files; empty: that of the system.
Machine LookAtMachine(const std::string& temporary);

struct Advice {
  enum class Level : std::uint8_t { kProblem, kSlow, kNote };
  Level level;
  std::string message;
  std::string hint;
};
const char* Name(Advice::Level level);

// Problems first. A run cannot be done where there is one.
std::vector<Advice> Judge(const Machine& machine);

// {"ready", "versions", "cores", "memory", "folders", "time_zone", "open_files", "advice"}
Json MachineJson(const Machine& machine, const std::vector<Advice>& advice);

}  // namespace gauze
