#include "gauze/release/prepare/header_row.h"

namespace gauze {

Status RefuseHeaderRow(Database& database, const SourceColumns& columns, const Profile& profile,
                       const std::string& source) {
  if (!columns.named_by_line || profile.rows == 0) return {};
  GAUZE_ASSIGN(const bool row, FirstLineIsRow(database, profile));
  if (!row) return {};
  return InputError("the first line looks like a row, not like names of columns", source,
                    "write names of columns above it; or pass --no-header (Python: "
                    "header=False), and columns are called c1, c2, …");
}

}  // namespace gauze
