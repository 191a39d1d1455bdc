#include "gauze/server/service.h"

#include <sodium.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>

#include "gauze/http/problem.h"

namespace gauze::server {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestKey = 255;

std::int64_t Seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Counts what was answered, and how long it took.
class CountingWaiter : public http::Waiter {
 public:
  CountingWaiter(std::shared_ptr<http::Waiter> inner, std::string kind, Metrics& metrics)
      : inner_(std::move(inner)), kind_(std::move(kind)), metrics_(metrics) {}
  bool Gone() const override { return inner_->Gone(); }
  void Answer(http::Response response) override {
    metrics_.CountRequest(kind_, response.code,
                          std::chrono::duration<double>(Clock::now() - begin_).count());
    inner_->Answer(std::move(response));
  }

 private:
  std::shared_ptr<http::Waiter> inner_;
  std::string kind_;
  Metrics& metrics_;
  Clock::time_point begin_ = Clock::now();
};

bool IsMedia(std::string_view content_type, std::string_view media) {
  const std::string_view bare = content_type.substr(0, content_type.find(';'));
  return bare.substr(0, bare.find_last_not_of(" \t") + 1) == media;
}

// RFC 9530: `sha-256=:base64:`. A proxy or a disk that changed the body is found here.
bool DigestFits(const http::Request& request) {
  unsigned char hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, reinterpret_cast<const unsigned char*>(request.body.data()),
                     request.body.size());
  std::string text(sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();
  return request.content_digest == "sha-256=:" + text + ":";
}

bool IsKey(std::string_view text) {
  return text.size() <= kLongestKey &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~' && c != ','; });
}

}  // namespace

Service::Service(const Limits& limits, Identity& identity, Importer& importer, Decider& decider,
                 KeyedDigest digests, Metrics& metrics)
    : limits_(limits),
      identity_(identity),
      importer_(importer),
      decider_(decider),
      digests_(std::move(digests)),
      metrics_(metrics),
      rates_(limits.requests_per_second, limits.burst) {}

Service::~Service() { imports_.join(); }

std::uint64_t Service::BodyLimit(const http::Request& head) {
  http::Request copy = head;
  const Route* route = FindRoute(copy).route;
  if (route == nullptr || route->body != BodyKind::kVault) return limits_.request_bytes;
  const auto caller = identity_.Verify(head.token, Seconds());
  return caller && HasRole(*caller, route->role) ? limits_.vault_bytes : limits_.request_bytes;
}

std::optional<http::Response> Service::Plain(const std::string& target) const {
  if (target == "/healthz")
    return http::Response{200, "application/json", R"({"status":"alive"})", {}};
  if (target == "/metrics")
    return http::Response{200, "text/plain; version=0.0.4", metrics_.Text(), {}};
  if (target != "/readyz") return std::nullopt;
  if (!decider_.Ready())
    return http::ProblemLater(503, "database", "the database is unavailable", 1);
  return http::Response{200, "application/json", R"({"status":"ready"})", {}};
}

std::optional<Verdict> Service::WrongForm(const Route& route, const http::Request& request) const {
  for (const auto& [name, value] : request.query) {
    if ((" " + std::string(route.query) + " ").find(" " + name + " ") == std::string::npos) {
      return Refused(400, "malformed", "unknown query parameter");
    }
  }
  if (!request.content_digest.empty() && !DigestFits(request)) {
    return Refused(400, "content_digest", "the body does not match Content-Digest");
  }
  if (!IsKey(request.idempotency_key) || (!route.keyed && !request.idempotency_key.empty())) {
    return Refused(400, "malformed", "this Idempotency-Key is not allowed here");
  }
  if (route.body == BodyKind::kNone && !request.body.empty()) {
    return Refused(400, "malformed", "this request takes no body");
  }
  const std::string_view media =
      route.body == BodyKind::kVault ? "application/octet-stream" : "application/json";
  if (route.body != BodyKind::kNone && !IsMedia(request.content_type, media)) {
    return Refused(415, "media_type", "the body must be " + std::string(media));
  }
  return std::nullopt;
}

void Service::Handle(http::Request request, std::shared_ptr<http::Waiter> waiter) {
  if (auto response = Plain(request.target)) {
    if (request.method == "GET") return waiter->Answer(*std::move(response));
    http::Response problem = http::Problem(405, "method", "this method is not allowed here");
    problem.headers.emplace_back("Allow", "GET");
    return Refuse("method", std::move(problem), std::move(waiter));
  }
  const RouteMatch match = FindRoute(request);
  Task task;
  task.route = match.route;
  task.kind = match.route == nullptr ? "request" : std::string(match.route->kind);
  task.waiter = std::make_shared<CountingWaiter>(std::move(waiter), task.kind, metrics_);
  task.call.body_digest = digests_.Of("body", request.body);
  auto caller = identity_.Verify(request.token, Seconds());
  Wipe(request.token);
  if (!rates_.Take(caller ? caller->subject : "")) {
    return task.waiter->Answer(http::ProblemLater(429, "rate", "too many requests at once", 1));
  }
  if (!caller) {
    task.refusal = Refused(401, TokenFaultName(caller.error()), "a valid bearer token is required");
    // Why a token was refused is for the log; its holder learns no more than that it was.
    task.refusal->response = http::Problem(401, "token", "a valid bearer token is required");
    task.refusal->response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return decider_.Submit(std::move(task));
  }
  task.call.caller = *std::move(caller);
  if (task.route == nullptr && match.allowed.empty()) {
    task.refusal = Refused(404, "not_found", "there is no such resource");
  } else if (task.route == nullptr) {
    task.refusal = Refused(405, "method", "this method is not allowed here");
    task.refusal->response.headers.emplace_back("Allow", match.allowed);
  } else if (!HasRole(task.call.caller, task.route->role)) {
    task.refusal = Refused(403, "role", "this requires another role");
  } else if (!match.plain_query) {
    task.refusal = Refused(400, "malformed", "the query string is malformed");
  } else {
    task.refusal = WrongForm(*task.route, request);
  }
  task.call.request = std::move(request);
  if (task.route != nullptr && task.route->body == BodyKind::kVault && !task.refusal) {
    return Import(std::move(task));
  }
  decider_.Submit(std::move(task));
}

void Service::Import(Task task) {
  boost::asio::post(imports_, [this, shared = std::make_shared<Task>(std::move(task))] {
    shared->refusal = importer_.Import(shared->call);
    decider_.Submit(std::move(*shared));
  });
}

void Service::Refuse(const char* reason, http::Response problem,
                     std::shared_ptr<http::Waiter> waiter) {
  Task task;
  task.kind = "request";
  task.waiter = std::make_shared<CountingWaiter>(std::move(waiter), task.kind, metrics_);
  task.call.body_digest = digests_.Of("body", "");
  if (!rates_.Take("")) {
    return task.waiter->Answer(http::ProblemLater(429, "rate", "too many requests at once", 1));
  }
  task.refusal = Verdict{std::move(problem), "refused", reason, ""};
  decider_.Submit(std::move(task));
}

}  // namespace gauze::server
