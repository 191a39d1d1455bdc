#include "gauze/verify/views.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/engine/duckdb/appender.h"
#include "gauze/verify/check_sums.h"

namespace gauze {
namespace {

std::string NumberExpression(ValueType type) {
  switch (type) {
    case ValueType::kDate:
      return "epoch(TRY_CAST(value AS DATE)) / 86400";
    case ValueType::kTimestamp:
      return "epoch(TRY_CAST(value AS TIMESTAMP))";
    default:
      return "TRY_CAST(value AS DOUBLE)";
  }
}

// The same in exact millionths, where the type has an exact form.
std::string MillionthsExpression(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return "TRY_CAST(value AS HUGEINT) * 1000000";
    case ValueType::kDate:
      return "date_diff('day', DATE '1970-01-01', TRY_CAST(value AS DATE))::HUGEINT * 1000000";
    case ValueType::kTimestamp:
      return "epoch_us(TRY_CAST(value AS TIMESTAMP))::HUGEINT";
    default:
      return "NULL::HUGEINT";
  }
}

// Tables `tree` (every node above each leaf) and `leaves` (their order).
Status MakeTree(Database& database, const VerifiedColumn& column) {
  GAUZE_TRY(
      database.Run("CREATE OR REPLACE TEMP TABLE tree (value VARCHAR, node BIGINT, parent BIGINT, "
                   "height BIGINT)"));
  Appender appender(database, "tree");
  const auto append = [&](const std::string* value, std::uint64_t node, std::uint64_t parent,
                          std::uint64_t height) {
    if (value == nullptr) {
      appender.Null();
    } else {
      appender.Text(*value);
    }
    appender.Whole(static_cast<std::int64_t>(node))
        .Whole(static_cast<std::int64_t>(parent))
        .Whole(static_cast<std::int64_t>(height))
        .EndRow();
  };
  for (std::uint32_t i = 0; i < column.tree.size(); ++i) {
    if (!column.tree[i].leaf) continue;
    for (std::uint32_t node = i;; node = column.tree[node].parent) {
      append(&column.tree[i].label, node, column.tree[node].parent, column.tree[node].height);
      if (column.tree[node].parent == node) break;
    }
  }
  if (!column.tree.empty()) {
    append(nullptr, column.tree.size(), 0, 0);  // missing: a leaf under the root
    append(nullptr, 0, 0, column.tree[0].height);
  }
  return appender.Finish("the hierarchy");
}

// `held` has who has which value in which class, each once and with how many rows: a person with
// two values is there twice, and with the same value in two classes, too.
Status CountPersons(Database& database, std::size_t index) {
  GAUZE_TRY(database.Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE held AS SELECT class, value, person, sum(n)::BIGINT "
      "AS n FROM cells JOIN spelled{0} ON s{0} = id GROUP BY class, value, person",
      index)));
  for (const char* table :
       {"counts AS SELECT class, value, count(*) AS n FROM held GROUP BY class, value",
        "totals AS SELECT value, count(DISTINCT person) AS n FROM held GROUP BY value",
        "holders AS SELECT class, count(DISTINCT person) AS persons FROM held WHERE value IS NOT "
        "NULL GROUP BY class",
        "mixed AS SELECT count(*) FILTER (given > 1) AS persons, count(*) FILTER (given + missing "
        "> 1) AS with_missing FROM (SELECT count(DISTINCT value) AS given, bool_or(value IS "
        "NULL)::BIGINT AS missing FROM held GROUP BY person)"}) {
    GAUZE_TRY(database.Run(fmt::format("CREATE OR REPLACE TEMP TABLE {}", table)));
  }
  return {};
}

Status CountRows(Database& database, std::size_t index) {
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE counts AS SELECT class, value, sum(n)::BIGINT AS n "
                  "FROM cells JOIN spelled{0} ON s{0} = id GROUP BY class, value",
                  index)));
  return database.Run(
      "CREATE OR REPLACE TEMP TABLE totals AS SELECT value, sum(n)::BIGINT AS n FROM counts "
      "GROUP BY value");
}

