#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "gauze/measure/record_risk/risk_table.h"

namespace gauze::risk {

// A weight of a tuple on one attribute, as the walk wants it.
struct Weight {
  std::uint32_t position = 0;
  double weight = 0;
  double kept = 0;  // weight / (1 + odds): its mean over all known sets
};

// The table and settings laid out for the walk over known sets. Attributes have positions here:
// those that are never known first, then by falling entropy, and last the flags, most of whose rows
// have one and the same value, the mode. Masks inside the walk are of positions.
//
// Both readings are one sum. With odds o_j = PK_j (paper) or PK_j / (1 - PK_j) (probability),
// D(r) = scale(r) * sum over S of o(S) / F_S * weight outside S, where o(S) is a product of odds,
// and scale is alpha, times the product of 1 - PK_j over A(r) for probability.
//
// Immutable; threads share it.
class Index {
 public:
  Index(const RiskTable& table, const RiskSettings& settings, const Tuning& tuning);

  std::size_t tuples() const { return counts_.size(); }
  std::size_t attributes() const { return odds_.size(); }
  std::size_t first() const { return first_; }  // first position with odds above 0
  std::size_t flags() const { return flags_; }  // first position of a flag
  double rows() const { return rows_; }
  bool wildcard() const { return wildcard_; }
  std::size_t attribute_at(std::size_t position) const { return order_[position]; }
  Mask ToTable(Mask positions) const;

  double odds(std::size_t position) const { return odds_[position]; }
  // Product of odds + 1: what all subsets of these positions sum up to.
  double Mass(Mask positions) const {
    double mass = 1;
    for (std::size_t block = 0; positions != 0; ++block, positions >>= kBlockBits) {
      mass *= masses_[block << kBlockBits | (positions & kBlockMask)];
    }
    return mass;
  }
  // Positions from this one on.
  Mask Suffix(std::size_t position) const { return all_ & ~((Mask{1} << position) - 1); }

  double count(std::uint32_t tuple) const { return counts_[tuple]; }
  double scale(std::uint32_t tuple) const { return scales_[tuple]; }
  Mask suppressed(std::uint32_t tuple) const { return suppressed_[tuple]; }
  // Flags on which the tuple matches fewer than the mode does: another value, or suppressed and
  // literal.
  Mask off_mode(std::uint32_t tuple) const { return off_mode_[tuple]; }
  std::uint32_t code(std::uint32_t tuple, std::size_t position) const {
    return codes_[tuple * attributes() + position];
  }
  // A name for the value off the mode that the tuple has on a flag.
  std::uint32_t OffValue(std::uint32_t tuple, std::size_t flag) const {
    return (seldom_[tuple] >> flag & 1) == 0 ? kSecond : code(tuple, flag);
  }
  bool any_suppressed() const { return any_suppressed_; }
  std::size_t codes(std::size_t position) const { return code_counts_[position]; }
  std::span<const Weight> weights(std::uint32_t tuple) const {
    return {weights_.data() + weight_starts_[tuple], weights_.data() + weight_starts_[tuple + 1]};
  }
  // Tuples that are equal from this position on, up to flags(), have the same class.
  std::uint32_t suffix_class(std::size_t position, std::uint32_t tuple) const {
    return suffix_classes_[position - first_][tuple];
  }
  std::size_t suffix_class_count(std::size_t position) const {
    return suffix_class_counts_[position - first_];
  }
  // Positions from `from` on where `other` matches every known value of `tuple`.
  Mask Matches(std::uint32_t tuple, std::uint32_t other, std::size_t from) const;

 private:
  static constexpr unsigned kBlockBits = 11;
  static constexpr std::uint32_t kSecond = 0xFFFFFFFF;
  static constexpr Mask kBlockMask = (Mask{1} << kBlockBits) - 1;

  void Order(const RiskTable& table, const RiskSettings& settings, const Tuning& tuning);
  void FillMasses();
  void FillTuples(const RiskTable& table, const RiskSettings& settings);
  void FillSuffixClasses();

  bool wildcard_;
  double rows_ = 0;
  Mask all_ = 0;
  std::size_t first_ = 0;
  std::size_t flags_ = 0;
  std::vector<std::size_t> order_;
  std::vector<std::uint32_t> modes_;
  std::vector<std::uint32_t> seconds_;  // the second most common value
  std::vector<double> odds_;
  std::vector<double> masses_;
  std::vector<std::size_t> code_counts_;
  std::vector<double> counts_;
  std::vector<double> scales_;
  std::vector<Mask> suppressed_;
  std::vector<Mask> off_mode_;
  std::vector<Mask> seldom_;  // flags with neither of the two; spares a look at the codes
  bool any_suppressed_ = false;
  std::vector<std::uint32_t> codes_;
  std::vector<std::size_t> weight_starts_;
  std::vector<Weight> weights_;
  std::vector<std::vector<std::uint32_t>> suffix_classes_;
  std::vector<std::size_t> suffix_class_counts_;
};

}  // namespace gauze::risk
