#pragma once

#include <string>
#include <string_view>

#include "gauze/server/endpoints/call.h"

namespace gauze::server {

enum class Role : std::uint8_t { kOfficer, kResearcher, kAuditor, kAny };
bool HasRole(const Caller& caller, Role role);

// What a body is. A vault is opened before it comes to its endpoint (importer.h).
enum class BodyKind : std::uint8_t { kNone, kJson, kVault };

// One thing that can be asked for: openapi.yaml lists the same, and a test compares them.
struct Route {
  std::string_view method;
  std::string_view pattern;  // "/v1/projects/{project}"
  std::string_view kind;     // as the log names it
  Role role;
  BodyKind body;
  std::string_view query;  // parameters after the question mark, separated by spaces
  bool keyed;              // takes an Idempotency-Key
  Endpoint endpoint;
};

// What a request's target leads to. `route` is null if nothing is there, or not by this method:
// then `allowed` lists those it has.
struct RouteMatch {
  const Route* route = nullptr;
  std::string allowed;
  bool plain_query = true;
};

// Fills in the request's path and query.
RouteMatch FindRoute(http::Request& request);

}  // namespace gauze::server
