#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/encode/packing.h"
#include "gauze/encode/record_spool.h"
#include "gauze/transform/regions/region_rule.h"
#include "gauze/transform/regions/region_tree.h"

namespace gauze {

// The regions of a spool in canonical order, one after another, as region_tree.h finds them: the
// spool is looked through once for the sample, and once more to put every record where it belongs.
// Records take up to `memory_bytes`; if they are more, they lie in a file in `folder`.
class RegionWalk {
 public:
  struct Options {
    std::size_t workers = 1;
    std::uint64_t memory_bytes = ~std::uint64_t{0};
    std::string folder;
    // The records are a region of a larger table, that somebody else has cut.
    bool within = false;
  };
  struct Region {
    RecordSpool spool;
    std::uint64_t rows = 0;
  };

  RegionWalk(const RegionRule& rule, const Packing& packing, Options options, Region root);

  // Cuts the whole, as a stage of its own if there is anything to cut. Next() does it silently
  // where nobody has asked for it.
  Status FindRegions(Progress& progress);

  // Nothing after the last.
  Result<std::optional<Region>> Next();

 private:
  struct Part {
    Region region;
    bool cut = false;  // by itself, or may be
  };

  Result<TupleSample> Sample(RecordSpool& spool, Progress& progress) const;
  // The regions of a part come next. Tells every record twice.
  Status Cut(Region part, Progress& progress);
  // Every record into the spool of its leaf. Tells the rows of each, and what models count if
  // `exact`.
  Result<std::vector<LeafCounts>> Place(RecordSpool from, const RegionCuts& cuts, bool exact,
                                        std::vector<RecordSpool>& leaves, Progress& progress);

  const RegionRule& rule_;
  const Packing& packing_;
  Options options_;
  std::deque<Part> pending_;
  std::uint64_t files_ = 0;
};

}  // namespace gauze
