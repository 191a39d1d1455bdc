#pragma once

#include <functional>
#include <istream>
#include <optional>

#include "gauze/audit/audit.h"
#include "gauze/server/keys/keyed_digest.h"
#include "gauze/server/store/postgres_store.h"

// Is the log complete, and are the tables those that the server left? Offline on exported lines,
// which needs no key; and on the database, before every start and whenever an auditor likes.

namespace gauze::server {

// Each gives the head of what it read. `noted` is a head that was written down before: the log must
// run through it or end there.
Result<AuditHead> VerifyLines(std::istream& lines, const std::optional<AuditHead>& noted);

struct CheckedTables {
  AuditHead head;
  Facts facts;
  std::string records;  // digest of all answers: RecordsOf
};

// The log, and that the answers which budgets and gates are rebuilt from are those of the log, one
// for one and word for word. Not who may have written them: that is CheckSealed's.
Result<CheckedTables> CheckLog(Store& store, const std::optional<AuditHead>& noted);

// All of it: nobody without the server's key changed a row. `kept` is the head file's; without one,
// only a database in which nothing was ever done is good. A server may be at work meanwhile.
Result<CheckedTables> CheckSealed(Store& store, const KeyedDigest& key,
                                  const std::optional<AuditHead>& kept,
                                  const std::optional<AuditHead>& noted);

// All entries in order, page by page.
Status EachEntry(Store& store, const std::function<Status(const AuditEntry&)>& each);

}  // namespace gauze::server
