#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gauze/engine/database.h"
#include "gauze/report/evidence/evidence.h"
#include "gauze/report/evidence/sampled_columns.h"

namespace gauze::report {

// What sections gather from: read once, and what is expensive only when the first section asks.
class Material {
 public:
  static Result<Material> Open(const EvidenceOptions& options, Progress& progress);

  const EvidenceOptions& options() const { return options_; }
  // The release that the document is about.
  const std::string& directory() const { return directory_; }
  const Json& manifest() const { return manifest_; }
  bool is_ledger() const { return is_ledger_; }
  // Null: the document is made from the release alone.
  const Policy* policy() const { return policy_ ? &*policy_ : nullptr; }

  // The released file as it is now. Without verdicts and classes if there are no rows.
  const Verification& released() const { return released_; }
  // Classes of the original, by the same columns. Needs a policy.
  Result<const Verification*> Original(Progress& progress);
  // Needs a policy.
  Result<const SampledColumns*> Sample(Progress& progress);

 private:
  Material() = default;
  Status FindRelease();
  Status Verify(Progress& progress);

  EvidenceOptions options_;
  std::string directory_;
  Json manifest_;
  bool is_ledger_ = false;
  std::optional<Policy> policy_;
  Verification released_;
  std::optional<Verification> original_;
  std::optional<SampledColumns> sample_;
};

}  // namespace gauze::report
