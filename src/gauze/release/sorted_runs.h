#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"
#include "gauze/release/released_block.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// The rows of a release are made region by region, each sorted by what is printed
// (released_groups.h), and the whole release is sorted so, too: which region a row was in would
// tell where the table was cut. Until all regions are there they wait in a private file, one run a
// region; then they are merged. What is in the file survives a power cut after Sync.
class SortedRuns {
 public:
  // Goes on after the first `bytes` of the file, which an earlier run of the program has left.
  static Result<SortedRuns> Open(const std::string& path, std::uint64_t bytes,
                                 const CodedTable& schema, RangeStyle ranges);
  SortedRuns(SortedRuns&& other) noexcept;
  SortedRuns& operator=(SortedRuns&&) = delete;
  ~SortedRuns();

  // The next run is there already.
  void Keep() { ++kept_; }
  Status Add(std::shared_ptr<const ReleasedTable> table);
  Result<std::uint64_t> Sync();  // bytes that will survive

  // Everything in order, in pieces.
  using Take = std::function<Status(std::shared_ptr<const ReleasedTable> piece)>;
  Status Merge(const Take& take);

 private:
  struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  class Cursor;
  class Merging;

  SortedRuns() = default;
  Status FindRuns(std::uint64_t bytes);
  Status Write(const std::string& bytes);
  Result<std::string> ReadBlock(std::uint64_t& at) const;
  tl::unexpected<Error> Failure(const char* what) const;

  std::string path_;
  int file_ = -1;
  KnownValues known_;
  std::set<std::string> quasi_identifiers_;  // names of columns that are compared first
  std::size_t kept_ = 0;                     // runs of an earlier run of the program
  bool adding_ = false;
  std::vector<Extent> runs_;
  std::shared_ptr<const ReleasedTable> only_;  // a run that is alone need not be read back
};

}  // namespace gauze
