#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gauze/server/store/log_store.h"

// A database that fails when a test says so.

namespace gauze::server {

// What a database has on disk, and what is wrong with it.
struct Disk {
  enum class Trouble : std::uint8_t {
    kNone,
    kLost,      // the transaction is not written
    kUnheard,   // it is written, but the connection breaks before that is told
    kOverrun,   // it is not written, but somebody else's entry is
    kRejected,  // it is refused for good
  };

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<AuditEntry> log;
  std::map<std::string, ReplyRow> replies;
  Trouble trouble = Trouble::kNone;  // of the next transaction
  bool away = false;                 // no connection, and those that were are broken
  bool held = false;                 // transactions wait
  bool reached = false;              // one has begun
  bool unreadable = false;           // replies cannot be read

  template <typename Change>
  void Set(const Change& change) {
    const std::lock_guard lock(mutex);
    change(*this);
    changed.notify_all();
  }
  void WaitUntilReached() {
    std::unique_lock lock(mutex);
    EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(20), [&] { return reached; }));
  }
  std::vector<AuditEntry> Log() {
    const std::lock_guard lock(mutex);
    return log;
  }
};

inline tl::unexpected<Error> Broken() { return ResourceError("the connection is broken"); }

class FailingStore : public LogStore {
 public:
  explicit FailingStore(Disk& disk) : disk_(disk) {}

  Status Write(const Writes& writes) override {
    std::unique_lock lock(disk_.mutex);
    disk_.reached = true;
    disk_.changed.notify_all();
    disk_.changed.wait(lock, [&] { return !disk_.held; });
    if (disk_.away) return Broken();
    const Disk::Trouble trouble = std::exchange(disk_.trouble, Disk::Trouble::kNone);
    if (trouble == Disk::Trouble::kRejected) {
      return tl::unexpected(Error{ErrorCode::kPromise, "a table is missing", "", ""});
    }
    if (trouble == Disk::Trouble::kOverrun) {
      AuditHead head = End();
      ChainOn(disk_.log.emplace_back(AuditEntry{.who = "somebody else"}), head);
      return Broken();
    }
    if (trouble == Disk::Trouble::kLost) return Broken();
    disk_.log.insert(disk_.log.end(), writes.audit.begin(), writes.audit.end());
    for (const ReplyRow& reply : writes.replies) disk_.replies.emplace(reply.id, reply);
    return trouble == Disk::Trouble::kUnheard ? Status(Broken()) : Status();
  }
  Result<AuditHead> Head() override {
    const std::lock_guard lock(disk_.mutex);
    if (disk_.away) return Broken();
    return End();
  }
  Result<std::vector<AuditEntry>> AuditPage(std::uint64_t /*after*/,
                                            std::uint64_t /*limit*/) override {
    return disk_.Log();
  }
  Result<std::map<std::string, ReplyRow>> Replies(const std::vector<std::string>& ids) override {
    const std::lock_guard lock(disk_.mutex);
    if (disk_.away || disk_.unreadable) return Broken();
    std::map<std::string, ReplyRow> found;
    for (const std::string& id : ids) {
      if (disk_.replies.contains(id)) found.emplace(id, disk_.replies.at(id));
    }
    return found;
  }
  Status ForgetReplies() override { return {}; }

 private:
  AuditHead End() const {
    if (disk_.log.empty()) return {};
    return {disk_.log.back().number, disk_.log.back().hash};
  }

  Disk& disk_;
};

}  // namespace gauze::server
