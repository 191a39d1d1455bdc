#include "gauze/report/evidence/sampled_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "gauze/attack/release_rows.h"
#include "gauze/policy/encode.h"

namespace gauze::report {
namespace {

constexpr const char* kRow = "\"gauze row\"";

// Cells of a column in the order of rows, each spelling once.
struct Spellings {
  std::vector<std::string> values;
  std::vector<std::uint64_t> rows;  // by value
  std::uint64_t null_rows = 0;
  std::vector<std::uint32_t> of_row;  // values.size(): NULL
};

Result<Spellings> ReadSpellings(Database& database, const std::string& table, std::size_t place) {
  // A table gives its rows in the order in which they were put in.
  GAUZE_ASSIGN(const auto cells, database.Rows(fmt::format("SELECT c{} FROM {}", place, table)));
  Spellings spelled;
  std::unordered_map<std::string, std::uint32_t> number_of;
  constexpr std::uint32_t kNull = ~std::uint32_t{0};
  for (const auto& row : cells) {
    if (!row[0]) {
      ++spelled.null_rows;
      spelled.of_row.push_back(kNull);
      continue;
    }
    const auto [found, fresh] =
        number_of.try_emplace(*row[0], static_cast<std::uint32_t>(spelled.values.size()));
    if (fresh) {
      spelled.values.push_back(*row[0]);
      spelled.rows.push_back(0);
    }
    ++spelled.rows[found->second];
    spelled.of_row.push_back(found->second);
  }
  std::ranges::replace(spelled.of_row, kNull, static_cast<std::uint32_t>(spelled.values.size()));
  return spelled;
}

// Whatever was built from the values of the original needs all of them; a sample would give other
// nodes.
Status AddRest(Database& database, const std::string& column, Spellings& spelled) {
  std::unordered_map<std::string, std::uint32_t> number_of;
  for (std::uint32_t i = 0; i < spelled.values.size(); ++i) number_of.emplace(spelled.values[i], i);
  const auto nulls = static_cast<std::uint32_t>(spelled.values.size());
  GAUZE_ASSIGN(const auto all,
               database.Rows(fmt::format(
                   "SELECT {0}, count(*) FROM original WHERE {0} IS NOT NULL GROUP BY 1 ORDER BY 1",
                   QuoteName(column))));
  for (const auto& row : all) {
    const auto [found, fresh] =
        number_of.try_emplace(*row[0], static_cast<std::uint32_t>(spelled.values.size()));
    if (fresh) {
      spelled.values.push_back(*row[0]);
      spelled.rows.push_back(0);
    }
    spelled.rows[found->second] = Number(row[1]);
  }
  std::ranges::replace(spelled.of_row, nulls, static_cast<std::uint32_t>(spelled.values.size()));
  return {};
}

// Empty: it can be shown.
std::string WhyLeftOut(const Policy& policy, const PolicyAttribute& attribute) {
  const Attribute& column = attribute.attribute;
  if (column.type == ValueType::kSet) return "a cell holds several terms";
  if (policy.personal && policy.personal->Find(column.name) != nullptr) {
    return "the release shows aliases or grades in the place of values";
  }
  return "";
}

bool IsShown(Role role) {
  return role == Role::kQuasiIdentifying || role == Role::kSensitive ||
         role == Role::kQuasiSensitive || role == Role::kInsensitive;
}

}  // namespace

std::string SampledColumns::Condition(std::uint64_t rows) {
  if (rows <= kMostRows) return "true";
  const auto share = static_cast<double>(kMostRows) / static_cast<double>(rows);
  const auto limit = static_cast<std::uint64_t>(share * static_cast<double>(kCycle));
  return fmt::format("({3}::UBIGINT % {0}) * {1} % {0} < {2}", kCycle, kStep, limit, kRow);
}

// Makes <view>_sample(c0, c1, …), rows in their order. Cells become text after most rows are gone.
Status SampledColumns::Take(Database& database, const std::string& view,
                            const std::vector<std::string>& cells, std::uint64_t rows,
                            Progress& progress) {
  std::string list;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    list += fmt::format("{}CAST({} AS VARCHAR) AS c{}", i == 0 ? "" : ", ", cells[i], i);
  }
  return database.Run(
      fmt::format(
          "CREATE TEMP TABLE {0}_sample AS SELECT {1} FROM (SELECT row_number() OVER () - 1 "
          "AS {2}, * FROM {0}) WHERE {3}",
          view, list, kRow, Condition(rows)),
      &progress);
}

