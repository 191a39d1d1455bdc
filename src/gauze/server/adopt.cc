#include "gauze/server/adopt.h"

#include "gauze/server/audit_check.h"
#include "gauze/server/head_file.h"
#include "gauze/server/log.h"
#include "gauze/server/seal.h"
#include "gauze/server/server_state.h"

namespace gauze::server {

Result<AuditHead> Adopt(const Config& config, const std::optional<AuditHead>& noted) {
  GAUZE_ASSIGN(const SecretKey master, SecretKey::ReadFile(config.master_key));
  GAUZE_ASSIGN(Store store, Store::Open(config.database, Store::Access::kAlone));
  GAUZE_TRY(store.CheckMigrated());
  GAUZE_ASSIGN(SecretKey log_key, LoadLogKey(store, master));
  GAUZE_ASSIGN(const KeyedDigest digests, KeyedDigest::Under(log_key));
  GAUZE_ASSIGN(HeadFile head_file, HeadFile::Open(config.state, digests));
  GAUZE_ASSIGN(const CheckedTables checked, CheckLog(store, noted));
  GAUZE_ASSIGN(SealedFacts tables, store.ReadFacts());
  GAUZE_ASSIGN(State state, LoadState(store, master, std::move(log_key), std::move(tables.facts)));
  const auto& kept = head_file.head();
  AuditEntry entry{.time = UtcNow(),
                   .who = "gauzed adopt",
                   .kind = std::string(kAdoption),
                   .decision = "done",
                   .detail = "noted before: " + (kept ? HeadText(*kept) : "nothing"),
                   .body_digest = digests.Of("body", ""),
                   .record = checked.records};
  ChainOn(entry, state.head);
  Writes writes;
  writes.audit.push_back(std::move(entry));
  writes.seal = SealOf(digests, state.head, state.facts_digest);
  GAUZE_TRY(store.Write(writes));
  GAUZE_TRY(head_file.Note(state.head));
  return state.head;
}

}  // namespace gauze::server
