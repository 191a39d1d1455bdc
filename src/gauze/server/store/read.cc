// What a start of the server reads, and pages of the log.
#include <fmt/format.h>

#include "gauze/server/store/postgres_store.h"
#include "gauze/server/store/store_connection.h"

namespace gauze::server {
Result<std::vector<AuditEntry>> Store::AuditPage(std::uint64_t after, std::uint64_t limit) {
  std::vector<AuditEntry> entries;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto rows = transaction.exec_params(
        "SELECT number, time, who, project, kind, decision, reason, detail, body_digest, record, "
        "previous, hash FROM audit_log WHERE number > $1 ORDER BY number LIMIT $2",
        after, limit);
    for (const auto& row : rows) {
      entries.push_back({.number = row[0].as<std::uint64_t>(),
                         .time = row[1].c_str(),
                         .who = row[2].c_str(),
                         .project = row[3].c_str(),
                         .kind = row[4].c_str(),
                         .decision = row[5].c_str(),
                         .reason = row[6].c_str(),
                         .detail = row[7].c_str(),
                         .body_digest = row[8].c_str(),
                         .record = row[9].c_str(),
                         .previous = row[10].c_str(),
                         .hash = row[11].c_str()});
    }
    return {};
  }));
  return entries;
}

Result<SealedFacts> Store::ReadFacts() {
  SealedFacts sealed;
  Facts& facts = sealed.facts;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    transaction.exec("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    for (const auto& row : transaction.exec(
             "SELECT id, title, questions, questions_per_value, revoked FROM projects")) {
      facts.projects.push_back({row[0].c_str(), row[1].c_str(), row[2].as<std::uint64_t>(),
                                row[3].as<std::uint64_t>(), row[4].as<bool>()});
    }
    for (const auto& row : transaction.exec("SELECT project, subject FROM members")) {
      facts.members.push_back({row[0].c_str(), row[1].c_str()});
    }
    for (const auto& row : transaction.exec("SELECT project, release, attribute FROM grants")) {
      facts.grants.push_back({row[0].c_str(), row[1].c_str(), row[2].c_str()});
    }
    for (const auto& row :
         transaction.exec("SELECT id, recipient, digest, vault, k, k3, rows, revoked FROM releases "
                          "ORDER BY added, id")) {
      facts.releases.push_back({row[0].c_str(), row[1].c_str(), row[2].c_str(), row[3].c_str(),
                                row[4].as<std::uint64_t>(), row[5].as<std::uint64_t>(),
                                row[6].as<std::uint64_t>(), row[7].as<bool>()});
    }
    for (const auto& row :
         transaction.exec("SELECT number, release, sealed FROM withdrawals ORDER BY number")) {
      facts.withdrawals.push_back({row[0].as<std::uint64_t>(), row[1].c_str(), row[2].c_str()});
    }
    for (const auto& row : transaction.exec("SELECT number, hash, digest FROM seal")) {
      sealed.seal = SealRow{{row[0].as<std::uint64_t>(), row[1].c_str()}, row[2].c_str()};
    }
    return {};
  }));
  return sealed;
}

Status Store::EachAnswered(const std::function<Status(const AnsweredRow&)>& each) {
  constexpr std::uint64_t kPage = 10'000;
  std::uint64_t after = 0;
  for (std::uint64_t read = kPage; read == kPage;) {
    GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
      const auto rows = transaction.exec_params(
          "SELECT audit_number, project, release, kind, question, answer FROM answered "
          "WHERE audit_number > $1 ORDER BY audit_number LIMIT $2",
          after, kPage);
      read = rows.size();
      for (const auto& row : rows) {
        const AnsweredRow answered{
            row[0].as<std::uint64_t>(),       row[1].c_str(), row[2].c_str(), row[3].c_str(),
            pqxx::binarystring(row[4]).str(), row[5].c_str()};
        after = answered.audit_number;
        GAUZE_TRY(each(answered));
      }
      return {};
    }));
  }
  return {};
}

}  // namespace gauze::server
