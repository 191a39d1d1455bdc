#include <fmt/format.h>

#include "gauze/model/one_value.h"
#include "gauze/model/t_closeness.h"

namespace gauze {
namespace {

// Half the sum of |p - q| is the sum of p - q where it is positive, so only values that occur in
// the class are looked at.
constexpr const char* kMovedEqual = R"(release AS (
  SELECT sum(n)::HUGEINT AS total FROM totals
), moved AS (
  SELECT class, 1::HUGEINT AS scale,
         sum(greatest(counts.n * total - totals.n * persons::HUGEINT, 0)) AS amount
  FROM counts
  JOIN totals ON counts.value IS NOT DISTINCT FROM totals.value
  JOIN classes USING (class)
  CROSS JOIN release
  GROUP BY class
))";

// A class's cumulative count `reached` is constant on each step [start, stop) between two values
// that occur in it, while the release's only rises. So on a step the difference keeps its sign, and
// its sum comes from running sums over the release (`before`), or it changes its sign once, and the
// step is cut there. That takes as many rows as there are pairs of a class and a value in it,
// however many values there are.
constexpr const char* kMovedOrdered = R"(release AS (
  SELECT sum(n)::HUGEINT AS total, (SELECT max(position) + 1 FROM positions) AS places FROM totals
), placed AS (
  SELECT position, sum(n)::HUGEINT AS n
  FROM positions JOIN totals ON positions.value IS NOT DISTINCT FROM totals.value
  GROUP BY position
), cumulated AS (
  SELECT position, n, sum(n) OVER (ORDER BY position)::HUGEINT AS up_to FROM placed
), running AS (
  SELECT position, up_to - n AS previous, up_to,
         (sum(up_to) OVER (ORDER BY position))::HUGEINT - up_to AS before
  FROM cumulated
  UNION ALL
  SELECT any_value(places), any_value(total), NULL, sum(up_to)::HUGEINT
  FROM cumulated CROSS JOIN release
), present AS (
  SELECT class, position, n
  FROM counts JOIN positions ON counts.value IS NOT DISTINCT FROM positions.value
  UNION ALL
  SELECT class, 0, 0 FROM classes
), steps AS (
  SELECT class, persons::HUGEINT AS rows, position AS start,
         lead(position, 1, places) OVER in_order AS stop,
         (sum(n) OVER in_order)::HUGEINT * total AS reached
  FROM present JOIN classes USING (class) CROSS JOIN release
  WINDOW in_order AS (PARTITION BY class ORDER BY position, n
                      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
), measured AS (
  SELECT class, rows, reached, start, stop,
         at_start.before AS before_start, at_stop.before AS before_stop,
         reached > rows * at_start.up_to AND reached < rows * at_stop.previous AS turns
  FROM steps
  JOIN running AS at_start ON at_start.position = start
  JOIN running AS at_stop ON at_stop.position = stop
), areas AS (
  SELECT class, abs(reached * (stop - start) - rows * (before_stop - before_start)) AS area
  FROM measured
  WHERE NOT turns
  UNION ALL
  SELECT class, reached * (position - start) - rows * (before - before_start)
                + rows * (before_stop - before) - reached * (stop - position)
  FROM (FROM measured WHERE turns) ASOF JOIN running ON reached // rows >= running.previous
), moved AS (
  SELECT class, greatest(any_value(places) - 1, 1)::HUGEINT AS scale, sum(area) AS amount
  FROM areas CROSS JOIN release
  GROUP BY class
))";

// In a tree the earth mover's distance is a sum over edges: what is too much below an edge has to
// pass it. An edge is as long as the heights of its ends differ. A value outside the tree would
// drop out of the sum, so then the class counts as moved altogether.
constexpr const char* kMovedHierarchical = R"(release AS (
  SELECT sum(n)::HUGEINT AS total FROM totals
), nodes AS (
  SELECT DISTINCT node, parent, height FROM tree
), edges AS (
  SELECT below.node, above.height - below.height AS length
  FROM nodes AS below JOIN nodes AS above ON above.node = below.parent
), expected AS (
  SELECT node, sum(n)::HUGEINT AS n
  FROM totals JOIN tree ON totals.value IS NOT DISTINCT FROM tree.value
  GROUP BY node
), held AS (
  SELECT class, node, sum(n)::HUGEINT AS n
  FROM counts JOIN tree ON counts.value IS NOT DISTINCT FROM tree.value
  GROUP BY class, node
), moved AS (
  SELECT class, (SELECT max(height) FROM nodes)::HUGEINT AS scale,
         CASE WHEN max(held.n) = any_value(persons)
              THEN sum(greatest(held.n * total - expected.n * persons, 0) * length)
              ELSE any_value(persons * total) * (SELECT max(height) FROM nodes) END AS amount
  FROM held
  JOIN expected USING (node)
  JOIN edges USING (node)
  JOIN classes USING (class)
  CROSS JOIN release
  GROUP BY class
))";

}  // namespace

std::string TClosenessSql(const Parameters& parameters, bool persons) {
  const std::string& distance = parameters.Text("distance");
  const Ratio t = parameters.Number("t");
  std::string sql = fmt::format(
      R"(WITH {}
SELECT class,
       coalesce(amount::DOUBLE / (persons * total * scale)::DOUBLE, 1) AS value,
       coalesce(amount * {}::HUGEINT <= persons * total * scale * {}::HUGEINT, false) AS holds
FROM classes LEFT JOIN moved USING (class) CROSS JOIN release
)",
      distance == "equal"     ? kMovedEqual
      : distance == "ordered" ? kMovedOrdered
                              : kMovedHierarchical,
      t.denominator, t.numerator);
  return persons ? OneValueSql(sql, true) : sql;
}

}  // namespace gauze
