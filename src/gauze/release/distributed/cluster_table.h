#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "gauze/encode/encode.h"
#include "gauze/policy/policy.h"
#include "gauze/release/input/input.h"
#include "gauze/release/manifest/manifest.h"

// A run whose rows stay in a cluster. The cluster counts equal rows and keeps the tuples; workers,
// who share nothing but a kit, do this with them:
//
//   every worker    ReadValues        which values are there, and how many rows have each
//   the driver      WriteKit          what was found in all parts, with the policy and its files
//   every worker    Encode            tuples as packed codes, the same everywhere
//   every worker    SampleOf          the tuples with the smallest hashes
//   the driver      ClusterRun        where to cut (cluster_run.h)
//   every worker    CountLeaves       what is where, so that the driver can join what is too small
//   every worker    RegionsOf         where each tuple belongs
//   every worker    MakeRegionFiles   a region becomes a piece of the release
//   the driver      Finish            the release as it was written, counted once more, is verified
//
// The release is the one that Run makes of the same rows.

namespace gauze {

// The values of some counted rows (kCountColumn), column by column in the order of the source.
Result<std::vector<SpelledColumn>> ReadValues(const Policy& policy, const std::string& source,
                                              unsigned threads);

// The same for a message.
Json ColumnJson(const SpelledColumn& column);
SpelledColumn ColumnFrom(const Json& json);

// What a worker needs to know of the table as a whole, in one folder: the policy, the files that it
// names, and the values of all rows.
Status WriteKit(const Policy& policy, const std::vector<SpelledColumn>& columns,
                const std::string& folder);

class ClusterTable {
 public:
  static Result<ClusterTable> Open(const std::string& kit);

  const Policy& policy() const { return policy_; }
  // Everything but rows: its spool is empty.
  const Input& input() const { return input_; }
  Input& input() { return input_; }
  std::size_t words() const { return input_.packing.words(); }

  // The rows of a counted table as records of words() and a count, in no order, each once.
  Result<std::vector<std::uint64_t>> Encode(const std::string& source, unsigned threads) const;
  RecordShape shape() const { return {.words = words(), .counted = true}; }

 private:
  ClusterTable(Policy policy, Input input) : policy_(std::move(policy)), input_(std::move(input)) {}

  Policy policy_;
  Input input_;
  std::vector<std::unordered_map<std::string, Code>> code_of_;  // [column][spelling]
  std::vector<Code> missing_;                                   // code of NULL
};

}  // namespace gauze
