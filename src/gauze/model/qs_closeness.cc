// QS t-closeness: what the terms of a class let one believe is near to what anybody believes of a
// person of the table.
//
// Guarantees: the shares of labels that a class suggests lie within t (Euclidean distance) of the
// prior: of the whole original table, or of all labels alike.
// Does not cover: what the prior itself gives away, terms that the knowledge table does not have,
// and other tables. Monotone in joining classes, not in removing terms: under a skewed prior a
// class without any term can be further away than with some.
//
// P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive Attribute Values. CIKM
// 2010.

#include <fmt/format.h>

#include "gauze/model/one_value.h"
#include "gauze/model/qs_model.h"

namespace gauze {
namespace {

QsCondition Condition(const Parameters& parameters, const ModelContext& context) {
  const Knowledge& knowledge = *context.knowledge;
  auto prior = parameters.Text("prior") == "uniform"
                   ? QsPosterior::Uniform(knowledge.label_count())
                   : PosteriorOf(knowledge, context, context.reference);
  return QsCondition::Closeness(parameters.Number("t"),
                                std::make_shared<const QsPosterior>(std::move(prior)));
}

Result<std::unique_ptr<ClassModel>> MakeQsCloseness(const Parameters& parameters,
                                                    const ModelContext& context,
                                                    const std::string& where) {
  GAUZE_TRY(CheckQsContext(context, where));
  GAUZE_TRY(CheckOneValue(context, "qs_closeness", true, where));
  // Whoever verifies has the original table's totals, and they are of rows.
  if (context.persons && parameters.Text("prior") == "table") {
    return InputError("prior: table counts rows, but people have several", where,
                      "use prior: uniform, or give every person one row");
  }
  return std::make_unique<QsModel>("qs_closeness", Condition(parameters, context), context);
}

std::vector<double> Prior(const Parameters& parameters, const ModelContext& context) {
  const bool of_table = parameters.Text("prior") == "table";
  if (of_table && context.domain == nullptr) return {};
  return Condition(parameters, context).prior_shares();
}

// Squares over all labels: first as if none occurred in the class, then corrected for those that
// do.
std::string QsClosenessSql(const Parameters& parameters, bool persons) {
  std::string sql = fmt::format(R"(WITH shares AS (
  SELECT class, label, sum(n::DOUBLE / size) AS share FROM counts JOIN linked USING (value)
  GROUP BY class, label),
empty AS (
  SELECT class, sum(n)::DOUBLE / labels AS each FROM counts, knowledge
  WHERE value IS NULL OR value = '' GROUP BY class, labels),
bases AS (
  SELECT class, persons, coalesce(each, 0) / persons AS base
  FROM classes LEFT JOIN empty USING (class)),
whole AS (SELECT count(*) AS labels, sum(share) AS sum, sum(share * share) AS square FROM prior),
corrections AS (
  SELECT class,
    sum((shares.share / persons + base - prior.share) ** 2 - (base - prior.share) ** 2)
    AS correction
  FROM shares JOIN bases USING (class) JOIN prior USING (label) GROUP BY class),
squares AS (
  SELECT class, greatest(whole.labels * base * base - 2 * base * whole.sum + whole.square
    + coalesce(correction, 0), 0) AS square
  FROM bases LEFT JOIN corrections USING (class), whole)
SELECT class, sqrt(square) AS value, square <= {0} * {0} * (1 + 1e-9) + 1e-12 AS holds FROM squares
)",
                                parameters.Number("t").ToDouble());
  return persons ? OneValueSql(sql, true) : sql;
}

std::string FurthestFromPrior(const Parameters& parameters, const WorstClass& worst) {
  return fmt::format("in {}, what {} tells of labels is at a distance of {:.3g} from the prior",
                     OneOfClasses("furthest", worst), parameters.Text("attribute"), worst.value);
}

std::string NearThePrior(const Parameters& parameters, double worst, const std::string& /*known*/) {
  return fmt::format(
      "Among people who look alike, shares of what lies behind {} are at most {} away from what "
      "was known before.",
      parameters.Text("attribute"), AtMost(worst));
}

}  // namespace

ModelEntry QsCloseness() {
  return {
      .descriptor =
          {
              .name = "qs_closeness",
              .summary = "sets of terms (symptoms, purchases) reveal little more about labels "
                         "(diseases) than the whole table does: at most t away from the prior",
              .parameters =
                  {QsAttributeParameter(),
                   QsKnowledgeParameter(),
                   {.name = "t",
                    .type = ParameterType::kNumber,
                    .summary = "the largest Euclidean distance between a class's shares of labels "
                               "and the prior's; a smaller t removes more terms",
                    .minimum = "0",
                    .maximum = "2"},
                   {.name = "prior",
                    .type = ParameterType::kChoice,
                    .summary = "what an adversary believes beforehand: table, the shares in the "
                               "whole original table; uniform, every label equally",
                    .fallback = "table",
                    .choices = {"table", "uniform"}}},
              .guarantees =
                  "an adversary who finds a person's class and has the knowledge table learns "
                  "shares of labels that are at most t away from what was known before",
              .not_covered = "what the prior itself gives away, terms and labels that the "
                             "knowledge table does not have, and other tables that know more",
              .reference = "P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive "
                           "Attribute Values, CIKM 2010",
          },
      .make = MakeQsCloseness,
      .verification_sql = QsClosenessSql,
      .worst_is_largest = [](const Parameters&) { return true; },
      .worst_in_words = FurthestFromPrior,
      .plain_words = NearThePrior,
      .prior = Prior,
  };
}

}  // namespace gauze
