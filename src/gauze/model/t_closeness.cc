// t-closeness: in every class, the distribution of a sensitive attribute is within distance t of
// its distribution over all released rows. Where persons have several rows, both are shares of
// persons, and everybody must have one value. Three distances, with shares p of the class and q of
// the release:
//   equal         half the sum of |p - q|: all values equally far apart
//   ordered       the mean of |cumulative p - cumulative q| over the m values that occur, in their
//                 order (missing last): values apart by their rank, the ends by 1. Of a ledger, m
//                 are those of the first batch; another value is where the next of them is, or the
//                 last
//   hierarchical  the earth mover's distance in the taxonomy: two values are apart by the height of
//                 their lowest common node over the root's; missing is a leaf under the root
//
// Guarantees: learning a person's class changes what can be believed of the person's value by at
// most t.
// Does not cover: what the release as a whole tells; values that are rare everywhere may still be
// pinned to few persons, because t says nothing of how many values or rows a class has.
// Monotone: each distance is convex in p (a sum of absolute values of sums of p - q), and the
// shares of a union are a weighted mean of the parts'. Exact: c rows of C in a class of n out of N
// differ by c*N - C*n, a whole number. Costs O(values) a class. Holds up to 2^48 rows and 2^31
// values.
//
// N. Li, T. Li, S. Venkatasubramanian: t-Closeness: Privacy Beyond k-Anonymity and l-Diversity.
// ICDE 2007.

#include "gauze/model/t_closeness.h"

#include <fmt/format.h>

#include <vector>

namespace gauze {
namespace {

std::vector<Parameter> TClosenessParameters() {
  return {
      {
          .name = "attribute",
          .type = ParameterType::kAttribute,
          .summary = "the sensitive column whose distribution is compared",
      },
      {
          .name = "distance",
          .type = ParameterType::kChoice,
          .summary =
              "equal: all values equally far apart; ordered: by rank, for numbers, dates and "
              "ordered hierarchies; hierarchical: by the lowest common node",
          .choices = {"equal", "ordered", "hierarchical"},
      },
      {
          .name = "t",
          .type = ParameterType::kNumber,
          .summary = "the largest distance, from 0 to 1; a larger t lets a class differ more from "
                     "the whole and protects less (0.2 is a common start)",
          .minimum = "0",
          .maximum = "1",
      },
  };
}

std::string FurthestClass(const Parameters& parameters, const WorstClass& worst) {
  return fmt::format("in {}, the distribution of {} is at a distance of {:.3g} from the whole",
                     OneOfClasses("furthest", worst), parameters.Text("attribute"), worst.value);
}

std::string NearTheWhole(const Parameters& parameters, double worst, const std::string& /*known*/) {
  return fmt::format(
      "Among people who look alike, shares of values of {} differ from everybody's by at most {}, "
      "on a scale from 0 to 1.",
      parameters.Text("attribute"), AtMost(worst));
}

}  // namespace

ModelEntry TCloseness() {
  return {
      .descriptor =
          {
              .name = "t_closeness",
              .summary = "the distribution of a sensitive column in every class is close to the "
                         "whole release's",
              .parameters = TClosenessParameters(),
              .guarantees = "knowing a person's class instead of only the whole release shifts the "
                            "distribution of the sensitive value by a distance of at most t",
              .not_covered = "what the whole release reveals about everybody; how many people or "
                             "values a class has, so combine it with k_anonymity",
              .reference = "N. Li, T. Li, S. Venkatasubramanian: t-Closeness: Privacy Beyond "
                           "k-Anonymity and l-Diversity, ICDE 2007",
          },
      .monotone = true,
      .compares = true,
      .looks_at_places =
          [](const Parameters& parameters) { return parameters.Text("distance") != "equal"; },
      .make = MakeTCloseness,
      .verification_sql = TClosenessSql,
      .worst_is_largest = [](const Parameters&) { return true; },
      .worst_in_words = FurthestClass,
      .plain_words = NearTheWhole,
  };
}

}  // namespace gauze
