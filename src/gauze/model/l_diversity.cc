// l-diversity: the values of a sensitive attribute in every class are diverse. Four kinds:
//   distinct   at least l different values
//   frequency  no value has more than 1/l of the rows
//   entropy    -sum p ln p >= ln l
//   recursive  p1 < c * (p_l + ... + p_m), shares in decreasing order, for a constant c
// Missing rows are left out of the shares altogether unless count_missing makes missing a value
// like any other. A class with no row left fails, except for l = 1, which asks for nothing.
// Where persons have several rows, persons are counted and not rows: distinct and frequency as
// person_diversity.h says, the others if everybody has one value.
//
// Guarantees: frequency bounds the probability of any value in a class by 1/l. The others bound
// less: {a, a, a, b} is distinct 2-diverse and a has 3/4.
// Does not cover: values that mean nearly the same, and classes whose shares differ from the
// table's (see proximity and t_closeness).
// Monotone, all kinds. Distinct: a union has the values of both. Frequency: the largest count of a
// union is at most the sum of the largest counts. Entropy is concave, and the shares of a union are
// a weighted mean. Recursive: the largest count is subadditive, and so is the sum of the l - 1
// largest, so the rest from the l-th on is superadditive: p1(A+B) <= p1(A) + p1(B) < c (rest(A) +
// rest(B)) <= c rest(A+B).
// Costs O(values) a class, recursive O(values log l).
//
// A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam: l-Diversity: Privacy Beyond
// k-Anonymity. ICDE 2006, TKDD 2007.

#include "gauze/model/l_diversity.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "gauze/base/counted.h"

namespace gauze {
namespace {

// Beyond it, the figure of a class says that the rest is nobody (l_diversity_sql.cc).
constexpr double kLargestRatio = 1e300;

bool WorstIsLargest(const Parameters& parameters) {
  const std::string& kind = parameters.Text("kind");
  return kind == "frequency" || kind == "recursive";
}

std::string LeastDiverseClass(const Parameters& parameters, const WorstClass& worst) {
  const std::string& kind = parameters.Text("kind");
  const std::string& column = parameters.Text("attribute");
  if (kind == "distinct") {
    const auto values = static_cast<std::uint64_t>(worst.value);
    return fmt::format(
        "{} has {} of {}", OneOfClasses("least diverse", worst),
        values == 1 ? "only one value" : Counted(values, "different value", "different values"),
        column);
  }
  const std::string where = InWorstClass(worst);
  if (kind == "frequency") {
    return fmt::format("{}, {} of the {} share a value of {}", where, Percentage(worst.value),
                       worst.several(), column);
  }
  if (kind == "entropy") {
    return fmt::format("{}, {} is as diverse as with {:.3g} equally frequent values", where, column,
                       worst.value);
  }
  const auto l = parameters.Number("l").ToDouble();
  if (worst.value > kLargestRatio) {
    return fmt::format("{}, {} has fewer than {:g} values", where, column, l);
  }
  return fmt::format(
      "{}, the most frequent value of {} has {:.3g} times the {} of those from place {:g} on",
      where, column, worst.value, worst.several(), l);
}

std::string ValuesLeft(const Parameters& parameters, double worst, const std::string& /*known*/) {
  const std::string& kind = parameters.Text("kind");
  const std::string told =
      fmt::format("Among people who look alike, {}", parameters.Text("attribute"));
  if (kind == "distinct") {
    const auto values = static_cast<std::uint64_t>(worst);
    if (values < 2) return told + " may have one value only.";
    return fmt::format("{} has at least {} different values.", told, Grouped(values));
  }
  if (kind == "frequency") {
    return fmt::format("{} has no value that more than {} of them share.", told,
                       PercentAtMost(worst));
  }
  if (kind == "entropy") {
    return fmt::format("{} is at least as varied as with {} equally frequent values.", told,
                       AtLeast(worst));
  }
  const double l = parameters.Number("l").ToDouble();
  if (worst > kLargestRatio) return fmt::format("{} may have fewer than {:g} values.", told, l);
  return fmt::format(
      "{} has no value with more than {} times the people of those from place {:g} on.", told,
      AtMost(worst), l);
}

std::vector<Parameter> LDiversityParameters() {
  return {
      {
          .name = "attribute",
          .type = ParameterType::kAttribute,
          .summary = "the sensitive column whose values must be diverse",
      },
      {
          .name = "kind",
          .type = ParameterType::kChoice,
          .summary = "distinct: l different values; frequency: no value above 1/l; entropy: as "
                     "diverse as l equally frequent values; recursive: the most frequent value is "
                     "less than c times the rows from the l-th value on",
          .choices = {"distinct", "frequency", "entropy", "recursive"},
      },
      {
          .name = "l",
          .type = ParameterType::kNumber,
          .summary = "how diverse; a larger l leaves more values possible for each person and "
                     "generalises more (whole for distinct and recursive)",
          .minimum = "1",
      },
      {
          .name = "c",
          .type = ParameterType::kNumber,
          .summary = "how far the most frequent value may stand out, above 0; a larger c allows a "
                     "more dominant value and protects less",
          .minimum = "0",
          .only_with = "kind",
          .only_with_value = "recursive",
      },
      {
          .name = "count_missing",
          .type = ParameterType::kBoolean,
          .summary = "true: missing is a value like any other, which is easier to satisfy; false: "
                     "rows without a value do not count at all",
          .fallback = "false",
      },
  };
}

}  // namespace

ModelEntry LDiversity() {
  return {
      .descriptor =
          {
              .name = "l_diversity",
              .summary = "the values of a sensitive column are diverse in every class",
              .parameters = LDiversityParameters(),
              .guarantees = "knowing a person's class leaves several sensitive values possible; "
                            "with kind: frequency none of them has a probability above 1/l",
              .not_covered = "values that mean nearly the same count as different; the shares in a "
                             "class may still differ much from the whole table; distinct, entropy "
                             "and recursive do not bound the probability of a value by 1/l",
              .reference = "A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam: "
                           "l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006",
          },
      .monotone = true,
      .make = MakeLDiversity,
      .verification_sql = LDiversitySql,
      .worst_is_largest = WorstIsLargest,
      .worst_in_words = LeastDiverseClass,
      .plain_words = ValuesLeft,
  };
}

}  // namespace gauze
