#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "gauze/model/l_diversity.h"
#include "gauze/model/one_value.h"
#include "gauze/model/person_diversity.h"

namespace gauze {
namespace {

struct Figures {
  std::uint64_t rows = 0;
  std::uint64_t largest = 0;
  std::uint64_t distinct = 0;
};

// Calls visit(rows) for each of the first codes that somebody has.
template <typename Visit>
void ForEachCount(const ClassCounts& counts, std::size_t codes, const Visit& visit) {
  if (!counts.present) {
    for (const std::uint64_t count : counts.values.first(codes)) {
      if (count > 0) visit(count);
    }
    return;
  }
  for (const Code code : *counts.present) {
    if (code < codes) visit(counts.values[code]);
  }
}

Figures Summarise(const ClassCounts& counts, std::size_t codes) {
  Figures figures;
  ForEachCount(counts, codes, [&](std::uint64_t count) {
    figures.rows += count;
    figures.largest = std::max(figures.largest, count);
    ++figures.distinct;
  });
  return figures;
}

// The quotient cut off, not rounded, after two decimals: a limit that is printed must hold.
std::string Hundredths(std::uint64_t top, std::uint64_t bottom) {
  const Wide hundredths = static_cast<Wide>(top) * 100 / bottom;
  return Ratio{static_cast<std::int64_t>(hundredths), 100}.Text();
}

class LDiversityModel : public ClassModel {
 public:
  LDiversityModel(const Parameters& parameters, const ModelContext& context)
      : l_(parameters.Number("l")),
        column_(context.attribute->name),
        codes_(parameters.Boolean("count_missing") ? context.domain->size()
                                                   : context.domain->value_count()),
        unit_(UnitOf(context)) {}

  bool Holds(const ClassCounts& counts) const override {
    const Figures figures = Summarise(counts, codes_);
    if (figures.rows == 0) return l_.numerator == l_.denominator;
    return Diverse(counts, figures);
  }

  double Nearness(const ClassCounts& counts) const override {
    const Figures figures = Summarise(counts, codes_);
    if (figures.rows == 0) {
      return l_.numerator == l_.denominator ? 1 : BelowOne(0.5 / l_.ToDouble());
    }
    if (Diverse(counts, figures)) return 1;
    return BelowOne(Reached(counts, figures) / l_.ToDouble());
  }

  std::string WhyNever(const ClassCounts& table) const final {
    const Figures figures = Summarise(table, codes_);
    if (figures.rows == 0) {
      return fmt::format("l is {}, but column {} has no value in any of {} rows", l_.Text(),
                         column_, table.rows);
    }
    return Why(table, figures);
  }

 protected:
  // All are asked only when there is a row.
  virtual bool Diverse(const ClassCounts& counts, const Figures& figures) const = 0;
  virtual std::string Why(const ClassCounts& counts, const Figures& figures) const = 0;
  // About the l that a class without l reaches.
  virtual double Reached(const ClassCounts& counts, const Figures& figures) const = 0;

  const Ratio& l() const { return l_; }
  std::size_t codes() const { return codes_; }
  const std::string& column() const { return column_; }
  const char* unit() const { return unit_; }  // "rows" or "persons"

  bool HasDistinct(const Figures& figures) const {
    return static_cast<Wide>(figures.distinct) * l_.denominator >= l_.numerator;
  }
  bool LargestIsAtMostOneIn(const Figures& figures) const {
    return static_cast<Wide>(figures.largest) * l_.numerator <=
           static_cast<Wide>(figures.rows) * l_.denominator;
  }
  std::string TooFewDistinct(const Figures& figures) const {
    return fmt::format(
        "l is {}, but column {} has only {} distinct value{}; the largest l that can hold is {}",
        l_.Text(), column_, figures.distinct, figures.distinct == 1 ? "" : "s", figures.distinct);
  }

 private:
  Ratio l_;
  std::string column_;
  std::size_t codes_;
  const char* unit_;
};

class DistinctDiversity final : public LDiversityModel {
 public:
  using LDiversityModel::LDiversityModel;

