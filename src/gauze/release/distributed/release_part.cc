#include "gauze/release/distributed/release_part.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/base/read_number.h"
#include "gauze/base/testing/test_size.h"
#include "gauze/base/text/sql_text.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/engine/write/release_writer.h"
#include "gauze/model/class_model.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/run/write_release.h"

namespace gauze {
namespace {

constexpr std::uint64_t kSampledOfPart = 64;  // of each region's rows as many as a part has

std::uint64_t PartRows() { return TestSize("GAUZE_REGION_ROWS", ParquetPartRows()); }

struct PrintedColumn {
  std::string name;
  ValueType type = ValueType::kText;
};

std::vector<PrintedColumn> PrintedColumns(const ClusterTable& table) {
  const CodedTable& schema = table.input().schema;
  const RangeStyle ranges = table.policy().ranges;
  const auto types = ReleasedColumns(schema, ranges);
  std::vector<PrintedColumn> columns;
  for (const std::size_t attribute : schema.table.WithRole(Role::kQuasiIdentifying)) {
    for (const std::string& name : ReleasedNames(schema, attribute, ranges)) {
      const auto found = std::ranges::find(types, name, &std::pair<std::string, ValueType>::first);
      columns.push_back({name, found->second});
    }
  }
  return columns;
}

std::string ReadPieces(const std::vector<std::string>& files, const char* more) {
  std::vector<std::string> quoted;
  for (const std::string& file : files) quoted.push_back(QuoteText(file));
  return fmt::format("read_parquet([{}]{})", fmt::join(quoted, ", "), more);
}

// As rows are ordered: numbers by value, dates and texts by what is printed, missing last.
bool Before(const std::vector<PrintedColumn>& columns, const Printed& a, const Printed& b) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (a[i] == b[i]) continue;
    if (!a[i] || !b[i]) return a[i].has_value();
    const ValueType type = columns[i].type;
    if (type == ValueType::kInteger && std::stoll(*a[i]) != std::stoll(*b[i])) {
      return std::stoll(*a[i]) < std::stoll(*b[i]);
    }
    if (type != ValueType::kDecimal) return *a[i] < *b[i];
    const double x = ReadNumber(*a[i]);
    const double y = ReadNumber(*b[i]);
    if (x != y) return x < y;
  }
  return false;
}

// Rows that print the bound or what comes after it, as SQL that is never NULL.
std::string FromSql(const std::vector<PrintedColumn>& columns,
                    const std::vector<std::string>& types, const Printed& bound, std::size_t i) {
  if (i == columns.size()) return "true";
  const std::string name = QuoteName(columns[i].name);
  const std::string rest = FromSql(columns, types, bound, i + 1);
  if (!bound[i]) return fmt::format("({} IS NULL AND {})", name, rest);
  const std::string value = fmt::format("CAST({} AS {})", QuoteText(*bound[i]), types[i]);
  return fmt::format("({0} IS NULL OR {0} > {1} OR ({0} = {1} AND {2}))", name, value, rest);
}

// With a condition on the first column, which readers know the range of, block by block.
Result<std::string> RowsOfPart(Database& database, const std::vector<PrintedColumn>& columns,
                               const PartPlan& plan) {
  std::vector<std::string> names;
  for (const PrintedColumn& column : columns) names.push_back(QuoteName(column.name));
  GAUZE_ASSIGN(
      const auto described,
      database.Rows(fmt::format("SELECT column_type FROM (DESCRIBE SELECT {} FROM {})",
                                fmt::join(names, ", "), ReadPieces({plan.pieces.front()}, ""))));
  std::vector<std::string> types;
  for (const auto& row : described) types.push_back(row[0].value_or(""));
  std::string condition = "true";
  const auto first = [&](const Printed& bound) {
    return fmt::format("CAST({} AS {})", QuoteText(*bound[0]), types[0]);
  };
  if (plan.from) {
    condition += " AND " + FromSql(columns, types, *plan.from, 0);
    condition += plan.from->front()
                     ? fmt::format(" AND ({0} >= {1} OR {0} IS NULL)", names[0], first(*plan.from))
                     : fmt::format(" AND {} IS NULL", names[0]);
  }
  if (plan.to) {
    condition += " AND NOT " + FromSql(columns, types, *plan.to, 0);
    if (plan.to->front()) condition += fmt::format(" AND {} <= {}", names[0], first(*plan.to));
  }
  return condition;
}

}  // namespace

Result<std::vector<Printed>> SamplePiece(const ClusterTable& table,
                                         const std::vector<std::string>& files, unsigned threads) {
  GAUZE_ASSIGN(Database database, Database::Open({threads, ""}));
  std::vector<std::string> cells;
  for (const PrintedColumn& column : PrintedColumns(table)) {
    cells.push_back(QuoteName(column.name) + "::VARCHAR");
  }
  return database.Rows(fmt::format("SELECT {} FROM {} WHERE file_row_number % {} = 0",
                                   fmt::join(cells, ", "),
                                   ReadPieces(files, ", file_row_number = true"),
                                   std::max<std::uint64_t>(1, PartRows() / kSampledOfPart)));
}

