#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "gauze/base/error.h"

namespace gauze::studio {

struct StudioOptions {
  std::string path;        // a table, policy, release, bundle, ledger or folder; may be empty
  std::string folder;      // what may be seen; empty: the folder of `path`, or the current one
  std::uint16_t port = 0;  // of 127.0.0.1; 0: one that is free
  std::string memory;      // for jobs, as commands take it; empty: they decide
  // It ends when no browser was there for this long, and no job ran; 0: never.
  std::uint32_t idle_seconds = 1800;
};

struct Serving {
  std::string folder;
  std::function<std::string()> new_address;  // opens the studio once, in one browser
};

// Opens what is asked for, listens on loopback and calls `ready`; then serves until nobody needs it
// any more. Signals are the caller's business. The process works in the folder from then on.
Status Serve(const StudioOptions& options, const std::function<void(const Serving&)>& ready);

}  // namespace gauze::studio
