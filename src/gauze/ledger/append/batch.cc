#include "gauze/ledger/append/batch.h"

#include <fmt/format.h>

#include "gauze/engine/read/key_digests.h"
#include "gauze/engine/read/source/policy_source.h"
#include "gauze/ledger/append/ledger_policy.h"

namespace gauze {

Status OpenBatch(Database& database, const Policy& policy, const std::vector<std::string>& files) {
  const auto dialect = [](Error error) {
    // Other hints are about the files.
    return error.hint.find("`csv:") == std::string::npos ? error : MendBatch(std::move(error));
  };
  GAUZE_ASSIGN(const SourceColumns columns,
               OpenPolicySource(database, policy, files, kBatch).map_error(dialect));
  GAUZE_TRY(CheckColumns(policy, columns.names).map_error([&](Error error) {
    // Of a column that is not in the batch, the hint tells which are.
    return error.where == policy.file ? MendBatch(std::move(error)) : error;
  }));
  GAUZE_ASSIGN(const auto any,
               database.Rows(fmt::format("SELECT 1 FROM {} LIMIT 1", kBatch)).map_error(MendBatch));
  if (any.empty()) {
    return InputError("the batch has no rows", files.front(),
                      "is this the right file? without new records there is nothing to append");
  }
  const LedgerSection& section = *policy.ledger;
  if (!section.change.empty()) {
    GAUZE_ASSIGN(
        const auto rows,
        database
            .Rows(fmt::format(
                "SELECT count(*) FROM {} WHERE coalesce(lower({}::VARCHAR), '') NOT IN ('', "
                "'insert')",
                kBatch, QuoteName(section.change)))
            .map_error(MendBatch));
    if (rows[0][0] != "0") {
      return InputError(fmt::format("{} rows of the batch are not new records", *rows[0][0]),
                        fmt::format("column {}", section.change),
                        "a ledger only grows: what was released cannot be withdrawn; leave "
                        "deletions and changes out");
    }
  }
  if (section.key.empty()) return {};
  GAUZE_ASSIGN(const KeyCounts keys, CountKeys(database, kBatch, section.key).map_error(MendBatch));
  if (keys.missing > 0) {
    return InputError(fmt::format("{} rows of the batch have no key", keys.missing),
                      fmt::format("column {}", section.key), "every record needs one");
  }
  if (keys.repeated > 0) {
    return InputError(fmt::format("{} keys occur more than once in the batch", keys.repeated),
                      fmt::format("column {}", section.key), "append every record once");
  }
  return {};
}

Status AddKeysOfBatch(Database& database, const Policy& policy, ledger::Store& store) {
  const std::string& key = policy.ledger->key;
  if (key.empty()) return {};
  std::uint64_t known = 0;
  const auto salt = store.about().at("salt").get<std::string>();
  GAUZE_TRY(StreamKeyDigests(database, kBatch, key, salt,
                             [&](std::span<const KeyDigest> digests) -> Status {
                               GAUZE_ASSIGN(const std::uint64_t found, store.AddKeys(digests));
                               known += found;
                               return {};
                             }));
  if (known == 0) return {};
  return InputError(fmt::format("{} records of the batch were appended before", known),
                    fmt::format("column {}", key),
                    "each record is appended once: leave these out; changes cannot be released");
}

}  // namespace gauze
