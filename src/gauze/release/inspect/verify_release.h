#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/measure/measure.h"
#include "gauze/release/manifest/manifest.h"
#include "gauze/release/manifest/policy_text.h"
#include "gauze/verify/verify.h"

namespace gauze {

// What to verify, in one of three ways: a release directory (its manifest says what it promises),
// any file against a policy, or any file against claims written by hand.
struct VerifyOptions {
  std::string target;                  // a release directory, a file, or a table's name
  PolicyText policy;                   // replaces the manifest's claims; no name: none is given
  std::vector<std::string> qi;         // with claims: the quasi-identifying columns
  std::vector<std::string> claims;     // "k_anonymity(k=5)"
  std::vector<std::string> sensitive;  // columns that a claim without an attribute is about
  std::string source;  // the original, where a promise needs it; replaces the policy's if given
  std::string folder;  // that a manifest's knowledge tables are in; empty: the working directory
  std::string weight;  // for measures: a column of sampling weights
  unsigned threads = 0;
  Reader reader = Reader::kFast;  // for verdicts; measures are always read by the fast one
};

struct VerifyReport {
  Verification verification;
  // Sentences on what could not be rechecked from the file alone.
  std::vector<std::string> notes;
};

// The data file of a release directory, or the file itself.
FileUnderTest FileOfTarget(const std::string& target);

// The verdict is in the report; an error means that nothing could be judged.
Result<VerifyReport> VerifyRelease(const VerifyOptions& options, Progress& progress);

// {"holds", "rows", "classes", "verdicts": [{"claim", "holds", "sentence", "failing_classes",
//  "worst_class": {"value", "rows", "first_row"}}], "notes"}
Json ReportJson(const VerifyReport& report);

struct Measured {
  std::vector<Figure> figures;
  std::map<std::uint64_t, std::uint64_t> class_sizes;  // rows of a class -> classes
};

// Measures of the same kinds of target. Losses come from the manifest of a release, and are left
// out for other files, whose labels only their maker can interpret.
Result<Measured> MeasureRelease(const VerifyOptions& options);

}  // namespace gauze
