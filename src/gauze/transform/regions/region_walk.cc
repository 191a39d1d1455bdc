#include "gauze/transform/regions/region_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>

#include "gauze/base/stop.h"
#include "gauze/transform/regions/tuple_hash.h"

namespace gauze {
namespace {

// What one thread has done of a stage, told in pieces.
class Told {
 public:
  explicit Told(Progress& progress) : progress_(progress) {}

  void One() {
    constexpr std::uint64_t kAtATime = 4096;
    if (++records_ % kAtATime == 0) progress_.Advance(kAtATime);
  }

 private:
  Progress& progress_;
  std::uint64_t records_ = 0;
};

// Tuples that one thread has found, on their way to the sample that all share.
class SampleWriter {
 public:
  SampleWriter(TupleSample& sample, std::mutex& mutex) : sample_(sample), mutex_(mutex) {}

  // The tuple is what `masks` leave of a record.
  void Add(std::uint64_t hash, const std::uint64_t* record, const std::vector<std::uint64_t>& masks,
           std::uint64_t rows) {
    constexpr std::size_t kHeldWords = 4096;
    held_.insert(held_.end(), {hash, rows});
    for (std::size_t i = 0; i < masks.size(); ++i) held_.push_back(record[i] & masks[i]);
    if (held_.size() >= kHeldWords) Flush();
  }
  void Flush() {
    const std::lock_guard lock(mutex_);
    for (std::size_t at = 0; at < held_.size(); at += 2 + sample_.words()) {
      sample_.Add(held_[at], &held_[at + 2], held_[at + 1]);
    }
    held_.clear();
  }

 private:
  TupleSample& sample_;
  std::mutex& mutex_;
  std::vector<std::uint64_t> held_;
};

// Rows by leaf, and by leaf and value, of the records that one thread has placed.
class LeafCounter {
 public:
  LeafCounter(const RegionRule& rule, std::size_t leaves, bool exact) : rows_(leaves) {
    if (!exact) return;
    for (const std::size_t attribute : rule.counted()) {
      counted_.push_back({attribute, values_});
      values_ += rule.coded().table.domains[attribute].size();
    }
    by_value_.resize(leaves * values_);
  }

  void Add(const Packing& packing, std::uint32_t leaf, const std::uint64_t* record,
           std::uint64_t rows) {
    rows_[leaf] += rows;
    for (const auto& [attribute, first] : counted_) {
      by_value_[leaf * values_ + first + packing.Get(record, attribute)] += rows;
    }
  }
  void AddTo(LeafCounter& other) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) other.rows_[i] += rows_[i];
    for (std::size_t i = 0; i < by_value_.size(); ++i) other.by_value_[i] += by_value_[i];
  }

  std::vector<LeafCounts> Leaves() const {
    std::vector<LeafCounts> leaves(rows_.size());
    for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
      leaves[leaf].rows = rows_[leaf];
      for (std::size_t c = 0; c < counted_.size(); ++c) {
        const auto [attribute, first] = counted_[c];
        const std::size_t end = c + 1 < counted_.size() ? counted_[c + 1].first : values_;
        for (std::size_t value = first; value < end; ++value) {
          const std::uint64_t rows = by_value_[leaf * values_ + value];
          if (rows == 0) continue;
          leaves[leaf].values.push_back(
              {static_cast<std::uint32_t>(attribute), static_cast<Code>(value - first), rows});
        }
      }
    }
    return leaves;
  }

 private:
  struct Counted {
    std::size_t attribute = 0;
    std::size_t first = 0;  // of its values
  };
  std::vector<std::uint64_t> rows_;
  std::vector<Counted> counted_;
  std::size_t values_ = 0;
  std::vector<std::uint64_t> by_value_;  // leaf by leaf
};

// Values that models look at.
std::size_t ValuesCounted(const RegionRule& rule) {
  std::size_t values = 0;
  for (const std::size_t attribute : rule.counted()) {
    values += rule.coded().table.domains[attribute].size();
  }
  return values;
}

// More counts than that are not kept for all leaves at a time.
constexpr std::size_t kCountedAtOnce = std::size_t{1} << 20U;

// Words that each of so many writers may hold.
std::size_t WordsHeld(std::size_t writers) {
  constexpr std::size_t kAll = std::size_t{1} << 21U;
  constexpr std::size_t kLeast = 512;
  constexpr std::size_t kMost = std::size_t{1} << 15U;
  return std::clamp(kAll / writers, kLeast, kMost);
}

}  // namespace

RegionWalk::RegionWalk(const RegionRule& rule, const Packing& packing, Options options, Region root)
    : rule_(rule), packing_(packing), options_(std::move(options)) {
  const bool cut = options_.within ? NeedsCutting(rule_, root.rows) : root.rows > rule_.largest();
  pending_.push_back({std::move(root), cut});
}

Status RegionWalk::FindRegions(Progress& progress) {
  if (pending_.size() != 1 || !pending_.front().cut) return {};
  Region whole = std::move(pending_.front().region);
  pending_.pop_front();
  progress.Stage("finding regions", 2 * whole.spool.records());
  return Cut(std::move(whole), progress);
}

