// The log, for auditors: to read, and nothing else.
#include <optional>

#include "gauze/base/json.h"
#include "gauze/base/read_number.h"
#include "gauze/http/problem.h"
#include "gauze/server/endpoints/endpoints.h"

namespace gauze::server {
namespace {

constexpr std::uint64_t kLargestPage = 1000;
constexpr std::uint64_t kLastNumber = (1ULL << 53U) - 1;

std::optional<std::uint64_t> Parameter(const http::Request& request, const char* name,
                                       std::uint64_t otherwise, std::uint64_t most) {
  const auto found = request.query.find(name);
  if (found == request.query.end()) return otherwise;
  const auto number = ReadAll<std::uint64_t>(found->second);
  return number <= most ? number : std::nullopt;
}

}  // namespace

Verdict ShowAudit(Desk& desk, const Call& call) {
  const auto after = Parameter(call.request, "after", 0, kLastNumber);
  const auto limit = Parameter(call.request, "limit", 100, kLargestPage);
  if (!after || !limit || *limit == 0) {
    return Refused(400, "malformed",
                   "after must be the number of an entry, limit a number from 1 to 1000");
  }
  const auto entries = desk.store.AuditPage(*after, *limit);
  if (!entries) {
    return {http::ProblemLater(503, "database", "the database is unavailable", 1), "", "", ""};
  }
  std::string list;
  for (const AuditEntry& entry : *entries) {
    if (!list.empty()) list += ',';
    list += AuditLine(entry);
  }
  nlohmann::json next;  // null: this was the last page
  if (entries->size() == *limit) next = entries->back().number;
  return Shown("{\"entries\":[" + list + "],\"next\":" + next.dump() + "}");
}

Verdict ShowAuditHead(Desk& desk, const Call&) {
  const AuditHead& head = desk.state.head;
  return Shown(Json{{"number", head.number}, {"hash", head.hash}, {"text", HeadText(head)}}.dump());
}

}  // namespace gauze::server
