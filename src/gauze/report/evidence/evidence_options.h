#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gauze/engine/write/release_sample.h"
#include "gauze/release/run/run_options.h"

namespace gauze::report {

enum class EvidenceForm : std::uint8_t {
  // Everything. Shows values of the original: for whoever may see the original.
  kInternal,
  // Nothing that data and manifest of the release do not show, and small counts coarsened.
  kPublic,
};

struct EvidenceOptions {
  std::string target;  // a release directory, or the folder of a ledger: then its last release
  // Policy, source, threads. Without a policy, sections that need the original are left out.
  RunOptions run;
  EvidenceForm form = EvidenceForm::kInternal;
  // What the run that made it found in its files; nothing: they are verified again.
  std::optional<Verification> found;
  // And its data's digest (data_digest.h); empty: it is made from the files.
  std::string data_digest;
  // The sample of the release that the same run has kept; null: it is taken from the files.
  std::shared_ptr<const SampledRelease> sample;
  bool attacks = true;          // try every adversary; needs the policy
  std::uint64_t victims = 500;  // victims for each adversary, a sample; 0: all
};

}  // namespace gauze::report
