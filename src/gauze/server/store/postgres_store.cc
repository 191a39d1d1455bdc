#include "gauze/server/store/postgres_store.h"

#include <fmt/format.h>

#include "gauze/server/store/store_connection.h"

namespace gauze::server {
namespace {

// "gauze" as a number: the lock of the writer of the log.
constexpr std::int64_t kWriterLock = 0x6761757a65;

}  // namespace

Store::Store(std::unique_ptr<StoreConnection> connection) : connection_(std::move(connection)) {}
Store::Store(Store&& other) noexcept = default;
Store& Store::operator=(Store&& other) noexcept = default;
Store::~Store() = default;

Result<Store> Store::Open(const std::string& database, Access access) {
  try {
    Store store(std::make_unique<StoreConnection>(database));
    pqxx::connection& link = store.connection_->link;
    // libpqxx 6 brings a lost connection back by itself: it would come back without the lock.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    link.inhibit_reactivation(true);
#pragma GCC diagnostic pop
    pqxx::nontransaction settings(link);
    settings.exec("SET client_encoding = 'UTF8'");
    settings.exec("SET client_min_messages = 'error'");
    settings.exec("SET synchronous_commit = on");
    settings.exec("SET statement_timeout = '30s'");
    settings.exec("SET TIME ZONE 'UTC'");
    const std::string synced = settings.exec1("SHOW fsync")[0].c_str();
    if (synced != "on") {
      return InputError("PostgreSQL runs with fsync = off: the log would not survive a power cut",
                        "", "set fsync = on in postgresql.conf");
    }
    if (access == Access::kAlone) {
      const auto row = settings.exec1(fmt::format("SELECT pg_try_advisory_lock({})", kWriterLock));
      if (!row[0].as<bool>()) {
        return ResourceError("another gauzed is using this database", "",
                             "stop it first: only one may write the log");
      }
    }
    return store;
  } catch (const std::exception& failure) {
    return DatabaseError(failure);
  }
}

Status Store::InTransaction(const std::function<Status(pqxx::transaction_base&)>& work) {
  try {
    pqxx::work transaction(connection_->link);
    GAUZE_TRY(work(transaction));
    transaction.commit();
    return {};
  } catch (const std::exception& failure) {
    return DatabaseError(failure);
  }
}

}  // namespace gauze::server
