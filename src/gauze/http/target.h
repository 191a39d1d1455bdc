#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gauze::http {

// The target of a request, taken apart: decoded segments of its path, and its query.
struct RequestTarget {
  std::vector<std::string> segments;
  std::optional<std::map<std::string, std::string>> query;  // nothing: it is not plain
};

// Nothing if the path is not plain: no leading slash, empty or dotted segments, broken
// percent-encoding, bytes that are not UTF-8, control characters. The same goes for the query,
// where no name may come twice. A segment is decoded once, after it was cut out, so an encoded
// slash is a character and never cuts.
std::optional<RequestTarget> ParseTarget(std::string_view text);

// What stands for the {names} of a pattern, "/v1/projects/{project}", if the segments fit it.
std::optional<std::map<std::string, std::string>> FitPattern(
    std::string_view pattern, const std::vector<std::string>& segments);

// Valid UTF-8 without control characters: what the database takes as text.
bool IsPlainText(std::string_view text);

}  // namespace gauze::http
