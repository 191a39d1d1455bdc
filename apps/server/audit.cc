// gauzed audit verify, gauzed audit export, gauzed adopt: the log, and what it is a log of.
#include "gauze/audit/audit.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <optional>

#include "command.h"
#include "gauze/server/adopt.h"
#include "gauze/server/audit_check.h"
#include "gauze/server/head_file.h"
#include "gauze/server/server_state.h"

namespace gauze::server {
namespace {

Result<std::optional<AuditHead>> Noted(const std::string& text) {
  if (text.empty()) return std::optional<AuditHead>();
  GAUZE_ASSIGN(const AuditHead head, ReadHead(text));
  return std::optional(head);
}

Result<int> VerifyFile(const std::string& file, const std::string& head) {
  GAUZE_ASSIGN(const auto noted, Noted(head));
  std::ifstream stream(file);
  if (!stream) return InputError("the file cannot be read", file);
  GAUZE_ASSIGN(const AuditHead end, VerifyLines(stream, noted));
  std::puts(fmt::format("the log is complete and unchanged: {} entries, head {}", end.number,
                        HeadText(end))
                .c_str());
  return 0;
}

Result<int> VerifyDatabase(const std::string& file, const std::string& head) {
  GAUZE_ASSIGN(const auto noted, Noted(head));
  GAUZE_ASSIGN(const Config config, ReadConfig(file));
  GAUZE_ASSIGN(Store store, Store::Open(config.database, Store::Access::kBeside));
  GAUZE_TRY(store.CheckMigrated());
  GAUZE_ASSIGN(const SecretKey master, SecretKey::ReadFile(config.master_key));
  GAUZE_ASSIGN(const SecretKey log_key, LoadLogKey(store, master));
  GAUZE_ASSIGN(const KeyedDigest digests, KeyedDigest::Under(log_key));
  GAUZE_ASSIGN(const auto kept, HeadFile::Look(config.state, digests));
  GAUZE_ASSIGN(const CheckedTables checked, CheckSealed(store, digests, kept, noted));
  std::puts(fmt::format("the log is complete and unchanged, every answer is in it, and the tables "
                        "are as they were sealed: {} entries, head {}",
                        checked.head.number, HeadText(checked.head))
                .c_str());
  return 0;
}

Result<int> AdoptDatabase(const std::string& file, const std::string& head) {
  GAUZE_ASSIGN(const auto noted, Noted(head));
  GAUZE_ASSIGN(const Config config, ReadConfig(file));
  GAUZE_ASSIGN(const AuditHead end, Adopt(config, noted));
  std::puts(fmt::format("the database is adopted as it is: {} entries, head {}", end.number,
                        HeadText(end))
                .c_str());
  return 0;
}

Result<int> Export(const std::string& file, const std::string& out) {
  GAUZE_ASSIGN(const Config config, ReadConfig(file));
  GAUZE_ASSIGN(Store store, Store::Open(config.database, Store::Access::kBeside));
  GAUZE_TRY(store.CheckMigrated());
  std::ofstream stream(out, std::ios::binary);
  GAUZE_TRY(EachEntry(store, [&](const AuditEntry& entry) -> Status {
    stream << AuditLine(entry) << '\n';
    return {};
  }));
  stream.close();
  if (!stream) return ResourceError("the file cannot be written", out);
  return 0;
}

}  // namespace

void AddAudit(CLI::App& app, Action& chosen) {
  static std::string config;
  static std::string file;
  static std::string head;
  static std::string out;
  CLI::App* audit = app.add_subcommand("audit", "verify the log, or write it to a file");
  audit->require_subcommand(1);
  CLI::App* verify =
      audit->add_subcommand("verify", "find any entry that was changed, removed, added or moved");
  auto* from_file = verify->add_option("--file", file, "an exported log")->type_name("FILE");
  verify
      ->add_option("--config", config, "the log in the database, with the tables that it describes")
      ->type_name("FILE")
      ->excludes(from_file);
  verify
      ->add_option("--head", head, "the head as it was noted before: also detects a truncated log")
      ->type_name("NUMBER:HASH");
  verify->callback([&] {
    chosen = []() -> Result<int> {
      if (file.empty() == config.empty()) {
        return InputError("either --file or --config is required");
      }
      return file.empty() ? VerifyDatabase(config, head) : VerifyFile(file, head);
    };
  });
  CLI::App* write = audit->add_subcommand("export", "write the log as JSON lines");
  AddConfig(*write, config);
  write->add_option("--out", out, "the file")->required()->type_name("FILE");
  write->callback([&] { chosen = [] { return Export(config, out); }; });
}

void AddAdopt(CLI::App& app, Action& chosen) {
  static std::string config;
  static std::string head;
  CLI::App* adopt = app.add_subcommand(
      "adopt",
      "vouch for a database that serve refuses: restored, of an older version, or changed");
  AddConfig(*adopt, config);
  adopt->add_option("--head", head, "a head that its log must contain, e.g. the backup's")
      ->type_name("NUMBER:HASH");
  adopt->callback([&] { chosen = [] { return AdoptDatabase(config, head); }; });
}

}  // namespace gauze::server
