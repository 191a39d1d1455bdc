#include "gauze/release/prepare/column_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/text/suggest.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/engine/read/source/name_file.h"

namespace gauze {

Result<ColumnValues> ReadColumnValues(const ColumnSource& source) {
  GAUZE_ASSIGN(Database database, Database::Open({}));
  GAUZE_ASSIGN(const SourceColumns columns,
               OpenSource(database, source.files, source.csv, "source"));
  const std::string& name = source.attribute.name;
  if (std::ranges::find(columns.names, name) == columns.names.end()) {
    return InputError(fmt::format("the data has no column \"{}\"", name), source.files.front(),
                      DidYouMeanColumn(name, columns.names));
  }
  // As nothing that is generalised, so that values keep the order of their type.
  Policy policy;
  policy.missing_markers = source.markers;
  policy.attributes.push_back({.attribute = source.attribute});
  policy.attributes.front().attribute.role = Role::kInsensitive;
  GAUZE_ASSIGN(RawTable raw, CountColumn(database, "source", name).map_error([&](Error error) {
    return NameFile(database, std::move(error), columns);
  }));
  GAUZE_ASSIGN(const CodedTable coded, Encode(std::move(raw), policy, {}));
  ColumnValues column{.type = source.attribute.type, .values = coded.table.domains[0].values()};
  column.counts = coded.totals->front();
  column.counts.resize(column.values.size());  // without the rows that miss it
  return column;
}

}  // namespace gauze
