#include "gauze/engine/profile/guarded_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/text/suggest.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/engine/read/source/policy_source.h"

namespace gauze {

Result<CodedTable> ReadGuardedColumns(Database& database, const Policy& policy,
                                      const PolicyEntry& promise) {
  CodedTable coded;
  if (promise.columns.empty()) return coded;
  if (policy.sources.empty()) {
    return InputError(
        "the promise counts the values that occur in the source, but no source is given",
        promise.where, "write `source: data.csv` in the policy");
  }
  GAUZE_ASSIGN(const SourceColumns columns,
               OpenPolicySource(database, policy, policy.sources, "guarded_source"));
  for (const PolicyEntry::Column& column : promise.columns) {
    if (std::ranges::find(columns.names, column.name) == columns.names.end()) {
      return InputError(fmt::format("the data has no column \"{}\"", column.name),
                        policy.sources.front(), DidYouMeanColumn(column.name, columns.names));
    }
    GAUZE_ASSIGN(RawTable raw, CountColumn(database, "guarded_source", column.name));
    GAUZE_ASSIGN(CodedTable one, Encode(std::move(raw), policy, {}));
    coded.table.attributes.push_back(one.table.attributes.front());
    coded.table.domains.push_back(one.table.domains.front());
    coded.hierarchies.push_back(one.hierarchies.front());
    coded.taxonomies.push_back(one.taxonomies.front());
  }
  return coded;
}

}  // namespace gauze
