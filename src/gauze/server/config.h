#pragma once

#include <cstdint>
#include <string>

#include "gauze/base/error.h"
#include "gauze/server/identity/token.h"

namespace gauze::server {

// What a request may take. Each has a default that suits a research office; none is about privacy.
struct Limits {
  std::uint64_t request_bytes = 1U << 20U;    // body of a question or a tree
  std::uint64_t vault_bytes = 256ULL << 20U;  // body of a vault
  std::uint32_t request_seconds = 10;         // to send a request, and to wait for its answer
  std::uint32_t idle_seconds = 60;            // between requests of one connection
  std::uint32_t connections = 1024;           // open at a time
  std::uint32_t waiting = 4096;               // requests that wait for a decision
  double requests_per_second = 50;            // of one person; and of all without a token
  double burst = 100;                         // what they may save up
};

// The file gauzed.yaml. Paths in it are relative to it; `credential:name` is a file of systemd's
// $CREDENTIALS_DIRECTORY.
struct Config {
  // A Unix socket (`unix:/run/gauzed/gauzed.sock`) or a port of loopback (`127.0.0.1:8470`). Others
  // are refused: TLS is the proxy's, and without it tokens would travel unencrypted.
  std::string socket_path;
  std::string address;
  std::uint16_t port = 0;

  std::string database;    // as libpq has it: "host=/run/postgresql dbname=gauzed"
  std::string master_key;  // file of the key that vaults are stored under
  std::string vault_key;   // file of the secret key that vaults are sealed to
  std::string state;       // folder of the head file (head_file.h), for this server alone
  TokenRules token;
  std::string jwks;                         // a file, https://..., or http:// of loopback
  std::string jwks_authority;               // certificates to trust for https; empty: the system's
  std::uint32_t jwks_refresh_seconds = 60;  // a key that was taken out counts no more after this
  std::uint32_t jwks_longest_seconds = 3600;  // nor any key that could not be read again so long
  std::uint32_t threads = 2;                  // that read and write connections
  Limits limits;
};

Result<Config> ReadConfig(const std::string& path);

}  // namespace gauze::server
