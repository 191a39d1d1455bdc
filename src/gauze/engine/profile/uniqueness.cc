#include "gauze/engine/profile/uniqueness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "gauze/base/testing/test_size.h"
#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/duckdb/stream_chunks.h"
#include "gauze/engine/profile/singling_sets.h"

namespace gauze {
namespace {

constexpr std::uint64_t kSampledRows = 100'000;  // of a table that is too large to be counted

std::string HashOf(const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const std::string& column : columns) names.push_back(QuoteName(column));
  return fmt::format("hash({})", fmt::join(names, ", "));
}

// A second one, for combinations whose first is the same by chance.
std::string OtherHashOf(const std::vector<std::string>& columns) {
  std::vector<std::string> names = {"1"};
  for (const std::string& column : columns) names.push_back(QuoteName(column));
  std::ranges::reverse(names);
  return fmt::format("hash({})", fmt::join(names, ", "));
}

// Whole rows are taken by their hash: the same ones in every run, wherever they stand.
Result<std::vector<NumberedCells>> ReadSearched(Database& database, const std::string& view,
                                                const std::vector<std::string>& columns,
                                                std::uint64_t rows) {
  std::vector<std::string> cells;
  for (const std::string& column : columns) cells.push_back(HashOf({column}));
  std::vector<NumberedCells> read(columns.size());
  GAUZE_TRY(StreamChunks(
      database.handles(),
      fmt::format("SELECT {} FROM {} WHERE {} % {} = 0", fmt::join(cells, ", "), QuoteName(view),
                  HashOf(columns), (rows + kSearchedRows - 1) / kSearchedRows),
      nullptr, [&](duckdb_data_chunk chunk) {
        const idx_t size = duckdb_data_chunk_get_size(chunk);
        for (std::size_t c = 0; c < read.size(); ++c) {
          const auto* const numbers = static_cast<const std::uint64_t*>(
              duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, c)));
          read[c].insert(read[c].end(), numbers, numbers + size);
        }
      }));
  return read;
}

Result<ColumnSets> FindSets(Database& database, const std::string& view,
                            const std::vector<std::string>& columns, std::uint64_t rows) {
  GAUZE_ASSIGN(const auto searched, ReadSearched(database, view, columns, rows));
  ColumnSets sets;
  if (searched.front().empty()) return sets;
  for (const auto& found : FindSinglingSets(searched)) {
    auto& set = sets.emplace_back();
    for (const std::size_t column : found) set.push_back(columns[column]);
  }
  return sets;
}

// Fills in the counts, in one pass over the view.
Status CountAll(Database& database, const std::string& view, Uniqueness& uniqueness) {
  std::vector<UniqueRows*> wanted = {&uniqueness.all};
  if (uniqueness.open) wanted.push_back(&*uniqueness.open);
  for (UniqueRows& set : uniqueness.sets) wanted.push_back(&set);
  std::vector<std::string> hashes;
  std::vector<std::string> taken;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::vector<std::string>& columns = wanted[i]->columns;
    hashes.push_back(
        fmt::format("{} AS a{}, {} AS b{}", HashOf(columns), i, OtherHashOf(columns), i));
    taken.push_back(fmt::format("a{} % {} = 0", i, uniqueness.one_in));
  }
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE hashed_rows AS FROM (SELECT {} FROM {}) WHERE {}",
                  fmt::join(hashes, ", "), QuoteName(view), fmt::join(taken, " OR "))));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    GAUZE_ASSIGN(const std::uint64_t found,
                 database.Count(fmt::format(
                     "SELECT count(*) FROM (SELECT a{0} FROM hashed_rows WHERE {1} GROUP BY a{0}, "
                     "b{0} HAVING count(*) = 1)",
                     i, taken[i])));
    EstimateUnique(found, uniqueness.one_in, uniqueness.rows, *wanted[i]);
  }
  return database.Run("DROP TABLE hashed_rows");
}

}  // namespace

std::uint64_t OneInCombinations(std::uint64_t rows) {
  const std::uint64_t exact = TestSize("GAUZE_EXACT_ROWS", kExactUniqueRows);
  if (rows <= exact) return 1;
  const std::uint64_t most = std::min(kSampledRows, exact);
  return (rows + most - 1) / most;
}

// Each unique row was looked at with the same chance. Twice the standard error, and where none was
// found the rule of three.
void EstimateUnique(std::uint64_t found, std::uint64_t one_in, std::uint64_t rows,
                    UniqueRows& unique) {
  unique.rows = std::min(found * one_in, rows);
  unique.low = unique.high = unique.rows;
  if (one_in == 1) return;
  const double error =
      std::sqrt(static_cast<double>(found) * (1 - 1 / static_cast<double>(one_in))) *
      static_cast<double>(one_in) * 1.96;
  const auto width = static_cast<std::uint64_t>(std::ceil(error));
  unique.low = std::max(found, unique.rows - std::min(width, unique.rows));
  unique.high = std::min(found == 0 ? 3 * one_in : unique.rows + width, rows);
}

Result<Uniqueness> CountUniqueRows(Database& database, const std::string& view,
                                   const std::vector<std::string>& columns,
                                   const std::vector<std::string>& sensitive, std::uint64_t rows,
                                   Progress& progress, const std::optional<ColumnSets>& sets) {
  progress.Stage("counting unique rows", 2);
  Uniqueness uniqueness{.rows = rows, .all = {.columns = columns}};
  if (columns.empty() || uniqueness.rows == 0) return uniqueness;
  UniqueRows open;
  for (const std::string& column : columns) {
    if (std::ranges::find(sensitive, column) == sensitive.end()) open.columns.push_back(column);
  }
  if (!open.columns.empty()) uniqueness.open = open;
  GAUZE_ASSIGN(const ColumnSets looked_at,
               sets ? Result<ColumnSets>(*sets) : FindSets(database, view, columns, rows));
  for (const auto& set : looked_at) uniqueness.sets.push_back({.columns = set});
  progress.Advance(1);
  uniqueness.one_in = OneInCombinations(uniqueness.rows);
  GAUZE_TRY(CountAll(database, view, uniqueness));
  // A set that was found in some rows may leave none alone in all of them.
  std::erase_if(uniqueness.sets, [](const UniqueRows& set) { return set.rows == 0; });
  return uniqueness;
}

}  // namespace gauze
