#pragma once

#include <string>

#include "gauze/release/manifest/manifest.h"

namespace gauze::report {

// A ledger as an SVG: rows released, rows waiting and classes after each release, and rows waiting
// by the release that they arrived for. Counts and numbers of releases, no values. Fails if nothing
// was appended yet.
//
// `status` is what LedgerStatus() told; `log` is what LedgerLog() told at that time or later.
Result<std::string> LedgerPicture(const Json& status, const Json& log);

}  // namespace gauze::report