bool HasNameless(const VerifiedColumn& column) {
  return std::ranges::any_of(column.reference, &VerifiedColumn::Compared::nameless);
}

// SQL joins by values: nameless ones get names that are longer than any value there is.
Result<VerifiedColumn> WithNames(Database& database, VerifiedColumn column) {
  if (!HasNameless(column)) return column;
  GAUZE_ASSIGN(std::uint64_t longest,
               database.Count("SELECT coalesce(max(strlen(value)), 0) FROM counts"));
  for (const auto& compared : column.reference) {
    longest = std::max<std::uint64_t>(longest, compared.value.value_or("").size());
  }
  const auto name = [&](std::size_t number) { return fmt::format("{:?>{}}", number, longest + 1); };
  std::size_t values = 0;
  for (auto& compared : column.reference) {
    if (compared.nameless) compared.value = name(values++);
  }
  std::size_t leaves = 0;
  for (auto& node : column.tree) {
    if (node.leaf && node.label.empty()) node.label = name(leaves++);
  }
  return column;
}

// `totals` of what classes are compared with, and `listed`, the same with places.
Status TakeReference(Database& database, const VerifiedColumn& column) {
  std::vector<std::string> rows;
  for (const auto& compared : column.reference) {
    rows.push_back(fmt::format("({}, {}, {})", compared.value ? QuoteText(*compared.value) : "NULL",
                               compared.rows, rows.size()));
  }
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE listed AS SELECT value::VARCHAR AS value, n, place "
                  "FROM (VALUES {}) AS given(value, n, place)",
                  fmt::join(rows, ", "))));
  // Values that came later are there, with nothing to compare with. Of one that is not in a list
  // with nameless ones it cannot be told whether it is one of them: its rows get lost, which is
  // found out. Missing is never nameless.
  return database.Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE totals AS SELECT value, sum(n)::BIGINT AS n FROM (SELECT "
      "value, n FROM listed UNION ALL SELECT DISTINCT value, 0 FROM counts {}) GROUP BY value",
      HasNameless(column) ? "WHERE value IS NULL" : ""));
}

// What values are in order by. A nameless one is where the list has it.
std::string OrderOf(const VerifiedColumn& column) {
  if (HasNameless(column)) return "(SELECT place FROM listed WHERE listed.value = totals.value)";
  if (!column.tree.empty()) {
    return "(SELECT min(node) FROM tree WHERE tree.value = totals.value AND height = 0)";
  }
  return IsNumeric(column.attribute.type) ? NumberExpression(column.attribute.type) : "value";
}

}  // namespace

Status MakeViews(Database& database, const VerifiedColumn& claimed, std::size_t index,
                 bool persons) {
  GAUZE_TRY(persons ? CountPersons(database, index) : CountRows(database, index));
  GAUZE_ASSIGN(const VerifiedColumn column, WithNames(database, claimed));
  const bool compared = !persons && !column.reference.empty();
  if (compared) GAUZE_TRY(TakeReference(database, column));
  GAUZE_TRY(MakeTree(database, column));
  const ValueType type = column.attribute.type;
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE numbers AS SELECT value, {} AS number, {} AS "
                  "millionths FROM totals WHERE value IS NOT NULL",
                  NumberExpression(type), MillionthsExpression(type))));
  // What came later takes no place of its own, or distances would change with every batch.
  const char* position =
      compared ? "least(sum((n > 0)::BIGINT) OVER in_order - (n > 0)::BIGINT, (SELECT count(*) "
                 "FROM listed WHERE n > 0) - 1)::BIGINT"
               : "row_number() OVER in_order - 1";
  GAUZE_TRY(database.Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE positions AS SELECT value, {} AS position FROM totals WINDOW "
      "in_order AS (ORDER BY value IS NULL, {}, value)",
      position, OrderOf(column))));
  return CheckViewSums(database, persons, compared);
}

}  // namespace gauze
