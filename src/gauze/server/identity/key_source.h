#pragma once

#include "gauze/server/config.h"
#include "gauze/server/identity/identity.h"

namespace gauze::server {

// Where the keys of the issuer come from: a file; https, with the system's certificates or those of
// `jwks_authority`; http on loopback only, because keys that anybody on the way can change are
// worth nothing. An answer takes at most five seconds and a MiB, and is not redirected.
Result<KeySource> MakeKeySource(const Config& config);

}  // namespace gauze::server
