#include "gauze/transform/regions/region_tree.h"

#include <algorithm>

#include "gauze/base/stop.h"

namespace gauze {
namespace {

// The tuples of a sample, moved about so that those of a part lie together.
class SampleCutter {
 public:
  SampleCutter(const RegionRule& rule, const Packing& packing, const TupleSample& sample)
      : rule_(rule),
        packing_(packing),
        size_(1 + sample.words()),
        left_(rule.Empty()),
        right_(rule.Empty()) {
    entries_.reserve(sample.size() * size_);
    for (std::size_t i = 0; i < sample.size(); ++i) {
      entries_.push_back(sample.Weight(i, rule.largest() / 2 + 1));
      entries_.insert(entries_.end(), sample.tuple(i), sample.tuple(i) + sample.words());
    }
  }

  RegionCuts Cut() {
    RegionCuts cuts;
    std::vector<Part> open = {{0, entries_.size() / size_, 0}};
    std::uint32_t leaves = 0;
    while (!open.empty()) {
      StopIfAsked();
      const Part part = open.back();
      open.pop_back();
      if (!Divide(part, cuts, open)) cuts.nodes[part.node].number = leaves++;
    }
    return cuts;
  }

 private:
  struct Part {
    std::size_t begin = 0;  // entries
    std::size_t end = 0;
    std::uint32_t node = 0;
  };

  std::uint64_t* Entry(std::size_t i) { return &entries_[i * size_]; }
  Code Get(std::size_t i, std::size_t attribute) { return packing_.Get(Entry(i) + 1, attribute); }

  // The left side comes next, so that leaves are found in order.
  bool Divide(const Part& part, RegionCuts& cuts, std::vector<Part>& open) {
    std::uint64_t rows = 0;
    for (std::size_t i = part.begin; i < part.end; ++i) rows += *Entry(i);
    if (rows <= rule_.largest()) return false;
    std::vector<RegionRule::Cut> found;
    for (const std::size_t attribute : rule_.quasi_identifiers()) {
      CountValues(part, attribute);
      if (const auto cut = rule_.BestCut(attribute, values_)) found.push_back(*cut);
    }
    RegionRule::Order(found);
    for (const RegionRule::Cut& cut : found) {
      const std::size_t middle = Split(part, cut);
      if (!Holds(part.begin, middle, left_) || !Holds(middle, part.end, right_)) continue;
      const auto next = static_cast<std::uint32_t>(cuts.nodes.size());
      cuts.nodes.resize(next + 2);
      cuts.nodes[part.node] = {.attribute = static_cast<std::uint32_t>(cut.attribute),
                               .code = cut.code,
                               .left = next,
                               .right = next + 1};
      open.push_back({middle, part.end, next + 1});
      open.push_back({part.begin, middle, next});
      return true;
    }
    return false;
  }

  // Into values_.
  void CountValues(const Part& part, std::size_t attribute) {
    const std::size_t domain = rule_.coded().table.domains[attribute].size();
    values_.clear();
    constexpr std::size_t kSparse = 8;  // sorting is dearer than looking at so many empty counts
    if (domain / kSparse < part.end - part.begin) {
      if (rows_of_.size() < domain) rows_of_.resize(domain);
      Code low = static_cast<Code>(domain);
      Code high = 0;
      for (std::size_t i = part.begin; i < part.end; ++i) {
        const Code code = Get(i, attribute);
        low = std::min(low, code);
        high = std::max(high, code);
        rows_of_[code] += *Entry(i);
      }
      for (Code code = low; code <= high; ++code) {
        if (rows_of_[code] > 0) values_.push_back({code, rows_of_[code]});
        rows_of_[code] = 0;
      }
      return;
    }
    for (std::size_t i = part.begin; i < part.end; ++i) {
      values_.push_back({Get(i, attribute), *Entry(i)});
    }
    std::ranges::sort(values_, {}, &CodeRows::code);
    std::size_t kept = 0;
    for (std::size_t i = 1; i < values_.size(); ++i) {
      if (values_[i].code == values_[kept].code) {
        values_[kept].rows += values_[i].rows;
      } else {
        values_[++kept] = values_[i];
      }
    }
    values_.resize(std::min(values_.size(), kept + 1));
  }

