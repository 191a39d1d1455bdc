// What a start of the server reads, and pages of the log.
#include <fmt/format.h>

#include "gauze/server/store/connection.h"

namespace gauze::server {
Result<std::vector<AuditEntry>> Store::AuditPage(std::uint64_t after, std::uint64_t limit) {
  std::vector<AuditEntry> entries;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto rows = transaction.exec_params(
        "SELECT number, time, who, project, kind, decision, reason, body_digest, previous, hash "
        "FROM audit_log WHERE number > $1 ORDER BY number LIMIT $2",
        after, limit);
    for (const auto& row : rows) {
      entries.push_back({.number = row[0].as<std::uint64_t>(),
                         .time = row[1].c_str(),
                         .who = row[2].c_str(),
                         .project = row[3].c_str(),
                         .kind = row[4].c_str(),
                         .decision = row[5].c_str(),
                         .reason = row[6].c_str(),
                         .body_digest = row[7].c_str(),
                         .previous = row[8].c_str(),
                         .hash = row[9].c_str()});
    }
    return {};
  }));
  return entries;
}

Result<std::vector<StoredProject>> Store::Projects() {
  std::vector<StoredProject> projects;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto rows =
        transaction.exec("SELECT id, title, questions, questions_per_value, revoked FROM projects");
    for (const auto& row : rows) {
      projects.push_back({row[0].c_str(), row[1].c_str(), row[2].as<std::uint64_t>(),
                          row[3].as<std::uint64_t>(), row[4].as<bool>()});
    }
    return {};
  }));
  return projects;
}

Result<std::vector<StoredMember>> Store::Members() {
  std::vector<StoredMember> members;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto rows = transaction.exec("SELECT project, subject FROM members");
    for (const auto& row : rows) members.push_back({row[0].c_str(), row[1].c_str()});
    return {};
  }));
  return members;
}

Result<std::vector<StoredGrant>> Store::Grants() {
  std::vector<StoredGrant> grants;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto rows = transaction.exec("SELECT project, release, attribute FROM grants");
    for (const auto& row : rows) {
      grants.push_back({row[0].c_str(), row[1].c_str(), row[2].c_str()});
    }
    return {};
  }));
  return grants;
}

Result<std::vector<StoredRelease>> Store::Releases() {
  std::vector<StoredRelease> releases;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto rows = transaction.exec(
        "SELECT id, recipient, digest, vault, k, rows, revoked FROM releases ORDER BY added, id");
    for (const auto& row : rows) {
      releases.push_back({row[0].c_str(), row[1].c_str(), row[2].c_str(), row[3].c_str(),
                          row[4].as<std::uint64_t>(), row[5].as<std::uint64_t>(),
                          row[6].as<bool>()});
    }
    return {};
  }));
  return releases;
}

Status Store::EachAnswered(const std::function<Status(const AnsweredRow&)>& each) {
  constexpr std::uint64_t kPage = 10'000;
  std::uint64_t after = 0;
  for (std::uint64_t read = kPage; read == kPage;) {
    GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
      const auto rows = transaction.exec_params(
          "SELECT audit_number, project, release, kind, question FROM answered "
          "WHERE audit_number > $1 ORDER BY audit_number LIMIT $2",
          after, kPage);
      read = rows.size();
      for (const auto& row : rows) {
        const AnsweredRow answered{row[0].as<std::uint64_t>(), row[1].c_str(), row[2].c_str(),
                                   row[3].c_str(), pqxx::binarystring(row[4]).str()};
        after = answered.audit_number;
        GAUZE_TRY(each(answered));
      }
      return {};
    }));
  }
  return {};
}

}  // namespace gauze::server
