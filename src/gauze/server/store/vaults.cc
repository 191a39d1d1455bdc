// Keys and vaults, all of them sealed before they come here.
#include "gauze/server/store/postgres_store.h"
#include "gauze/server/store/store_connection.h"

namespace gauze::server {

Result<std::map<std::string, std::string>> Store::DataKeys() {
  std::map<std::string, std::string> keys;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto rows = transaction.exec("SELECT id, sealed FROM data_keys");
    for (const auto& row : rows) keys.emplace(row[0].c_str(), pqxx::binarystring(row[1]).str());
    return {};
  }));
  return keys;
}

Status Store::ReplaceDataKeys(const std::map<std::string, std::string>& sealed) {
  return InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    for (const auto& [id, bytes] : sealed) {
      transaction.exec_params(
          "INSERT INTO data_keys (id, sealed) VALUES ($1, $2) "
          "ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed",
          id, pqxx::binarystring(bytes));
    }
    return {};
  });
}

Status Store::PutVault(const std::string& vault, const std::vector<std::string>& pieces) {
  return InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    for (std::size_t number = 0; number < pieces.size(); ++number) {
      transaction.exec_params(
          "INSERT INTO vault_pieces (vault, number, sealed) "
          "VALUES ($1, $2, $3)",
          vault, number, pqxx::binarystring(pieces[number]));
    }
    return {};
  });
}

Result<std::vector<std::string>> Store::Vault(const std::string& vault) {
  std::vector<std::string> pieces;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto rows = transaction.exec_params(
        "SELECT sealed FROM vault_pieces WHERE vault = $1 ORDER BY number", vault);
    for (const auto& row : rows) pieces.push_back(pqxx::binarystring(row[0]).str());
    return {};
  }));
  return pieces;
}

Status Store::DropVaultsWithoutRelease() {
  return InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    transaction.exec(
        "DELETE FROM vault_pieces v WHERE NOT EXISTS (SELECT 1 FROM releases r WHERE r.vault = "
        "v.vault)");
    return {};
  });
}

}  // namespace gauze::server
