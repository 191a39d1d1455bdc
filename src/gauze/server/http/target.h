#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gauze::server {

// The target of a request, taken apart: decoded segments of its path, and its query.
struct RequestTarget {
  std::vector<std::string> segments;
  std::map<std::string, std::string> query;
};

// Nothing if it is not plain: no leading slash, empty or dotted segments, broken percent-encoding,
// a name that comes twice, bytes that are not UTF-8, control characters. A segment is decoded once,
// after it was cut out, so an encoded slash is a character and never cuts.
std::optional<RequestTarget> ParseTarget(std::string_view text);

// Valid UTF-8 without control characters: what the database takes as text.
bool IsPlainText(std::string_view text);

}  // namespace gauze::server
