#include <fmt/format.h>

#include "gauze/model/l_diversity.h"
#include "gauze/model/one_value.h"
#include "gauze/model/person_diversity.h"

namespace gauze {
namespace {

// The figure of a class without a row is the worst there is.
std::string RowDiversitySql(const Parameters& parameters) {
  const std::string& kind = parameters.Text("kind");
  const Ratio l = parameters.Number("l");
  const bool asks_nothing = l.numerator == l.denominator;
  const std::string kept =
      fmt::format(R"(WITH kept AS (
  SELECT class, n::HUGEINT AS n
  FROM counts
  WHERE n > 0{}
), )",
                  parameters.Boolean("count_missing") ? "" : " AND value IS NOT NULL");
  if (kind == "recursive") {
    const Ratio c = parameters.Number("c");
    return kept + fmt::format(R"(ranked AS (
  SELECT class, n, row_number() OVER (PARTITION BY class ORDER BY n DESC) AS place
  FROM kept
), figures AS (
  SELECT class, max(n) AS largest, coalesce(sum(n) FILTER (WHERE place >= {}), 0) AS rest
  FROM ranked
  GROUP BY class
)
SELECT class,
       CASE WHEN rest > 0 THEN largest::DOUBLE / rest::DOUBLE ELSE 1e308 END AS value,
       CASE WHEN largest IS NULL THEN {}
            ELSE largest * {}::HUGEINT < rest * {}::HUGEINT END AS holds
FROM classes LEFT JOIN figures USING (class)
)",
                              l.numerator / l.denominator, asks_nothing, c.denominator,
                              c.numerator);
  }
  const std::string figures = R"(figures AS (
  SELECT class, sum(n)::HUGEINT AS total, max(n) AS largest, count(*)::HUGEINT AS present
  FROM kept
  GROUP BY class
))";
  if (kind == "distinct") {
    return kept + figures +
           fmt::format(R"(
SELECT class,
       coalesce(present, 0)::DOUBLE AS value,
       CASE WHEN total IS NULL THEN {}
            ELSE present * {}::HUGEINT >= {}::HUGEINT END AS holds
FROM classes LEFT JOIN figures USING (class)
)",
                       asks_nothing, l.denominator, l.numerator);
  }
  if (kind == "frequency") {
    return kept + figures +
           fmt::format(R"(
SELECT class,
       coalesce(largest::DOUBLE / total::DOUBLE, 1) AS value,
       CASE WHEN total IS NULL THEN {}
            ELSE largest * {}::HUGEINT <= total * {}::HUGEINT END AS holds
FROM classes LEFT JOIN figures USING (class)
)",
                       asks_nothing, l.numerator, l.denominator);
  }
  return kept + figures +
         fmt::format(R"(, diversity AS (
  SELECT class, total, largest,
         -fsum(n::DOUBLE / total::DOUBLE * ln(n::DOUBLE / total::DOUBLE)) AS entropy
  FROM kept JOIN figures USING (class)
  GROUP BY class, total, largest
)
SELECT class,
       coalesce(exp(entropy), 0) AS value,
       CASE WHEN total IS NULL THEN {0}
            ELSE largest * {1}::HUGEINT <= total * {2}::HUGEINT
                 OR entropy >= ln({1}::DOUBLE / {2}::DOUBLE) + 1e-9 END AS holds
FROM classes LEFT JOIN diversity USING (class)
)",
                     asks_nothing, l.numerator, l.denominator);
}

}  // namespace

std::string LDiversitySql(const Parameters& parameters, bool persons) {
  if (!persons) return RowDiversitySql(parameters);
  const std::string& kind = parameters.Text("kind");
  if (kind == "distinct" || kind == "frequency") return PersonDiversitySql(parameters);
  return OneValueSql(RowDiversitySql(parameters), parameters.Boolean("count_missing"));
}

}  // namespace gauze
