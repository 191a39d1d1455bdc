// QS (c,l)-diversity: what the terms of a class let one believe is spread over many labels.
//
// Guarantees: whoever finds a person's class and holds the knowledge table believes in no label
// with a probability above c times what is left for the labels from the l-th on.
// Does not cover: terms that the knowledge table does not have, other tables that know more, and
// whoever knows which terms were removed. Monotone in joining classes, not in removing terms.
// Costs the cutting of label sets, once a distinct set of terms.
//
// P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive Attribute Values. CIKM
// 2010, with p1 <= c(p_l + ... + p_m) for the inequality that is printed there.

#include <fmt/format.h>

#include "gauze/base/counted.h"
#include "gauze/model/one_value.h"
#include "gauze/model/qs_model.h"

namespace gauze {
namespace {

Result<std::unique_ptr<ClassModel>> MakeQsDiversity(const Parameters& parameters,
                                                    const ModelContext& context,
                                                    const std::string& where) {
  GAUZE_TRY(CheckQsContext(context, where));
  GAUZE_TRY(CheckOneValue(context, "qs_diversity", true, where));
  return std::make_unique<QsModel>(
      "qs_diversity",
      QsCondition::Diversity(parameters.Number("c"),
                             static_cast<std::uint64_t>(parameters.Integer("l"))),
      context);
}

// Sums of the labels that occur in a class; rows without terms add the same to every label, and so
// need no line for each. Sums are rounded, hence the margin; equality is common here.
std::string QsDiversitySql(const Parameters& parameters, bool persons) {
  const std::int64_t l = parameters.Integer("l");
  const std::string above = l > 1 ? fmt::format("list_sum(max(share, {}))", l - 1) : "0";
  std::string sql = fmt::format(R"(WITH shares AS (
  SELECT class, label, sum(n::DOUBLE / size) AS share FROM counts JOIN linked USING (value)
  GROUP BY class, label),
linked_classes AS (
  SELECT class, max(share) AS first, sum(share) - {above} AS rest FROM shares GROUP BY class),
empty AS (
  SELECT class, sum(n)::DOUBLE / labels AS each FROM counts, knowledge
  WHERE value IS NULL OR value = '' GROUP BY class, labels),
sides AS (
  SELECT class, persons, coalesce(first, 0) + coalesce(each, 0) AS first,
    coalesce(rest, 0) + coalesce(each, 0) * greatest(labels - {l} + 1, 0) AS rest
  FROM classes LEFT JOIN linked_classes USING (class) LEFT JOIN empty USING (class), knowledge)
SELECT class, first / persons AS value, first <= {c} * rest + 1e-9 * first AS holds FROM sides
)",
                                fmt::arg("above", above), fmt::arg("l", l),
                                fmt::arg("c", parameters.Number("c").ToDouble()));
  return persons ? OneValueSql(sql, true) : sql;
}

std::string SurestLabel(const Parameters& parameters, const WorstClass& worst) {
  return fmt::format("{}, {} gives the likeliest label a probability of {}", InWorstClass(worst),
                     parameters.Text("attribute"), Percentage(worst.value));
}

std::string NotGivenAway(const Parameters& parameters, double worst, const std::string& /*known*/) {
  return fmt::format(
      "With the knowledge table alone, what lies behind {} is guessed with a chance of at most {}.",
      parameters.Text("attribute"), PercentAtMost(worst));
}

}  // namespace

ModelEntry QsDiversity() {
  return {
      .descriptor =
          {
              .name = "qs_diversity",
              .summary =
                  "sets of terms (symptoms, purchases) give no label (disease) away: the likeliest "
                  "label of a class is at most c times the labels from the l-th on",
              .parameters =
                  {QsAttributeParameter(),
                   QsKnowledgeParameter(),
                   {.name = "c",
                    .type = ParameterType::kNumber,
                    .summary = "how much likelier the first label may be than all labels from the "
                               "l-th on; a smaller c asks for more (1 is a common start)",
                    .minimum = "0.000001",
                    .maximum = "1000000"},
                   {.name = "l",
                    .type = ParameterType::kInteger,
                    .summary = "how many labels share the suspicion; a larger l removes more terms",
                    .minimum = "1",
                    .maximum = "1000000"}},
              .guarantees = "an adversary who finds a person's class and has the knowledge table "
                            "cannot be surer of one label than c and l allow",
              .not_covered = "terms and labels that the knowledge table does not have, other "
                             "tables that know more, and the terms that are still shown",
              .reference = "P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive "
                           "Attribute Values, CIKM 2010",
          },
      .make = MakeQsDiversity,
      .verification_sql = QsDiversitySql,
      .worst_is_largest = [](const Parameters&) { return true; },
      .worst_in_words = SurestLabel,
      .plain_words = NotGivenAway,
  };
}

}  // namespace gauze
