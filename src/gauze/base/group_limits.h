#pragma once

#include <cstdint>
#include <filesystem>

namespace gauze {

// What a container, a service or a scheduler allows this process: limits of Linux control groups,
// of both versions. A group is bound by those above it, too; the least counts.
struct GroupLimits {
  std::uint64_t memory = 0;  // bytes for all processes of the group together; 0: no limit
  double cores = 0;          // how many can be kept busy; 0: no limit
};

// `root` is where /proc and /sys are; another one is for tests.
GroupLimits ReadGroupLimits(const std::filesystem::path& root = "/");

// Cores that the process may run on, whatever its share of them is.
unsigned RunnableCores();

// Bytes that the machine has, or that the process may use of them.
std::uint64_t UsableMemory();

}  // namespace gauze
