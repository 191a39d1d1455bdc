#include "gauze/base/group_limits.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace gauze {
namespace {

namespace fs = std::filesystem;

// No machine has as much: the first version writes "no limit" as a number of this size.
constexpr std::uint64_t kNoLimit = 1ULL << 60U;

// Numbers of a small file, as far as they are numbers: "max" ends them.
std::vector<double> NumbersIn(const fs::path& file) {
  std::ifstream in(file);
  std::vector<double> numbers;
  for (double number = 0; in >> number;) numbers.push_back(number);
  return numbers;
}

template <typename Number>
void Lower(Number& limit, double found) {
  if (found <= 0 || found >= static_cast<double>(kNoLimit)) return;
  const auto number = static_cast<Number>(found);
  limit = limit == 0 ? number : std::min(limit, number);
}

void LowerMemory(GroupLimits& limits, const fs::path& file) {
  const auto numbers = NumbersIn(file);
  if (!numbers.empty()) Lower(limits.memory, numbers[0]);
}

void LowerCores(GroupLimits& limits, double quota, double period) {
  if (period > 0) Lower(limits.cores, quota / period);
}

// The folder of a group and those above it, up to the one where groups are mounted.
template <typename Look>
void EachGroup(const fs::path& mount, const std::string& group, Look look) {
  look(mount);
  fs::path folder = mount;
  for (const fs::path& part : fs::path(group).relative_path()) {
    folder /= part;
    look(folder);
  }
}

}  // namespace

GroupLimits ReadGroupLimits(const fs::path& root) {
  GroupLimits limits;
  const fs::path mount = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  // "0::/group" for the second version, "7:cpu,cpuacct:/group" for the first.
  for (std::string line; std::getline(groups, line);) {
    std::istringstream fields(line);
    std::string number;
    std::string controllers;
    std::string group;
    std::getline(fields, number, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, group);
    if (controllers.empty()) {
      EachGroup(mount, group, [&](const fs::path& folder) {
        LowerMemory(limits, folder / "memory.max");
        LowerMemory(limits, folder / "memory.high");
        const auto quota = NumbersIn(folder / "cpu.max");
        if (quota.size() == 2) LowerCores(limits, quota[0], quota[1]);
      });
      continue;
    }
    std::istringstream names(controllers);
    for (std::string name; std::getline(names, name, ',');) {
      if (name == "memory") {
        EachGroup(mount / controllers, group, [&](const fs::path& folder) {
          LowerMemory(limits, folder / "memory.limit_in_bytes");
        });
      }
      if (name == "cpu") {
        EachGroup(mount / controllers, group, [&](const fs::path& folder) {
          const auto quota = NumbersIn(folder / "cpu.cfs_quota_us");
          const auto period = NumbersIn(folder / "cpu.cfs_period_us");
          if (!quota.empty() && !period.empty()) LowerCores(limits, quota[0], period[0]);
        });
      }
    }
  }
  return limits;
}

unsigned RunnableCores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&cores)));
  }
  // More cores than such a set has.
  return std::max(1U, std::thread::hardware_concurrency());
}

std::uint64_t UsableMemory() {
  const std::uint64_t machine = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  const std::uint64_t limit = ReadGroupLimits().memory;
  return limit == 0 ? machine : std::min(machine, limit);
}

}  // namespace gauze
