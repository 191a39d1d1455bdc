#pragma once

#include <functional>
#include <istream>
#include <optional>

#include "gauze/audit/audit.h"
#include "gauze/server/store/store.h"

// Is the log whole? Offline, on exported lines, and on the database.

namespace gauze::server {

// Each gives the head of what it read. `noted` is a head that was written down before: the log must
// run through it or end there.
Result<AuditHead> VerifyLines(std::istream& lines, const std::optional<AuditHead>& noted);

// Also that the answers that budgets and gates are rebuilt from are those of the log, one for one.
Result<AuditHead> VerifyStored(Store& store, const std::optional<AuditHead>& noted);

// All entries in order, page by page.
Status EachEntry(Store& store, const std::function<Status(const AuditEntry&)>& each);

}  // namespace gauze::server
