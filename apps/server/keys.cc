// gauzed keys, gauzed rotate-key, gauzed migrate: what is done before serving, or beside it.
#include <fmt/format.h>

#include <cstdio>

#include "command.h"
#include "gauze/server/keys/data_keys.h"
#include "gauze/vault/vault.h"

namespace gauze::server {
namespace {

Result<int> MakeKeys(const std::string& folder) {
  GAUZE_ASSIGN(const SecretKey master, SecretKey::Random());
  GAUZE_TRY(master.WriteFile(folder + "/master.key"));
  GAUZE_ASSIGN(const VaultKeys vault, MakeVaultKeys());
  GAUZE_TRY(WriteVaultKeys(vault, folder + "/vault.key", folder + "/vault.pub"));
  std::puts(fmt::format("{0}/master.key  secret: vaults are stored under it\n"
                        "{0}/vault.key   secret: opens vaults that were sealed to it\n"
                        "{0}/vault.pub   for policies (personal.vault.server)",
                        folder)
                .c_str());
  return 0;
}

// All data keys are sealed again in one transaction: whenever this stops, one of the two files
// fits.
Result<int> Rotate(const std::string& file, const std::string& fresh_file) {
  GAUZE_ASSIGN(const Config config, ReadConfig(file));
  GAUZE_ASSIGN(const SecretKey master, SecretKey::ReadFile(config.master_key));
  GAUZE_ASSIGN(const SecretKey fresh, SecretKey::ReadFile(fresh_file));
  GAUZE_ASSIGN(Store store, Store::Open(config.database, Store::Access::kAlone));
  GAUZE_TRY(store.CheckMigrated());
  GAUZE_ASSIGN(auto keys, store.DataKeys());
  for (auto& [id, sealed] : keys) {
    GAUZE_ASSIGN(const SecretKey key, OpenDataKey(master, id, sealed));
    sealed = SealDataKey(fresh, id, key);
  }
  GAUZE_TRY(store.ReplaceDataKeys(keys));
  std::puts(fmt::format("{} keys are sealed under the new master key: move {} to {}", keys.size(),
                        fresh_file, config.master_key)
                .c_str());
  return 0;
}

Result<int> MigrateTables(const std::string& file, const std::string& database,
                          const std::string& role) {
  GAUZE_ASSIGN(const Config config, ReadConfig(file));
  GAUZE_ASSIGN(Store store,
               Store::Open(database.empty() ? config.database : database, Store::Access::kAlone));
  GAUZE_ASSIGN(const auto steps, store.Migrate());
  for (const std::string& step : steps) std::puts(("done: " + step).c_str());
  if (steps.empty()) std::puts("nothing to do: the tables are up to date");
  if (!role.empty()) GAUZE_TRY(store.GrantTo(role));
  return 0;
}

}  // namespace

void AddKeys(CLI::App& app, Action& chosen) {
  static std::string folder;
  CLI::App* command = app.add_subcommand("keys", "make the keys of a new server");
  command->add_option("--out", folder, "an existing folder; no file there is overwritten")
      ->required()
      ->type_name("FOLDER");
  command->callback([&] { chosen = [] { return MakeKeys(folder); }; });
}

void AddRotateKey(CLI::App& app, Action& chosen) {
  static std::string file;
  static std::string fresh;
  CLI::App* command = app.add_subcommand("rotate-key", "replace the master key by a new one");
  AddConfig(*command, file);
  command->add_option("--new", fresh, "a new master key, as gauzed keys makes it")
      ->required()
      ->type_name("FILE");
  command->callback([&] { chosen = [] { return Rotate(file, fresh); }; });
}

void AddMigrate(CLI::App& app, Action& chosen) {
  static std::string file;
  static std::string database;
  static std::string role;
  CLI::App* command = app.add_subcommand("migrate", "bring the tables of the database up to date");
  AddConfig(*command, file);
  command->add_option("--database", database,
                      "as the owner of the tables, if the server itself is not");
  command->add_option("--grant", role, "give this role what serving needs, and no more")
      ->type_name("ROLE");
  command->callback([&] { chosen = [] { return MigrateTables(file, database, role); }; });
}

}  // namespace gauze::server
