#pragma once

#include "gauze/server/config.h"

namespace gauze::server {

// Reads keys, state and vaults, listens, and serves until the process is told to stop. Waits for a
// database that is not there yet.
Status Serve(const Config& config);

}  // namespace gauze::server
