#include "gauze/release/run.h"

#include <fmt/format.h>
#include <glob.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/parallel.h"
#include "gauze/base/stopwatch.h"
#include "gauze/engine/write.h"
#include "gauze/release/budget.h"
#include "gauze/release/catalog.h"
#include "gauze/release/claims.h"
#include "gauze/release/input.h"
#include "gauze/release/journal.h"
#include "gauze/release/load.h"
#include "gauze/release/production.h"
#include "gauze/release/released.h"
#include "gauze/release/staging.h"
#include "gauze/release/table_promise.h"
#include "gauze/transform/transform.h"

namespace gauze {
namespace {

std::uint64_t PromisedK(const Policy& policy) {
  std::uint64_t k = 0;
  for (const PolicyEntry& entry : policy.protect) {
    if (entry.parameters.Has("k")) {
      k = std::max(k, static_cast<std::uint64_t>(entry.parameters.Integer("k")));
    }
  }
  return k;
}

// Everything a release is judged by, from the files just written.
struct Judged {
  Verification verification;
  std::vector<VerifiedColumn> columns;
  std::vector<Json> settings;  // one a promise, for those about the table as a whole
};

// A release on its way from regions to files.
class Release {
 public:
  Release(const Policy& policy, const CodedTable& schema, const Staging& staging,
          Database& database, Progress& progress)
      : policy_(policy),
        schema_(schema),
        staging_(staging),
        database_(database),
        progress_(progress),
        loss_(schema.table.WithRole(Role::kQuasiIdentifying).size()),
        persons_(!schema.table.WithRole(Role::kEntity).empty()),
        figures_(policy.steps.size()) {
    for (const Domain& domain : schema.table.domains) shown_.emplace_back(domain.size(), true);
  }

  // Regions in order; what an earlier run has made durable is not made again.
  Status Write(Production& production, Journal& journal, std::uint64_t rows) {
    progress_.Stage("releasing", 2 * rows);
    const ReleaseWriter::Durable earlier{journal.durable().rows, journal.durable().bytes};
    auto writer = policy_.format == ReleaseFormat::kCsv
                      ? MakeCsvWriter(staging_.release(), earlier, progress_)
                      : MakeParquetWriter(database_, staging_.release(), false, earlier, progress_);
    NoProgress silent;
    auto copy =
        persons_ ? MakeParquetWriter(database_, staging_.scratch(), true, {}, silent) : nullptr;
    GAUZE_TRY(production.Run(progress_, [&](std::vector<Production::Made> batch) -> Status {
      std::vector<std::shared_ptr<const ReleasedTable>> tables(batch.size());
      ForEach(batch.size(), [&](std::size_t i) {
        if (batch[i].skipped) return;
        tables[i] = std::make_shared<const ReleasedTable>(
            MakeReleased(batch[i].region, batch[i].generalization, policy_.ranges));
      });
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (batch[i].skipped) {
          Account(journal.LossOf(batch[i].index), batch[i].rows);
          writer->Skip(batch[i].rows);
          progress_.Advance(batch[i].rows);
          continue;
        }
        const auto loss = LossOfRows(batch[i].region.coded.table, batch[i].generalization);
        Account(loss, tables[i]->rows);
        GAUZE_TRY(journal.AddRegion(batch[i].index, loss));
        AddFigures(batch[i].generalization.figures, transform_figures_);
        for (std::size_t step = 0; step < batch[i].figures.size(); ++step) {
          AddFigures(batch[i].figures[step], figures_[step]);
        }
        if (batch[i].rows > tables[i]->rows && policy_.steps.empty()) HideSuppressed(batch[i]);
        batch[i] = {};
        Stopwatch watch;
        GAUZE_TRY(writer->Append(tables[i]));
        watch.Lap("write");
        write_seconds_ += watch.total();
        if (copy) GAUZE_TRY(copy->Append(tables[i]));
        tables[i].reset();
      }
      GAUZE_ASSIGN(const auto durable, writer->Sync());
      return journal.AddDurable({durable.rows, durable.bytes});
    }));
    if (rows_ == 0) {
      return InputError("nothing would be left: every class would have to be withheld",
                        policy_.file, "weaken the promise, choose a larger k, or another prior");
    }
    Stopwatch watch;
    GAUZE_ASSIGN(files_, writer->Finish());
    watch.Lap("write");
    write_seconds_ += watch.total();
    if (copy) {
      GAUZE_ASSIGN(copy_files_, copy->Finish());
    }
    return {};
  }

