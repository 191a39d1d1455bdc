#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gauze/engine/duckdb/database.h"
#include "gauze/report/evidence/evidence_options.h"
#include "gauze/report/evidence/sampled_columns.h"

namespace gauze::report {

// What sections gather from, read once.
class Material {
 public:
  static Result<Material> Open(const EvidenceOptions& options, Progress& progress);
  // Reads the original. Needs a policy, and what it finds refers to that: once it lies where it
  // stays.
  Status Compare(Progress& progress);

  const EvidenceOptions& options() const { return options_; }
  // The release that the document is about.
  const std::string& directory() const { return directory_; }
  const Json& manifest() const { return manifest_; }
  bool is_ledger() const { return is_ledger_; }
  // Null: the document is made from the release alone.
  const Policy* policy() const { return policy_ ? &*policy_ : nullptr; }

  // The released file as it is now.
  const Verification& released() const { return released_; }
  // Who can be singled out by released columns (singling_out.h). Null: it is the release of
  // a ledger that has just grown and is large.
  const Json& uniqueness() const { return uniqueness_; }
  // "sha256:" and the digest of the released data (data_digest.h). Empty: as uniqueness() may be
  // null.
  const std::string& release_digest() const { return release_digest_; }
  // Names and digests of the original's files. Null: it was not read.
  const Json& inputs() const { return inputs_; }
  // Classes of the original, by the same columns, and rows of both. Null: it was not read.
  const Verification* original() const { return original_ ? &*original_ : nullptr; }
  const SampledColumns* sample() const { return sample_ ? &*sample_ : nullptr; }

 private:
  Material() = default;
  Status FindRelease();
  Status Verify(Progress& progress);
  Status CountUnique(Progress& progress);
  Result<std::string> DigestRelease() const;
  bool IsLargeAppend() const;
  Result<Verification> CountOriginal() const;

  EvidenceOptions options_;
  std::string directory_;
  Json manifest_;
  bool is_ledger_ = false;
  std::optional<Policy> policy_;
  Verification released_;
  Json uniqueness_;
  std::string release_digest_;
  Json inputs_;
  std::optional<Verification> original_;
  std::optional<SampledColumns> sample_;
};

}  // namespace gauze::report
