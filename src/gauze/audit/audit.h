#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "gauze/base/error.h"

// An append-only log as a chain of hashes: each entry holds the hash of the one before it, and its
// own hash covers that and everything else it says.
//
// Guarantees: an entry that was changed, removed, added or moved is found by anyone who has the
// entries alone, except at the end: there, and for a log that was made again as a whole, one needs
// the head (number and hash of the last entry) as it was noted somewhere else.
// Does not cover: whether what an entry says is true, or what was never logged.
//
// An entry holds no value of the data: `body_digest` stands for what was asked. Its texts are
// UTF-8.
//
// Entries of the first form have neither `detail` nor `record`, which are empty; logs that were
// begun with them go on with the second form.

namespace gauze {

struct AuditEntry {
  std::uint64_t number = 0;  // from 1, without gaps
  std::string time;          // RFC 3339, UTC
  std::string who;
  std::string project;
  std::string kind;         // what was asked for, e.g. "interpretation"
  std::string decision;     // "answered", "refused", …
  std::string reason;       // the rule that refused; empty if none did
  std::string detail;       // what was changed, e.g. "PUT /v1/projects/heart/members/ada"
  std::string body_digest;  // of the request, under a key of the server
  std::string record;       // digest of what was stored with the entry; empty: the first form
  std::string previous;     // hash of the entry before
  std::string hash;

  friend bool operator==(const AuditEntry&, const AuditEntry&) = default;
};

// The end of a chain: all that one needs to note in order to find out later that entries are gone.
struct AuditHead {
  std::uint64_t number = 0;
  std::string hash = std::string(64, '0');  // before the first entry

  friend bool operator==(const AuditHead&, const AuditHead&) = default;
};

// SHA-256 over every field but `hash`, each with its length: no two entries share a text.
std::string ChainHash(const AuditEntry& entry);

// The entry as the next one after `head`: sets number, previous and hash, and moves `head`.
void ChainOn(AuditEntry& entry, AuditHead& head);

// Goes along a chain entry by entry, so that a log of any length needs no memory.
class ChainVerifier {
 public:
  // `noted` is a head that was written down when the log was at least that long: the chain has to
  // run through it. `start` is the head before the first entry that comes, by default the log's
  // beginning.
  explicit ChainVerifier(std::optional<AuditHead> noted = std::nullopt, AuditHead start = {})
      : noted_(std::move(noted)), head_(std::move(start)) {}

  // An error names the first entry that is wrong by its number, and what about it; the verifier
  // stays where it was.
  Status Add(const AuditEntry& entry);
  // After the last entry: whether the chain came as far as the noted head.
  Status Finish() const;

  const AuditHead& head() const { return head_; }

 private:
  std::optional<AuditHead> noted_;
  AuditHead head_;
};

Status VerifyChain(std::span<const AuditEntry> entries,
                   std::optional<AuditHead> noted = std::nullopt);

// One entry as one line of JSON without a line feed, and back; keys in the order of the fields.
std::string AuditLine(const AuditEntry& entry);
Result<AuditEntry> ReadAuditLine(std::string_view line);

// A head as text, "17:9f86d08…", to write down, and back.
std::string HeadText(const AuditHead& head);
Result<AuditHead> ReadHead(std::string_view text);

}  // namespace gauze
