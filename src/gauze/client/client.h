#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/client/exchange.h"

// Asking a trusted server what something in a personal release means.

namespace gauze {

struct ServerOptions {
  std::string server;   // see address.h
  std::string token;    // who asks: a bearer token
  std::string ca_file;  // authorities to trust beside the system's
};

// What to ask. `question` is a question's text; `tree` is JSON (docs/interpretation.md). One of
// them.
struct Interpretation {
  std::string project;
  std::string release;
  std::string question;
  std::string tree;
};

// The server's answer: {"number": …, "repeat": …, "answer": …}.
//
// Errors: kPromise if the gate, a budget or a right refuses; kInput if the question, the address or
// the token is wrong; kResource if the server can't be reached or can't work. A request that may or
// may not have arrived is sent again, up to three times, under one idempotency key: it is decided,
// logged and paid for once.
Result<Json> Interpret(const ServerOptions& options, const Interpretation& asked);

// A reply that is no answer, as an error: message, hint and code from its reason (problem+json).
Error ErrorOf(const Reply& reply);

// The token of a file, without the line's end. A file that everybody may read is refused.
Result<std::string> ReadToken(const std::string& file);

}  // namespace gauze
