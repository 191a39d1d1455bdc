#pragma once

#include <cstdint>

namespace gauze::http {

// What one client may take.
struct ConnectionLimits {
  std::uint32_t request_seconds = 10;  // to send a request, and to wait for its answer
  std::uint32_t idle_seconds = 60;     // between requests of one connection
  std::uint32_t connections = 1024;    // open at a time; further ones are closed at once
};

}  // namespace gauze::http
