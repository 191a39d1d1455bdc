#include "gauze/server/seal.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "gauze/base/digest.h"

namespace gauze::server {
namespace {

// Each part with its length: no two lists of parts share a text.
void AddPart(std::string& text, std::string_view part) {
  text += fmt::format("{}:", part.size());
  text += part;
}

template <typename... Parts>
void AddRow(std::string& text, const Parts&... parts) {
  (AddPart(text, fmt::format("{}", parts)), ...);
  text += '\n';
}

}  // namespace

std::string NoRecord() { return std::string(64, '0'); }

std::string RecordOf(const AnsweredRow& row) {
  std::string text = "gauze answer 1\n";
  AddRow(text, row.audit_number, row.project, row.release, row.kind, row.question, row.answer);
  return Digest(text);
}

std::string RecordsOf(const std::string& before, const AnsweredRow& row) {
  return Digest(before + RecordOf(row));
}

std::string FactsDigest(Facts facts) {
  std::ranges::sort(facts.projects, {}, &StoredProject::id);
  std::ranges::sort(facts.releases, {}, &StoredRelease::id);
  std::ranges::sort(facts.members, {},
                    [](const StoredMember& m) { return std::tie(m.project, m.subject); });
  std::ranges::sort(facts.grants, {}, [](const StoredGrant& g) {
    return std::tie(g.project, g.release, g.attribute);
  });
  std::ranges::sort(facts.withdrawals, {}, &StoredWithdrawal::number);
  std::string text = "gauze facts 1\n";
  for (const StoredProject& p : facts.projects) {
    AddRow(text, "project", p.id, p.title, p.questions, p.questions_per_value, p.revoked);
  }
  for (const StoredMember& m : facts.members) AddRow(text, "member", m.project, m.subject);
  for (const StoredGrant& g : facts.grants) {
    AddRow(text, "grant", g.project, g.release, g.attribute);
  }
  for (const StoredRelease& r : facts.releases) {
    AddRow(text, "release", r.id, r.recipient, r.digest, r.vault, r.k, r.rows, r.revoked);
    if (r.k3 != 0) AddRow(text, "k3", r.id, r.k3);
  }
  for (const StoredWithdrawal& w : facts.withdrawals) {
    AddRow(text, "withdrawal", w.number, w.release, w.sealed);
  }
  return Digest(text);
}

SealRow SealOf(const KeyedDigest& key, const AuditHead& head, const std::string& facts_digest) {
  return {head, key.Of("seal", HeadText(head) + "\n" + facts_digest)};
}

}  // namespace gauze::server
