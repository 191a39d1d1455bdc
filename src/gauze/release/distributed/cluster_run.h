#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gauze/release/distributed/cluster_table.h"
#include "gauze/release/manifest/manifest.h"
#include "gauze/transform/regions/region_tree.h"

// The steps of cluster_table.h that come after the kit. Records are words() codes and a count.

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

  // Must workers take samples (SampleOf)? Not if there is one region anyway.
  bool sampled() const;
  std::size_t sample() const { return rule_->sample(); }
  // Their samples, put together: those tuples with the smallest hashes, one more than sample() if
  // there are as many. A tuple may come several times.
  void Cut(std::span<const std::uint64_t> samples);
  // Must workers then count leaves (CountLeaves)? Not if all tuples are in the sample.
  bool counted() const { return counted_; }
  void Join(std::span<const LeafCount> counts);

  std::string Cuts() const;  // for workers
  std::uint32_t regions() const { return cuts_.size(); }

  // The manifest of a release whose rows are in `released`, a counted table as it was read back;
  // `reports` of its regions, in order; `files` as the release directory has them. Fails if a
  // promise does not hold.
  struct Finished {
    std::vector<std::string> reports;
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

// On workers.

// Tuples with the smallest hashes, with their rows: for each the hash as a signed number, words()
// words, of which only those columns have codes that decide where tables are cut, and the rows.
Result<std::vector<std::uint64_t>> SampleOf(const ClusterTable& table,
                                            std::span<const std::uint64_t> records);
Result<std::vector<LeafCount>> CountLeaves(const ClusterTable& table, const std::string& cuts,
                                           std::span<const std::uint64_t> records);
Result<std::vector<std::uint32_t>> RegionsOf(const ClusterTable& table, const std::string& cuts,
                                             std::span<const std::uint64_t> records);

// All records of one region, made into Parquet files of the release's groups (kCountColumn), in
// order; if the policy has an entity, of its rows with kPersonColumn.
struct RegionFiles {
  std::vector<std::string> files;
  std::string report;  // for the driver
};
Result<RegionFiles> MakeRegionFiles(const ClusterTable& table,
                                    std::span<const std::uint64_t> records,
                                    const std::string& folder, unsigned threads,
                                    Progress& progress);

}  // namespace gauze