  // A search asks this most of all, and large classes have more values than anybody asks for.
  bool Holds(const ClassCounts& counts) const override {
    if (!counts.present) return LDiversityModel::Holds(counts);
    Figures figures;
    for (const Code code : *counts.present) {
      if (code >= codes()) continue;
      ++figures.distinct;
      if (HasDistinct(figures)) return true;
    }
    return figures.distinct == 0 && l().numerator == l().denominator;
  }
  double Nearness(const ClassCounts& counts) const override {
    return Holds(counts) ? 1 : LDiversityModel::Nearness(counts);
  }
  bool Diverse(const ClassCounts& /*counts*/, const Figures& figures) const override {
    return HasDistinct(figures);
  }
  std::string Why(const ClassCounts& /*counts*/, const Figures& figures) const override {
    return TooFewDistinct(figures);
  }
  double Reached(const ClassCounts& /*counts*/, const Figures& figures) const override {
    return static_cast<double>(figures.distinct);
  }
};

class FrequencyDiversity final : public LDiversityModel {
 public:
  using LDiversityModel::LDiversityModel;

  bool Diverse(const ClassCounts& /*counts*/, const Figures& figures) const override {
    return LargestIsAtMostOneIn(figures);
  }
  std::string Why(const ClassCounts& /*counts*/, const Figures& figures) const override {
    return fmt::format(
        "l is {}, but one value of column {} has {} of {} rows; the largest l that can hold is {}",
        l().Text(), column(), figures.largest, figures.rows,
        Hundredths(figures.rows, figures.largest));
  }
  double Reached(const ClassCounts& /*counts*/, const Figures& figures) const override {
    const double reached = static_cast<double>(figures.rows) / static_cast<double>(figures.largest);
    return reached * reached / l().ToDouble();
  }
  double NearestWithShare(Code code, double share) const override {
    if (code >= codes()) return 1;
    const double reached = 1 / (share * l().ToDouble());
    return std::min(1.0, reached * reached);
  }
};

class EntropyDiversity final : public LDiversityModel {
 public:
  using LDiversityModel::LDiversityModel;

  // Entropy is never below -ln of the largest share, so frequency l-diversity is enough, and that
  // is decided exactly: it settles values that are equally frequent, where entropy is ln(distinct)
  // to the last digit. Everything else has to clear the bound by kTolerance, more than the rounding
  // of the sum can amount to. So a class that is short of l never passes; one that meets it by less
  // than the tolerance without being frequency l-diverse ({4,1,1,1,1} for l = 4) is refused.
  bool Diverse(const ClassCounts& counts, const Figures& figures) const override {
    if (LargestIsAtMostOneIn(figures)) return true;
    return Entropy(counts, figures) >= std::log(l().ToDouble()) + kTolerance;
  }
  std::string Why(const ClassCounts& counts, const Figures& figures) const override {
    const double by_entropy = std::floor(std::exp(Entropy(counts, figures) - kTolerance) * 100);
    const std::uint64_t by_frequency = figures.rows * 100 / figures.largest;
    const auto best = std::max(static_cast<std::uint64_t>(by_entropy), by_frequency);
    return fmt::format(
        "l is {}, but the values of column {} are no more diverse than {} equally frequent ones; "
        "the largest l that can hold is {}",
        l().Text(), column(), Hundredths(best, 100), Hundredths(best, 100));
  }
  double Reached(const ClassCounts& counts, const Figures& figures) const override {
    return std::exp(Entropy(counts, figures));
  }
  // All other values are equally frequent at best. Shares below that of equal ones allow anything.
  double NearestWithShare(Code code, double share) const override {
    const auto values = static_cast<double>(codes());
    if (code >= codes() || share * values <= 1) return 1;
    double entropy = -share * std::log(share);
    if (share < 1) entropy -= (1 - share) * std::log((1 - share) / (values - 1));
    return std::min(1.0, std::exp(entropy) / l().ToDouble());
  }

 private:
  static constexpr double kTolerance = 1e-9;

  // By the sum of n ln n, in which the logarithms of most counts can be looked up.
  double Entropy(const ClassCounts& counts, const Figures& figures) const {
    long double sum = 0;
    ForEachCount(counts, codes(), [&](std::uint64_t count) { sum += TimesLog(count); });
    const auto rows = static_cast<double>(figures.rows);
    return static_cast<double>(std::log(rows) - sum / rows);
  }

