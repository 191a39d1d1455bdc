#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/server/store/log_store.h"

// PostgreSQL. The only place that includes libpqxx.

namespace pqxx {
class transaction_base;
}

namespace gauze::server {

struct StoreConnection;

struct StoredProject {
  std::string id;
  std::string title;
  std::uint64_t questions = 0;
  std::uint64_t questions_per_value = 0;
  bool revoked = false;
};
struct StoredRelease {
  std::string id;
  std::string recipient;
  std::string digest;  // of the released data
  std::string vault;   // where its pieces are
  std::uint64_t k = 0;
  std::uint64_t k3 = 0;  // 0: from before there was one; nothing is told of it any more
  std::uint64_t rows = 0;
  bool revoked = false;
};
// A person who made a choice stricter than the release shows it.
struct StoredWithdrawal {
  std::uint64_t number = 0;  // of its entry in the log
  std::string release;
  std::string sealed;  // who, and which choice (withdrawal.h); hexadecimal
};
struct StoredMember {
  std::string project;
  std::string subject;
};
struct StoredGrant {
  std::string project;
  std::string release;
  std::string attribute;
};

// What officers decided.
struct Facts {
  std::vector<StoredProject> projects;
  std::vector<StoredMember> members;
  std::vector<StoredGrant> grants;
  std::vector<StoredRelease> releases;
  std::vector<StoredWithdrawal> withdrawals;
};
struct SealedFacts {
  Facts facts;
  std::optional<SealRow> seal;  // none: of a new database, or of a version before seals
};

// One connection, for one thread at a time. After an error (log_store.h has the kinds) the
// connection is not used again: whoever holds the store opens a new one.
class Store : public LogStore {
 public:
  enum class Access : std::uint8_t {
    kAlone,   // as the only one that writes to the log: takes a lock that lives with the connection
    kBeside,  // beside it: to read, or to bring a vault
  };
  static Result<Store> Open(const std::string& database, Access access);

  Store(Store&& other) noexcept;
  Store& operator=(Store&& other) noexcept;
  ~Store() override;

  // Brings the tables up to date, in order, each step once; says which steps were done.
  Result<std::vector<std::string>> Migrate();
  // Nothing may run against other tables than it knows.
  Status CheckMigrated();
  // What a service role needs and no more: the log and the answered questions can only be appended.
  Status GrantTo(const std::string& role);

  Status Write(const Writes& writes) override;
  Result<AuditHead> Head() override;
  Result<std::vector<AuditEntry>> AuditPage(std::uint64_t after, std::uint64_t limit) override;
  Result<std::map<std::string, ReplyRow>> Replies(const std::vector<std::string>& ids) override;
  Status ForgetReplies() override;

  // As they were at one moment.
  Result<SealedFacts> ReadFacts();
  // In the order in which they were answered; `each` may refuse to go on.
  Status EachAnswered(const std::function<Status(const AnsweredRow&)>& each);

  Result<std::map<std::string, std::string>> DataKeys();
  Status ReplaceDataKeys(const std::map<std::string, std::string>& sealed);

  // Pieces of a vault are brought, under a name of their own, before the release is written;
  // without it they are left-overs, which the next start removes.
  Status PutVault(const std::string& vault, const std::vector<std::string>& pieces);
  Result<std::vector<std::string>> Vault(const std::string& vault);
  Status DropVaultsWithoutRelease();

 private:
  explicit Store(std::unique_ptr<StoreConnection> connection);
  // Runs `work` in one transaction; exceptions of the library become errors.
  Status InTransaction(const std::function<Status(pqxx::transaction_base&)>& work);

  std::unique_ptr<StoreConnection> connection_;
};

}  // namespace gauze::server
