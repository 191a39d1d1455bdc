#include "gauze/server/audit_check.h"

#include <fmt/format.h>

#include <set>
#include <string>

namespace gauze::server {
namespace {

tl::unexpected<Error> NotEqual(std::uint64_t number, std::string_view what) {
  return tl::unexpected(Error{ErrorCode::kPromise, fmt::format("entry {} {}", number, what), "",
                              "somebody changed the database: compare it with a backup"});
}

}  // namespace

Result<AuditHead> VerifyLines(std::istream& lines, const std::optional<AuditHead>& noted) {
  ChainVerifier chain(noted);
  std::string line;
  for (std::uint64_t number = 1; std::getline(lines, line); ++number) {
    auto entry = ReadAuditLine(line);
    if (!entry) {
      entry.error().where = fmt::format("line {}", number);
      return tl::unexpected(entry.error());
    }
    GAUZE_TRY(chain.Add(*entry));
  }
  GAUZE_TRY(chain.Finish());
  return chain.head();
}

Status EachEntry(Store& store, const std::function<Status(const AuditEntry&)>& each) {
  constexpr std::uint64_t kPage = 10'000;
  std::uint64_t after = 0;
  while (true) {
    GAUZE_ASSIGN(const auto entries, store.AuditPage(after, kPage));
    for (const AuditEntry& entry : entries) GAUZE_TRY(each(entry));
    if (entries.size() < kPage) return {};
    after = entries.back().number;
  }
}

Result<AuditHead> VerifyStored(Store& store, const std::optional<AuditHead>& noted) {
  ChainVerifier chain(noted);
  std::set<std::uint64_t> answered;
  std::uint64_t end = 0;
  GAUZE_TRY(EachEntry(store, [&](const AuditEntry& entry) -> Status {
    if (entry.decision == "answered") answered.insert(entry.number);
    end = entry.number;
    return chain.Add(entry);
  }));
  // An entry and its question are written together: those up to this end are all there by now.
  GAUZE_TRY(store.EachAnswered([&](const AnsweredRow& row) -> Status {
    if (row.audit_number > end || answered.erase(row.audit_number) == 1) return {};
    return NotEqual(row.audit_number, "was not answered, but there is a question of it");
  }));
  if (!answered.empty()) {
    return NotEqual(*answered.begin(), "was answered, but its question is gone");
  }
  GAUZE_TRY(chain.Finish());
  return chain.head();
}

}  // namespace gauze::server
