#include "gauze/attack/knowledge/belief.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <functional>
#include <numeric>

namespace gauze {

void Belief::Add(const LabelSet& labels, std::uint64_t rows) {
  rows_ += rows;
  parts_.push_back({&labels, rows});
  if (labels.size() == 0) return;
  linked_ += rows;
  const double each = static_cast<double>(rows) / static_cast<double>(labels.size());
  labels.ForEach([&](LabelId label) { sums_[label] += each; });
}

double Belief::Most() const { return sums_.empty() ? 0 : *std::ranges::max_element(sums_); }

std::vector<double> Belief::Shares() const {
  std::vector<double> shares = sums_;
  for (double& share : shares) share /= static_cast<double>(std::max<std::uint64_t>(1, rows_));
  return shares;
}

double Belief::Largest() const { return rows_ == 0 ? 0 : Most() / static_cast<double>(rows_); }

double Belief::LargestOfLinked() const {
  return linked_ == 0 ? 0 : Most() / static_cast<double>(linked_);
}

namespace {

using BigInteger = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                                 boost::multiprecision::et_off>;

// The sums of a belief as whole numbers over a common denominator.
struct ExactSums {
  std::vector<BigInteger> sums;  // by label
  BigInteger denominator = 1;
};

ExactSums Exactly(const Belief& belief, std::size_t labels) {
  ExactSums exact{.sums = std::vector<BigInteger>(labels)};
  for (const auto& part : belief.parts()) {
    const std::uint64_t size = part.labels->size();
    if (size == 0) continue;
    exact.denominator = lcm(exact.denominator, BigInteger(size));
  }
  for (const auto& part : belief.parts()) {
    if (part.labels->size() == 0) continue;
    BigInteger each = exact.denominator * part.rows;
    each /= part.labels->size();
    part.labels->ForEach([&](LabelId label) { exact.sums[label] += each; });
  }
  return exact;
}

}  // namespace

BeliefBound BeliefBound::Diversity(Ratio c, std::uint64_t l) {
  BeliefBound bound{Belief(0)};
  bound.limit_ = c;
  bound.l_ = l;
  return bound;
}

BeliefBound BeliefBound::Closeness(Ratio t, Belief prior) {
  BeliefBound bound(std::move(prior));
  bound.closeness_ = true;
  bound.limit_ = t;
  bound.prior_shares_ = bound.prior_.Shares();
  for (const double share : bound.prior_shares_) bound.prior_square_ += share * share;
  return bound;
}

double BeliefBound::Excess(std::span<const LabelId> labels, std::span<const double> shares) const {
  const double limit = limit_.ToDouble();
  if (closeness_) {
    double square = prior_square_;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      square += shares[i] * (shares[i] - 2 * prior_shares_[labels[i]]);
    }
    return square - limit * limit;
  }
  std::vector<double> ordered(shares.begin(), shares.end());
  const std::size_t first = std::min<std::size_t>(l_ - 1, ordered.size());
  const auto tail = ordered.begin() + static_cast<std::ptrdiff_t>(first);
  if (tail != ordered.end()) std::ranges::nth_element(ordered, tail, std::greater<>());
  const auto largest = std::ranges::max_element(ordered);
  return (largest == ordered.end() ? 0 : *largest) -
         limit * std::accumulate(tail, ordered.end(), 0.0);
}

// Every sum was rounded once for each part and each label, by at most 2^-53 of no more than 1 (the
// squares: 4); c and t of a policy may make a side larger.
bool BeliefBound::Keeps(const Belief& belief) const {
  const std::vector<double> shares = belief.Shares();
  std::vector<LabelId> labels(shares.size());
  std::iota(labels.begin(), labels.end(), 0);
  const double excess = Excess(labels, shares);
  const auto roundings =
      static_cast<double>(belief.parts().size() + prior_.parts().size() + labels.size());
  const double doubt = 1e-15 * (roundings + 16) * (4 + limit_.ToDouble());
  if (excess > doubt) return false;
  if (excess < -doubt) return true;
  return closeness_ ? KeepsCloseness(belief) : KeepsDiversity(belief);
}

bool BeliefBound::KeepsDiversity(const Belief& belief) const {
  ExactSums exact = Exactly(belief, belief.Shares().size());
  std::ranges::sort(exact.sums, std::greater<>());
  BigInteger rest;
  for (std::size_t i = l_ - 1; i < exact.sums.size(); ++i) rest += exact.sums[i];
  return exact.sums.front() * BigInteger(limit_.denominator) <= rest * BigInteger(limit_.numerator);
}

bool BeliefBound::KeepsCloseness(const Belief& belief) const {
  const ExactSums mine = Exactly(belief, prior_shares_.size());
  const ExactSums prior = Exactly(prior_, prior_shares_.size());
  const BigInteger whole = mine.denominator * belief.rows();
  const BigInteger prior_whole = prior.denominator * prior_.rows();
  BigInteger square;
  for (std::size_t i = 0; i < mine.sums.size(); ++i) {
    const BigInteger difference = mine.sums[i] * prior_whole - prior.sums[i] * whole;
    square += difference * difference;
  }
  const BigInteger left = BigInteger(limit_.denominator);
  const BigInteger right = BigInteger(limit_.numerator) * whole * prior_whole;
  return square * left * left <= right * right;
}

}  // namespace gauze