std::vector<Printed> PartBounds(const ClusterTable& table, std::vector<Printed> samples,
                                std::uint64_t rows) {
  const auto columns = PrintedColumns(table);
  std::ranges::sort(samples, [&](const auto& a, const auto& b) { return Before(columns, a, b); });
  const std::uint64_t parts = (rows + PartRows() - 1) / PartRows();
  std::vector<Printed> bounds;
  for (std::uint64_t part = 1; part < parts; ++part) {
    Printed& bound = samples[samples.size() * part / parts];
    // What the first row of all prints, or a bound already, would leave a part empty.
    if (Before(columns, bounds.empty() ? samples.front() : bounds.back(), bound)) {
      bounds.push_back(bound);
    }
  }
  return bounds;
}

bool VerifiedInParts(const ClusterTable& table) {
  if (!table.input().schema.table.WithRole(Role::kEntity).empty()) return false;
  return std::ranges::all_of(table.policy().protect, [](const PolicyEntry& entry) {
    const ModelEntry* model = FindModel(entry.descriptor->name);
    return model != nullptr && !model->compares && KnowledgePath(entry).empty() &&
           (model->looks_at_places == nullptr || !model->looks_at_places(entry.parameters));
  });
}

Result<Json> WritePart(const ClusterTable& table, const PartPlan& plan, Progress& progress) {
  const CodedTable& schema = table.input().schema;
  GAUZE_ASSIGN(const Budget budget, MakeBudget(plan.memory));
  GAUZE_ASSIGN(Database database, Database::Open({plan.threads, plan.temp}));
  GAUZE_TRY(database.LimitMemory(budget.write_engine));
  GAUZE_ASSIGN(const std::string condition, RowsOfPart(database, PrintedColumns(table), plan));
  std::vector<std::string> names;
  for (const auto& [name, type] : ReleasedColumns(schema, table.policy().ranges)) {
    names.push_back(QuoteName(name));
  }
  std::vector<std::string> order;
  for (const std::string& name : ReleasedOrder(schema, table.policy().ranges)) {
    order.push_back(QuoteName(name) + " ASC NULLS LAST");
  }
  const std::string from = fmt::format("{} WHERE {}", ReadPieces(plan.pieces, ""), condition);
  const std::string count = QuoteName(kCountColumn);
  std::string rows = "SELECT * FROM " + from;
  if (table.counted()) {
    rows =
        fmt::format("SELECT * REPLACE (unnest(range({0}::BIGINT)) AS {0}) FROM ({1})", count, rows);
  }
  GAUZE_TRY(database.Run(
      fmt::format("COPY (SELECT {} FROM ({}) ORDER BY {}) TO {} (FORMAT parquet)",
                  fmt::join(names, ", "), rows, fmt::join(order, ", "), QuoteText(plan.path))));
  if (!VerifiedInParts(table)) return Json();
  GAUZE_TRY(database.LimitMemory(budget.verify_engine));
  ReleaseWriting release(table.policy(), schema, "", plan.temp, database, progress);
  GAUZE_ASSIGN(const std::uint64_t expected,
               database.Count(fmt::format(
                   "SELECT {}::BIGINT FROM {}",
                   table.counted() ? fmt::format("sum({})", count) : "count(*)", from)));
  release.ExpectRows(expected);
  release.SetPaths({plan.path}, {});
  GAUZE_ASSIGN(const VerifiedRelease verified, release.Verify(budget.verify_ids));
  return VerificationJson(verified.verification);
}

Json VerificationJson(const Verification& verification) {
  Json sizes = Json::array();
  for (const auto& [rows, classes] : verification.class_sizes) sizes.push_back({rows, classes});
  Json verdicts = Json::array();
  for (const Verdict& verdict : verification.verdicts) {
    verdicts.push_back({{"claim", verdict.claim},
                        {"holds", verdict.holds},
                        {"failing_classes", verdict.failing_classes},
                        {"worst_value", verdict.worst_value},
                        {"worst_rows", verdict.worst_rows}});
  }
  return {{"rows", verification.rows},
          {"classes", verification.classes},
          {"class_sizes", std::move(sizes)},
          {"verdicts", std::move(verdicts)}};
}

Verification VerificationFrom(const Json& json) {
  Verification verification{.rows = json.at("rows"), .classes = json.at("classes")};
  for (const Json& size : json.at("class_sizes")) {
    verification.class_sizes[size.at(0).get<std::uint64_t>()] = size.at(1).get<std::uint64_t>();
  }
  for (const Json& verdict : json.at("verdicts")) {
    verification.verdicts.push_back({.claim = verdict.at("claim"),
                                     .holds = verdict.at("holds"),
                                     .failing_classes = verdict.at("failing_classes"),
                                     .worst_value = verdict.at("worst_value"),
                                     .worst_rows = verdict.at("worst_rows")});
  }
  return verification;
}

}  // namespace gauze
