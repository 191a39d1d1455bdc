#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/release/distributed/cluster_table.h"
#include "gauze/release/manifest/manifest.h"
#include "gauze/transform/regions/region_tree.h"

// The steps of cluster_table.h that come after the kit.

namespace gauze {

// Rows of a leaf that have a value that models look at, or all its rows.
struct LeafCount {
  static constexpr std::uint32_t kAllRows = ~std::uint32_t{0};

  std::uint32_t leaf = 0;
  std::uint32_t attribute = kAllRows;
  Code code = 0;
  std::uint64_t rows = 0;
};

// On the driver: where the table is cut, and what became of it.
class ClusterRun {
 public:
  // `table` must outlive it. Fails when no release can keep the policy's promises.
  static Result<ClusterRun> Start(ClusterTable& table);

  // Must a sample be taken? Not if there is one region anyway.
  bool sampled() const;
  std::size_t sample() const { return rule_->sample(); }
  // Columns that a tuple of the sample has, by their place in the table; and those of them that
  // models look at.
  const std::vector<std::size_t>& deciding() const { return rule_->deciding(); }
  const std::vector<std::size_t>& looked_at() const { return rule_->counted(); }
  // Tuples with the smallest hashes, more than sample() if there are as many, in any order: for
  // each the hash as a signed number (ClusterTable::HashesOf, chained as in tuple_hash.h), words()
  // words, of which only the deciding columns have codes, and the rows. A tuple may come several
  // times.
  void Cut(std::span<const std::uint64_t> samples);
  // May leaves have to be joined? Not if all tuples are in the sample.
  bool counted() const { return counted_; }
  // Only if some leaf does not hold (MakeRegionFiles).
  void Join(std::span<const LeafCount> counts);

  const RegionCuts& cuts() const { return cuts_; }
  std::string Cuts() const;  // the same for a message
  std::uint32_t regions() const { return cuts_.size(); }

  // The manifest of a release, from the `reports` of its regions, in order, and what was found in
  // its files: the `parts` were verified one by one (release_part.h), or the rows are in
  // `released`, a counted table as it was read back. `files` as the release directory has them.
  // Fails if a promise does not hold.
  struct Finished {
    std::vector<std::string> reports;
    std::vector<Json> parts;
    std::string released;
    std::string copy;  // the same with kPersonColumn, if the policy has an entity
    std::vector<std::string> files;
    std::string temp;
    unsigned threads = 0;
    std::uint64_t memory = 0;
  };
  struct Proved {
    Json manifest;
    Verification found;  // in the files
  };
  Result<Proved> Finish(const Finished& finished, Progress& progress) const;

 private:
  explicit ClusterRun(ClusterTable& table) : table_(&table) {}

  ClusterTable* table_;
  std::unique_ptr<Constraints> constraints_;
  std::unique_ptr<RegionRule> rule_;
  RegionCuts cuts_;
  bool counted_ = false;
};

// Columns of the release that its promises are about: all that Finish has to see of it.
std::vector<std::string> JudgedColumns(const ClusterTable& table);

// On workers: all rows of one region, or of a leaf that may have to be joined with others. They are
// a table of words (WordColumn), of counts if there are any (kCountColumn), and of carried columns.
struct RegionPlan {
  std::string folder;  // for the files
  bool alone = false;  // it is known to keep the models
  unsigned threads = 0;
};
struct RegionFiles {
  bool holds = false;              // it keeps the models; otherwise nothing was made
  std::vector<std::string> files;  // Parquet, in the order of the release
  std::string report;              // for the driver
};
// Files have groups of equal rows (kCountColumn) or, beside carried columns, rows; if the policy
// has an entity, rows with kPersonColumn.
Result<RegionFiles> MakeRegionFiles(const ClusterTable& table, const std::string& source,
                                    const RegionPlan& plan, Progress& progress);

}  // namespace gauze
