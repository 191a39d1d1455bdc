// Tables brought up to date, and the rights of the serving role.
#include <fmt/format.h>

#include "gauze/base/digest.h"
#include "gauze/server/store/migrations.h"
#include "gauze/server/store/postgres_store.h"
#include "gauze/server/store/store_connection.h"

namespace gauze::server {
namespace {

// Steps that this database has been through: number -> digest of what was run.
std::map<int, std::string> Done(pqxx::transaction_base& transaction) {
  std::map<int, std::string> done;
  const bool any = transaction.exec1("SELECT to_regclass('migrations') IS NOT NULL")[0].as<bool>();
  if (!any) return done;
  const auto rows = transaction.exec("SELECT number, digest FROM migrations ORDER BY number");
  for (const auto& row : rows) done.emplace(row[0].as<int>(), row[1].c_str());
  return done;
}

Status CheckDone(const std::map<int, std::string>& done) {
  for (const auto& [number, digest] : done) {
    bool known = false;
    for (const Migration& migration : Migrations()) {
      known = known || (migration.number == number && Digest(migration.sql) == digest);
    }
    if (!known) {
      return InputError(fmt::format("migration {} is not known to this gauzed", number), "",
                        "the database belongs to a newer gauzed: use that one");
    }
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> Store::Migrate() {
  std::vector<std::string> steps;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto done = Done(transaction);
    GAUZE_TRY(CheckDone(done));
    if (done.empty()) {
      transaction.exec(
          "CREATE TABLE migrations (number integer PRIMARY KEY, name text NOT NULL, digest text "
          "NOT NULL, done timestamptz NOT NULL DEFAULT now())");
    }
    for (const Migration& migration : Migrations()) {
      if (done.contains(migration.number)) continue;
      transaction.exec(migration.sql);
      transaction.exec_params("INSERT INTO migrations (number, name, digest) VALUES ($1, $2, $3)",
                              migration.number, migration.name, Digest(migration.sql));
      steps.push_back(fmt::format("{} {}", migration.number, migration.name));
    }
    return {};
  }));
  return steps;
}

Status Store::CheckMigrated() {
  return InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto done = Done(transaction);
    GAUZE_TRY(CheckDone(done));
    if (done.size() != Migrations().size()) {
      return InputError("the tables of this database are not up to date", "",
                        "gauzed migrate --config FILE");
    }
    return {};
  });
}

Status Store::GrantTo(const std::string& role) {
  return InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const std::string name = transaction.quote_name(role);
    transaction.exec("GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + name);
    transaction.exec(
        "GRANT INSERT ON audit_log, answered, withdrawals, data_keys, releases, vault_pieces, "
        "projects, members, grants, replies, seal TO " +
        name);
    transaction.exec("GRANT UPDATE ON releases, projects, data_keys, seal TO " + name);
    transaction.exec("GRANT DELETE ON members, grants, replies, vault_pieces TO " + name);
    return {};
  });
}

}  // namespace gauze::server