  static long double TimesLog(std::uint64_t count) {
    static const std::vector<long double> kSmall = [] {
      std::vector<long double> small = {0};
      for (int n = 1; n < 1024; ++n) small.push_back(n * std::log(static_cast<long double>(n)));
      return small;
    }();
    if (count < kSmall.size()) return kSmall[count];
    return static_cast<long double>(count) * std::log(static_cast<long double>(count));
  }
};

class RecursiveDiversity final : public LDiversityModel {
 public:
  RecursiveDiversity(const Parameters& parameters, const ModelContext& context)
      : LDiversityModel(parameters, context), c_(parameters.Number("c")) {}

  bool Diverse(const ClassCounts& counts, const Figures& figures) const override {
    return static_cast<Wide>(figures.largest) * c_.denominator <
           static_cast<Wide>(Rest(counts, figures)) * c_.numerator;
  }
  std::string Why(const ClassCounts& counts, const Figures& figures) const override {
    if (!HasDistinct(figures)) return TooFewDistinct(figures);
    return fmt::format(
        "c is {}, but one value of column {} has {} {}, and the values from number {} on have {} "
        "together; c can only hold above {}/{}",
        c_.Text(), column(), figures.largest, unit(), l().Text(), Rest(counts, figures),
        figures.largest, Rest(counts, figures));
  }
  double Reached(const ClassCounts& counts, const Figures& figures) const override {
    if (!HasDistinct(figures)) return static_cast<double>(figures.distinct) / 2;
    const double share = c_.ToDouble() * static_cast<double>(Rest(counts, figures)) /
                         static_cast<double>(figures.largest);
    return l().ToDouble() * (1 + share) / 2;
  }
  // The l - 2 that follow are no smaller than the rest, which are the others in equal shares at
  // best.
  double NearestWithShare(Code code, double share) const override {
    const auto values = static_cast<double>(codes());
    const double l_values = l().ToDouble();
    if (code >= codes() || l_values < 2 || values < l_values || share <= 0) return 1;
    const double rest = (1 - share) * (values - l_values + 1) / (values - 1);
    return std::min(1.0, (1 + c_.ToDouble() * rest / share) / 2);
  }

 private:
  // Rows of the values from the l-th most frequent on.
  std::uint64_t Rest(const ClassCounts& counts, const Figures& figures) const {
    if (!HasDistinct(figures)) return 0;
    const auto tops = static_cast<std::size_t>(l().numerator / l().denominator - 1);
    if (tops == 0) return figures.rows;
    std::array<std::uint64_t, 8> few{};
    std::vector<std::uint64_t> many(tops > few.size() ? tops : 0);
    const std::span top(many.empty() ? few.data() : many.data(), tops);  // falling
    ForEachCount(counts, codes(), [&](std::uint64_t count) {
      if (count <= top.back()) return;
      std::size_t place = tops - 1;
      for (; place > 0 && top[place - 1] < count; --place) top[place] = top[place - 1];
      top[place] = count;
    });
    return figures.rows - std::accumulate(top.begin(), top.end(), std::uint64_t{0});
  }

  Ratio c_;
};

}  // namespace

Result<std::unique_ptr<ClassModel>> MakeLDiversity(const Parameters& parameters,
                                                   const ModelContext& context,
                                                   const std::string& where) {
  Check(context.attribute != nullptr && context.domain != nullptr, "l_diversity has an attribute");
  const std::string& kind = parameters.Text("kind");
  const bool whole = kind == "distinct" || kind == "recursive";
  if (whole && !parameters.Number("l").IsInteger()) {
    return InputError(fmt::format("l must be a whole number with kind: {}", kind), where,
                      "round l, or use kind: frequency or entropy");
  }
  if (kind == "distinct" || kind == "frequency") {
    if (context.persons) return MakePersonDiversity(parameters, context);
  } else {
    GAUZE_TRY(CheckOneValue(context, fmt::format("l_diversity with kind: {}", kind),
                            parameters.Boolean("count_missing"), where));
  }
  if (kind == "frequency") return std::make_unique<FrequencyDiversity>(parameters, context);
  if (kind == "entropy") return std::make_unique<EntropyDiversity>(parameters, context);
  if (kind == "distinct") return std::make_unique<DistinctDiversity>(parameters, context);
  if (parameters.Number("c").numerator <= 0) {
    return InputError("c must be above 0", where,
                      "with c: 0 no class can hold; c: 1 is strict, c: 3 a common start");
  }
  return std::make_unique<RecursiveDiversity>(parameters, context);
}

}  // namespace gauze
