#pragma once

#include <optional>
#include <string>

#include "gauze/audit/audit.h"
#include "gauze/server/keys/keyed_digest.h"

namespace gauze::server {

// The head of the log as this server last left it, in the file `head` of its state folder: outside
// of the database, so that a database that was put back to an earlier day is found.
//
// Two lines of equal length, written in turn; each has a serial number and a keyed digest. Whenever
// a write stops halfway, the other line is intact. The file is never ahead of the database, and
// behind it by a batch that nobody was told about at most.
class HeadFile {
 public:
  // To note heads in it: `folder` must be there, the file need not.
  static Result<HeadFile> Open(const std::string& folder, KeyedDigest key);
  // To look only. Nothing if there is no file.
  static Result<std::optional<AuditHead>> Look(const std::string& folder, const KeyedDigest& key);
  HeadFile(HeadFile&& other) noexcept;
  HeadFile& operator=(HeadFile&& other) = delete;
  ~HeadFile();

  // Nothing if there is no file, or nothing was noted yet.
  const std::optional<AuditHead>& head() const { return head_; }

  // When it returns without error, it is on disk.
  Status Note(const AuditHead& head);

 private:
  HeadFile(int file, std::string path, KeyedDigest key);
  Status Read();

  int file_;
  std::string path_;
  KeyedDigest key_;
  std::optional<AuditHead> head_;
  std::uint64_t serial_ = 0;  // of the last line written; its lowest bit says which one that was
};

}  // namespace gauze::server
