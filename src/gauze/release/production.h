#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/policy/policy.h"
#include "gauze/release/input.h"
#include "gauze/table/released_table.h"
#include "gauze/transform/region.h"
#include "gauze/transform/region_walk.h"
#include "gauze/transform/transform.h"

namespace gauze {

// From encoded rows to released rows: the input is cut into regions, each region goes through the
// policy's transform by itself, and the results come out in canonical order.
class Production {
 public:
  struct Options {
    std::size_t workers = 1;
    std::uint64_t memory_bytes = ~std::uint64_t{0};  // for encoded rows; the rest lies in `folder`
    std::string folder;
  };

  // Fails when no release can keep the policy's promises. Takes the input's rows.
  static Result<Production> Start(const Policy& policy, Input& input, const Options& options);

  // What a region became.
  struct Made {
    Region region;
    Generalization generalization;
  };
  // Hands over regions in order, several at a time, until there is none. While one batch is used
  // the next one is made.
  using Use = std::function<Status(std::vector<Made> batch)>;
  Status Run(Progress& progress, const Use& use);

 private:
  Production(const Policy& policy, Input& input, const Options& options,
             std::unique_ptr<Constraints> constraints);

  Result<std::vector<Made>> NextBatch(Progress& progress);

  const Policy& policy_;
  const Input& input_;
  Options options_;
  std::unique_ptr<Constraints> constraints_;
  std::unique_ptr<RegionRule> rule_;
  std::unique_ptr<RegionWalk> walk_;
};

}  // namespace gauze
