#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gauze/base/error.h"

namespace gauze {

// Where a trusted server is: "https://gauze.hospital.example", "https://host:8443/gauze",
// "http://127.0.0.1:8080" or "unix:/run/gauzed.sock".
//
// A token is as good as a password, so plain HTTP goes to this machine only.
struct ServerAddress {
  enum class Kind : std::uint8_t { kTls, kPlain, kUnix };
  Kind kind = Kind::kTls;
  std::string host;    // for kUnix the path of the socket
  std::string port;    // empty for kUnix
  std::string prefix;  // before every path: empty, or "/gauze"

  // The value of the Host header.
  std::string Host() const;
};

Result<ServerAddress> ParseServerAddress(std::string_view text);

}  // namespace gauze
