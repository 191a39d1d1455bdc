#pragma once

#include <vector>

#include "gauze/measure/record_risk/index.h"
#include "gauze/measure/record_risk/interval.h"

namespace gauze::risk {

// Sums over known sets S of o(S) / F_S, plain and times the weight outside S. The plain ones are
// there because items that differ only in weights they have left behind are solved together: with u
// more weight outside, the weighted sum is u times the plain one larger.
struct Sums {
  Interval plain;
  Interval weighted;
};

// The sums of the items of one group, by their number. On demand also each position's share: the
// part of both sums from known sets that hold the position, for choosing cells to suppress.
class Accounts {
 public:
  Accounts(const Index& index, std::size_t items, bool shares)
      : index_(index), sums_(items), shares_(shares ? items * index.attributes() : 0) {}

  const Sums& of(std::size_t item) const { return sums_[item]; }
  bool has_shares() const { return !shares_.empty(); }
  struct Share {
    double plain = 0;
    double weighted = 0;
  };
  const Share& share(std::size_t item, std::size_t position) const {
    return shares_[item * index_.attributes() + position];
  }

  // Terms of sets that hold `known`.
  void Add(std::size_t item, Mask known, const Interval& plain, const Interval& weighted) {
    sums_[item].plain.Add(plain.lo, plain.hi);
    sums_[item].weighted.Add(weighted.lo, weighted.hi);
    if (has_shares()) ShareKnown(item, known, plain.middle(), weighted.middle());
  }
  // The same where terms were subtracted from each other.
  void AddSigned(std::size_t item, Mask known, double plain, double weighted, double plain_margin,
                 double weighted_margin) {
    sums_[item].plain.AddSigned(plain, plain_margin);
    sums_[item].weighted.AddSigned(weighted, weighted_margin);
    if (has_shares()) ShareKnown(item, known, plain, weighted);
  }
  // Positions that these terms hold beyond `known`: all of them,
  void ShareKnown(std::size_t item, Mask known, double plain, double weighted);
  // or every set of `open` once, all with the same F. Negative to take some back.
  void ShareOpen(std::size_t item, std::uint32_t tuple, Mask open, double plain, double weighted);

  // The sums of an item of a merged group, whose known sets did not include `known`.
  void Absorb(std::size_t item, Mask known, double outside, const Accounts& merged,
              std::size_t merged_item);

 private:
  const Index& index_;
  std::vector<Sums> sums_;
  std::vector<Share> shares_;
};

}  // namespace gauze::risk
