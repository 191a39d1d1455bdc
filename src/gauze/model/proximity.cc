// (epsilon, m) proximity: for every row of a class, at most 1/m of the class lies within epsilon of
// the row's numeric value, itself included. Where persons have several rows, the class is its
// persons, and everybody must have one value.
//
// Guarantees: whoever knows a person's class cannot say with a probability above 1/m that the
// person's value lies in some interval of length epsilon around a value of the class. Distinct
// numbers that mean the same (a salary of 30,000 and of 30,100) do not count as diverse.
// Does not cover: categories; relative closeness (epsilon is absolute); rows without a value, which
// count in the size of the class and are near nobody.
// NOT monotone: with epsilon 1 and m 2, the classes {0, 2} and {1, 3} hold (each row is near itself
// alone, one of two), their union does not: 1 is near 0, 1 and 2, three of four.
// Exact for integers, dates (in days) and timestamps (in seconds). Decimals are doubles, so their
// reach is widened by 10^-12 of the numbers involved, far above rounding: a neighbour at exactly
// epsilon is always counted, one just outside may be. Costs O(values) a class.
//
// J. Li, Y. Tao, X. Xiao: Preservation of Proximity Privacy in Publishing Numerical Sensitive Data.
// SIGMOD 2008.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gauze/base/counted.h"
#include "gauze/model/class_model.h"
#include "gauze/model/one_value.h"

namespace gauze {
namespace {

// Exact numbers are compared in billionths, the finest that a policy can write.
constexpr std::int64_t kBillion = 1'000'000'000;

Wide Billionths(ValueType type, const Value& value) {
  // A timestamp's unit is the second, and its value is in microseconds.
  return static_cast<Wide>(value.whole) * (type == ValueType::kTimestamp ? 1000 : kBillion);
}

Wide Billionths(Ratio ratio) {
  return static_cast<Wide>(ratio.numerator) * (kBillion / ratio.denominator);
}

class ProximityModel final : public ClassModel {
 public:
  ProximityModel(const Parameters& parameters, const ModelContext& context)
      : epsilon_(parameters.Number("epsilon")),
        m_(parameters.Number("m")),
        column_(context.attribute->name),
        unit_(UnitOf(context)),
        by_size_(context.domain->value_count()) {
    const Domain& domain = *context.domain;
    const ValueType type = context.attribute->type;
    // Under a hierarchy the codes follow its leaves, which need not be in the order of the numbers.
    std::iota(by_size_.begin(), by_size_.end(), Code{0});
    std::ranges::sort(by_size_,
                      [&](Code a, Code b) { return Value::Before(type, domain[a], domain[b]); });
    if (type == ValueType::kDecimal) {
      const double epsilon = epsilon_.ToDouble();
      FindNear([&](Code code) { return domain[code].real; },
               [&](double x) { return epsilon + 1e-12 * (std::abs(x) + epsilon); });
    } else {
      const Wide epsilon = Billionths(epsilon_);
      FindNear([&](Code code) { return Billionths(type, domain[code]); },
               [&](Wide /*x*/) { return epsilon; });
    }
  }

  bool Holds(const ClassCounts& counts) const override {
    return static_cast<Wide>(Crowd(counts)) * m_.numerator <=
           static_cast<Wide>(counts.persons) * m_.denominator;
  }

  // Everybody with a value is near it.
  double NearestWithShare(Code code, double share) const override {
    if (code >= by_size_.size()) return 1;
    return std::min(1.0, 1 / (m_.ToDouble() * share));
  }

  std::string WhyNever(const ClassCounts& table) const override {
    return fmt::format(
        "m is {}, but with all rows in one class {} of {} {} lie within {} of one value of column "
        "{}; a smaller epsilon or m is needed",
        m_.Text(), Crowd(table), table.persons, unit_, epsilon_.Text(), column_);
  }

 private:
  double NearnessBelow(const ClassCounts& counts) const override {
    return static_cast<double>(counts.persons) /
           (m_.ToDouble() * static_cast<double>(Crowd(counts)));
  }

  // Numbers within reach, as places in by_size_; the end is one behind.
  struct Near {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  // What is near to what depends on the domain alone, so it is looked up once.
  void FindNear(const auto& number_of, const auto& reach_of) {
    near_.reserve(by_size_.size());
    for (const Code code : by_size_) {
      const auto number = number_of(code);
      const auto reach = reach_of(number);
      const auto begin = std::ranges::lower_bound(by_size_, number - reach, {}, number_of);
      const auto end = std::ranges::upper_bound(by_size_, number + reach, {}, number_of);
      near_.push_back({static_cast<std::size_t>(begin - by_size_.begin()),
                       static_cast<std::size_t>(end - by_size_.begin())});
    }
  }

  // The most persons who are near one value.
  std::uint64_t Crowd(const ClassCounts& counts) const {
    std::vector<std::uint64_t> before(by_size_.size() + 1);
    for (std::size_t i = 0; i < by_size_.size(); ++i) {
      before[i + 1] = before[i] + counts.values[by_size_[i]];
    }
    std::uint64_t crowd = 0;
    for (std::size_t i = 0; i < by_size_.size(); ++i) {
      if (counts.values[by_size_[i]] == 0) continue;
      crowd = std::max(crowd, before[near_[i].end] - before[near_[i].begin]);
    }
    return crowd;
  }

