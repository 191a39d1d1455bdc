#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/postgresql/address.h"
#include "gauze/table/attribute.h"

namespace gauze {

// A release as a table of PostgreSQL. Its rows go to the table, every other file of the release
// (the manifest, the report) to a table beside it, NAME_manifest, with the columns `file` and
// `content`.
//
// Both come in one transaction: at any moment they are the old ones or the new ones. An older
// release of Gauze is replaced, which its comment tells; any other table of these names is refused.
class TableTarget {
 public:
  static Result<TableTarget> Parse(const std::string& address);

  // Whether a release may go there, before it is made.
  Status Check() const;

  // Puts the release in `folder` there, whose rows are in data.csv. `columns` are typed as in
  // Parquet. Waits until nobody reads the old tables.
  using Columns = std::vector<std::pair<std::string, ValueType>>;
  Status Publish(const std::string& folder, const Columns& columns, std::uint64_t rows) const;

 private:
  explicit TableTarget(DatabaseAddress address) : address_(std::move(address)) {}

  DatabaseAddress address_;
};

}  // namespace gauze
