#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gauze/base/json.h"
#include "gauze/machine/machine.h"
#include "gauze/release/files/memory_budget.h"

namespace gauze {
namespace {

constexpr std::uint64_t kGiB = 1ULL << 30U;

// Below these, a table of some million rows is felt. docs/doctor.md says the same.
constexpr std::uint64_t kLittleMemory = 2 * kGiB;
constexpr std::uint64_t kLittleDisk = kGiB;
constexpr double kSlowDisk = 50e6;
constexpr std::uint64_t kFewFiles = 256;

std::uint64_t Usable(const Machine& machine) {
  return machine.limits.memory == 0 ? machine.memory
                                    : std::min(machine.memory, machine.limits.memory);
}

class Advisor {
 public:
  explicit Advisor(const Machine& machine) : machine_(machine) {}

  std::vector<Advice> Advise() && {
    JudgeMemory();
    JudgeCores();
    // A run may write elsewhere.
    JudgeFolder(machine_.working, Advice::Level::kNote, "the working folder",
                "go to another folder, or name others by --out and --temp");
    if (machine_.temporary.path != machine_.working.path || !machine_.temporary.writable) {
      JudgeFolder(machine_.temporary, Advice::Level::kProblem, "the folder for temporary files",
                  "name another by TMPDIR, or by --temp");
    }
    if (!machine_.sanitizer.empty()) {
      Add(Advice::Level::kSlow,
          fmt::format("this program was built with the {} sanitizer, which takes several times as "
                      "long",
                      machine_.sanitizer),
          "use the one that is shipped");
    }
    if (machine_.open_files > 0 && machine_.open_files < kFewFiles) {
      Add(Advice::Level::kProblem,
          fmt::format("only {} files may be open at a time", machine_.open_files),
          "ulimit -n 1024");
    }
    std::ranges::stable_sort(advice_, {}, &Advice::level);
    return std::move(advice_);
  }

 private:
  void Add(Advice::Level level, std::string message, std::string hint) {
    advice_.push_back({level, std::move(message), std::move(hint)});
  }

  void JudgeMemory() {
    const std::uint64_t usable = Usable(machine_);
    if (const auto budget = MakeBudget(usable / 5 * 4); !budget) {
      Add(Advice::Level::kProblem,
          fmt::format("{} MiB of memory is not enough for any run", usable >> 20U),
          machine_.limits.memory > 0 ? "raise the limit of the container or service"
                                     : "use a machine with more memory");
    } else if (usable < kLittleMemory) {
      Add(Advice::Level::kSlow, "memory is short: larger tables are worked on in files",
          "a fast disk for --temp helps");
    } else if (machine_.available > 0 && machine_.available < usable / 4) {
      Add(Advice::Level::kSlow, "most of the memory is in use by other programs",
          fmt::format("end some, or say --memory {}MiB", machine_.available / 5 * 4 >> 20U));
    }
    if (machine_.swap > 0) {
      Add(Advice::Level::kNote,
          "the machine swaps: cells of a private table can get to the swap device",
          "make sure that it is encrypted, or turn it off (swapoff -a)");
    }
  }

  void JudgeCores() {
    const double share = machine_.limits.cores;
    if (share > 0 && share < 1) {
      Add(Advice::Level::kSlow, fmt::format("the container or service has {:.2g} of a core", share),
          "give it two or more");
    } else if (machine_.cores == 1 || share == 1) {
      Add(Advice::Level::kSlow, "there is one core to run on", "a run uses as many as there are");
    }
  }

  void JudgeFolder(const FolderFacts& folder, Advice::Level unwritable, const char* name,
                   const char* elsewhere) {
    if (!folder.writable) {
      Add(unwritable, fmt::format("{} cannot be written to: {}", name, folder.problem), elsewhere);
      return;
    }
    if (folder.free < kLittleDisk) {
      Add(Advice::Level::kSlow, fmt::format("{} has less than 1 GiB of room", name), elsewhere);
    }
    if (IsRemote(folder.file_system)) {
      Add(Advice::Level::kSlow,
          fmt::format("{} is reached over a network or through another program ({})", name,
                      folder.file_system),
          elsewhere);
    } else if (folder.bytes_per_second < kSlowDisk) {
      Add(Advice::Level::kSlow,
          fmt::format("{} takes {:.0f} MB per second", name, folder.bytes_per_second / 1e6),
          elsewhere);
    }
    if (folder.file_system == "tmpfs" || folder.file_system == "ramfs") {
      Add(Advice::Level::kNote,
          fmt::format("{} is in memory: what is put there is missing elsewhere", name), elsewhere);
    }
  }

  const Machine& machine_;
  std::vector<Advice> advice_;
};

Json FolderJson(const char* use, const FolderFacts& folder) {
  return {{"use", use},
          {"path", folder.path},
          {"writable", folder.writable},
          {"problem", folder.problem},
          {"free_bytes", folder.free},
          {"file_system", folder.file_system},
          {"write_bytes_per_second", std::round(folder.bytes_per_second)}};
}

}  // namespace

const char* Name(Advice::Level level) {
  constexpr std::array kNames = {"problem", "slow", "note"};
  return kNames.at(static_cast<std::size_t>(level));
}

std::vector<Advice> Judge(const Machine& machine) { return Advisor(machine).Advise(); }

Json MachineJson(const Machine& machine, const std::vector<Advice>& advice) {
  Json told = Json::array();
  for (const Advice& entry : advice) {
    told.push_back(
        {{"level", Name(entry.level)}, {"message", entry.message}, {"hint", entry.hint}});
  }
  const GroupLimits& limits = machine.limits;
  return {{"ready", std::ranges::none_of(
                        advice, [](auto level) { return level == Advice::Level::kProblem; },
                        &Advice::level)},
          {"versions",
           {{"gauze", machine.gauze},
            {"engine", machine.engine},
            {"system", machine.system},
            {"kernel", machine.kernel},
            {"c_library", machine.c_library}}},
          {"cores",
           {{"machine", machine.cores},
            {"limit", limits.cores > 0 ? Json(limits.cores) : Json(nullptr)}}},
          {"memory",
           {{"machine_bytes", machine.memory},
            {"limit_bytes", limits.memory > 0 ? Json(limits.memory) : Json(nullptr)},
            {"available_bytes", machine.available},
            {"default_bytes", Usable(machine) / 5 * 4},
            {"swap_bytes", machine.swap}}},
          {"folders", Json::array({FolderJson("working", machine.working),
                                   FolderJson("temporary", machine.temporary)})},
          {"time_zone", {{"name", machine.time_zone}, {"utc_offset", machine.utc_offset}}},
          {"open_files", machine.open_files},
          {"advice", told}};
}

}  // namespace gauze