  Ratio epsilon_;
  Ratio m_;
  std::string column_;
  const char* unit_;
  std::vector<Code> by_size_;
  std::vector<Near> near_;
};

Result<std::unique_ptr<ClassModel>> MakeProximity(const Parameters& parameters,
                                                  const ModelContext& context,
                                                  const std::string& where) {
  Check(context.attribute != nullptr && context.domain != nullptr, "proximity has an attribute");
  if (!IsNumeric(context.attribute->type)) {
    return InputError(fmt::format("proximity needs numbers or dates, but column {} is {}",
                                  context.attribute->name, Name(context.attribute->type)),
                      where, "use l_diversity or t_closeness for categories");
  }
  GAUZE_TRY(CheckOneValue(context, "proximity", true, where));
  return std::make_unique<ProximityModel>(parameters, context);
}

// A column is exact throughout or decimal throughout, so one of the two halves is empty. A value
// that is not a number would be near nobody; it fails its class instead.
std::string ProximitySql(const Parameters& parameters, bool persons) {
  const Ratio epsilon = parameters.Number("epsilon");
  const Ratio m = parameters.Number("m");
  std::string sql =
      fmt::format(R"(WITH placed AS (
  SELECT class, n, numbers.number, numbers.millionths * 1000::HUGEINT AS billionths,
         {0}::DOUBLE / {1}::DOUBLE + 1e-12 * (abs(numbers.number) + {0}::DOUBLE / {1}::DOUBLE)
             AS reach
  FROM counts LEFT JOIN numbers ON counts.value = numbers.value
  WHERE counts.value IS NOT NULL AND n > 0
), near AS (
  SELECT class, sum(n) OVER (PARTITION BY class ORDER BY billionths
                             RANGE BETWEEN {2}::HUGEINT PRECEDING AND {2}::HUGEINT FOLLOWING)
                    AS near_by
  FROM placed
  WHERE billionths IS NOT NULL
  UNION ALL
  SELECT class, sum(n) OVER (PARTITION BY class ORDER BY number
                             RANGE BETWEEN reach PRECEDING AND reach FOLLOWING)
  FROM placed
  WHERE billionths IS NULL AND number IS NOT NULL
  UNION ALL
  SELECT class, persons
  FROM placed JOIN classes USING (class)
  WHERE number IS NULL
), crowds AS (
  SELECT class, max(near_by)::HUGEINT AS crowd
  FROM near
  GROUP BY class
)
SELECT class,
       coalesce(crowd, 0)::DOUBLE / persons::DOUBLE AS value,
       coalesce(crowd, 0) * {3}::HUGEINT <= persons::HUGEINT * {4}::HUGEINT AS holds
FROM classes LEFT JOIN crowds USING (class)
)",
                  epsilon.numerator, epsilon.denominator,
                  static_cast<Wide>(epsilon.numerator) * (kBillion / epsilon.denominator),
                  m.numerator, m.denominator);
  return persons ? OneValueSql(sql, true) : sql;
}

std::vector<Parameter> ProximityParameters() {
  return {
      {
          .name = "attribute",
          .type = ParameterType::kAttribute,
          .summary = "the sensitive column, of numbers or dates",
      },
      {
          .name = "epsilon",
          .type = ParameterType::kNumber,
          .summary = "how near counts as the same, in the column's unit (days for dates, seconds "
                     "for timestamps); a larger epsilon demands values that are further apart",
          .minimum = "0",
      },
      {
          .name = "m",
          .type = ParameterType::kNumber,
          .summary = "at most 1/m of a class may be near any of its rows; a larger m demands more "
                     "spread and generalises more",
          .minimum = "1",
      },
  };
}

std::string MostCrowdedClass(const Parameters& parameters, const WorstClass& worst) {
  return fmt::format("{}, {} of the people are within {:g} of one value of {}", InWorstClass(worst),
                     Percentage(worst.value), parameters.Number("epsilon").ToDouble(),
                     parameters.Text("attribute"));
}

std::string NotCrowded(const Parameters& parameters, double worst, const std::string& /*known*/) {
  return fmt::format(
      "Among people who look alike, at most {} are within {:g} of any one value of {}.",
      PercentAtMost(worst), parameters.Number("epsilon").ToDouble(), parameters.Text("attribute"));
}

}  // namespace

ModelEntry Proximity() {
  return {
      .descriptor =
          {
              .name = "proximity",
              .summary =
                  "in every class, at most 1/m of the rows lie within epsilon of any row's number",
              .parameters = ProximityParameters(),
              .guarantees = "knowing a person's class does not place the person's number within "
                            "epsilon of a value of the class with a probability above 1/m",
              .not_covered = "intervals wider than epsilon; categories; values that are near in "
                             "proportion and not in amount; merging two classes may break it",
              .reference =
                  "J. Li, Y. Tao, X. Xiao: Preservation of Proximity Privacy in Publishing "
                  "Numerical Sensitive Data, SIGMOD 2008",
          },
      .monotone = false,
      .make = MakeProximity,
      .verification_sql = ProximitySql,
      .worst_is_largest = [](const Parameters&) { return true; },
      .worst_in_words = MostCrowdedClass,
      .plain_words = NotCrowded,
  };
}

}  // namespace gauze
