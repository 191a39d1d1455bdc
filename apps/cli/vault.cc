#include "gauze/vault/vault.h"

#include <fmt/format.h>

#include "command.h"

namespace gauze::cli {

void AddVault(Commands& commands) {
  CLI::App* parent =
      commands.app().add_subcommand("vault", "keys for the vaults of personal releases");
  parent->require_subcommand(1);
  auto name = std::make_shared<std::string>();
  CLI::App* command = commands.Add(
      "keys", "make the keys of a trusted server: NAME.key to keep, NAME.pub for policies",
      [name, &commands](Progress& /*progress*/) -> Result<int> {
        const std::string secret = *name + ".key";
        const std::string open = *name + ".pub";
        GAUZE_ASSIGN(const VaultKeys keys, MakeVaultKeys());
        GAUZE_TRY(WriteVaultKeys(keys, secret, open));
        if (commands.common().json) {
          PrintJson({{"secret", secret}, {"public", open}});
        } else {
          fmt::print(
              "{}: for the server only; anyone who has it can read every vault sealed to it\n",
              secret);
          fmt::print("{}: for policies, `vault: {{file: …, server: {}}}`\n", open, open);
        }
        return 0;
      },
      parent);
  command->add_option("name", *name, "name of both files, without an extension")
      ->required()
      ->type_name("NAME");
}

}  // namespace gauze::cli
