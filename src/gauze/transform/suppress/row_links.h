#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "gauze/taxonomy/knowledge.h"
#include "gauze/transform/suppress/removal_cost.h"

namespace gauze::suppress {

// One bit for each term of a row, or for a bundle of terms that go together.
using Mask = std::uint64_t;

// The labels that a row links to, for every set of terms that may be removed from it. A label links
// once all terms that it lacks are removed, so each label is known by the mask of those. Labels
// that share no term with the row lack all of them and are not looked at one by one.
//
// A row of up to kMostTabled terms has |K| in a table for all 2^w removals (a subset-sum
// transform); for a longer one it is counted again each time.
class RowLinks {
 public:
  static constexpr int kMostTabled = 16;
  static constexpr int kMostBits = 64;

  // `prior` has a weight for each label, or is empty.
  RowLinks(const Knowledge& knowledge, std::span<const TermId> terms,
           std::span<const double> prior);

  int bits() const { return bits_; }
  Mask all() const { return bits_ == 64 ? ~Mask{0} : (Mask{1} << bits_) - 1; }
  bool tabled() const { return !counts_.empty(); }
  bool bundled() const { return bundle_ > 1; }
  // |K| when these terms are removed, and the prior's weight of K.
  std::uint32_t Count(Mask removed) const;
  double PriorMass(Mask removed) const;
  Cost CostOf(Mask removed) const { return costs_[TermsIn(removed)]; }
  // Of a row that loses so many bits; for rows without a bundle.
  Cost CostOfBits(int removed) const { return costs_[static_cast<std::size_t>(removed)]; }
  // Adds the positions of these terms in the input.
  void AppendPositions(Mask removed, std::vector<std::uint32_t>& positions) const;

  Mask Missing(LabelId label) const;
  bool Links(LabelId label, Mask removed) const { return (Missing(label) & ~removed) == 0; }
  // Missing() of all labels, where there are few enough; else null.
  const std::uint16_t* dense() const { return dense_.empty() ? nullptr : dense_.data(); }

  // Labels that link when these, but not all, are removed.
  template <typename Function>
  void ForEachLinked(Mask removed, const Function& function) const {
    if (!dense_.empty()) {
      const auto kept = static_cast<std::uint16_t>(~removed);
      // Mostly few labels link, and the compiler turns the first loop into a handful of vectors.
      for (std::size_t block = 0; block < dense_.size(); block += kBlock) {
        std::uint16_t any = 0;
        for (std::size_t i = block; i < block + kBlock; ++i) {
          any |= static_cast<std::uint16_t>((dense_[i] & kept) == 0);
        }
        if (any == 0) continue;
        for (std::size_t i = block; i < block + kBlock; ++i) {
          if ((dense_[i] & kept) == 0) function(static_cast<LabelId>(i));
        }
      }
      return;
    }
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      if ((missing_[i] & ~removed) == 0) function(labels_[i]);
    }
  }

 private:
  static constexpr std::size_t kBlock = 32;
  // Beyond the last label: bits that no row has, which are never removed.
  static constexpr std::uint16_t kNoLabel = 0xFFFF;

  std::size_t TermsIn(Mask removed) const {
    const auto bits = static_cast<std::size_t>(std::popcount(removed));
    return bundled() && (removed >> (bits_ - 1) & 1) != 0 ? bits + bundle_ - 1 : bits;
  }
  void FillDense(const Knowledge& knowledge, std::span<const TermId> terms);
  void FillSparse(const Knowledge& knowledge, std::span<const TermId> terms);
  void FillTables(std::span<const double> prior);

  std::size_t label_count_;
  int bits_;
  std::size_t bundle_ = 1;  // how many terms the last bit stands for
  std::vector<std::uint32_t> positions_;
  std::vector<Cost> costs_;  // by number of terms removed
  // Either all labels, or those that share a term, in order.
  std::vector<std::uint16_t> dense_;
  std::vector<LabelId> labels_;
  std::vector<Mask> missing_;
  std::vector<std::uint32_t> counts_;
  std::vector<double> masses_;
  std::vector<double> prior_;  // of labels_, for rows without tables; and of all labels together
  double whole_prior_ = 0;
};

}  // namespace gauze::suppress
