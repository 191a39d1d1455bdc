#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "gauze/model/l_diversity.h"
#include "gauze/model/one_value.h"
#include "gauze/model/person_diversity.h"

namespace gauze {
namespace {

using Counts = std::span<const std::uint64_t>;

struct Figures {
  std::uint64_t rows = 0;
  std::uint64_t largest = 0;
  std::uint64_t distinct = 0;
};

// Of the first codes.
Figures Summarise(const ClassCounts& counts, std::size_t codes) {
  Figures figures;
  const auto add = [&](std::uint64_t count) {
    figures.rows += count;
    figures.largest = std::max(figures.largest, count);
    figures.distinct += count > 0 ? 1 : 0;
  };
  if (!counts.present) {
    for (const std::uint64_t count : counts.values.first(codes)) add(count);
    return figures;
  }
  for (const Code code : *counts.present) {
    if (code < codes) add(counts.values[code]);
  }
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
    const Counts values = counts.values.first(codes_);
    const Figures figures = Summarise(counts, codes_);
    if (figures.rows == 0) return l_.numerator == l_.denominator;
    return Diverse(values, figures);
  }

  std::string WhyNever(const ClassCounts& table) const final {
    const Counts values = table.values.first(codes_);
    const Figures figures = Summarise(table, codes_);
    if (figures.rows == 0) {
      return fmt::format("l is {}, but column {} has no value in any of {} rows", l_.Text(),
                         column_, table.rows);
    }
    return Why(values, figures);
  }

 protected:
  // All are asked only when there is a row.
  virtual bool Diverse(Counts values, const Figures& figures) const = 0;
  virtual std::string Why(Counts values, const Figures& figures) const = 0;
  // About the l that a class without l reaches.
  virtual double Reached(Counts values, const Figures& figures) const = 0;

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
  double NearnessBelow(const ClassCounts& counts) const final {
    const Counts values = counts.values.first(codes_);
    const Figures figures = Summarise(counts, codes_);
    return figures.rows == 0 ? 0.5 / l_.ToDouble() : Reached(values, figures) / l_.ToDouble();
  }

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
  bool Diverse(Counts /*values*/, const Figures& figures) const override {
    return HasDistinct(figures);
  }
  std::string Why(Counts /*values*/, const Figures& figures) const override {
    return TooFewDistinct(figures);
  }
  double Reached(Counts /*values*/, const Figures& figures) const override {
    return static_cast<double>(figures.distinct);
  }
};

class FrequencyDiversity final : public LDiversityModel {
 public:
  using LDiversityModel::LDiversityModel;

  bool Diverse(Counts /*values*/, const Figures& figures) const override {
    return LargestIsAtMostOneIn(figures);
  }
  std::string Why(Counts /*values*/, const Figures& figures) const override {
    return fmt::format(
        "l is {}, but one value of column {} has {} of {} rows; the largest l that can hold is {}",
        l().Text(), column(), figures.largest, figures.rows,
        Hundredths(figures.rows, figures.largest));
  }
  double Reached(Counts /*values*/, const Figures& figures) const override {
    const double reached = static_cast<double>(figures.rows) / static_cast<double>(figures.largest);
    return reached * reached / l().ToDouble();
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
  bool Diverse(Counts values, const Figures& figures) const override {
    if (LargestIsAtMostOneIn(figures)) return true;
    return Entropy(values, figures) >= std::log(l().ToDouble()) + kTolerance;
  }
  std::string Why(Counts values, const Figures& figures) const override {
    const double by_entropy = std::floor(std::exp(Entropy(values, figures) - kTolerance) * 100);
    const std::uint64_t by_frequency = figures.rows * 100 / figures.largest;
    const auto best = std::max(static_cast<std::uint64_t>(by_entropy), by_frequency);
    return fmt::format(
        "l is {}, but the values of column {} are no more diverse than {} equally frequent ones; "
        "the largest l that can hold is {}",
        l().Text(), column(), Hundredths(best, 100), Hundredths(best, 100));
  }
  double Reached(Counts values, const Figures& figures) const override {
    return std::exp(Entropy(values, figures));
  }

 private:
  static constexpr double kTolerance = 1e-9;

  static double Entropy(Counts values, const Figures& figures) {
    long double entropy = 0;
    for (const std::uint64_t count : values) {
      if (count == 0) continue;
      const double share = static_cast<double>(count) / static_cast<double>(figures.rows);
      entropy -= share * std::log(share);
    }
    return static_cast<double>(entropy);
  }
};

class RecursiveDiversity final : public LDiversityModel {
 public:
  RecursiveDiversity(const Parameters& parameters, const ModelContext& context)
      : LDiversityModel(parameters, context), c_(parameters.Number("c")) {}

  bool Diverse(Counts values, const Figures& figures) const override {
    return static_cast<Wide>(figures.largest) * c_.denominator <
           static_cast<Wide>(Rest(values, figures)) * c_.numerator;
  }
  std::string Why(Counts values, const Figures& figures) const override {
    if (!HasDistinct(figures)) return TooFewDistinct(figures);
    return fmt::format(
        "c is {}, but one value of column {} has {} {}, and the values from number {} on have {} "
        "together; c can only hold above {}/{}",
        c_.Text(), column(), figures.largest, unit(), l().Text(), Rest(values, figures),
        figures.largest, Rest(values, figures));
  }
  double Reached(Counts values, const Figures& figures) const override {
    if (!HasDistinct(figures)) return static_cast<double>(figures.distinct) / 2;
    const double share = c_.ToDouble() * static_cast<double>(Rest(values, figures)) /
                         static_cast<double>(figures.largest);
    return l().ToDouble() * (1 + share) / 2;
  }

 private:
  // Rows of the values from the l-th most frequent on.
  std::uint64_t Rest(Counts values, const Figures& figures) const {
    if (!HasDistinct(figures)) return 0;
    std::vector<std::uint64_t> top(static_cast<std::size_t>(l().numerator / l().denominator - 1));
    std::ranges::partial_sort_copy(values, top, std::greater<>());
    std::uint64_t rest = figures.rows;
    for (const std::uint64_t count : top) rest -= count;
    return rest;
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
