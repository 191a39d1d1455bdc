#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/base/ratio.h"
#include "gauze/taxonomy/label_set.h"

namespace gauze {

// What an adversary believes of the label behind one of some rows: each row makes each of the n
// labels it links to 1/n likely, and a share is the mean over the rows. Rows that link to nothing
// add nothing. Sets that are added must outlive it.
class Belief {
 public:
  struct LinkedRows {
    const LabelSet* labels;
    std::uint64_t rows;
  };

  explicit Belief(std::size_t labels) : sums_(labels) {}

  void Add(const LabelSet& labels, std::uint64_t rows);

  std::uint64_t rows() const { return rows_; }
  const std::vector<LinkedRows>& parts() const { return parts_; }
  std::vector<double> Shares() const;
  // The share of the likeliest label; and if rows that link to nothing are left out.
  double Largest() const;
  double LargestOfLinked() const;
  // Whether every row links to one label, the same; and every row that links at all.
  bool Certain() const { return rows_ > 0 && Most() > static_cast<double>(rows_) - 0.25; }
  bool CertainOfLinked() const {
    return linked_ > 0 && Most() > static_cast<double>(linked_) - 0.25;
  }

 private:
  double Most() const;

  std::vector<double> sums_;  // by label: shares times rows
  std::vector<LinkedRows> parts_;
  std::uint64_t rows_ = 0;
  std::uint64_t linked_ = 0;
};

// The bound that a policy sets to beliefs, from the definitions of qs_diversity and qs_closeness.
// Both are convex: if beliefs about some classes are within it, so is every mixture of them, and in
// particular the belief about all rows of these classes together. So what is promised of classes
// holds for whoever cannot tell which of several classes it is.
class BeliefBound {
 public:
  // p1 <= c (p_l + ... + p_m).
  static BeliefBound Diversity(Ratio c, std::uint64_t l);
  // Squared distance to the prior at most t^2.
  static BeliefBound Closeness(Ratio t, Belief prior);

  // Exact: what rounding leaves open is decided with whole numbers.
  bool Keeps(const Belief& belief) const;

  // By how much the bound is exceeded, rounded: p1 - c (p_l + ...), or d^2 - t^2. Labels that are
  // not listed have no share.
  double Excess(std::span<const LabelId> labels, std::span<const double> shares) const;

 private:
  explicit BeliefBound(Belief prior) : prior_(std::move(prior)) {}

  bool KeepsDiversity(const Belief& belief) const;
  bool KeepsCloseness(const Belief& belief) const;

  bool closeness_ = false;
  Ratio limit_;          // c or t
  std::uint64_t l_ = 0;  // of diversity
  Belief prior_;         // of closeness, with its shares and their squares
  std::vector<double> prior_shares_;
  double prior_square_ = 0;
};

}  // namespace gauze
