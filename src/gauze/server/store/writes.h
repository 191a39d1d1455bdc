#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/audit/audit.h"

// What one transaction writes: everything that a batch of requests came to.

namespace gauze::server {

// A rare change (a project, a grant, a release): a statement with its values. The statement is a
// constant of this program; what anybody sent is only ever a value.
struct Change {
  const char* sql;
  std::vector<std::string> values;
};

// An interpretation that was answered. Rows of a version before seals (seal.h) have no `answer`.
struct AnsweredRow {
  std::uint64_t audit_number = 0;
  std::string project;
  std::string release;
  std::string kind;      // interpretation, tree or batch
  std::string question;  // sealed; of a repeat the empty text, sealed
  std::string answer;    // keyed digest of what was told
};

// One keyed digest for all tables, and the head of the log that it was made for: seal.h.
struct SealRow {
  AuditHead head;
  std::string digest;
};

// The answer to a request with an idempotency key, for the case that it is sent again.
struct ReplyRow {
  std::string id;           // hash of who, where and the key
  std::string body_digest;  // the same key with another body is refused
  unsigned code = 0;
  std::string body;  // sealed
};

struct Writes {
  std::vector<Change> changes;
  std::vector<AnsweredRow> answered;
  std::vector<ReplyRow> replies;
  std::vector<AuditEntry> audit;
  std::optional<SealRow> seal;
  // Stored replies must not be given again: what they tell may be told no more.
  bool forget_replies = false;

  bool empty() const {
    return changes.empty() && answered.empty() && replies.empty() && audit.empty();
  }
};

}  // namespace gauze::server
