#include "gauze/model/qs_condition.h"

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>

namespace gauze {
namespace {

using LabelRows = QsPosterior::LabelRows;

// A whole number of any size, for sums of fractions whose common denominator does not fit into a
// machine word: it decides what cheaper numbers leave open.
using BigInteger = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                                 boost::multiprecision::et_off>;

// More than the rounding of 10^6 sums of positive terms, and far more than that of one.
constexpr double kDoubt = 1e-9;

// Sums of a posterior, largest first: of the labels that have parts, and one for all the others.
// All are times the rows, and times whatever 1/|K| is multiplied by.
template <typename Number>
struct Sums {
  std::vector<Number> listed;
  Number other{};
  std::uint64_t labels = 0;

  Number Largest() const { return listed.empty() ? other : listed.front(); }
  // p_l + ... + p_m.
  Number Rest(std::uint64_t l) const {
    Number rest{};
    if (l > labels) return rest;
    const std::uint64_t first = l - 1;
    for (std::size_t i = first; i < listed.size(); ++i) rest += listed[i];
    const std::uint64_t others = labels - std::max<std::uint64_t>(first, listed.size());
    rest += other * Number(others);
    return rest;
  }
};

// `share(rows, linked)` is rows/linked as a Number.
template <typename Number, typename Share>
Sums<Number> SumsOf(const QsPosterior& posterior, const Share& share) {
  Sums<Number> sums{.labels = posterior.labels()};
  if (posterior.everywhere_rows() > 0) {
    sums.other = share(posterior.everywhere_rows(), posterior.labels());
  }
  const LabelRows* before = nullptr;
  for (const LabelRows& part : posterior.parts()) {
    if (before == nullptr || before->label != part.label) sums.listed.push_back(sums.other);
    sums.listed.back() += share(part.rows, part.linked);
    before = &part;
  }
  std::ranges::sort(sums.listed, [](const Number& a, const Number& b) { return a > b; });
  return sums;
}

Sums<double> RoundedSums(const QsPosterior& posterior) {
  return SumsOf<double>(posterior, [](std::uint64_t rows, std::uint64_t linked) {
    return static_cast<double>(rows) / static_cast<double>(linked);
  });
}

double SquaredDistance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

// The least common multiple of all |K|, by which every share times rows is a whole number.
BigInteger CommonDenominator(std::span<const QsPosterior* const> posteriors) {
  std::vector<std::uint32_t> sizes;
  for (const QsPosterior* posterior : posteriors) {
    for (const LabelRows& part : posterior->parts()) sizes.push_back(part.linked);
    if (posterior->everywhere_rows() > 0) {
      sizes.push_back(static_cast<std::uint32_t>(posterior->labels()));
    }
  }
  std::ranges::sort(sizes);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  BigInteger multiple = 1;
  for (const std::uint32_t size : sizes) multiple = lcm(multiple, BigInteger(size));
  return multiple;
}

// Shares of all labels times rows and `denominator`, as whole numbers. Number is Wide where the
// results fit, else BigInteger.
template <typename Number>
std::vector<Number> WholeShares(const QsPosterior& posterior, const BigInteger& denominator) {
  const Number whole = static_cast<Number>(denominator);
  const auto times = [&](std::uint64_t rows, std::uint64_t linked) {
    Number part = whole;
    part /= linked;
    return part * Number(rows);
  };
  std::vector<Number> shares(posterior.labels());
  if (posterior.everywhere_rows() > 0) {
    std::ranges::fill(shares, times(posterior.everywhere_rows(), posterior.labels()));
  }
  for (const LabelRows& part : posterior.parts())
    shares[part.label] += times(part.rows, part.linked);
  return shares;
}

template <typename Number>
bool IsDiverse(const QsPosterior& posterior, const BigInteger& denominator, Ratio c,
               std::uint64_t l) {
  const Number whole = static_cast<Number>(denominator);
  const auto share = [&](std::uint64_t rows, std::uint64_t linked) {
    Number part = whole;
    part /= linked;
    return part * Number(rows);
  };
  const Sums<Number> sums = SumsOf<Number>(posterior, share);
  return sums.Largest() * Number(static_cast<std::uint64_t>(c.denominator)) <=
         sums.Rest(l) * Number(static_cast<std::uint64_t>(c.numerator));
}

// Shares B/(n d) of the class and A/(N d) of the prior, d the common denominator: the sum of
// (B N - A n)^2 is at most t^2 (n N d)^2.
template <typename Number>
bool IsClose(const QsPosterior& posterior, const QsPosterior& prior, const BigInteger& denominator,
             Ratio t) {
  const std::uint64_t rows = std::max<std::uint64_t>(posterior.rows(), 1);
  const std::uint64_t prior_rows = std::max<std::uint64_t>(prior.rows(), 1);
  const std::vector<Number> mine = WholeShares<Number>(posterior, denominator);
  const std::vector<Number> theirs = WholeShares<Number>(prior, denominator);
  Number sum{};
  for (std::size_t label = 0; label < mine.size(); ++label) {
    Number a = mine[label] * Number(prior_rows);
    Number b = theirs[label] * Number(rows);
    if (a < b) std::swap(a, b);
    a -= b;
    sum += a * a;
  }
  const Number whole = static_cast<Number>(denominator) * Number(rows) * Number(prior_rows);
  const Number top = whole * Number(static_cast<std::uint64_t>(t.numerator));
  const Number bottom(static_cast<std::uint64_t>(t.denominator));
  return sum * bottom * bottom <= top * top;
}

int Bits(std::uint64_t number) { return std::bit_width(number); }
int Bits(const BigInteger& number) { return static_cast<int>(msb(number)) + 1; }
int Bits(Ratio ratio) {
  return std::max(Bits(static_cast<std::uint64_t>(ratio.numerator)),
                  Bits(static_cast<std::uint64_t>(ratio.denominator)));
}

}  // namespace

QsCondition QsCondition::Diversity(Ratio c, std::uint64_t l) {
  Check(c.numerator > 0 && l >= 1, "c is above 0 and l at least 1");
  return {Kind::kDiversity, c, l};
}

QsCondition QsCondition::Closeness(Ratio t, std::shared_ptr<const QsPosterior> prior) {
  Check(t.numerator >= 0 && prior != nullptr, "t is at least 0 and there is a prior");
  QsCondition condition(Kind::kCloseness, t, 0);
  condition.prior_shares_ = prior->Shares();
  for (const double share : condition.prior_shares_) condition.prior_square_ += share * share;
  condition.prior_ = std::move(prior);
  return condition;
}

bool QsCondition::Holds(const QsPosterior& posterior) const {
  constexpr int kWideBits = 126;
  if (kind_ == Kind::kDiversity) {
    const Sums<double> sums = RoundedSums(posterior);
    const double most = limit_.ToDouble() * sums.Rest(l_);
    if (std::abs(sums.Largest() - most) > kDoubt * (sums.Largest() + most)) {
      return sums.Largest() < most;
    }
    const QsPosterior* all[] = {&posterior};
    const BigInteger denominator = CommonDenominator(all);
    return Bits(denominator) + Bits(posterior.rows()) + Bits(limit_) <= kWideBits
               ? IsDiverse<Wide>(posterior, denominator, limit_, l_)
               : IsDiverse<BigInteger>(posterior, denominator, limit_, l_);
  }
  Check(posterior.labels() == prior_->labels(), "prior and posterior over the same labels");
  const double distance = SquaredDistance(posterior.Shares(), prior_shares_);
  const double most = limit_.ToDouble() * limit_.ToDouble();
  if (std::abs(distance - most) > kDoubt) return distance < most;
  const QsPosterior* all[] = {&posterior, prior_.get()};
  const BigInteger denominator = CommonDenominator(all);
  const int bits = Bits(denominator) + Bits(posterior.rows()) + Bits(prior_->rows());
  return 2 * bits + Bits(posterior.labels()) + 2 * Bits(limit_) <= kWideBits
             ? IsClose<Wide>(posterior, *prior_, denominator, limit_)
             : IsClose<BigInteger>(posterior, *prior_, denominator, limit_);
}

double QsCondition::Figure(const QsPosterior& posterior) const {
  if (kind_ == Kind::kCloseness) {
    return std::sqrt(SquaredDistance(posterior.Shares(), prior_shares_));
  }
  const Sums<double> sums = RoundedSums(posterior);
  if (sums.Largest() == 0) return 0;
  const double rest = sums.Rest(l_);
  return rest > 0 ? sums.Largest() / rest : std::numeric_limits<double>::max();
}

}  // namespace gauze
