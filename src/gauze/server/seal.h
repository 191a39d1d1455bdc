#pragma once

#include <string>

#include "gauze/audit/audit.h"
#include "gauze/server/keys/keyed_digest.h"
#include "gauze/server/store/postgres_store.h"

// What binds the tables together, so that nobody who can write them but lacks the server's key can
// change a row, take one away, or put an old one back.
//
//   - A stored question is sealed with its number, project, release and kind (QuestionPlace).
//   - The log's entry of an answer has the digest of the whole row that was stored (RecordOf), and
//     the log is a chain: its head stands for all answers, too.
//   - Every transaction writes one seal, a keyed digest of the log's head and of all projects,
//     members, rights and releases (SealOf).
//   - The head is noted in a file outside of the database (head_file.h), before anybody is
//     answered: a database that was put back as a whole is older than the file.

namespace gauze::server {

// The kind of the log's entry when somebody vouched for a database that was not sealed, or is not
// the latest one (`gauzed adopt`). Its record is that of all answers before it.
inline constexpr std::string_view kAdoption = "adopt";

// Digest of a row of `answered`, the sealed question included.
std::string RecordOf(const AnsweredRow& row);

// Of an entry with which nothing was stored.
std::string NoRecord();

// Goes on from the digest of all rows before: of all answers up to one.
std::string RecordsOf(const std::string& before, const AnsweredRow& row);

// Digest of all projects, members, rights and releases, in whatever order they come.
std::string FactsDigest(Facts facts);

SealRow SealOf(const KeyedDigest& key, const AuditHead& head, const std::string& facts_digest);

}  // namespace gauze::server
