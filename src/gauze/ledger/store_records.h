#pragma once

#include <string>
#include <vector>

#include "gauze/ledger/store.h"

// Private to ledger/: how the store writes what it remembers, for those who write it and those who
// check it.

namespace gauze::ledger {

Json FilesJson(const std::vector<FileRecord>& files);
std::vector<FileRecord> FilesOf(const Json& json);
Json SumsJson(const Store::Sums& sums);
Store::Sums SumsFrom(const Json& json);

// Each link stands for everything before it.
std::string Link(const std::string& former, const std::string& figures, const std::string& files,
                 const std::string& sums, const std::string& state);

KeyDigest DigestOfValue(const std::string& name, const std::string& value);

}  // namespace gauze::ledger