  const std::vector<std::string>& files() const { return files_; }
  const std::vector<double>& loss() const { return loss_; }
  const std::vector<std::vector<StepFigure>>& figures() const { return figures_; }
  const std::vector<StepFigure>& transform_figures() const { return transform_figures_; }
  double write_seconds() const { return write_seconds_; }

  Result<Judged> Verify(std::uint64_t id_bytes) {
    FileUnderTest file{.paths = In(staging_.release(), files_), .dialect = {.delimiter = ","}};
    file.id_bytes = id_bytes;
    for (const std::size_t attribute : schema_.table.WithRole(Role::kQuasiIdentifying)) {
      for (std::string& name : ReleasedNames(schema_, attribute, policy_.ranges)) {
        file.quasi_identifiers.push_back(std::move(name));
      }
    }
    Judged judged;
    std::vector<Claim> claims;
    for (const PolicyEntry& entry : policy_.protect) {
      judged.settings.emplace_back();
      if (const TablePromiseEntry* table = FindTablePromise(entry.descriptor->name)) {
        GAUZE_ASSIGN(Json settings, table->settings(policy_, entry, {database_, file, schema_}));
        judged.settings.back() = settings;
        claims.push_back(MakeTableClaim(entry, std::move(settings)));
        continue;
      }
      const std::string attribute = ClaimedAttribute(entry);
      if (attribute.empty()) {
        claims.push_back(MakeClaim(entry, nullptr));
        continue;
      }
      const std::size_t index = schema_.table.Find(attribute);
      judged.columns.push_back(DescribeColumn(schema_, index, shown_[index]));
      claims.push_back(MakeClaim(entry, &judged.columns.back(), DescribeKnowledge(schema_, entry)));
    }
    GAUZE_ASSIGN(judged.verification, VerifyFile(database_, file, claims, progress_));
    if (judged.verification.rows != rows_) {
      return tl::unexpected(Error{ErrorCode::kPromise,
                                  "the file that was written does not have the rows it should", "",
                                  "this is a bug in Gauze: please report it"});
    }
    if (persons_ && judged.verification.holds()) {
      GAUZE_ASSIGN(judged.verification, VerifyPersons(file, claims));
    }
    return judged;
  }

 private:
  void Account(const std::vector<double>& loss, std::uint64_t rows) {
    for (std::size_t j = 0; j < loss.size(); ++j) loss_[j] += loss[j];
    rows_ += rows;
  }

  // With rows left out, which only happens in one region, not every value need be released.
  void HideSuppressed(const Production::Made& made) {
    const Table& table = made.region.coded.table;
    for (const std::size_t attribute : table.WithRole(Role::kSensitive)) {
      shown_[attribute].assign(shown_[attribute].size(), false);
      for (const std::uint32_t tuple : made.generalization.tuples) {
        shown_[attribute][table.columns[attribute].Get(tuple)] = true;
      }
    }
  }

  static std::vector<std::string> In(const std::string& folder,
                                     const std::vector<std::string>& files) {
    std::vector<std::string> paths;
    for (const std::string& file : files) paths.push_back(folder + "/" + file);
    return paths;
  }

  // Promises about persons need the key that is never published: a private copy of the release
  // carries it, is shown to be the release row for row, and is judged in its place.
  Result<Verification> VerifyPersons(const FileUnderTest& file, const std::vector<Claim>& claims) {
    FileUnderTest copy = file;
    copy.paths = In(staging_.scratch(), copy_files_);
    copy.person_column = kPersonColumn;
    GAUZE_ASSIGN(const bool same, SameRows(database_, file, copy));
    if (!same) {
      return tl::unexpected(Error{ErrorCode::kPromise,
                                  "the private copy with persons differs from the release", "",
                                  "this is a bug in Gauze: please report it"});
    }
    return VerifyFile(database_, copy, claims, progress_);
  }

