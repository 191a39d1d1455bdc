#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/base/progress.h"
#include "gauze/release/distributed/cluster_table.h"
#include "gauze/verify/verdict.h"

// The pieces that regions became are each in order, but a release is in one order, and the region
// of a row must not be visible. So the release is divided once more, by what is printed: a part has
// the rows of all pieces from one print of the quasi-identifiers to another. Classes are in one
// part as a whole, so a part can be verified where it was written.

namespace gauze {

// What a row prints of its quasi-identifiers (ReleasedOrder), as text; nothing where it is missing.
using Printed = std::vector<std::optional<std::string>>;

// Prints of some rows of a piece, evenly spread; among them the first one.
Result<std::vector<Printed>> SamplePiece(const ClusterTable& table,
                                         const std::vector<std::string>& files, unsigned threads);

// Where to divide a release of so many rows, in order: part i has the rows from bound i to before
// bound i + 1, the first one all before, the last one all after. No part is empty. Workers need not
// be told more than the two of their part.
std::vector<Printed> PartBounds(const ClusterTable& table, std::vector<Printed> samples,
                                std::uint64_t rows);

// Every promise is a matter of single classes, and rows are persons.
bool VerifiedInParts(const ClusterTable& table);

struct PartPlan {
  std::vector<std::string> pieces;  // files of all regions
  std::optional<Printed> from;
  std::optional<Printed> to;
  std::string path;  // a Parquet file that is not there
  std::string temp;  // a folder
  unsigned threads = 0;
  std::uint64_t memory = 0;
};
// Writes the part and reads it back: what was found, or null where only the whole can be verified.
Result<Json> WritePart(const ClusterTable& table, const PartPlan& plan, Progress& progress);

Json VerificationJson(const Verification& verification);
Verification VerificationFrom(const Json& json);

}  // namespace gauze
