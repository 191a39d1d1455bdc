#include "gauze/server/routes.h"

#include <array>
#include <optional>

#include "gauze/http/target.h"
#include "gauze/server/endpoints/endpoints.h"

namespace gauze::server {
namespace {

constexpr std::array kRoutes{
    Route{"POST", "/v1/interpretations", "interpretation", Role::kResearcher, BodyKind::kJson, "",
          true, Interpret},
    Route{"POST", "/v1/trees", "tree", Role::kResearcher, BodyKind::kJson, "", true, InterpretTree},
    Route{"POST", "/v1/batches", "batch", Role::kResearcher, BodyKind::kJson, "", false,
          InterpretBatch},
    Route{"GET", "/v1/projects", "project.list", Role::kAny, BodyKind::kNone, "", false,
          ListProjects},
    Route{"POST", "/v1/projects", "project.add", Role::kOfficer, BodyKind::kJson, "", false,
          AddProject},
    Route{"GET", "/v1/projects/{project}", "project.show", Role::kAny, BodyKind::kNone, "", false,
          ShowProject},
    Route{"PUT", "/v1/projects/{project}/budget", "project.budget", Role::kOfficer, BodyKind::kJson,
          "", false, SetBudget},
    Route{"POST", "/v1/projects/{project}/revoke", "project.revoke", Role::kOfficer,
          BodyKind::kNone, "", false, RevokeProject},
    Route{"PUT", "/v1/projects/{project}/members/{subject}", "member.add", Role::kOfficer,
          BodyKind::kNone, "", false, AddMember},
    Route{"DELETE", "/v1/projects/{project}/members/{subject}", "member.remove", Role::kOfficer,
          BodyKind::kNone, "", false, RemoveMember},
    Route{"PUT", "/v1/projects/{project}/grants/{release}", "grant", Role::kOfficer,
          BodyKind::kJson, "", false, Grant},
    Route{"DELETE", "/v1/projects/{project}/grants/{release}", "grant.remove", Role::kOfficer,
          BodyKind::kNone, "", false, RemoveGrant},
    Route{"GET", "/v1/releases", "release.list", Role::kAny, BodyKind::kNone, "", false,
          ListReleases},
    Route{"POST", "/v1/releases", "release.add", Role::kOfficer, BodyKind::kVault, "k k3", false,
          AddRelease},
    Route{"GET", "/v1/releases/{release}", "release.show", Role::kAny, BodyKind::kNone, "", false,
          ShowRelease},
    Route{"POST", "/v1/releases/{release}/revoke", "release.revoke", Role::kOfficer,
          BodyKind::kNone, "", false, RevokeRelease},
    Route{"POST", "/v1/releases/{release}/withdrawals", "withdrawal.add", Role::kOfficer,
          BodyKind::kJson, "", false, AddWithdrawal},
    Route{"GET", "/v1/audit", "audit.read", Role::kAuditor, BodyKind::kNone, "after limit", false,
          ShowAudit},
    Route{"GET", "/v1/audit/head", "audit.head", Role::kAuditor, BodyKind::kNone, "", false,
          ShowAuditHead},
};

}  // namespace

bool HasRole(const Caller& caller, Role role) {
  switch (role) {
    case Role::kOfficer:
      return caller.officer;
    case Role::kResearcher:
      return caller.researcher;
    case Role::kAuditor:
      return caller.auditor;
    case Role::kAny:
      return caller.officer || caller.researcher || caller.auditor;
  }
  return false;
}

RouteMatch FindRoute(http::Request& request) {
  RouteMatch match;
  auto target = http::ParseTarget(request.target);
  if (!target) return match;
  for (const Route& route : kRoutes) {
    auto values = http::FitPattern(route.pattern, target->segments);
    if (!values) continue;
    if (!match.allowed.empty()) match.allowed += ", ";
    match.allowed += route.method;
    if (route.method != request.method) continue;
    match.route = &route;
    request.path = *std::move(values);
    match.plain_query = target->query.has_value();
    if (match.plain_query) request.query = *std::move(target->query);
    return match;
  }
  return match;
}

}  // namespace gauze::server
