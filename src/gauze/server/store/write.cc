// What the one writer writes, and reads to go on after a doubt.
#include <fmt/format.h>
#include <sodium.h>

#include <tuple>

#include "gauze/server/store/postgres_store.h"
#include "gauze/server/store/store_connection.h"

namespace gauze::server {
namespace {

// Bytes as PostgreSQL's text form of bytea.
std::string Bytea(std::string_view bytes) {
  std::string text(2 + bytes.size() * 2 + 1, '\0');
  text[0] = '\\';
  text[1] = 'x';
  sodium_bin2hex(text.data() + 2, text.size() - 2,
                 reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  text.pop_back();
  return text;
}

void WriteAudit(pqxx::transaction_base& transaction, const std::vector<AuditEntry>& entries) {
  if (entries.empty()) return;
  pqxx::stream_to stream(
      transaction, "audit_log",
      std::vector<std::string>{"number", "time", "who", "project", "kind", "decision", "reason",
                               "detail", "body_digest", "record", "previous", "hash"});
  for (const AuditEntry& entry : entries) {
    stream << std::make_tuple(entry.number, entry.time, entry.who, entry.project, entry.kind,
                              entry.decision, entry.reason, entry.detail, entry.body_digest,
                              entry.record, entry.previous, entry.hash);
  }
  stream.complete();
}

void WriteAnswered(pqxx::transaction_base& transaction, const std::vector<AnsweredRow>& rows) {
  if (rows.empty()) return;
  pqxx::stream_to stream(
      transaction, "answered",
      std::vector<std::string>{"audit_number", "project", "release", "kind", "question", "answer"});
  for (const AnsweredRow& row : rows) {
    stream << std::make_tuple(row.audit_number, row.project, row.release, row.kind,
                              Bytea(row.question), row.answer);
  }
  stream.complete();
}

void WriteReplies(pqxx::transaction_base& transaction, const std::vector<ReplyRow>& rows) {
  if (rows.empty()) return;
  pqxx::stream_to stream(transaction, "replies",
                         std::vector<std::string>{"id", "body_digest", "code", "body"});
  for (const ReplyRow& row : rows) {
    stream << std::make_tuple(row.id, row.body_digest, row.code, Bytea(row.body));
  }
  stream.complete();
}

}  // namespace

Status Store::Write(const Writes& writes) {
  return InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    for (const Change& change : writes.changes) {
      transaction.exec_params(change.sql, pqxx::prepare::make_dynamic_params(change.values));
    }
    WriteAudit(transaction, writes.audit);
    WriteAnswered(transaction, writes.answered);
    WriteReplies(transaction, writes.replies);
    if (writes.seal) {
      transaction.exec_params(
          "INSERT INTO seal (one, number, hash, digest) VALUES (true, $1, $2, $3) ON CONFLICT "
          "(one) "
          "DO UPDATE SET number = excluded.number, hash = excluded.hash, digest = excluded.digest",
          writes.seal->head.number, writes.seal->head.hash, writes.seal->digest);
    }
    return {};
  });
}

Result<AuditHead> Store::Head() {
  AuditHead head;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    const auto rows =
        transaction.exec("SELECT number, hash FROM audit_log ORDER BY number DESC LIMIT 1");
    if (rows.empty()) return {};
    head = {rows[0][0].as<std::uint64_t>(), rows[0][1].c_str()};
    return {};
  }));
  return head;
}

Result<std::map<std::string, ReplyRow>> Store::Replies(const std::vector<std::string>& ids) {
  std::map<std::string, ReplyRow> replies;
  GAUZE_TRY(InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    // Ids are hashes, so nothing in the list needs quotes.
    const auto rows = transaction.exec_params(
        "SELECT id, body_digest, code, body FROM replies WHERE id = ANY($1::text[])",
        fmt::format("{{{}}}", fmt::join(ids, ",")));
    for (const auto& row : rows) {
      ReplyRow reply{row[0].c_str(), row[1].c_str(), row[2].as<unsigned>(),
                     pqxx::binarystring(row[3]).str()};
      replies.emplace(reply.id, std::move(reply));
    }
    return {};
  }));
  return replies;
}

Status Store::ForgetReplies() {
  return InTransaction([&](pqxx::transaction_base& transaction) -> Status {
    transaction.exec("DELETE FROM replies WHERE added < now() - interval '1 day'");
    return {};
  });
}

}  // namespace gauze::server
