#pragma once

#include <optional>

#include "gauze/audit/audit.h"
#include "gauze/server/config.h"

namespace gauze::server {

// Vouches for a database that `serve` refuses, because it has no seal (it was made by a version
// without), because it is an older one (a backup was restored), or because somebody changed it and
// somebody else looked at what. For the holder of the master key; gauzed must be stopped.
//
// What can be checked without a seal is: the log is a whole chain (that runs through `noted`), the
// answers are those of the log, vaults open, and every question that was answered would be again.
// Then an entry of the log says that this was done and which head was noted before, the tables are
// sealed as they are, and the head is noted. Gives that head.
Result<AuditHead> Adopt(const Config& config, const std::optional<AuditHead>& noted);

}  // namespace gauze::server
