#pragma once

#include <string>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/measure/measure.h"
#include "gauze/policy/policy.h"
#include "gauze/release/input/input.h"
#include "gauze/release/rows/singling_out.h"
#include "gauze/transform/class_step.h"
#include "gauze/verify/verify.h"

namespace gauze {

inline constexpr int kManifestVersion = 1;

// Everything a manifest is made of.
struct ManifestInput {
  const Policy& policy;
  const Input& input;
  const Verification& verification;
  const std::vector<Figure>& measures;
  const std::vector<VerifiedColumn>& claimed_columns;
  const std::vector<Json>& settings;      // one per promise, null but for those about the table
  const std::vector<std::string>& files;  // relative to the release directory
  const std::vector<StepFigure>& transform_figures;
  const std::vector<std::vector<StepFigure>>& figures;  // of each step of the policy
  Json personal = nullptr;                 // the section of a personal release (personal.h)
  const Uniqueness* uniqueness = nullptr;  // of its files; null: not counted
  bool in_ledger = false;  // one of several releases that tell no more together than alone
};

// What was done and what was proved, for people and programs; manifest.schema.json describes it.
// The public form: no value of the input that the release itself does not show, no digest of the
// input, no date but one that the policy states, so that equal runs give equal bytes.
Json MakeManifest(const ManifestInput& input);

// What a manifest says of its file: enough to verify it again without the policy.
struct ManifestClaims {
  FileUnderTest file;
  std::vector<Claim> claims;
  std::uint64_t rows = 0;
  // Persons have several rows: what they have was checked at release time, and is no claim here.
  bool persons = false;
  // Promises about own values behind aliases and grades were, too, and are not among the claims.
  bool own_values = false;
  bool personal = false;  // the release shows aliases or grades
};
// Without `knowledge` the tables behind its claims are not looked for.
Result<ManifestClaims> ReadManifest(const std::string& directory, bool knowledge = true);

}  // namespace gauze
