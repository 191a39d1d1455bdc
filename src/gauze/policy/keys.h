#pragma once

#include <string>
#include <vector>

// Every fixed word of the policy file, once: the parser checks against these lists and the JSON
// Schema prints them.

namespace gauze::keys {

inline const std::vector<std::string> kPolicy = {
    "version", "about",   "source",    "csv",     "missing", "missing_markers", "attributes",
    "preset",  "protect", "transform", "release", "risk",    "ledger",          "personal"};
inline const std::vector<std::string> kAbout = {"title",     "purpose",     "owner",
                                                "recipient", "legal_basis", "date"};
inline const std::vector<std::string> kCsv = {"delimiter", "quote", "encoding", "header"};
inline const std::vector<std::string> kEncodings = {"utf-8", "latin-1", "utf-16"};
inline const std::vector<std::string> kAttribute = {"role",   "type",      "hierarchy",
                                                    "format", "separator", "columns"};
inline const std::vector<std::string> kRelease = {"directory", "table", "format", "ranges"};
inline const std::vector<std::string> kFormats = {"csv", "parquet"};     // ReleaseFormat
inline const std::vector<std::string> kRanges = {"interval", "bounds"};  // RangeStyle
inline const std::vector<std::string> kLedger = {"method",  "key",    "change",
                                                 "publish", "strict", "accept_known_holes"};
inline const std::vector<std::string> kPublish = {"full", "delta"};  // Publish
inline const std::vector<std::string> kRisk = {"alpha", "known", "weights", "reading",
                                               "suppressed"};
inline const std::vector<std::string> kRiskWeight = {"weight", "values", "others"};
inline const std::vector<std::string> kRiskReadings = {"paper", "probability"};  // RiskReading
inline const std::vector<std::string> kSuppressedCells = {"wildcard",
                                                          "literal"};  // SuppressedCells

inline const std::vector<std::string> kPersonal = {"recipient", "vault", "missing_choice",
                                                   "attributes"};
inline const std::vector<std::string> kVault = {"file", "server"};
inline const std::vector<std::string> kPersonalColumn = {"aliases", "choice", "grades"};
inline const std::vector<std::string> kAliases = {"literal", "safe"};  // AliasMode

}  // namespace gauze::keys
