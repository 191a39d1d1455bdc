#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/encode/encode.h"
#include "gauze/policy/policy.h"
#include "gauze/release/input/input.h"
#include "gauze/release/manifest/manifest.h"

// A run whose rows stay in a cluster. The cluster has an SQL of its own, which groups, joins and
// shuffles rows; workers, who share nothing but a kit, do the rest:
//
//   the cluster     which values a column has, and how many rows have each
//   the driver      SpellValues       the same as the library spells them
//   the driver      WriteKit          all of them, with the policy and its files
//   the cluster     looks up the codes of a row (CodesOf) and packs them (Packing); columns that
//                   are carried stay beside them as they are
//   the cluster     finds the tuples with the smallest hashes (HashesOf)
//   the driver      ClusterRun        where to cut (cluster_run.h)
//   the cluster     finds the leaf of a row (RegionCuts), and brings leaves together
//   every worker    MakeRegionFiles   a leaf becomes a piece of the release. If some keep no model,
//                                     the driver joins them with others, which are made again
//   every worker    WritePart         rows of all pieces that are next to each other become a file
//                                     of the release, which is read back (release_part.h)
//   the driver      Finish            everything that was found becomes a manifest
//
// Where only the cluster reaches the storage, it writes the rows of the pieces itself, and counts
// them once more when they are there; Finish then verifies the counts.
//
// The release is the one that Run makes of the same rows.

namespace gauze {

// A column that nothing protects: its values need no codes where they hardly repeat.
bool MayBeCarried(const Policy& policy, const std::string& column);

// The cells of the first column of a table, row by row, as they are spelled in a run; `column` is
// its name in the policy. Nothing for a missing cell.
Result<std::vector<std::optional<std::string>>> SpellValues(const Policy& policy,
                                                            const std::string& column,
                                                            const std::string& source);

// A column of a kit, for a message.
SpelledColumn ColumnFrom(const Json& json);

// What a worker needs to know of the table as a whole, in one folder: the policy, the files that it
// names, and the values of all rows. A column that is `carried` has no values there.
struct KitColumn {
  SpelledColumn spelled;
  bool carried = false;
};
Status WriteKit(const Policy& policy, const std::vector<KitColumn>& columns,
                const std::string& folder);

class ClusterTable {
 public:
  static Result<ClusterTable> Open(const std::string& kit);

  const Policy& policy() const { return policy_; }
  // Everything but rows: its spool is empty, and has the shape that records of rows have.
  const Input& input() const { return input_; }
  Input& input() { return input_; }
  std::size_t words() const { return input_.packing.words(); }
  // Tuples travel counted, unless something is carried beside them.
  bool counted() const { return input_.carried.empty(); }
  bool is_carried(std::size_t column) const {
    return input_.plan.encodings[column] != ColumnEncoding::kCoded;
  }

  // The code of each value of a column, in the order of the kit; the last is that of NULL.
  const std::vector<Code>& CodesOf(std::size_t column) const { return code_of_[column]; }
  // What a tuple's hash is made of (transform/regions/tuple_hash.h): the same for their hashes.
  std::vector<std::uint64_t> HashesOf(std::size_t column) const;

 private:
  ClusterTable(Policy policy, Input input) : policy_(std::move(policy)), input_(std::move(input)) {}

  Policy policy_;
  Input input_;
  std::vector<std::vector<Code>> code_of_;
};

}  // namespace gauze
