#pragma once

#include <optional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/client/address.h"

namespace gauze {

struct Post {
  std::string path;  // "/v1/interpretations"
  std::string token;
  std::string idempotency_key;
  std::string body;     // JSON
  std::string ca_file;  // authorities to trust beside the system's; empty: none
};

struct Reply {
  unsigned code = 0;
  std::string body;
  std::optional<unsigned> retry_after;  // seconds
};

// One request over a connection of its own: connect, TLS with the server's name checked, send,
// receive at most 64 MiB; a minute for each step. An error (kResource) only if there was no reply.
Result<Reply> Exchange(const ServerAddress& address, const Post& post);

}  // namespace gauze