Status SampledColumns::AddColumn(Database& database, const Request& request,
                                 const PolicyAttribute& attribute, std::size_t place) {
  const Attribute& column = attribute.attribute;
  GAUZE_ASSIGN(Spellings original, ReadSpellings(database, "original_sample", place));
  const bool mostly_different =
      original.values.size() > std::max<std::size_t>(Bins::kMost, original.of_row.size() / 2);
  if (mostly_different && column.type == ValueType::kText && !attribute.hierarchy.given() &&
      column.role != Role::kQuasiIdentifying) {
    left_out_.push_back({column.name, "most of its values occur once"});
    return {};
  }
  if (attribute.hierarchy.builder != nullptr && request.rows_in > kMostRows) {
    GAUZE_TRY(AddRest(database, column.name, original));
  }
  GAUZE_ASSIGN(const Encoding encoded, EncodeColumns({{.name = column.name,
                                                       .values = original.values,
                                                       .rows = original.rows,
                                                       .null_rows = original.null_rows}},
                                                     request.policy, nullptr));
  const std::vector<Code>& code_of = encoded.code_of.front();
  Column added{.attribute = &attribute,
               .bins = Bins(column, encoded.coded.table.domains.front(),
                            encoded.coded.hierarchies.front(), encoded.coded.totals->front())};
  added.original.reserve(original.of_row.size());
  for (const std::uint32_t spelling : original.of_row) {
    added.original.push_back(added.bins.PlaceOf(code_of[spelling]));
  }
  GAUZE_ASSIGN(Spellings released, ReadSpellings(database, "released_sample", place));
  for (const std::string& label : released.values) {
    added.labels.push_back(added.bins.SpreadOf(label));
  }
  added.labels.push_back(added.bins.SpreadOf(std::nullopt));
  added.released = std::move(released.of_row);
  original_rows_ = added.original.size();
  released_rows_ = added.released.size();
  columns_.push_back(std::move(added));
  return {};
}

Result<SampledColumns> SampledColumns::Read(const Request& request, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({request.threads, ""}));
  const AttackInput files{.releases = {request.release}, .policy = request.policy};
  GAUZE_ASSIGN(const SourceColumns shown, OpenRelease(database, files));
  GAUZE_ASSIGN(const SourceColumns known, OpenOriginal(database, files));
  SampledColumns sample;
  std::vector<const PolicyAttribute*> read;
  std::vector<std::string> cells;
  std::vector<std::string> labels;
  for (const PolicyAttribute& attribute : request.policy.attributes) {
    if (!IsShown(attribute.attribute.role)) continue;
    if (std::string why = WhyLeftOut(request.policy, attribute); !why.empty()) {
      sample.left_out_.push_back({attribute.attribute.name, std::move(why)});
      continue;
    }
    GAUZE_TRY(RequireColumn(known, attribute.attribute.name, request.policy.sources.front()));
    GAUZE_ASSIGN(labels.emplace_back(), LabelExpression(shown, attribute, files));
    cells.push_back(QuoteName(attribute.attribute.name));
    read.push_back(&attribute);
  }
  GAUZE_TRY(sample.Take(database, "original", cells, request.rows_in, progress));
  GAUZE_TRY(sample.Take(database, "released", labels, request.rows, progress));
  for (std::size_t i = 0; i < read.size(); ++i) {
    GAUZE_TRY(sample.AddColumn(database, request, *read[i], i));
  }
  return sample;
}

}  // namespace gauze::report
