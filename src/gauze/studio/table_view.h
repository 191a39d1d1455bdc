#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/policy/policy.h"

namespace gauze::studio {

struct TableViewOptions {
  std::vector<std::string> paths;  // as OpenSource takes them
  CsvDialect csv;
  // Where private files of this table begin: a copy of CSV, whose rows cannot be found by number,
  // as Parquet, and the sample. Their names end in a digest of what the files looked like, so they
  // are made again when the table changes; older ones are removed.
  std::string beside;
  bool sampled = false;  // draw the sample, too
  // Bytes for the engine, whatever the table's length; a wide table is given more. 0: as it likes.
  std::uint64_t memory = 0;
};

// Rows of a table by their numbers, anywhere in it, for people who look at it. A thread of its own
// makes it ready. Safe for threads.
class TableView {
 public:
  static constexpr std::uint64_t kMostRows = 200;       // of a slice
  static constexpr std::uint64_t kSampleRows = 20'000;  // about; all of a smaller table

  explicit TableView(TableViewOptions options);
  ~TableView();

  // Whether the table is still as it was.
  bool IsCurrent(const TableViewOptions& options) const;
  // Rows can be asked for, or the reason told why not.
  bool IsReady() const;
  // {"columns", "total", "from", "rows": [[text or null]]}. Call it when they are ready.
  Result<Json> Rows(std::uint64_t from, std::uint64_t count);
  // The sample, as Parquet: where it will be, and waiting until it is there.
  std::string SampleFile() const;
  Status WaitForSample();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace gauze::studio
