#include "gauze/verify/class_tables.h"

#include <optional>

#include "gauze/engine/arrow/arrow_table.h"
#include "gauze/engine/read/source/name_file.h"
#include "gauze/verify/check_sums.h"

namespace gauze {
namespace {

// Rows of the file, as counted by something other than the reader that was used: by the metadata of
// Parquet, by the holder of a table in memory, by DuckDB's reader if none of ours was used. A
// second pass over CSV by the reader that was used would tell nothing new.
Result<std::optional<std::uint64_t>> RowsOf(Database& database, const FileUnderTest& file,
                                            const SourceColumns& columns) {
  if (columns.counted) return std::nullopt;
  if (const auto table = FindArrowTable(file.paths.front())) return table->rows();
  const bool csv = !columns.files.empty() && !columns.files.front().ends_with(".parquet") &&
                   !columns.files.front().ends_with(".pq");
  if (file.reader == Reader::kFast && csv) return std::nullopt;
  GAUZE_ASSIGN(const std::uint64_t rows, database.Count("SELECT count(*) FROM file"));
  return rows;
}

}  // namespace

Result<std::unique_ptr<ClassTables>> MakeClassTables(Database& database, const FileUnderTest& file,
                                                     const std::vector<VerifiedColumn>& claimed,
                                                     Progress& progress) {
  GAUZE_ASSIGN(const SourceColumns columns, OpenFile(database, file, "file"));
  std::vector<std::string> wanted = file.quasi_identifiers;
  for (const VerifiedColumn& column : claimed) wanted.push_back(column.name);
  GAUZE_TRY(CheckNamed(wanted, columns, file.paths.front()));
  auto tables = file.reader == Reader::kSql
                    ? MakeSqlClasses(database, file, claimed, progress)
                    : MakeEncodedClasses(database, file, columns, claimed, progress);
  if (!tables) return tl::unexpected(NameFile(database, tables.error(), columns));
  GAUZE_ASSIGN(const auto rows, RowsOf(database, file, columns));
  const bool has_cells = !claimed.empty() || !file.person_column.empty();
  GAUZE_TRY(CheckClassSums(database, rows, has_cells));
  return tables;
}

}  // namespace gauze
