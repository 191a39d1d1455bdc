#include "gauze/release/run.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/parallel.h"
#include "gauze/base/stopwatch.h"
#include "gauze/engine/arrow_table.h"
#include "gauze/release/budget.h"
#include "gauze/release/catalog.h"
#include "gauze/release/input.h"
#include "gauze/release/journal.h"
#include "gauze/release/load.h"
#include "gauze/release/making.h"
#include "gauze/release/policy_files.h"
#include "gauze/release/staging.h"
#include "gauze/release/table_promise.h"
#include "gauze/release/vault_file.h"

namespace gauze {
namespace {

// The release directory is replaced as a whole, and what is in it is shared.
Status CheckInternal(const std::string& internal, const std::string& directory) {
  namespace fs = std::filesystem;
  const fs::path inside =
      fs::weakly_canonical(internal).lexically_relative(fs::weakly_canonical(directory));
  if (internal.empty() || inside.empty() || *inside.begin() == "..") return {};
  return InputError("the internal manifest must not be in the release directory", "--internal",
                    "the release is shared, this file is not: choose another folder");
}

// A record of ours may be replaced by a newer one; no other file may.
Status CheckReplaceable(const std::string& internal) {
  std::error_code error;
  if (internal.empty() || !std::filesystem::exists(internal, error)) return {};
  const auto text = ReadFile(internal);
  const Json json = text ? ParseJson(*text) : Json();
  if (json.is_object() && json.contains("manifest_version") && json.contains("inputs")) return {};
  return InputError("the file exists and is not an internal manifest", internal,
                    "choose another name for --internal");
}

Status WriteInternal(const std::string& path, const Policy& policy, Json manifest,
                     const Json& run) {
  Json inputs = Json::array();
  for (const std::string& source : policy.sources) {
    // A glob has no digest of its own; its files would need listing here as the engine read them.
    const auto digest = DigestFile(source);
    inputs.push_back(
        {{"source", source}, {"digest", digest ? Json("sha256:" + *digest) : Json(nullptr)}});
  }
  manifest["run"] = run;
  manifest["inputs"] = inputs;
  return WriteFile(path, manifest.dump(2) + "\n", 0600);
}

Status WritePictures(const Policy& policy, const Json& manifest, const std::string& folder) {
  for (const PolicyEntry& promise : policy.protect) {
    const TablePromiseEntry* table = FindTablePromise(promise.descriptor->name);
    if (table == nullptr || table->pictures == nullptr) continue;
    std::error_code error;
    std::filesystem::create_directory(folder, error);
    for (const auto& [name, svg] : table->pictures(manifest)) {
      GAUZE_TRY(WriteFile(folder + "/" + name, svg));
    }
    GAUZE_TRY(SyncPath(folder));
  }
  return {};
}

bool HasPersons(const Policy& policy) {
  return std::ranges::any_of(policy.attributes, [](const PolicyAttribute& attribute) {
    return attribute.attribute.role == Role::kEntity;
  });
}

// A file as it is now, without reading it.
std::string StateOf(const std::string& file) {
  std::error_code error;
  return fmt::format("{} {} {}\n", file, std::filesystem::file_size(file, error),
                     std::filesystem::last_write_time(file, error).time_since_epoch().count());
}

// The same for two runs that would make the same release: policy, hierarchies, input files and
// version. The files are told apart by size and time, as reading them twice would cost as much as
// a run.
std::string NameOfRun(const Policy& policy) {
  std::string text = fmt::format("{}\n{}\n{}\n{}\n", kVersion, policy.text, policy.directory,
                                 policy.counted ? "counted" : "");
  // The private copy that carries persons is made in one go, and so is what steps count. Aliases
  // are never used twice.
  if (HasPersons(policy) || !policy.steps.empty() || policy.personal)
    text += fmt::format("{} {}", getpid(), std::time(nullptr));
  for (const std::string& source : policy.sources) {
    if (FindArrowTable(source) != nullptr) {
      // Nobody can tell what was in a table that is gone.
      text += fmt::format("{} {} {}", source, getpid(), std::time(nullptr));
      continue;
    }
    for (const std::string& file : FilesOfSource(source)) text += StateOf(file);
  }
  for (const std::string& file : FilesOf(policy)) text += StateOf(file);
  return Digest(text);
}

}  // namespace

Result<RunReport> Run(const RunOptions& options, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  if (policy.directory.empty()) {
    return InputError("no release directory is given", policy.file,
                      "write `release: {directory: out}` in the policy, or pass --out");
  }
  GAUZE_TRY(CheckInternal(options.internal, policy.directory));
  GAUZE_TRY(CheckReplaceable(options.internal));
  GAUZE_ASSIGN(const Budget budget, MakeBudget(options.memory));
  const auto limit = LimitThreads(options.threads);
  const std::size_t workers = ThreadsOf(options.threads);
  std::optional<VaultFile> vault;
  if (policy.personal) {
    GAUZE_ASSIGN(VaultFile opened, VaultFile::Open(policy.personal->vault, policy.directory));
    vault.emplace(std::move(opened));
  }
  GAUZE_ASSIGN(Staging staging, Staging::Open(policy.directory, NameOfRun(policy), options.temp));
  GAUZE_ASSIGN(Journal journal, Journal::Open(staging.journal()));
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, staging.scratch()}));
  GAUZE_TRY(database.LimitMemory(budget.read_engine));
  Stopwatch watch;
  GAUZE_ASSIGN(
      Input input,
      ReadInput(database, policy, {workers, budget.piles, staging.scratch(), options.sample_rows},
                progress));
  watch.Lap("read");
  const bool sharded = !input.pile.in_memory();
  const std::uint64_t records = input.pile.records();
  GAUZE_ASSIGN(const MadeRelease made,
               MakeRelease(policy, input,
                           {database, budget, workers, staging.release(), staging.scratch(),
                            journal, watch, options.keep_sample},
                           progress));
  const Json& manifest = made.manifest;
  GAUZE_TRY(WriteFile(staging.release() + "/manifest.json", manifest.dump(2) + "\n"));
  GAUZE_TRY(WritePictures(policy, manifest, staging.release() + "/report"));
  if (options.complete) GAUZE_TRY(options.complete({staging.release(), made.found}));
  RunReport report{manifest, policy.directory, made.found, made.sample, {}};
  report.run = {{"mode", sharded ? "sharded" : "memory"},
                {"route", input.plan.grouped ? "counts" : "rows"},
                {"tuples", records},
                {"threads", workers}};
  watch.Lap("publish");
  for (const auto& [step, seconds] : watch.laps()) report.run["seconds"][step] = seconds;
  report.run["seconds"]["write"] = made.write_seconds;  // within "release"
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report.run["memory_bytes"] = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  if (!options.internal.empty()) {
    GAUZE_TRY(WriteInternal(options.internal, policy, manifest, report.run));
  }
  if (vault) GAUZE_TRY(vault->Place(made.vault));
  GAUZE_TRY(staging.Publish());
  if (vault) vault->Keep();
  return report;
}

}  // namespace gauze
