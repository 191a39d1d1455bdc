#include "gauze/transform/suppress/row_links.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace gauze::suppress {
namespace {

// A dense table of more labels than this would not stay in the cache.
constexpr std::size_t kMostDense = 1U << 14U;

// The four low bits of a number, each in 16 bits of its own.
constexpr auto kSpread = [] {
  std::array<std::uint64_t, 16> spread{};
  for (std::size_t bits = 0; bits < 16; ++bits) {
    std::array<std::uint16_t, 4> lanes{};
    for (std::size_t i = 0; i < 4; ++i) lanes[i] = bits >> i & 1;
    spread[bits] = std::bit_cast<std::uint64_t>(lanes);
  }
  return spread;
}();

// table[m] becomes the sum over all subsets of m.
template <typename Number>
void SumSubsets(std::vector<Number>& table) {
  for (std::size_t step = 1; step < table.size(); step *= 2) {
    for (std::size_t block = 0; block < table.size(); block += 2 * step) {
      for (std::size_t i = block; i < block + step; ++i) table[i + step] += table[i];
    }
  }
}

}  // namespace

RowLinks::RowLinks(const Knowledge& knowledge, std::span<const TermId> terms,
                   std::span<const double> prior)
    : label_count_(knowledge.label_count()),
      bits_(static_cast<int>(std::min<std::size_t>(terms.size(), kMostBits))),
      positions_(terms.size()),
      costs_(terms.size() + 1) {
  for (std::size_t removed = 1; removed <= terms.size(); ++removed) {
    costs_[removed] = costs_[removed - 1] + RemovalCost(terms.size() - removed + 1, 1);
  }
  std::iota(positions_.begin(), positions_.end(), 0U);
  if (terms.size() > kMostBits) {
    // The rarest tell most about a row, so they stay apart.
    bundle_ = terms.size() - kMostBits + 1;
    const auto labels = [&](std::uint32_t position) {
      return knowledge.LabelsOf(terms[position]).size();
    };
    std::ranges::sort(positions_, [&](std::uint32_t a, std::uint32_t b) {
      return labels(a) != labels(b) ? labels(a) < labels(b) : a < b;
    });
  }
  if (bits_ <= kMostTabled && label_count_ <= kMostDense) {
    FillDense(knowledge, terms);
  } else {
    FillSparse(knowledge, terms);
  }
  if (bits_ <= kMostTabled) FillTables(prior);
  if (!prior.empty()) whole_prior_ = std::accumulate(prior.begin(), prior.end(), 0.0);
  if (!tabled() && !prior.empty()) {
    for (const LabelId label : labels_) prior_.push_back(prior[label]);
  }
}

void RowLinks::FillDense(const Knowledge& knowledge, std::span<const TermId> terms) {
  dense_.assign((label_count_ + kBlock - 1) / kBlock * kBlock, static_cast<std::uint16_t>(all()));
  for (std::size_t bit = 0; bit < terms.size(); ++bit) {
    const LabelSet& labels = knowledge.LabelsOf(terms[bit]);
    for (const LabelId label : labels.list()) {
      dense_[label] &= static_cast<std::uint16_t>(~(1U << bit));
    }
    // Four labels at a time: as many as 16 bits go into a word.
    for (std::size_t at = 0; at < dense_.size() && labels.dense(); at += 64) {
      std::uint64_t word = labels.words()[at / 64];
      const std::size_t end = std::min(at + 64, dense_.size());
      for (std::size_t i = at; i < end; i += 4, word >>= 4U) {
        std::uint64_t missing = 0;
        std::memcpy(&missing, dense_.data() + i, sizeof missing);
        missing &= ~(kSpread[word & 0xF] << bit);
        std::memcpy(dense_.data() + i, &missing, sizeof missing);
      }
    }
  }
  std::fill(dense_.begin() + static_cast<std::ptrdiff_t>(label_count_), dense_.end(), kNoLabel);
}

void RowLinks::FillSparse(const Knowledge& knowledge, std::span<const TermId> terms) {
  std::vector<std::uint32_t> shared(label_count_);  // how many of the bundle a label has
  std::vector<Mask> has(label_count_);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::size_t bit = std::min<std::size_t>(i, static_cast<std::size_t>(bits_ - 1));
    const bool in_bundle = bundled() && bit + 1 == kMostBits;
    knowledge.LabelsOf(terms[positions_[i]]).ForEach([&](LabelId label) {
      if (!in_bundle || ++shared[label] == bundle_) has[label] |= Mask{1} << bit;
    });
  }
  for (std::size_t label = 0; label < label_count_; ++label) {
    if (has[label] == 0) continue;
    labels_.push_back(static_cast<LabelId>(label));
    missing_.push_back(all() & ~has[label]);
  }
}

void RowLinks::FillTables(std::span<const double> prior) {
  counts_.assign(std::size_t{1} << bits_, 0);
  if (!prior.empty()) masses_.assign(counts_.size(), 0);
  if (!dense_.empty()) {
    for (std::size_t label = 0; label < label_count_; ++label) ++counts_[dense_[label]];
    for (std::size_t label = 0; label < prior.size(); ++label) {
      masses_[dense_[label]] += prior[label];
    }
  } else {
    for (const Mask missing : missing_) ++counts_[missing];
    counts_.back() += static_cast<std::uint32_t>(label_count_ - labels_.size());
    for (std::size_t i = 0; i < missing_.size() && !prior.empty(); ++i) {
      masses_[missing_[i]] += prior[labels_[i]];
    }
  }
  SumSubsets(counts_);
  SumSubsets(masses_);
  if (!prior.empty()) masses_.back() = std::accumulate(prior.begin(), prior.end(), 0.0);
}

std::uint32_t RowLinks::Count(Mask removed) const {
  if (tabled()) return counts_[removed];
  if (removed == all()) return static_cast<std::uint32_t>(label_count_);
  std::uint32_t count = 0;
  for (const Mask missing : missing_) count += (missing & ~removed) == 0 ? 1 : 0;
  return count;
}

double RowLinks::PriorMass(Mask removed) const {
  if (tabled()) return masses_[removed];
  if (removed == all()) return whole_prior_;
  double mass = 0;
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    if ((missing_[i] & ~removed) == 0) mass += prior_[i];
  }
  return mass;
}

void RowLinks::AppendPositions(Mask removed, std::vector<std::uint32_t>& positions) const {
  const std::size_t first = positions.size();
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const std::size_t bit = std::min<std::size_t>(i, static_cast<std::size_t>(bits_ - 1));
    if ((removed >> bit & 1) != 0) positions.push_back(positions_[i]);
  }
  std::sort(positions.begin() + static_cast<std::ptrdiff_t>(first), positions.end());
}

Mask RowLinks::Missing(LabelId label) const {
  if (!dense_.empty()) return dense_[label];
  const auto found = std::ranges::lower_bound(labels_, label);
  if (found == labels_.end() || *found != label) return all();
  return missing_[static_cast<std::size_t>(found - labels_.begin())];
}

}  // namespace gauze::suppress