Result<std::optional<RegionWalk::Region>> RegionWalk::Next() {
  NoProgress silent;
  while (!pending_.empty()) {
    StopIfAsked();
    Part part = std::move(pending_.front());
    pending_.pop_front();
    if (!part.cut) return std::move(part.region);
    GAUZE_TRY(Cut(std::move(part.region), silent));
  }
  return std::optional<Region>();
}

Result<TupleSample> RegionWalk::Sample(RecordSpool& spool, Progress& progress) const {
  const RecordShape shape = spool.shape();
  const TupleHash hash(rule_.coded(), packing_, rule_.deciding());
  TupleSample sample(packing_.words(), rule_.sample());
  std::mutex mutex;
  std::vector<SampleWriter> writers(options_.workers, SampleWriter(sample, mutex));
  std::vector<Told> told(options_.workers, Told(progress));
  GAUZE_TRY(spool.LookThrough(
      options_.workers, [&](std::size_t worker, const std::uint64_t* record, std::size_t) {
        told[worker].One();
        const std::uint64_t found = hash(record);
        if (found <= sample.limit())
          writers[worker].Add(found, record, hash.masks(), shape.Count(record));
      }));
  for (SampleWriter& writer : writers) writer.Flush();
  sample.Finish();
  return sample;
}

Status RegionWalk::Cut(Region part, Progress& progress) {
  RegionCuts cuts;
  bool complete = false;
  {
    GAUZE_ASSIGN(const TupleSample sample, Sample(part.spool, progress));
    cuts = CutRegions(rule_, packing_, sample);
    complete = sample.complete();
  }
  if (cuts.size() == 1) {
    pending_.push_front({std::move(part), false});
    return {};
  }
  std::vector<RecordSpool> leaves;
  GAUZE_ASSIGN(const auto counts, Place(std::move(part.spool), cuts, !complete, leaves, progress));
  std::vector<std::uint32_t> region_of(leaves.size());
  std::iota(region_of.begin(), region_of.end(), 0U);
  if (!complete) region_of = JoinRegions(rule_, cuts, counts);
  std::vector<Part> regions;
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    if (region_of[leaf] == regions.size()) {
      regions.push_back({{std::move(leaves[leaf]), counts[leaf].rows}, false});
    } else {
      regions.back().region.spool.Absorb(std::move(leaves[leaf]));
      regions.back().region.rows += counts[leaf].rows;
    }
  }
  // Where every tuple was in the sample there is nothing more to find.
  const bool again = !complete && regions.size() > 1;
  while (!regions.empty()) {
    regions.back().cut = again && NeedsCutting(rule_, regions.back().region.rows);
    pending_.push_front(std::move(regions.back()));
    regions.pop_back();
  }
  return {};
}

Result<std::vector<LeafCounts>> RegionWalk::Place(RecordSpool from, const RegionCuts& cuts,
                                                  bool exact, std::vector<RecordSpool>& leaves,
                                                  Progress& progress) {
  const RecordShape shape = from.shape();
  std::shared_ptr<SpoolFile> file;
  if (from.bytes() > options_.memory_bytes) {
    GAUZE_ASSIGN(file, SpoolFile::Create(fmt::format("{}/regions-{}", options_.folder, files_++)));
  }
  const std::size_t size = cuts.size();
  for (std::size_t leaf = 0; leaf < size; ++leaf) leaves.emplace_back(shape, file);
  const bool at_once = exact && size * ValuesCounted(rule_) <= kCountedAtOnce;
  std::vector<LeafCounter> counters(options_.workers, LeafCounter(rule_, size, at_once));
  {
    const std::size_t held = WordsHeld(options_.workers * size);
    std::vector<std::vector<RecordSpool::Writer>> writers(options_.workers);
    for (auto& own : writers) {
      for (RecordSpool& leaf : leaves) own.emplace_back(leaf, held);
    }
    std::vector<Told> told(options_.workers, Told(progress));
    GAUZE_TRY(from.TakeApart(
        options_.workers, [&](std::size_t worker, const std::uint64_t* record, std::size_t words) {
          told[worker].One();
          const std::uint32_t leaf =
              cuts.Find([&](std::size_t attribute) { return packing_.Get(record, attribute); });
          counters[worker].Add(packing_, leaf, record, shape.Count(record));
          writers[worker][leaf].Append(record, words);
        }));
  }
  for (std::size_t i = 1; i < counters.size(); ++i) counters[i].AddTo(counters[0]);
  std::vector<LeafCounts> counts = counters[0].Leaves();
  for (std::size_t leaf = 0; leaf < size; ++leaf) {
    GAUZE_TRY(leaves[leaf].Finish());
    if (!exact || at_once) continue;
    LeafCounter counter(rule_, 1, true);
    GAUZE_TRY(leaves[leaf].LookThrough(1, [&](auto, const std::uint64_t* record, auto) {
      counter.Add(packing_, 0, record, shape.Count(record));
    }));
    counts[leaf] = std::move(counter.Leaves().front());
  }
  return counts;
}

}  // namespace gauze
