#include "gauze/server/audit_check.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gauze/server/seal.h"

namespace gauze::server {
namespace {

constexpr const char* kChanged =
    "somebody changed the database: see docs/server-deployment.md, \"When the database was "
    "changed\"";

tl::unexpected<Error> Changed(std::string what) {
  return tl::unexpected(Error{ErrorCode::kPromise, std::move(what), "", kChanged});
}

tl::unexpected<Error> EntryIs(std::uint64_t number, std::string_view what) {
  return Changed(fmt::format("entry {} {}", number, what));
}

// What the log says was stored, in order.
struct Promised {
  std::uint64_t number = 0;
  std::string record;
  bool adoption = false;  // the record is that of all answers before
};

// Walks along the stored answers beside what the log promises.
class RecordVerifier {
 public:
  explicit RecordVerifier(const std::vector<Promised>& promised) : next_(promised) {}

  Status Add(const AnsweredRow& row) {
    GAUZE_TRY(PassAdoptions());
    if (next_.empty() || row.audit_number < next_.front().number) {
      return EntryIs(row.audit_number, "was not answered, but has a stored question");
    }
    if (row.audit_number > next_.front().number) return Finish();
    const std::string& record = next_.front().record;
    if (!record.empty() && record != RecordOf(row)) {
      return EntryIs(row.audit_number,
                     "has another question, project or release than was answered");
    }
    records_ = RecordsOf(records_, row);
    next_ = next_.subspan(1);
    return {};
  }

  Status Finish() {
    GAUZE_TRY(PassAdoptions());
    if (next_.empty()) return {};
    return EntryIs(next_.front().number, "was answered, but its question is missing");
  }

  const std::string& records() const { return records_; }

 private:
  Status PassAdoptions() {
    for (; !next_.empty() && next_.front().adoption; next_ = next_.subspan(1)) {
      if (next_.front().record == records_) continue;
      return EntryIs(next_.front().number, "adopted other answers than are stored");
    }
    return {};
  }

  std::span<const Promised> next_;
  std::string records_ = NoRecord();
};

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

Result<CheckedTables> CheckLog(Store& store, const std::optional<AuditHead>& noted) {
  ChainVerifier chain(noted);
  std::vector<Promised> promised;
  GAUZE_TRY(EachEntry(store, [&](const AuditEntry& entry) -> Status {
    const bool adoption = entry.kind == kAdoption;
    if (adoption || entry.decision == "answered") {
      promised.push_back({entry.number, entry.record, adoption});
    }
    return chain.Add(entry);
  }));
  GAUZE_TRY(chain.Finish());
  // An entry and its question are written together: those up to this end are all there by now.
  RecordVerifier records(promised);
  GAUZE_TRY(store.EachAnswered([&](const AnsweredRow& row) -> Status {
    return row.audit_number > chain.head().number ? Status() : records.Add(row);
  }));
  GAUZE_TRY(records.Finish());
  return CheckedTables{chain.head(), {}, records.records()};
}

Result<CheckedTables> CheckSealed(Store& store, const KeyedDigest& key,
                                  const std::optional<AuditHead>& kept,
                                  const std::optional<AuditHead>& noted) {
  GAUZE_ASSIGN(SealedFacts before, store.ReadFacts());
  // The log runs through each of these.
  std::vector<std::pair<AuditHead, const char*>> heads;
  if (before.seal)
    heads.emplace_back(before.seal->head, "is not the one that the tables were sealed with");
  if (kept) heads.emplace_back(*kept, "is not the one that this server wrote");
  for (const auto& [head, what] : heads) {
    if (head.number == 0) continue;
    GAUZE_ASSIGN(const auto entries, store.AuditPage(head.number - 1, 1));
    if (entries.empty()) {
      return Changed(
          fmt::format("the log ends before entry {}, which this server wrote: the database is an "
                      "older one, or the log was truncated",
                      head.number));
    }
    if (entries.front().number != head.number || entries.front().hash != head.hash) {
      return EntryIs(head.number, what);
    }
  }
  GAUZE_ASSIGN(CheckedTables checked, CheckLog(store, noted));
  checked.facts = std::move(before.facts);
  const Facts& facts = checked.facts;
  if (!before.seal) {
    const bool untouched =
        checked.head.number == 0 && facts.projects.empty() && facts.releases.empty();
    if (untouched && (!kept || kept->number == 0)) return checked;
    return tl::unexpected(Error{ErrorCode::kPromise, "the tables have no seal", "",
                                "after an update from a version without seals, run gauzed adopt; "
                                "otherwise somebody changed the database"});
  }
  if (!kept) {
    return tl::unexpected(
        Error{ErrorCode::kPromise,
              "the state folder has no head, so an older database would not be detected", "",
              "restore the folder; if it is lost, make sure that the database is the latest one, "
              "then run gauzed adopt"});
  }
  if (before.seal->digest != SealOf(key, before.seal->head, FactsDigest(facts)).digest) {
    return Changed("projects, members, rights, releases or the log are not those that were sealed");
  }
  // Read after the log: whatever this server wrote to it is sealed by now.
  GAUZE_ASSIGN(const SealedFacts after, store.ReadFacts());
  if (!after.seal || after.seal->head.number < checked.head.number) {
    return EntryIs(checked.head.number, "was not written by this server");
  }
  return checked;
}

}  // namespace gauze::server
