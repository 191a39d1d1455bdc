#include "gauze/release/inspect/verify_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/engine/arrow/arrow_table.h"
#include "gauze/engine/profile/guarded_columns.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/postgresql/address.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/manifest/manifest.h"
#include "gauze/release/manifest/manifest_knowledge.h"
#include "gauze/release/personal/personal.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/release/rows/singling_out.h"
#include "gauze/verify/population.h"

namespace gauze {
namespace {

struct Task {
  FileUnderTest file;
  std::vector<Claim> claims;
  std::optional<std::uint64_t> rows;  // that the file should have
  std::vector<std::string> notes;
};

bool IsDirectory(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

}  // namespace

FileUnderTest FileOfTarget(const std::string& target) {
  if (!IsDirectory(target)) return {.paths = {target}};
  std::error_code error;
  const std::string parquet = target + "/data.parquet";
  if (std::filesystem::exists(parquet, error)) return {.paths = {parquet}};
  if (IsDirectory(target + "/data")) return {.paths = {target + "/data/*.parquet"}};
  return {.paths = {target + "/data.csv"}, .dialect = {.delimiter = ","}};
}

namespace {

constexpr const char* kPersonsNote =
    "promises about people were checked when the release was made; the person's key is not in the "
    "file, so k_anonymity is checked for rows here, and promises about values are not";

constexpr const char* kOwnValuesNote =
    "promises about values behind aliases or grades were checked when the release was made; the "
    "values are not in the file, so they are not checked here";

// The file does not tell people apart.
void CountRows(Task& task) {
  for (Claim& claim : task.claims) claim.counts_rows = true;
}

Result<Task> FromManifest(const VerifyOptions& options) {
  GAUZE_ASSIGN(auto read, ReadManifestIn(options.target, options.folder));
  Task task{.file = std::move(read.file), .claims = std::move(read.claims), .rows = read.rows};
  task.file.reader = options.reader;
  if (read.persons) {
    task.notes.emplace_back(kPersonsNote);
    CountRows(task);
  }
  if (read.own_values) task.notes.emplace_back(kOwnValuesNote);
  if (read.personal) task.notes.emplace_back(kPersonalNote);
  return task;
}

// A range may have been released as two columns.
std::vector<std::string> PresentNames(const std::string& name, const SourceColumns& columns) {
  const auto has = [&](const std::string& wanted) {
    return std::ranges::find(columns.names, wanted) != columns.names.end();
  };
  if (!has(name) && has(name + "_from") && has(name + "_to")) return {name + "_from", name + "_to"};
  return {name};
}

Result<Task> FromPolicy(const VerifyOptions& options, Database& database) {
  GAUZE_ASSIGN(Policy policy, LoadPolicy(options.policy));
  if (!options.source.empty()) policy.sources = {options.source};
  GAUZE_TRY(CheckDecided(policy));
  Task task{.file = FileOfTarget(options.target)};
  task.file.reader = options.reader;
  task.file.missing_markers = policy.missing_markers;
  if (!IsDirectory(options.target)) {
    // The delimiter is the file's own affair: releases have commas whatever their source had.
    task.file.dialect.quote = policy.csv.quote;
    task.file.dialect.encoding = policy.csv.encoding;
  }
  GAUZE_ASSIGN(const SourceColumns columns, OpenFile(database, task.file, "file"));
  bool persons = false;
  for (const PolicyAttribute& attribute : policy.attributes) {
    persons = persons || attribute.attribute.role == Role::kEntity;
    if (attribute.attribute.role != Role::kQuasiIdentifying) continue;
    for (std::string& name : PresentNames(attribute.attribute.name, columns)) {
      task.file.quasi_identifiers.push_back(std::move(name));
    }
  }
  if (persons) task.notes.emplace_back(kPersonsNote);
  if (policy.personal) {
    task.claims = PersonalClaims(policy.personal->columns, {});
    task.notes.emplace_back(kPersonalNote);
  }
  for (const PolicyEntry& entry : policy.protect) {
    if (const TablePromiseEntry* table = FindTablePromise(entry.descriptor->name)) {
      GAUZE_TRY(table->check(policy, entry));
      GAUZE_ASSIGN(const CodedTable schema, ReadGuardedColumns(database, policy, entry));
      GAUZE_ASSIGN(Json settings, table->settings(policy, entry, {database, task.file, schema}));
      task.claims.push_back(MakeTableClaim(entry, std::move(settings)));
      continue;
    }
    const std::string attribute = ClaimedAttribute(entry);
    if (attribute.empty()) {
      task.claims.push_back(MakeClaim(entry, nullptr));
      continue;
    }
    if (policy.personal && policy.personal->Find(attribute) != nullptr) {
      task.notes.emplace_back(kOwnValuesNote);
      continue;
    }
    if (persons) continue;
    if (std::ranges::find(columns.names, attribute) == columns.names.end()) {
      return InputError(fmt::format("the file has no column \"{}\"", attribute), options.target,
                        "the policy protects it, so the file must show it");
    }
    GAUZE_ASSIGN(const RawTable raw, CountColumn(database, "file", attribute));
    GAUZE_ASSIGN(const VerifiedColumn column,
                 DescribeColumn(*policy.Find(attribute), raw, policy.missing_markers));
    GAUZE_ASSIGN(auto knowledge, LoadClaimKnowledge(entry, {}));
    GAUZE_TRY(CheckClaim(entry, column, knowledge));
    task.claims.push_back(MakeClaim(entry, &column, std::move(knowledge)));
  }
  if (persons) CountRows(task);
  return task;
}

// `l_diversity(kind=distinct, l=3)` with `--sensitive disease` is about disease; with several
// sensitive columns it is one claim for each.
std::vector<std::string> Spelled(const std::string& claim, const VerifyOptions& options) {
  const std::size_t open = claim.find('(');
  const std::string name = claim.substr(0, open);
  const auto& models = TheCatalog().models;
  const auto model = std::ranges::find(models, name, &Descriptor::name);
  const bool about_column =
      model != models.end() &&
      std::ranges::any_of((*model)->parameters, [](const Parameter& parameter) {
        return parameter.type == ParameterType::kAttribute;
      });
  if (!about_column || claim.find("attribute=") != std::string::npos || open == std::string::npos) {
    return {claim};
  }
  std::vector<std::string> spelled;
  for (const std::string& column : options.sensitive) {
    spelled.push_back(fmt::format("{}(attribute={}, {}", name, column, claim.substr(open + 1)));
  }
  return spelled;
}

Result<Task> FromClaims(const VerifyOptions& options, Database& database) {
  if (options.qi.empty() || options.claims.empty()) {
    return InputError("there is nothing to check the file against", options.target,
                      "pass --policy FILE, or --qi age,sex,zip and --claim 'k_anonymity(k=5)'");
  }
  Task task{.file = FileOfTarget(options.target)};
  task.file.reader = options.reader;
  task.file.quasi_identifiers = options.qi;
  for (const std::string& written : options.claims) {
    const auto spelled = Spelled(written, options);
    if (spelled.empty()) {
      return InputError("a claim does not say which column it is about", "--claim",
                        "add attribute=COLUMN to it, or pass --sensitive COLUMN");
    }
    for (const std::string& claim : spelled) {
      GAUZE_ASSIGN(const PolicyEntry entry, ParseClaim(claim, TheCatalog()));
      if (FindTablePromise(entry.descriptor->name) != nullptr) {
        return InputError(fmt::format("the claim is missing parameters: {} depends on a policy",
                                      entry.descriptor->name),
                          "--claim", "pass --policy FILE");
      }
      VerifiedColumn column{.name = ClaimedAttribute(entry)};
      if (column.name.empty()) {
        task.claims.push_back(MakeClaim(entry, nullptr));
        continue;
      }
      GAUZE_ASSIGN(auto knowledge, LoadClaimKnowledge(entry, {}));
      GAUZE_ASSIGN(column.attribute.type, GuessColumnType(database, task.file, column.name));
      if (knowledge) column.attribute.type = ValueType::kSet;
      GAUZE_TRY(CheckClaim(entry, column, knowledge));
      task.claims.push_back(MakeClaim(entry, &column, std::move(knowledge)));
    }
  }
  CountRows(task);
  return task;
}

Status CheckExists(const std::string& target) {
  if (IsDatabaseAddress(target)) {
    GAUZE_TRY(ParseDatabaseAddress(target, "what to verify"));
    return {};
  }
  std::error_code error;
  // A pattern is left to the engine.
  if (std::filesystem::exists(target, error) || target.find('*') != std::string::npos) return {};
  if (FindArrowTable(target) != nullptr) return {};
  return InputError("the file or folder does not exist", target, "check the path");
}

Result<Task> MakeTask(const VerifyOptions& options, Database& database) {
  GAUZE_TRY(CheckExists(options.target));
  if (!options.policy.file.empty()) return FromPolicy(options, database);
  if (!options.claims.empty() || !options.qi.empty()) return FromClaims(options, database);
  if (IsDirectory(options.target)) return FromManifest(options);
  return FromClaims(options, database);
}

}  // namespace

Result<VerifyReport> VerifyRelease(const VerifyOptions& options, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_ASSIGN(Task task, MakeTask(options, database));
  VerifyReport report{.notes = std::move(task.notes)};
  task.file.locate = true;
  GAUZE_ASSIGN(report.verification, VerifyFile(database, task.file, task.claims, progress));
  if (task.rows && *task.rows != report.verification.rows) {
    return tl::unexpected(Error{ErrorCode::kPromise,
                                fmt::format("the file has {} rows, but its manifest says {}",
                                            report.verification.rows, *task.rows),
                                task.file.paths.front(),
                                "the file was changed after it was released: do not use it, and "
                                "ask its sender for another copy"});
  }
  return report;
}

Json ReportJson(const VerifyReport& report) {
  Json verdicts = Json::array();
  for (const Verdict& verdict : report.verification.verdicts) {
    verdicts.push_back({{"claim", verdict.claim},
                        {"holds", verdict.holds},
                        {"sentence", verdict.Sentence()},
                        {"failing_classes", verdict.failing_classes},
                        {"worst_class",
                         {{"value", verdict.worst_value},
                          {"rows", verdict.worst_rows},
                          {"first_row", verdict.worst_first_row}}}});
  }
  return {{"holds", report.verification.holds()},
          {"rows", report.verification.rows},
          {"classes", report.verification.classes},
          {"verdicts", verdicts},
          {"notes", report.notes}};
}

Result<Measured> MeasureRelease(const VerifyOptions& options) {
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_TRY(CheckExists(options.target));
  ReleaseShape shape;
  Json recorded = Json::object();
  FileUnderTest file;
  if (!options.qi.empty()) {
    file = FileOfTarget(options.target);
    file.quasi_identifiers = options.qi;
  } else if (!options.policy.file.empty()) {
    GAUZE_ASSIGN(Task task, FromPolicy(options, database));
    file = std::move(task.file);
  } else if (IsDirectory(options.target)) {
    GAUZE_ASSIGN(auto read, ReadManifest(options.target));
    file = std::move(read.file);
    GAUZE_ASSIGN(const std::string text, ReadFile(options.target + "/manifest.json"));
    recorded = ParseJson(text);
    shape.rows_in = recorded["rows_in"].get<std::uint64_t>();
  } else {
    return InputError("the quasi-identifying columns are not known", options.target,
                      "pass --qi age,sex,zip, or --policy FILE");
  }
  NoProgress progress;
  GAUZE_ASSIGN(const Verification verification, VerifyFile(database, file, {}, progress));
  shape.class_sizes = verification.class_sizes;
  shape.quasi_identifiers = file.quasi_identifiers;
  shape.rows_in = std::max(shape.rows_in, shape.rows_out());
  if (!options.weight.empty()) {
    GAUZE_ASSIGN(const Population population, EstimatePopulation(database, file, options.weight));
    shape.weighted = {population.smallest, population.expected};
  }
  const bool has_roles = recorded.contains("columns");
  const auto sensitive = has_roles ? SensitiveColumns(recorded) : std::vector<std::string>();
  GAUZE_ASSIGN(const Uniqueness uniqueness,
               MeasureUniqueness(database, file.paths, file.dialect, sensitive, verification.rows,
                                 progress));
  shape.singled_out = SingledOutOf(uniqueness);
  if (!has_roles) shape.singled_out->open = std::nullopt;
  std::vector<Figure> figures = ComputeMeasures(shape);
  // What only the run could compute is taken from its record.
  if (recorded.contains("measures")) {
    for (const auto& [name, value] : recorded["measures"].items()) {
      if (std::ranges::find(figures, name, &Figure::name) == figures.end()) {
        figures.push_back({name, value.get<double>()});
      }
    }
  }
  return Measured{.figures = std::move(figures), .class_sizes = verification.class_sizes};
}

}  // namespace gauze
