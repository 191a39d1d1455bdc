#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json.h"
#include "gauze/ledger/release_record.h"
#include "gauze/ledger/sqlite.h"
#include "gauze/ledger/table_sum.h"

namespace gauze::ledger {

// The memory of a ledger: a folder of mode 0700 with
//
//   ledger.db            SQLite: policy, releases, digests of keys, values seen, state of methods
//   private/             original records of every release, and those that wait (Parquet)
//   releases/000000/     what is published, one folder per release
//   staged/              a release that is being made
//
// A batch is acknowledged when Commit() returns. Everything before lies in files that nobody looks
// at; everything after can be repeated: Open() finishes what a crash left between the two, and
// removes what was never committed. One writer at a time, kept out by a lock; readers at any time:
// each sees the ledger as it was at one moment.
//
// What is in the database is covered by digests. Whatever is read here is checked against them, but
// for the keys of records; Damage() checks everything. A database that knows of fewer releases than
// are published (a copy from an earlier day, a log that was cut off) is not opened at all.
class Store {
 public:
  static constexpr int kFormat = 1;

  // An empty folder becomes a ledger; `about` is kept as it is (policy, schema, version).
  static Status Create(const std::string& folder, const Json& about);

  enum class Mode : std::uint8_t { kRead, kWrite };
  static Result<Store> Open(const std::string& folder, Mode mode);
  Store(Store&&) noexcept = default;
  ~Store();

  const std::string& folder() const { return folder_; }
  const Json& about() const { return about_; }
  std::string Path(const std::string& relative) const { return folder_ + "/" + relative; }
  // The same for reading: after a crash, what was committed may still lie in staged/.
  std::string Find(const std::string& relative) const;
  // Where release `number` is published, relative to the ledger.
  static std::string ReleaseFolder(std::uint32_t number);

  Result<std::vector<ReleaseRecord>> Releases();
  Result<std::uint32_t> ReleaseCount();
  Result<ReleaseRecord> Release(std::uint32_t number);

  // Values of a column that came so far, in order.
  Result<std::vector<std::string>> Values(const std::string& column);
  // What a method keeps between releases, or null.
  Result<Json> State();
  // Fails if a recorded file is gone or changed: call it before using what is in there.
  Status CheckFile(const FileRecord& file) const;
  // Whether there are more releases by now than this reader sees. Files that were to go with them
  // may be gone.
  Result<bool> HasGrown();

  // A new release; everything below happens inside it, and nothing of it before Commit().
  Status Begin();
  // How many of these are known already. Unknown ones are known from now on.
  Result<std::uint64_t> AddKeys(std::span<const KeyDigest> keys);
  Status AddValues(const std::string& column, const std::vector<std::string>& values);
  Status PutState(const Json& state);
  // Files must be synced. The number follows that of the last release.
  Status AddRelease(const ReleaseRecord& release);
  Status Commit();
  // Makes a committed release visible: staged/ becomes its folder.
  Status Publish(std::uint32_t number);
  // Gives up the release that is being made: nothing of it stays. Harmless after Commit().
  void Abandon();

  // What is damaged, as sentences; empty: nothing. Reads everything.
  Result<std::vector<std::string>> Damage();

 private:
  Store() = default;
  Status Recover();
  Status CheckTables();
  Status ReadAbout();
  // How many releases there must be, by the folders that are published.
  std::uint32_t Published() const;
  Status CheckPublished(std::uint32_t published);
  // The link of the chain before this release.
  Result<std::string> LinkBefore(std::uint32_t number);
  // Removes files of releases that were never committed, and those that have served.
  void RemoveLeftovers(std::uint32_t count) const;
  Result<TableSums> SumsOf(std::uint32_t count);
  Result<TableSum> SumOfKeys();
  Result<TableSum> SumOfValues();
  // Files recorded so far, by their name in a release.
  using Recorded = std::map<std::string, FileRecord>;
  Status CheckRelease(std::uint32_t number, Recorded& recorded, std::vector<std::string>& damage);
  Result<bool> HasServed(const FileRecord& file);
  Status CheckAgain(std::uint32_t number, const Recorded& recorded,
                    std::vector<std::string>& damage) const;
  Status CheckSums(std::uint32_t count, std::vector<std::string>& damage);

  struct Lock {
    int file = -1;
    ~Lock();
  };

  std::string folder_;
  std::unique_ptr<Lock> lock_;
  std::unique_ptr<Connection> database_;
  Json about_;
  TableSums sums_;     // of the release that is being made
  std::string state_;  // digest of what the method keeps
};

}  // namespace gauze::ledger
