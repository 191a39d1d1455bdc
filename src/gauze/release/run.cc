#include "gauze/release/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/engine/write.h"
#include "gauze/release/claims.h"
#include "gauze/release/load.h"
#include "gauze/release/released.h"
#include "gauze/release/staging.h"
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
};

class Release {
 public:
  Release(const Policy& policy, const CodedTable& coded, const ReleasedTable& released,
          const Staging& staging, Database& database, Progress& progress)
      : policy_(policy),
        coded_(coded),
        released_(released),
        staging_(staging),
        database_(database),
        progress_(progress) {}

  std::string data_file() const {
    return policy_.format == ReleaseFormat::kCsv ? "data.csv" : "data.parquet";
  }

  Status Write() {
    const std::string path = staging_.release() + "/" + data_file();
    return policy_.format == ReleaseFormat::kCsv
               ? WriteCsv(released_, path, progress_)
               : WriteParquet(database_, released_, path, false, progress_);
  }

  Result<Judged> Verify() {
    Judged judged;
    std::vector<Claim> claims;
    for (const PolicyEntry& entry : policy_.protect) {
      const std::string attribute = ClaimedAttribute(entry);
      if (attribute.empty()) {
        claims.push_back(MakeClaim(entry, nullptr));
        continue;
      }
      judged.columns.push_back(DescribeColumn(coded_, coded_.table.Find(attribute), released_));
      claims.push_back(MakeClaim(entry, &judged.columns.back()));
    }
    FileUnderTest file{.paths = {staging_.release() + "/" + data_file()},
                       .dialect = {.delimiter = ","}};
    for (const std::size_t attribute : coded_.table.WithRole(Role::kQuasiIdentifying)) {
      for (std::string& name : ReleasedNames(coded_, attribute, policy_.ranges)) {
        file.quasi_identifiers.push_back(std::move(name));
      }
    }
    GAUZE_ASSIGN(judged.verification, VerifyFile(database_, file, claims, progress_));
    if (judged.verification.rows != released_.rows) {
      return tl::unexpected(Error{ErrorCode::kPromise,
                                  "the file that was written does not have the rows it should", "",
                                  "this is a bug in Gauze: please report it"});
    }
    if (!released_.persons.empty() && judged.verification.holds()) {
      GAUZE_ASSIGN(judged.verification, VerifyPersons(file, claims));
    }
    return judged;
  }

 private:
  // Promises about persons need the key that is never published: a private copy of the release
  // carries it, is shown to be the release row for row, and is judged in its place.
  Result<Verification> VerifyPersons(const FileUnderTest& file, const std::vector<Claim>& claims) {
    FileUnderTest copy = file;
    copy.paths = {staging_.scratch() + "/persons.parquet"};
    copy.person_column = kPersonColumn;
    GAUZE_TRY(WriteParquet(database_, released_, copy.paths.front(), true, progress_));
    GAUZE_ASSIGN(const bool same, SameRows(database_, file, copy));
    if (!same) {
      return tl::unexpected(Error{ErrorCode::kPromise,
                                  "the private copy with persons differs from the release", "",
                                  "this is a bug in Gauze: please report it"});
    }
    return VerifyFile(database_, copy, claims, progress_);
  }

  const Policy& policy_;
  const CodedTable& coded_;
  const ReleasedTable& released_;
  const Staging& staging_;
  Database& database_;
  Progress& progress_;
};

Status CheckVerdicts(const Verification& verification) {
  for (const Verdict& verdict : verification.verdicts) {
    if (verdict.holds) continue;
    return tl::unexpected(Error{
        ErrorCode::kPromise,
        fmt::format("{} does not hold for {} classes of the file that was written; nothing was "
                    "published",
                    verdict.claim, verdict.failing_classes),
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

Status WriteInternal(const std::string& path, const Policy& policy, Json manifest) {
  Json inputs = Json::array();
  for (const std::string& source : policy.sources) {
    // A glob has no digest of its own; its files would need listing here as the engine read them.
    const auto digest = DigestFile(source);
    inputs.push_back(
        {{"source", source}, {"digest", digest ? Json("sha256:" + *digest) : Json(nullptr)}});
  }
  manifest["inputs"] = inputs;
  return WriteFile(path, manifest.dump(2) + "\n", 0600);
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
  const auto limit = LimitThreads(options.threads);
  GAUZE_ASSIGN(Staging staging, Staging::Open(policy.directory));
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, staging.scratch()}));
  GAUZE_ASSIGN(const CodedTable coded, LoadTable(database, policy, progress));
  GAUZE_ASSIGN(const Generalization generalization, Transform(policy, coded, progress));
  const ReleasedTable released = MakeReleased(coded, generalization, policy.ranges);

  Release release(policy, coded, released, staging, database, progress);
  GAUZE_TRY(release.Write());
  GAUZE_ASSIGN(const Judged judged, release.Verify());
  GAUZE_TRY(CheckVerdicts(judged.verification));

  const auto measures = ComputeMeasures(MakeShape(coded, generalization, PromisedK(policy)));
  const Json manifest = MakeManifest({policy, coded, released, judged.verification, measures,
                                      judged.columns, release.data_file()});
  GAUZE_TRY(WriteFile(staging.release() + "/manifest.json", manifest.dump(2) + "\n"));
  if (!options.internal.empty()) GAUZE_TRY(WriteInternal(options.internal, policy, manifest));
  GAUZE_TRY(staging.Publish());
  return RunReport{manifest, policy.directory};
}

}  // namespace gauze
