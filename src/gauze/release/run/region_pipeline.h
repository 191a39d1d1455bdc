#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/policy/policy.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/input/input.h"
#include "gauze/table/released_table.h"
#include "gauze/transform/class_step.h"
#include "gauze/transform/region.h"
#include "gauze/transform/regions/region_walk.h"
#include "gauze/transform/transform.h"

namespace gauze {

// From encoded rows to released rows: the input is cut into regions, each region goes through the
// policy's transform by itself, and the results come out in canonical order.
class RegionPipeline {
 public:
  struct Made;
  struct Options {
    std::size_t workers = 1;
    std::uint64_t memory_bytes = ~std::uint64_t{0};  // for encoded rows; the rest lies in `folder`
    std::string folder;
    std::optional<Budget> budget;  // for regions that are made at a time; nothing: no limit
    std::uint64_t skip_rows = 0;   // of the release: made by an earlier run
    // Instead of the policy's transform and its steps: makes classes of the rows of `region`, with
    // the figures of each step, and may leave rows out. Called for several regions at once. Whether
    // all rows could be a class is then not asked.
    std::function<Status(Made& made, Progress& progress)> make;
    bool whole = false;   // it needs all rows at once
    bool within = false;  // the input is a region of a larger table
  };

  // What the classes of a transform must keep; not what only the whole table can.
  static std::vector<PolicyEntry> PromisesOfClasses(const Policy& policy);
  // Promises about the table as a whole, and steps, take rows for persons: they are refused where a
  // person has several.
  static Status CheckPersons(const Policy& policy, const CodedTable& schema);
  // All rows have to be one region.
  static bool NeedsWhole(const Constraints& constraints, const Policy& policy);
  // The same as far as the policy alone tells.
  static bool MayNeedWhole(const Policy& policy);

  // The transform, the steps and what they have to keep, as a phrase.
  static std::string WhatMakesClasses(const Policy& policy);

  // Fails when no release can keep the policy's promises. Takes the input's rows.
  static Result<RegionPipeline> Start(const Policy& policy, Input& input, const Options& options);

  // Where the regions are: a stage of its own, if the table is more than one. Run() finds them,
  // too.
  Status FindRegions(Progress& progress) { return walk_->FindRegions(progress); }

  // What a region became.
  struct Made {
    std::size_t index = 0;  // of the region
    std::uint64_t rows = 0;
    bool skipped = false;  // its rows were made earlier; nothing else is here
    Region region;
    Generalization generalization;
    std::vector<std::vector<StepFigure>> figures;  // of each step
  };
  // Hands over regions in order, several at a time, until there is none. While one batch is used
  // the next one is made.
  using Use = std::function<Status(std::vector<Made> batch)>;
  Status Run(Progress& progress, const Use& use);

 private:
  RegionPipeline(const Policy& policy, std::vector<PolicyEntry> promises, Input& input,
                 const Options& options, std::unique_ptr<Constraints> constraints);

  Status MakeOne(RecordSpool spool, Made& made, Progress& progress) const;
  Result<std::vector<Made>> NextBatch(Progress& progress);

  const Policy& policy_;
  std::vector<PolicyEntry> promises_;  // that the transform must keep
  const Input& input_;
  std::uint64_t records_ = 0;  // of the whole input
  Options options_;
  std::unique_ptr<Constraints> constraints_;
  std::unique_ptr<RegionRule> rule_;
  std::unique_ptr<RegionWalk> walk_;
  std::size_t regions_ = 0;
  std::uint64_t rows_ = 0;                   // of the regions so far
  std::optional<RegionWalk::Region> found_;  // the first of the next batch
};

}  // namespace gauze
