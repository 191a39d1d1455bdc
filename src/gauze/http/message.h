#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Requests and responses as those see them who answer: plain texts, nothing of the HTTP library.

namespace gauze::http {

// A field that came several times has all its values, separated by commas: no field that is read
// here allows that, so whoever compares it refuses.
struct Request {
  std::string method;
  std::string target;                        // as sent
  std::map<std::string, std::string> path;   // what stands for {names} of the route
  std::map<std::string, std::string> query;  // after the question mark
  std::string token;                         // of `Authorization: Bearer`
  std::string content_type;
  std::string content_digest;
  std::string idempotency_key;
  std::string host;
  std::string origin;
  std::string fetch_site;  // of `Sec-Fetch-Site`, which a browser sets and no page can
  std::string fetch_mode;
  std::string cookie;
  std::string body;
};

// What a stream of server-sent events says. It is asked ten times a second, by one thread at a
// time.
class EventStream {
 public:
  virtual ~EventStream() = default;
  // What there is to say since the last time, as lines of events; empty: nothing yet. Nothing at
  // all: the stream is over.
  virtual std::optional<std::string> Next() = 0;
};

struct Response {
  unsigned code = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<EventStream> events = nullptr;  // instead of a body
};

}  // namespace gauze::http
