#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/server/store/writes.h"

namespace gauze::server {

// What deciding needs of the database (postgres_store.h). Tests bring one that fails when they say.
//
// An error of kind kResource is the database's trouble (away, restarting, out of connections or of
// disk): the same call may succeed later. Any other kind is a fault that will not pass.
class LogStore {
 public:
  virtual ~LogStore() = default;

  // Everything or nothing; when it returns without error, it is on disk. After an error it may be
  // there or not: Head tells.
  virtual Status Write(const Writes& writes) = 0;

  virtual Result<AuditHead> Head() = 0;
  virtual Result<std::vector<AuditEntry>> AuditPage(std::uint64_t after, std::uint64_t limit) = 0;
  virtual Result<std::map<std::string, ReplyRow>> Replies(const std::vector<std::string>& ids) = 0;
  virtual Status ForgetReplies() = 0;  // of more than a day ago
};

}  // namespace gauze::server
