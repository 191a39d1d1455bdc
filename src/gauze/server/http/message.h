#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

// Requests and responses as the endpoints see them: plain texts, nothing of the HTTP library.

namespace gauze::server {

struct Request {
  std::string method;
  std::string target;                        // as sent
  std::map<std::string, std::string> path;   // what stands for {names} of the route
  std::map<std::string, std::string> query;  // after the question mark
  std::string token;                         // of `Authorization: Bearer`
  std::string content_type;
  std::string content_digest;
  std::string idempotency_key;
  std::string body;
};

struct Response {
  unsigned code = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

}  // namespace gauze::server
