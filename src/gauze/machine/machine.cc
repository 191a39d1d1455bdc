#include "gauze/machine/machine.h"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "gauze/engine/duckdb/database.h"
#include "gauze/release/manifest/catalog.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

std::string SystemName() {
  std::ifstream file("/etc/os-release");
  for (std::string line; std::getline(file, line);) {
    constexpr std::string_view kKey = "PRETTY_NAME=";
    if (!line.starts_with(kKey)) continue;
    std::string name = line.substr(kKey.size());
    std::erase(name, '"');
    return name;
  }
  return "unknown";
}

std::string KernelName() {
  struct utsname names = {};
  if (uname(&names) != 0) return "unknown";
  return fmt::format("{} {} {}", static_cast<const char*>(names.sysname),
                     static_cast<const char*>(names.release),
                     static_cast<const char*>(names.machine));
}

std::string SanitizerName() {
#if defined(__SANITIZE_ADDRESS__)
  return "address";
#elif defined(__SANITIZE_THREAD__)
  return "thread";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  return "address";
#elif __has_feature(thread_sanitizer)
  return "thread";
#endif
#endif
  return "";
}

// What programs can have without anybody giving something up: free memory and the cache of files.
std::uint64_t AvailableMemory() {
  std::ifstream file("/proc/meminfo");
  for (std::string key; file >> key;) {
    std::uint64_t kilobytes = 0;
    if (key == "MemAvailable:" && file >> kilobytes) return kilobytes << 10U;
    file.ignore(1000, '\n');
  }
  return 0;
}

// The zone that TZ names, or the one that the machine is set to.
std::string ZoneName() {
  if (const char* zone = std::getenv("TZ"); zone != nullptr && *zone != '\0') return zone;
  std::error_code error;
  const std::string target = fs::read_symlink("/etc/localtime", error).string();
  constexpr std::string_view kFolder = "zoneinfo/";
  const auto found = target.find(kFolder);
  return found != std::string::npos ? target.substr(found + kFolder.size()) : "UTC";
}

std::string UtcOffset() {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  localtime_r(&now, &local);
  const long minutes = local.tm_gmtoff / 60;
  return fmt::format("{}{:02}:{:02}", minutes < 0 ? '-' : '+', std::abs(minutes) / 60,
                     std::abs(minutes) % 60);
}

std::string Absolute(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path.string() : absolute.lexically_normal().string();
}

std::string WorkingFolder() {
  std::error_code error;
  const fs::path path = fs::current_path(error);
  return error ? "." : path.string();
}

std::string SystemTemporary() {
  std::error_code error;
  const fs::path path = fs::temp_directory_path(error);
  if (!error) return path.string();
  // TMPDIR names something that is no folder: who looks at it says why.
  const char* named = std::getenv("TMPDIR");
  return named != nullptr ? named : "/tmp";
}

}  // namespace

Machine LookAtMachine(const std::string& temporary) {
  Machine machine;
  machine.gauze = kVersion;
  machine.engine = "DuckDB " + EngineVersion();
  machine.system = SystemName();
  machine.kernel = KernelName();
  machine.c_library = fmt::format("glibc {}", gnu_get_libc_version());
  machine.sanitizer = SanitizerName();
  machine.cores = RunnableCores();
  struct sysinfo system = {};
  if (sysinfo(&system) == 0) {
    machine.memory = static_cast<std::uint64_t>(system.totalram) * system.mem_unit;
    machine.swap = static_cast<std::uint64_t>(system.totalswap) * system.mem_unit;
  }
  machine.available = AvailableMemory();
  machine.limits = ReadGroupLimits();
  machine.working = LookAtFolder(WorkingFolder());
  machine.temporary = LookAtFolder(Absolute(temporary.empty() ? SystemTemporary() : temporary));
  machine.time_zone = ZoneName();
  machine.utc_offset = UtcOffset();
  struct rlimit files = {};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) machine.open_files = files.rlim_cur;
  return machine;
}

}  // namespace gauze
