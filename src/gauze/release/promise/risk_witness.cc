#include "gauze/release/promise/risk_witness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "gauze/base/read_number.h"
#include "gauze/engine/duckdb/cell_or_null.h"
#include "gauze/verify/check_sums.h"
#include "gauze/verify/open_file.h"

namespace gauze {
namespace {

// Columns of which every subset is looked at.
constexpr std::size_t kColumns = 18;

// A cell of the record, nothing if it is missing, with what its column means for the risk.
struct Cell {
  std::string column;
  std::optional<std::string> text;
  double known = 0;
  double weight = 0;
};

std::vector<Cell> CellsOf(const RiskRows& rows, const RiskSection& risk, std::uint32_t tuple) {
  std::vector<Cell> cells;
  const auto& tuples = rows.input.tuple_of;
  const auto original = static_cast<std::size_t>(std::ranges::find(tuples, tuple) - tuples.begin());
  for (std::size_t j = 0; j < rows.columns.size(); ++j) {
    const std::size_t attribute = rows.input.attributes[j];
    const Table& table = rows.region.coded.table;
    const Code code = table.columns[attribute].Get(original);
    Cell cell{.column = rows.columns[j]};
    if (!table.domains[attribute].IsMissing(code)) cell.text = table.domains[attribute][code].text;
    bool may_be_known = false;
    for (const auto& [column, chance] : risk.known) {
      if (column != cell.column) continue;
      may_be_known = true;
      cell.known = chance;
    }
    if (may_be_known && cell.text == "*") continue;  // suppressed: neither known nor lost
    for (const RiskSection::Weight& weight : risk.weights) {
      if (weight.column != cell.column || !cell.text) continue;
      const auto listed = weight.values.find(*cell.text);
      cell.weight = weight.weight * (weight.values.empty()           ? 1
                                     : listed != weight.values.end() ? listed->second
                                                                     : weight.others.value_or(0));
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

// Rows of the file by the cells on which they match the record: bit i is cell i.
Result<std::vector<double>> Matches(Database& database, const std::vector<Cell>& cells,
                                    std::size_t known, const FileUnderTest& file, bool wildcard) {
  std::vector<std::string> bits = {"0"};
  for (std::size_t i = 0; i < known; ++i) {
    const std::string cell = CellOrNull(cells[i].column, file.missing_markers);
    const std::string same =
        cells[i].text ? fmt::format("coalesce({} = {}, false)", cell, QuoteText(*cells[i].text))
                      : fmt::format("{} IS NULL", cell);
    bits.push_back(fmt::format("CASE WHEN {}{} THEN {} ELSE 0 END", same,
                               wildcard ? fmt::format(" OR coalesce({} = '*', false)", cell) : "",
                               std::uint64_t{1} << i));
  }
  GAUZE_ASSIGN(const auto found,
               database.Rows(fmt::format("SELECT {} AS mask, count(*) FROM witnessed GROUP BY mask",
                                         fmt::join(bits, " + "))));
  std::vector<double> rows(std::size_t{1} << known, 0);
  for (const auto& row : found) rows[std::stoull(*row[0])] += ReadNumber(*row[1]);
  return rows;
}

double LiteralRisk(const std::vector<Cell>& cells, std::size_t known, std::vector<double> rows,
                   const RiskSection& risk) {
  // From rows that match on exactly these cells to rows that match on at least these.
  for (std::size_t i = 0; i < known; ++i) {
    for (std::size_t set = 0; set < rows.size(); ++set) {
      if ((set >> i & 1U) == 0) rows[set] += rows[set | std::size_t{1} << i];
    }
  }
  double sum = 0;
  for (std::size_t set = 0; set < rows.size(); ++set) {
    double chance = 1;
    double weight = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool in_set = i < known && (set >> i & 1U) != 0;
      if (in_set) {
        chance *= cells[i].known;
        continue;
      }
      weight += cells[i].weight;
      if (risk.reading == RiskReading::kProbability) chance *= 1 - cells[i].known;
    }
    sum += chance * weight / rows[set];
  }
  return risk.alpha * sum;
}

}  // namespace

Status CheckWitnesses(Database& database, const FileUnderTest& file, const RiskSection& risk,
                      const RiskRows& rows, const std::vector<std::uint32_t>& chosen,
                      const std::vector<risk::RecordRisk>& risks) {
  GAUZE_TRY(OpenFile(database, file, "witnessed"));
  const auto& counts = rows.input.table.counts;
  const auto certified_rows = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  GAUZE_TRY(CheckOneNumber(
      database, {"SELECT count(*) FROM witnessed", fmt::format("SELECT {}", certified_rows)}));
  for (const std::uint32_t tuple : chosen) {
    std::vector<Cell> cells = CellsOf(rows, risk, tuple);
    std::ranges::sort(cells, [](const Cell& a, const Cell& b) {
      return a.known != b.known ? a.known > b.known : a.column < b.column;
    });
    const auto likely =
        std::ranges::count_if(cells, [](const Cell& cell) { return cell.known > 0; });
    const std::size_t known = std::min(kColumns, static_cast<std::size_t>(likely));
    GAUZE_ASSIGN(auto matches, Matches(database, cells, known, file,
                                       risk.suppressed == SuppressedCells::kWildcard));
    const double literal = LiteralRisk(cells, known, std::move(matches), risk);
    // Known sets that were left out can only add to the risk.
    const bool complete = known == static_cast<std::size_t>(likely);
    const risk::RecordRisk& certified = risks[tuple];
    const double slack = 1e-9 * (literal + certified.hi);
    if (literal > certified.hi + slack || (complete && literal < certified.lo - slack)) {
      return tl::unexpected(
          Error{ErrorCode::kPromise, "two ways to count the risk of a record disagree", "",
                "this is a bug in Gauze: please report it, with the policy and without the data"});
    }
  }
  return {};
}

}  // namespace gauze
