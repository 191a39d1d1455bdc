#include "gauze/studio/service.h"

#include <algorithm>
#include <array>

#include "gauze/http/problem.h"
#include "gauze/http/target.h"
#include "gauze/studio/assets.h"
#include "gauze/studio/endpoints/endpoints.h"

namespace gauze::studio {
namespace {

constexpr std::uint64_t kMostBody = 1U << 20U;
// A hierarchy that was edited comes back as a whole: some hundred thousand nodes.
constexpr std::string_view kTreePath = "/api/hierarchy";
constexpr std::uint64_t kMostTree = 32U << 20U;

struct Route {
  std::string_view method;
  std::string_view pattern;  // as http::FitPattern() takes it
  std::string_view query;    // parameters, separated by spaces
  Endpoint endpoint;
};

constexpr std::array kRoutes{
    Route{"GET", "/api/state", "", ShowState},
    Route{"GET", "/api/catalog", "", ShowCatalog},
    Route{"GET", "/api/files", "under", ListFiles},
    Route{"POST", "/api/open", "", OpenPath},
    Route{"POST", "/api/policy", "", EditPolicy},
    Route{"POST", "/api/undo", "", UndoEdit},
    Route{"POST", "/api/redo", "", RedoEdit},
    Route{"GET", "/api/history", "", ShowHistory},
    Route{"POST", "/api/jobs", "", StartJob},
    Route{"GET", "/api/jobs/{id}", "", ShowJob},
    Route{"DELETE", "/api/jobs/{id}", "", CancelJob},
    Route{"GET", "/api/jobs/{id}/events", "", WatchJob},
    Route{"GET", "/api/rows", "of from count", ShowRows},
    Route{"GET", "/api/report/{file}", "of", ShowReport},
    Route{"POST", kTreePath, "", WriteTree},
    Route{"GET", "/api/manifests", "", ShowManifests},
    Route{"GET", "/api/approvals", "", ShowApprovals},
    Route{"POST", "/api/approvals", "", AddApproval},
};

bool IsJson(std::string_view content_type) {
  return content_type.substr(0, content_type.find(';')) == "application/json";
}

http::Response FromList(const http::RequestTarget& target, http::Request& request, Desk& desk) {
  std::string allowed;
  for (const Route& route : kRoutes) {
    auto values = http::FitPattern(route.pattern, target.segments);
    if (!values) continue;
    if (!allowed.empty()) allowed += ", ";
    allowed += route.method;
    if (route.method != request.method) continue;
    const std::string known = " " + std::string(route.query) + " ";
    const bool plain =
        target.query && std::ranges::all_of(*target.query, [&](const auto& parameter) {
          return known.find(" " + parameter.first + " ") != known.npos;
        });
    if (!plain) return http::Problem(400, "malformed", "the query is not one of this request");
    // A form of another page can send anything but this type.
    if (request.method == "POST" && !IsJson(request.content_type)) {
      return http::Problem(415, "media_type", "the body must be application/json");
    }
    request.path = *std::move(values);
    request.query = *target.query;
    return route.endpoint(desk, request);
  }
  if (allowed.empty()) return http::Problem(404, "not_found", "there is no such resource");
  http::Response refused = http::Problem(405, "method", "this method is not allowed here");
  refused.headers.emplace_back("Allow", allowed);
  return refused;
}

// A file of the page or of the manual; the page itself for any other path, which it finds its way
// by.
http::Response FromAssets(const http::RequestTarget& target) {
  std::string path;
  for (const std::string& segment : target.segments) path += (path.empty() ? "" : "/") + segment;
  const auto find = [](std::string_view name) {
    return std::ranges::find(Assets(), name, &Asset::path);
  };
  http::Response response;
  auto found = find(path);
  if (found == Assets().end() && target.segments.front() == "docs") {
    found = find("docs/404.html");
    response.code = 404;
  } else if (found == Assets().end() && target.segments.front() != "assets") {
    found = find("index.html");
  }
  if (found == Assets().end()) return http::Problem(404, "not_found", "there is no such file");
  response.content_type = found->type;
  response.body = found->gzip;
  response.headers.emplace_back("Content-Encoding", "gzip");
  if (found->path.starts_with("assets/")) {  // named by what is in it
    response.headers.emplace_back("Cache-Control", "private, max-age=31536000, immutable");
  }
  return response;
}

void AddHeaders(http::Response& response) {
  const bool has_own = std::ranges::any_of(response.headers, [](const auto& header) {
    return header.first == "Content-Security-Policy";
  });
  if (!has_own) {
    response.headers.emplace_back(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'");
  }
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
}

}  // namespace

std::uint64_t Service::BodyLimit(const http::Request& head) {
  return head.target == kTreePath && !guard_->Stop(head) ? kMostTree : kMostBody;
}

http::Response Service::Ask(http::Request& request) {
  if (auto stopped = guard_->Stop(request)) return *std::move(stopped);
  NoteUse();
  // The root has no segment, which a target otherwise must have; nor is a page of the manual, which
  // is a folder, a plain target.
  if (request.target == "/" || request.target.starts_with("/?")) request.target = "/index.html";
  if (request.target.starts_with("/docs/") && request.target.ends_with('/')) {
    request.target += "index.html";
  }
  const auto target = http::ParseTarget(request.target);
  if (!target) return http::Problem(404, "not_found", "there is no such resource");
  if (target->segments.front() == "api") return FromList(*target, request, desk_);
  if (request.method != "GET") {
    http::Response refused = http::Problem(405, "method", "this method is not allowed here");
    refused.headers.emplace_back("Allow", "GET");
    return refused;
  }
  return FromAssets(*target);
}

void Service::Handle(http::Request request, std::shared_ptr<http::Waiter> waiter) {
  http::Response response;
  try {
    response = Ask(request);
  } catch (const std::exception&) {
    // What went wrong may hold a cell, so it is not told.
    response = http::Problem(500, "internal", "this is a bug in Gauze: please report it");
  }
  AddHeaders(response);
  waiter->Answer(std::move(response));
}

void Service::Refuse(const char* /*reason*/, http::Response problem,
                     std::shared_ptr<http::Waiter> waiter) {
  AddHeaders(problem);
  waiter->Answer(std::move(problem));
}

}  // namespace gauze::studio
