#include "gauze/attack/known_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "gauze/attack/release_rows.h"
#include "gauze/encode/encode.h"

namespace gauze {
namespace {

using Cell = std::optional<std::string>;

std::vector<std::string> ColumnsOf(const RiskSection& risk) {
  std::vector<std::string> names;
  for (const auto& [column, chance] : risk.known) names.push_back(column);
  for (const RiskSection::Weight& weight : risk.weights) {
    if (std::ranges::find(names, weight.column) == names.end()) names.push_back(weight.column);
  }
  return names;
}

// What it would mean if this cell came out; nothing if the policy does not say. No cell, no harm.
std::optional<double> WeightOf(const RiskSection& risk, const std::string& column,
                               const Cell& cell) {
  const auto weight = std::ranges::find(risk.weights, column, &RiskSection::Weight::column);
  if (weight == risk.weights.end() || !cell) return 0;
  if (weight->values.empty()) return weight->weight;
  const auto listed = weight->values.find(*cell);
  if (listed != weight->values.end()) return weight->weight * listed->second;
  if (!weight->others) return std::nullopt;
  return weight->weight * *weight->others;
}

}  // namespace

Result<KnownTable> KnownTable::Read(Database& database, const AttackInput& input) {
  const RiskSection& risk = *input.policy.risk;
  const std::vector<std::string> names = ColumnsOf(risk);
  if (names.size() > kMostColumns) {
    return InputError(fmt::format("risk names {} columns", names.size()), risk.where,
                      fmt::format("{} can be tried", kMostColumns));
  }
  GAUZE_ASSIGN(const SourceColumns columns, OpenRelease(database, input));
  std::vector<std::string> quoted;
  for (const std::string& name : names) {
    GAUZE_TRY(RequireColumn(columns, name, input.release()));
    quoted.push_back(QuoteName(name));
  }
  // The same order in every run. One column at a time is taken from it, since texts are large.
  const std::string list = fmt::format("{}", fmt::join(quoted, ", "));
  GAUZE_TRY(database.Run(
      fmt::format("CREATE TABLE kinds AS SELECT {0}, count(*) AS {1} FROM released GROUP BY {0} "
                  "ORDER BY {0}",
                  list, QuoteName("rows of a kind"))));
  KnownTable table;
  table.wildcard_ = risk.suppressed == SuppressedCells::kWildcard;
  GAUZE_ASSIGN(const auto counts, database.Rows("SELECT \"rows of a kind\" FROM kinds "
                                                "ORDER BY rowid"));
  if (counts.empty()) {
    return InputError("the file has no rows", input.release(), "is this a release of this policy?");
  }
  std::uint64_t rows = 0;
  for (const auto& row : counts) table.rows_until_.push_back(rows += NumberIn(row.front()));
  for (const std::string& name : names) GAUZE_TRY(table.AddColumn(database, input, name));
  return table;
}

Status KnownTable::AddColumn(Database& database, const AttackInput& input,
                             const std::string& name) {
  const RiskSection& risk = *input.policy.risk;
  GAUZE_ASSIGN(const auto cells,
               database.Rows(fmt::format("SELECT {} FROM kinds ORDER BY rowid", QuoteName(name))));
  const auto known = std::ranges::find(risk.known, name, &std::pair<std::string, double>::first);
  const bool may_be_known = known != risk.known.end();
  Column column{.chance = may_be_known ? known->second : 0};
  std::map<Cell, std::uint32_t> code_of;
  std::size_t without_weight = 0;
  for (const auto& row : cells) {
    const Cell cell = row[0] && !IsMissing(input.policy, *row[0]) ? row[0] : Cell();
    const auto [place, fresh] = code_of.emplace(cell, column.weights.size());
    column.codes.push_back(place->second);
    if (!fresh) continue;
    const bool star = may_be_known && cell == "*";
    if (star) column.suppressed = place->second;
    const auto weight = star ? 0 : WeightOf(risk, name, cell);
    if (!weight) ++without_weight;
    column.weights.push_back(weight.value_or(0));
  }
  if (without_weight > 0) {
    return InputError(
        fmt::format("{} value{} of \"{}\" {} no weight", without_weight,
                    without_weight == 1 ? "" : "s", name, without_weight == 1 ? "has" : "have"),
        std::ranges::find(risk.weights, name, &RiskSection::Weight::column)->where,
        "list every value under values, or add `others: 0` for all that are not");
  }
  if (column.chance > 0) {
    column.kinds.resize(column.weights.size());
    for (std::uint32_t kind = 0; kind < column.codes.size(); ++kind) {
      column.kinds[column.codes[kind]].push_back(kind);
    }
  }
  columns_.push_back(std::move(column));
  return {};
}

std::size_t KnownTable::KindOfRow(std::uint64_t row) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(rows_until_, row) - rows_until_.begin());
}

std::uint64_t KnownTable::Candidates(std::size_t kind, KnownSet known) const {
  if (known == 0) return rows();
  const auto stars = [&](const Column& column) {
    return wildcard_ && column.suppressed != kNoCode ? &column.kinds[column.suppressed] : nullptr;
  };
  std::vector<const Column*> in_set;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if ((known >> j & 1U) != 0) in_set.push_back(&columns_[j]);
  }
  const auto matching = [&](const Column* column) {
    const auto* wild = stars(*column);
    return column->kinds[column->codes[kind]].size() + (wild == nullptr ? 0 : wild->size());
  };
  std::iter_swap(in_set.begin(), std::ranges::min_element(in_set, {}, matching));
  std::uint64_t rows = 0;
  const auto count = [&](const std::vector<std::uint32_t>& among) {
    for (const std::uint32_t other : among) {
      const bool matches = std::all_of(in_set.begin() + 1, in_set.end(), [&](const Column* column) {
        const std::uint32_t code = column->codes[other];
        return code == column->codes[kind] || (wildcard_ && code == column->suppressed);
      });
      if (matches) rows += rows_until_[other] - (other == 0 ? 0 : rows_until_[other - 1]);
    }
  };
  const Column& rarest = *in_set.front();
  count(rarest.kinds[rarest.codes[kind]]);
  if (const auto* wild = stars(rarest); wild != nullptr) count(*wild);
  return rows;
}

}  // namespace gauze
