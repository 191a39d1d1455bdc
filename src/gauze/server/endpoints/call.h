#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gauze/http/message.h"
#include "gauze/server/identity/token.h"
#include "gauze/server/server_state.h"
#include "gauze/server/store/log_store.h"

// An endpoint is a function from the state and a call to a verdict. It runs on the decider's
// thread, alone; what it writes is in the transaction that its verdict waits for.

namespace gauze::server {

struct Call {
  http::Request request;
  Caller caller;
  std::string body_digest;          // of the request's body
  std::shared_ptr<Release> upload;  // a new release, its vault already brought to the database
  std::string upload_key;           // the sealed key of that vault, in hex
};

// What a call comes to, and what the log will say about it.
struct Verdict {
  http::Response response;
  std::string decision;  // answered, done, refused; empty: a read that is not logged
  std::string reason;
  std::string project;  // one that exists, or empty
};

struct Desk {
  State& state;
  LogStore& store;  // to read pages of the log
  Writes& writes;
  std::uint64_t audit_number;  // of the entry that this call will have
};

using Endpoint = Verdict (*)(Desk&, const Call&);

Verdict Refused(unsigned code, std::string reason, std::string_view detail,
                std::string project = "");
Verdict Done(std::string json, unsigned code = 200, std::string project = "");
// A read that worked is not logged.
Verdict Shown(std::string json);

}  // namespace gauze::server