  // Returns where the right side begins.
  std::size_t Split(const Part& part, const RegionRule::Cut& cut) {
    std::size_t middle = part.begin;
    std::size_t end = part.end;
    while (middle < end) {
      if (Get(middle, cut.attribute) <= cut.code) {
        ++middle;
      } else {
        --end;
        std::swap_ranges(Entry(middle), Entry(middle) + size_, Entry(end));
      }
    }
    return middle;
  }

  bool Holds(std::size_t begin, std::size_t end, RegionCounts& counts) {
    counts.rows = 0;
    for (std::size_t i = begin; i < end; ++i) {
      rule_.Count([&](std::size_t attribute) { return Get(i, attribute); }, *Entry(i), counts);
    }
    const bool holds = rule_.Holds(counts);
    for (const std::size_t attribute : rule_.counted()) {
      for (std::size_t i = begin; i < end; ++i) counts.by_code[attribute][Get(i, attribute)] = 0;
    }
    return holds;
  }

  const RegionRule& rule_;
  const Packing& packing_;
  std::size_t size_;                    // of an entry: its weight and its tuple
  std::vector<std::uint64_t> entries_;  // one after another
  std::vector<CodeRows> values_;
  std::vector<std::uint64_t> rows_of_;  // by code; zero between two calls
  RegionCounts left_;
  RegionCounts right_;
};

// Runs of leaves on their way to be regions.
class LeafJoiner {
 public:
  LeafJoiner(const RegionRule& rule, const RegionCuts& cuts, const std::vector<LeafCounts>& leaves)
      : rule_(rule), cuts_(cuts), leaves_(leaves), counts_(rule.Empty()) {}

  std::vector<std::uint32_t> Join() {
    Settle(0);
    std::vector<std::uint32_t> region_of;
    for (std::uint32_t run = 0; run < runs_.size(); ++run) {
      region_of.resize(runs_[run].last + 1, run);
    }
    return region_of;
  }

 private:
  struct Run {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  // Adds the runs of a part. False if there is only one, which keeps no model.
  bool Settle(std::uint32_t at) {
    const RegionCuts::Node node = cuts_.nodes[at];
    if (node.left == 0) {
      runs_.push_back({node.number, node.number});
      return Holds(runs_.back());
    }
    const std::size_t begin = runs_.size();
    const bool left = Settle(node.left);
    const bool right = Settle(node.right);
    bool holds = left && right;
    while (!holds && runs_.size() > begin + 1) {
      const std::size_t into = left ? runs_.size() - 2 : begin;
      runs_[into].last = runs_[into + 1].last;
      runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(into) + 1);
      holds = Holds(runs_[into]);
    }
    return holds;
  }

  bool Holds(const Run& run) {
    counts_.rows = 0;
    for (std::uint32_t leaf = run.first; leaf <= run.last; ++leaf) {
      counts_.rows += leaves_[leaf].rows;
      for (const auto& value : leaves_[leaf].values) {
        counts_.by_code[value.attribute][value.code] += value.rows;
      }
    }
    const bool holds = rule_.Holds(counts_);
    for (std::uint32_t leaf = run.first; leaf <= run.last; ++leaf) {
      for (const auto& value : leaves_[leaf].values) {
        counts_.by_code[value.attribute][value.code] = 0;
      }
    }
    return holds;
  }

  const RegionRule& rule_;
  const RegionCuts& cuts_;
  const std::vector<LeafCounts>& leaves_;
  RegionCounts counts_;
  std::vector<Run> runs_;
};

}  // namespace

RegionCuts CutRegions(const RegionRule& rule, const Packing& packing, const TupleSample& sample) {
  return SampleCutter(rule, packing, sample).Cut();
}

std::vector<std::uint32_t> JoinRegions(const RegionRule& rule, const RegionCuts& cuts,
                                       const std::vector<LeafCounts>& leaves) {
  return LeafJoiner(rule, cuts, leaves).Join();
}

}  // namespace gauze
