#include "gauze/report/evidence/material.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/parallel.h"
#include "gauze/ledger/store.h"
#include "gauze/release/files/data_digest.h"
#include "gauze/release/input/policy_files.h"
#include "gauze/release/inspect/verify_release.h"
#include "gauze/release/rows/singling_out.h"
#include "gauze/release/run/load_policy.h"

namespace gauze::report {
namespace {

bool Exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

bool NeedsKnowledge(const Json& manifest) {
  return std::ranges::any_of(manifest.at("promises"), [](const Json& promise) {
    return promise.contains("knowledge_digest");
  });
}

// Files by name, without the folders of this machine.
Result<Json> DigestInputs(const Policy& policy) {
  Json inputs = Json::array();
  for (const std::string& source : policy.sources) {
    for (const std::string& file : FilesOfSource(source)) {
      GAUZE_ASSIGN(const std::string digest, DigestFile(file));
      inputs.push_back(
          {{"name", std::filesystem::path(file).filename().string()}, {"sha256", digest}});
    }
  }
  return inputs;
}

}  // namespace

// A ledger is told by its last release.
Status Material::FindRelease() {
  directory_ = options_.target;
  is_ledger_ = Exists(options_.target + "/ledger.db");
  if (!is_ledger_) return {};
  GAUZE_ASSIGN(ledger::Store store,
               ledger::Store::Open(options_.target, ledger::Store::Mode::kRead));
  GAUZE_ASSIGN(const std::uint32_t count, store.ReleaseCount());
  if (count == 0) {
    return InputError("the ledger has no release yet", options_.target, "append a batch first");
  }
  directory_ = store.Find(ledger::Store::ReleaseFolder(count - 1));
  return {};
}

Status Material::Verify(Progress& progress) {
  if (options_.found) {
    released_ = *options_.found;
    return {};
  }
  // A knowledge table lies where the policy says, and a manifest only knows its name.
  if (policy_ && NeedsKnowledge(manifest_)) {
    GAUZE_ASSIGN(VerifyReport report, VerifyRelease({.target = directory_,
                                                     .policy = options_.run.policy,
                                                     .source = options_.run.source,
                                                     .threads = options_.run.threads},
                                                    progress));
    released_ = std::move(report.verification);
    return {};
  }
  GAUZE_ASSIGN(const ManifestClaims read, ReadManifest(directory_));
  GAUZE_ASSIGN(Database database, Database::Open({options_.run.threads, ""}));
  GAUZE_ASSIGN(released_, VerifyFile(database, read.file, read.claims, progress));
  if (released_.rows == read.rows) return {};
  return tl::unexpected(Error{
      ErrorCode::kPromise,
      fmt::format("the file has {} rows, but its manifest says {}", released_.rows, read.rows),
      directory_, "the file was changed after it was released"});
}

// A run counts while it writes, and its manifest says so. That of a ledger does not: an append
// should not cost what was released before.
bool Material::IsLargeAppend() const {
  return options_.found && !manifest_.contains("uniqueness") &&
         manifest_.at("rows") > kExactUniqueRows;
}

Result<std::string> Material::DigestRelease() const {
  if (!options_.data_digest.empty()) return options_.data_digest;
  const Json& data = manifest_.at("data");
  const auto files = data.is_string() ? std::vector{data.get<std::string>()}
                                      : data.get<std::vector<std::string>>();
  return DigestData(directory_, files);
}

// A small release is counted again, in the sets of columns that the run found; of a large one both
// would be estimates, of other samples.
Status Material::CountUnique(Progress& progress) {
  std::optional<ColumnSets> sets;
  if (manifest_.contains("uniqueness")) {
    const Json& counted = manifest_.at("uniqueness");
    try {
      if (options_.found || counted.at("one_in") > 1) {
        uniqueness_ = counted;
        return {};
      }
      sets.emplace();
      for (const Json& set : counted.at("sets")) sets->push_back(set.at("columns"));
    } catch (const Json::exception&) {
      return InputError("the section `uniqueness` of the manifest cannot be read",
                        directory_ + "/manifest.json",
                        "the manifest was changed by hand: ask its sender for another copy");
    }
  } else if (IsLargeAppend()) {
    return {};
  }
  GAUZE_ASSIGN(const ManifestClaims read, ReadManifest(directory_, false));
  GAUZE_ASSIGN(Database database, Database::Open({options_.run.threads, ""}));
  const auto uniqueness =
      MeasureUniqueness(database, read.file.paths, read.file.dialect, SensitiveColumns(manifest_),
                        manifest_.at("rows"), progress, std::move(sets));
  if (!uniqueness) {
    // What a ledger released before is damaged: that is for `ledger verify` to name, and must not
    // keep the next batch.
    if (options_.found) return {};
    return tl::unexpected(uniqueness.error());
  }
  uniqueness_ = UniquenessJson(*uniqueness, SpokenOf::kReleased);
  return {};
}

Result<Material> Material::Open(const EvidenceOptions& options, Progress& progress) {
  Material material;
  material.options_ = options;
  GAUZE_TRY(material.FindRelease());
  GAUZE_ASSIGN(const std::string text, ReadFile(material.directory_ + "/manifest.json"));
  material.manifest_ = ParseJson(text);
  if (!material.manifest_.is_object() || !material.manifest_.contains("manifest_version")) {
    return InputError("this is not a Gauze manifest", material.directory_ + "/manifest.json",
                      "give a directory that gauze run or gauze append made");
  }
  if (!options.run.policy.file.empty()) {
    if (material.is_ledger_) {
      return InputError("a ledger is reported from its releases alone", options.target,
                        "leave out --policy; to compare with an original, name a release of it");
    }
    GAUZE_ASSIGN(material.policy_, LoadWithSource(options.run));
    if (material.manifest_["policy_digest"] != "sha256:" + Digest(material.policy_->text)) {
      return InputError("this is not the policy that the release was made with",
                        options.run.policy.file,
                        "give the one that it was made with, word for word, or run this one again");
    }
  }
  GAUZE_TRY(material.Verify(progress));
  GAUZE_TRY(material.CountUnique(progress));
  if (!material.IsLargeAppend() && !material.manifest_.at("data").empty()) {
    const auto digest = material.DigestRelease();
    // What is damaged of an earlier release must not keep the next batch, as in CountUnique().
    if (!digest && !options.found) return tl::unexpected(digest.error());
    if (digest) material.release_digest_ = "sha256:" + *digest;
  }
  return material;
}

Result<Verification> Material::CountOriginal() const {
  FileUnderTest file{.paths = policy_->sources,
                     .dialect = policy_->csv,
                     .missing_markers = policy_->missing_markers};
  for (const PolicyAttribute& attribute : policy_->attributes) {
    if (attribute.attribute.role != Role::kQuasiIdentifying) continue;
    file.quasi_identifiers.push_back(attribute.attribute.name);
  }
  GAUZE_ASSIGN(Database database, Database::Open({options_.run.threads, ""}));
  NoProgress unseen;
  GAUZE_ASSIGN(Verification original, VerifyFile(database, file, {}, unseen));
  if (Json(original.rows) == manifest_.at("rows_in")) return original;
  return InputError(fmt::format("the original has {} rows, but the release was made from {}",
                                original.rows, manifest_.at("rows_in").get<std::uint64_t>()),
                    policy_->sources.front(), "name the original with --source");
}

// Side by side: each of them has stretches that leave cores idle.
Status Material::Compare(Progress& progress) {
  Result<Json> inputs;
  Result<Verification> original;
  Result<SampledColumns> sample;
  const auto states = FileStates(*policy_);
  Together(
      [&] {
        inputs = DigestInputs(*policy_);
        original = CountOriginal();
      },
      [&] {
        sample = SampledColumns::Read({.release = directory_,
                                       .policy = *policy_,
                                       .rows_in = manifest_.at("rows_in"),
                                       .rows = manifest_.at("rows"),
                                       .kept = options_.sample.get(),
                                       .threads = options_.run.threads},
                                      progress);
      });
  GAUZE_ASSIGN(inputs_, std::move(inputs));
  GAUZE_TRY(CheckUnchanged(*policy_, states));
  GAUZE_ASSIGN(original_, std::move(original));
  GAUZE_ASSIGN(sample_, std::move(sample));
  return {};
}

}  // namespace gauze::report
