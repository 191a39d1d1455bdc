#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"
#include "gauze/release/files/journal.h"
#include "gauze/release/rows/printed_values.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// The rows of a release are made region by region, each sorted by what is printed
// (released_groups.h), and the whole release is sorted so, too: which region a row was in would
// tell where the table was cut. Until all regions are there they wait in a private file, one run
// per region; then they are merged. What is in the file survives a power cut after Sync.
class SortedRuns {
 public:
  // Goes on after what an earlier run of the program has left.
  static Result<SortedRuns> Open(const std::string& path, const Journal::Durable& durable,
                                 const CodedTable& schema, RangeStyle ranges);
  SortedRuns(SortedRuns&& other) noexcept;
  SortedRuns& operator=(SortedRuns&&) = delete;
  ~SortedRuns();

  // The last table waits in memory: a release that is one region need not be in the file. `note` is
  // kept with it.
  Status Add(std::shared_ptr<const ReleasedTable> table, std::string note);
  // Of all tables, also those of an earlier run of the program.
  const std::vector<std::string>& notes() const { return notes_; }
  // Rows of the first regions, and where they end in the file; with the last one, if `all`.
  Result<Journal::Durable> Sync(bool all);

  // Everything in order, in pieces. Once, at the end.
  using Take = std::function<Status(std::shared_ptr<const ReleasedTable> piece)>;
  Status Merge(const Take& take);

 private:
  struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  class Cursor;
  class Merging;

  explicit SortedRuns(PrintedValues values) : values_(std::move(values)) {}
  Status FindRuns();
  Status WriteLast();
  Status WriteBlock(const std::string& bytes, bool first);
  Status Write(std::string_view bytes);
  Result<std::string> ReadBlock(std::uint64_t& at) const;
  tl::unexpected<Error> Failure(const char* what) const;

  std::string path_;
  int file_ = -1;
  PrintedValues values_;
  std::set<std::string> quasi_identifiers_;  // names of columns that are compared first
  std::vector<Extent> runs_;                 // without their first blocks, which are no rows
  Journal::Durable written_;
  std::shared_ptr<const ReleasedTable> last_;
  std::vector<std::string> notes_;
};

}  // namespace gauze