  const Policy& policy_;
  const CodedTable& schema_;
  const Staging& staging_;
  Database& database_;
  Progress& progress_;
  std::vector<std::string> files_;
  std::vector<std::string> copy_files_;
  std::uint64_t rows_ = 0;
  std::vector<double> loss_;
  double write_seconds_ = 0;
  bool persons_;
  std::vector<StepFigure> transform_figures_;
  std::vector<std::vector<StepFigure>> figures_;  // of each step
  std::vector<std::vector<bool>> shown_;          // sensitive values that are released
};

Status CheckVerdicts(const Verification& verification) {
  for (const Verdict& verdict : verification.verdicts) {
    if (verdict.holds) continue;
    return tl::unexpected(Error{
        ErrorCode::kPromise,
        fmt::format("{} does not hold for {} of the file that was written; nothing was published",
                    verdict.claim, fmt::format("{} {}", verdict.failing_classes, verdict.OfMany())),
        "", "this is a bug in Gauze: please report it, with the policy and without the data"});
  }
  return {};
}

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
  const Json json = text ? Json::parse(*text, nullptr, false) : Json();
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
  std::string text = fmt::format("{}\n{}\n{}\n", kVersion, policy.text, policy.directory);
  // The private copy that carries persons is made in one go, and so is what steps count.
  if (HasPersons(policy) || !policy.steps.empty())
    text += fmt::format("{} {}", getpid(), std::time(nullptr));
  for (const std::string& source : policy.sources) {
    glob_t found{};
    glob(source.c_str(), 0, nullptr, &found);
    for (std::size_t i = 0; i < found.gl_pathc; ++i) {
      text += StateOf(found.gl_pathv[i]);
    }
    globfree(&found);
  }
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (!attribute.hierarchy.file.empty()) text += StateOf(attribute.hierarchy.file);
  }
  for (const PolicyEntry& promise : policy.protect) {
    for (const Parameter& parameter : promise.descriptor->parameters) {
      if (parameter.type == ParameterType::kFile) {
        text += StateOf(promise.parameters.Text(parameter.name));
      }
      for (const Parameter& field : parameter.fields) {
        if (field.type != ParameterType::kFile) continue;
        for (const PolicyEntry::Column& column : promise.columns) {
          if (column.parameters.Has(field.name)) {
            text += StateOf(column.parameters.Text(field.name));
          }
        }
      }
    }
  }
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
  GAUZE_TRY(database.LimitMemory(budget.write_engine));
  GAUZE_ASSIGN(Production production, Production::Start(policy, input,
                                                        {.workers = workers,
                                                         .memory_bytes = budget.piles,
                                                         .folder = staging.scratch(),
                                                         .batch_bytes = budget.batch,
                                                         .skip_rows = journal.durable().rows}));
  Release release(policy, input.schema, staging, database, progress);
  GAUZE_TRY(release.Write(production, journal, input.rows));
  watch.Lap("release");
  GAUZE_TRY(database.LimitMemory(budget.verify_engine));
  GAUZE_ASSIGN(const Judged judged, release.Verify(budget.verify_ids));
  GAUZE_TRY(CheckVerdicts(judged.verification));
  watch.Lap("verify");

  ReleaseShape shape{.rows_in = input.rows,
                     .class_sizes = judged.verification.class_sizes,
                     .loss = release.loss(),
                     .k = PromisedK(policy)};
  for (const std::size_t attribute : input.schema.table.WithRole(Role::kQuasiIdentifying)) {
    shape.quasi_identifiers.push_back(input.schema.table.attributes[attribute].name);
  }
  const auto measures = ComputeMeasures(shape);
  const Json manifest =
      MakeManifest({policy, input, judged.verification, measures, judged.columns, judged.settings,
                    release.files(), release.transform_figures(), release.figures()});
  GAUZE_TRY(WriteFile(staging.release() + "/manifest.json", manifest.dump(2) + "\n"));
  GAUZE_TRY(WritePictures(policy, manifest, staging.release() + "/report"));
  RunReport report{manifest, policy.directory, {}};
  report.run = {{"mode", sharded ? "sharded" : "memory"},
                {"route", input.plan.grouped ? "counts" : "rows"},
                {"tuples", records},
                {"threads", workers}};
  watch.Lap("publish");
  for (const auto& [step, seconds] : watch.laps()) report.run["seconds"][step] = seconds;
  report.run["seconds"]["write"] = release.write_seconds();  // within "release"
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report.run["memory_bytes"] = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  if (!options.internal.empty()) {
    GAUZE_TRY(WriteInternal(options.internal, policy, manifest, report.run));
  }
  GAUZE_TRY(staging.Publish());
  return report;
}

}  // namespace gauze
