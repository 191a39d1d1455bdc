#include "gauze/release/run/run.h"

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
#include "gauze/base/threads.h"
#include "gauze/engine/arrow/arrow_table.h"
#include "gauze/engine/read/source/fetched_table.h"
#include "gauze/postgresql/address.h"
#include "gauze/release/files/journal.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/files/vault_file.h"
#include "gauze/release/input/input.h"
#include "gauze/release/input/policy_files.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/run/build_release.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/release/run/staging.h"
#include "gauze/release/run/table_target.h"

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
  const bool file = std::filesystem::is_regular_file(internal, error);
  const Json json = file ? ParseJson(ReadFile(internal).value_or("")) : Json();
  if (json.is_object() && json.contains("manifest_version") && json.contains("inputs")) return {};
  return InputError("the file exists and is not an internal manifest", internal,
                    "choose another name for --internal");
}

Result<Json> DigestSources(const Policy& policy) {
  Json inputs = Json::array();
  for (const std::string& source : policy.sources) {
    const auto files = FilesOfSource(source);
    if (const auto fetched = FetchedTable::Find(source)) {
      GAUZE_ASSIGN(const std::string digest, DigestFile(fetched->path()));  // of its rows as CSV
      inputs.push_back({{"source", source}, {"digest", "sha256:" + digest}});
    } else if (files.empty()) {
      inputs.push_back({{"source", source}, {"digest", nullptr}});  // in memory
    }
    for (const std::string& file : files) {
      GAUZE_ASSIGN(const std::string digest, DigestFile(file));
      inputs.push_back({{"source", file}, {"digest", "sha256:" + digest}});
    }
  }
  return inputs;
}

Status WriteInternal(const std::string& path, Json manifest, const Json& run, const Json& inputs) {
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

// The same for two runs that would make the same release: the policy as it is run, with what the
// command line changes of it, hierarchies, input files and version. The files are told apart by
// size and time, as reading them twice would cost as much as a run.
std::string NameOfRun(const Policy& policy, std::uint64_t sample_rows) {
  std::string text =
      fmt::format("{}\n{}\n{}\n{}\n{} {}\n", kVersion, policy.text, policy.directory,
                  policy.counted ? "counted" : "", static_cast<int>(policy.format), sample_rows);
  for (const PolicyEntry& promise : policy.protect) text += promise.Text() + "\n";
  // The private copy that carries persons is made in one go, and so is what steps count. Aliases
  // are never used twice.
  if (HasPersons(policy) || !policy.steps.empty() || policy.personal)
    text += fmt::format("{} {}", getpid(), std::time(nullptr));
  for (const std::string& source : policy.sources) {
    if (FindArrowTable(source) != nullptr || IsDatabaseAddress(source)) {
      // Nobody can tell what was in a table that is gone, or changed.
      text += fmt::format("{} {} {}", source, getpid(), std::time(nullptr));
    }
  }
  for (const auto& [file, state] : FileStates(policy)) text += file + " " + state + "\n";
  return Digest(text);
}

// What a release that goes to a table cannot have.
Result<TableTarget> TargetOf(const Policy& policy, const RunOptions& options) {
  if (policy.format != ReleaseFormat::kCsv) {
    return InputError("a release that goes to a table has no format", policy.file,
                      "leave `format` out, or release to a directory");
  }
  if (options.keep_sample) {
    return InputError("a report on the original needs the files of a release", "--report",
                      "release to a directory with --report; the table gets the public report");
  }
  GAUZE_ASSIGN(TableTarget target, TableTarget::Parse(policy.directory));
  GAUZE_TRY(target.Check());
  return target;
}

// Where a release is made that goes to a table: a private folder that the next run to this table
// finds, if this one is killed.
std::string StagedFor(const std::string& address, const std::string& temp) {
  const auto parent =
      temp.empty() ? std::filesystem::temp_directory_path() : std::filesystem::path(temp);
  return (parent / ("table-" + Digest(address).substr(0, 16))).string();
}

// As Parquet would have them; what people chose to show is text.
TableTarget::Columns TypedColumns(const Policy& policy, const CodedTable& schema) {
  auto columns = ReleasedColumns(schema, policy.ranges);
  for (auto& [name, type] : columns) {
    const auto is = [&](const auto& column) { return column.name == name; };
    if (policy.personal && std::ranges::any_of(policy.personal->columns, is)) {
      type = ValueType::kText;
    }
  }
  return columns;
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
  std::optional<TableTarget> table;
  if (IsDatabaseAddress(policy.directory)) {
    GAUZE_ASSIGN(table, TargetOf(policy, options));
  }
  GAUZE_ASSIGN(const Budget budget, MakeBudget(options.memory));
  const auto limit = LimitThreads(options.threads);
  const std::size_t workers = ThreadsOf(options.threads);
  std::optional<VaultFile> vault;
  if (policy.personal) {
    GAUZE_ASSIGN(VaultFile opened, VaultFile::Open(policy.personal->vault, policy.directory));
    vault.emplace(std::move(opened));
  }
  GAUZE_ASSIGN(Staging staging,
               Staging::Open(table ? StagedFor(policy.directory, options.temp) : policy.directory,
                             NameOfRun(policy, options.sample_rows), options.temp));
  GAUZE_ASSIGN(Journal journal, Journal::Open(staging.journal()));
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, staging.scratch()}));
  GAUZE_TRY(database.LimitMemory(budget.read_engine));
  Stopwatch watch;
  const auto states = FileStates(policy);
  GAUZE_ASSIGN(Input input, ReadInput(database, policy,
                                      {workers, budget.spools, staging.scratch(),
                                       options.sample_rows, options.spread},
                                      progress));
  watch.Lap("read");
  const bool sharded = !input.spool.in_memory();
  const std::uint64_t records = input.spool.records();
  GAUZE_ASSIGN(
      const BuiltRelease made,
      BuildRelease(policy, input,
                   {database, budget, workers, staging.release(), staging.scratch(), journal, watch,
                    options.keep_sample, options.complete != nullptr, options.warn},
                   progress));
  const Json& manifest = made.manifest;
  GAUZE_TRY(WriteFile(staging.release() + "/manifest.json", manifest.dump(2) + "\n"));
  GAUZE_TRY(WritePictures(policy, manifest, staging.release() + "/report"));
  if (options.complete)
    GAUZE_TRY(options.complete({staging.release(), made.found, made.data_digest}));
  RunReport report{manifest, policy.directory, made.found, made.sample, {}};
  report.run = {{"mode", sharded ? "sharded" : "memory"},
                {"route", input.plan.grouped ? "counts" : "rows"},
                {"tuples", records},
                {"distinct_rows", input.distinct_rows.count()},
                {"combinations", input.combinations.count()},
                {"threads", workers}};
  watch.Lap("publish");
  for (const auto& [step, seconds] : watch.laps()) report.run["seconds"][step] = seconds;
  report.run["seconds"]["write"] = made.write_seconds;  // within "release"
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report.run["memory_bytes"] = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  Json inputs;
  if (!options.internal.empty()) {
    GAUZE_ASSIGN(inputs, DigestSources(policy));
  }
  GAUZE_TRY(CheckUnchanged(policy, states));
  if (!options.internal.empty()) {
    GAUZE_TRY(WriteInternal(options.internal, manifest, report.run, inputs));
  }
  if (vault) GAUZE_TRY(vault->Place(made.vault));
  GAUZE_TRY(table ? table->Publish(staging.release(), TypedColumns(policy, input.schema),
                                   manifest["rows"].get<std::uint64_t>())
                  : staging.Publish());
  if (vault) vault->Keep();
  return report;
}

}  // namespace gauze
