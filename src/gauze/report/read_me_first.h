#pragma once

#include <set>
#include <string>

#include "gauze/base/json.h"

namespace gauze::report {

// The first file of a bundle, for whoever opens it without ever having heard of Gauze: what it
// holds, how its labels read in R, pandas, SPSS and Excel, what may be concluded from them, and how
// to check all of it with one program. docs/for-recipients.md says the same at length.
inline constexpr const char* kReadMeFirst = "READ-ME-FIRST.html";

// From the manifest of the release alone, so it tells nothing that recipients do not have anyway;
// `files` are the names of what is packed beside it. A page like that of a report
// (page/report_page.h): no script, nothing fetched. Same input, same bytes.
std::string ReadMeFirst(const Json& manifest, const std::set<std::string>& files);

}  // namespace gauze::report
