#include "gauze/release/inspect/risk_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "gauze/base/file.h"
#include "gauze/release/files/private_folder.h"

namespace gauze {
namespace {

std::string SetName(const RiskRows& rows, risk::Mask set) {
  std::string name;
  for (std::size_t j = 0; j < rows.columns.size(); ++j) {
    if ((set >> j & 1U) == 0) continue;
    if (!name.empty()) name += ';';
    name += rows.columns[j];
  }
  return name;
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

// Tuple of the risk table behind every row of the source.
std::vector<std::uint32_t> TuplesByRow(const RiskRows& rows) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> found;
  const Region& region = rows.region;
  const auto numbers = std::ranges::find_if(region.carried, [&](const CarriedColumn& column) {
    return region.coded.table.attributes[column.attribute].name == kRowNumber;
  });
  for (std::size_t t = 0; t + 1 < region.row_begin.size(); ++t) {
    for (std::size_t row = region.row_begin[t]; row < region.row_begin[t + 1]; ++row) {
      found.emplace_back(numbers->keys[row], rows.input.tuple_of[t]);
    }
  }
  std::ranges::sort(found);
  std::vector<std::uint32_t> tuples;
  for (const auto& [key, tuple] : found) tuples.push_back(tuple);
  return tuples;
}

}  // namespace

Status WriteRiskRecords(Database& database, const RiskRows& rows,
                        const std::vector<risk::RecordRisk>& risks, const std::string& path,
                        Progress& progress) {
  std::vector<std::uint32_t> all(risks.size());
  std::iota(all.begin(), all.end(), 0);
  GAUZE_ASSIGN(const auto sets,
               risk::TopKnownSets(rows.input.table, rows.input.settings, progress, all));
  std::string text = "row,risk_from,risk_to,known_set\n";
  const auto tuples = TuplesByRow(rows);
  for (std::size_t row = 0; row < tuples.size(); ++row) {
    const std::uint32_t tuple = tuples[row];
    text += fmt::format("{},{},{},{}\n", row + 1, risks[tuple].lo, risks[tuple].hi,
                        Quoted(SetName(rows, sets[tuple])));
  }
  if (!path.ends_with(".parquet")) return WriteFile(path, text, 0600);
  GAUZE_TRY(WriteFile(path, "", 0600));
  // The engine's files can be read by all, and have names that others can guess.
  namespace fs = std::filesystem;
  GAUZE_ASSIGN(const Scratch scratch, Scratch::Beside(path));
  const std::string csv = scratch.folder() + "/records.csv";
  const std::string parquet = scratch.folder() + "/records.parquet";
  GAUZE_TRY(WriteFile(csv, text, 0600));
  GAUZE_TRY(database.Run(fmt::format(
      "COPY (FROM read_csv({}, columns = {{'row': 'BIGINT', 'risk_from': 'DOUBLE', 'risk_to': "
      "'DOUBLE', 'known_set': 'VARCHAR'}})) TO {} (FORMAT parquet)",
      QuoteText(csv), QuoteText(parquet))));
  GAUZE_TRY(SyncPath(parquet));
  std::error_code error;
  fs::permissions(parquet, fs::perms::owner_read | fs::perms::owner_write, error);
  if (!error) fs::rename(parquet, path, error);
  if (!error) return {};
  return ResourceError("cannot write the file: " + error.message(), path);
}

}  // namespace gauze
