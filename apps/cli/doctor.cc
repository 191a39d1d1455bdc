#include <fmt/format.h>

#include "command.h"
#include "gauze/base/json.h"
#include "gauze/base/threads.h"
#include "gauze/machine/machine.h"

namespace gauze::cli {
namespace {

std::string Amount(std::uint64_t bytes) {
  constexpr double kMiB = 1024.0 * 1024;
  const double amount = static_cast<double>(bytes) / kMiB;
  return amount < 1024 ? fmt::format("{:.0f} MiB", amount)
                       : fmt::format("{:.1f} GiB", amount / 1024);
}

void PrintFolder(const char* name, const FolderFacts& folder) {
  if (!folder.writable) {
    fmt::print("{:<11} {}: {}\n", name, folder.path, folder.problem);
    return;
  }
  fmt::print("{:<11} {}: {} free, {}, {:.0f} MB/s\n", name, folder.path, Amount(folder.free),
             folder.file_system, folder.bytes_per_second / 1e6);
}

void PrintMachine(const Machine& machine, const std::vector<Advice>& advice) {
  fmt::print("{:<11} Gauze {}, {}, {}, {}, {}\n", "versions", machine.gauze, machine.engine,
             machine.c_library, machine.system, machine.kernel);
  fmt::print("{:<11} {}", "cores", machine.cores);
  if (machine.limits.cores > 0) {
    fmt::print(", of which the container or service has {:.3g}", machine.limits.cores);
  }
  fmt::print("; a run uses {} unless --threads says otherwise\n",
             Counted(ThreadsOf(0), "thread", "threads"));
  fmt::print("{:<11} {}, {} available", "memory", Amount(machine.memory),
             Amount(machine.available));
  if (machine.limits.memory > 0) {
    fmt::print(", of which the container or service has {}", Amount(machine.limits.memory));
  }
  fmt::print("; a run uses up to {} unless --memory says otherwise\n",
             Amount(UsableMemory() / 5 * 4));
  PrintFolder("working", machine.working);
  PrintFolder("temporary", machine.temporary);
  fmt::print("{:<11} {} ({}); dates and times of a table are never moved to it\n", "time zone",
             machine.time_zone, machine.utc_offset);
  for (const Advice& entry : advice) {
    fmt::print("{}: {}\n  hint: {}\n", Name(entry.level), entry.message, entry.hint);
  }
  if (advice.empty()) fmt::print("nothing is in the way of a run\n");
}

}  // namespace

void AddDoctor(Commands& commands) {
  auto temp = std::make_shared<std::string>();
  CLI::App* command =
      commands.Add("doctor", "tell what this machine has for a run, and what would be slow",
                   [temp, &commands](Progress& /*progress*/) -> Result<int> {
                     const Machine machine = LookAtMachine(*temp);
                     const std::vector<Advice> advice = Judge(machine);
                     const Json told = MachineJson(machine, advice);
                     if (commands.common().json) {
                       PrintJson(told);
                     } else {
                       PrintMachine(machine, advice);
                     }
                     return told["ready"].get<bool>() ? 0 : static_cast<int>(ErrorCode::kResource);
                   });
  command
      ->add_option("--temp", *temp,
                   "look at this folder for temporary files (default: the system's)")
      ->type_name("DIRECTORY");
}

}  // namespace gauze::cli
