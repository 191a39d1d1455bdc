#pragma once

#include <string>

#include "gauze/attack/attack.h"
#include "gauze/base/progress.h"
#include "gauze/release/run/run.h"
#include "gauze/report/evidence/evidence_options.h"

// What a data protection officer, a reviewer or a recipient needs to judge a release, as one JSON
// document: what was promised and found to hold, what was lost, what is left of distributions,
// dependence and learning, the risk before and after, what adversaries achieved, what is not
// protected. docs/evidence-format.md describes it, EvidenceSchema() is its schema.
//
// A document is made of sections; a section is one file of this folder and one line of list.cc. The
// same release, original, policy and version give the same bytes: no date, no path of a machine.

namespace gauze::report {

inline constexpr int kEvidenceVersion = 1;

// Verifies the release, unless that was done, and gathers every section that applies. The original
// is read once for its classes and once for a sample (sampled_columns.h), whatever the number of
// columns. A promise that does not hold is no error: the document says so.
Result<Json> GatherEvidence(const EvidenceOptions& options, Progress& progress);

// An internal document of one section, for what is not about one release: "record_risk", as
// AssessRisk() tells, or "attacks", a list of DescribeAttack().
Json EvidenceOf(const std::string& section, Json told);
Json DescribeAttack(const AttackEntry& attack, const AttackReport& report);

// The public form of an internal document, field by field as the lists of the sections say.
Json PublicForm(const Json& evidence);

// Whether every promise of the document holds.
bool Holds(const Json& evidence);

// Describes both forms.
Json EvidenceSchema();

// Writes evidence.json, and report.html made from it, into the folder, which is made if it is not
// there. The internal form is readable by its owner only, and refused inside a release directory:
// what is shared must not hold it. Either is refused inside a ledger.
Status WriteEvidence(const Json& evidence, const std::string& folder);

// Adds the public form, which tells no more than the release does, in its folder `report`.
// `progress` must outlive it.
Completion AddPublicReport(unsigned threads, Progress& progress);

}  // namespace gauze::report
