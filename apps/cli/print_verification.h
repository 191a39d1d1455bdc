#pragma once

#include "gauze/release/inspect/verify_release.h"

namespace gauze::cli {

// The verdicts on a file, a line each, and what could not be rechecked.
void PrintVerification(const VerifyReport& report);

}  // namespace gauze::cli
