#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json.h"
#include "gauze/ledger/release_record.h"
#include "gauze/ledger/table_sum.h"

// Private to ledger/: how the store writes what it remembers, for those who write it and those who
// check it.

namespace gauze::ledger {

inline constexpr const char* kDatabase = "ledger.db";
inline constexpr const char* kTables = R"(
CREATE TABLE about (id INTEGER PRIMARY KEY, format INTEGER, text TEXT, digest TEXT);
CREATE TABLE releases (number INTEGER PRIMARY KEY, figures TEXT, files TEXT, sums TEXT,
                       state TEXT, chain TEXT);
CREATE TABLE keys (digest BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE seen (name TEXT, value TEXT, PRIMARY KEY (name, value)) WITHOUT ROWID;
CREATE TABLE state (id INTEGER PRIMARY KEY, text TEXT);
)";

inline constexpr const char* kValuesChanged = "the values seen so far were changed";

tl::unexpected<Error> Damaged(const std::string& what, const std::string& where);

Json FilesJson(const std::vector<FileRecord>& files);
std::vector<FileRecord> FilesOf(const Json& json);
Json SumsJson(const TableSums& sums);
TableSums SumsFrom(const Json& json);

// Each link stands for everything before it.
std::string Link(const std::string& former, const std::string& figures, const std::string& files,
                 const std::string& sums, const std::string& state);

KeyDigest DigestOfValue(const std::string& name, const std::string& value);

}  // namespace gauze::ledger
