#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gauze/base/ratio.h"
#include "gauze/model/qs_posterior.h"

namespace gauze {

// What a class's posterior over the labels must be. Two kinds:
//   diversity  p1 <= c * (p_l + ... + p_m), the shares of all m labels in decreasing order
//   closeness  the Euclidean distance from a prior is at most t
// A posterior of nothing but zeros is diverse (nobody is linked to anything), and a closeness of
// its own: its distance is the prior's length.
//
// Exact. Equality is the normal case (a single row is diverse for c = 1 exactly when |K| >= l), so
// no tolerance: doubles decide what they can decide for certain, common denominators the rest.
// Not monotone in removing terms: a term less can link a row that linked to nothing.
// Monotone in joining classes where both hold: diversity as in l_diversity.cc, closeness because
// a distance is convex.
class QsCondition {
 public:
  enum class Kind : std::uint8_t { kDiversity, kCloseness };

  // c above 0, l at least 1.
  static QsCondition Diversity(Ratio c, std::uint64_t l);
  // t at least 0.
  static QsCondition Closeness(Ratio t, std::shared_ptr<const QsPosterior> prior);

  bool Holds(const QsPosterior& posterior) const;
  // About p1 / (p_l + ... + p_m), or the distance: the smaller the better. For reports.
  double Figure(const QsPosterior& posterior) const;

  Kind kind() const { return kind_; }
  Ratio c() const { return limit_; }
  std::uint64_t l() const { return l_; }
  Ratio t() const { return limit_; }
  // Of closeness: the prior's shares, rounded, and the sum of their squares.
  const std::vector<double>& prior_shares() const { return prior_shares_; }
  double prior_square() const { return prior_square_; }

 private:
  QsCondition(Kind kind, Ratio limit, std::uint64_t l) : kind_(kind), limit_(limit), l_(l) {}

  Kind kind_;
  Ratio limit_;
  std::uint64_t l_;
  std::shared_ptr<const QsPosterior> prior_;
  std::vector<double> prior_shares_;
  double prior_square_ = 0;
};

}  // namespace gauze
