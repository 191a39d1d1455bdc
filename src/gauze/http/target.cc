#include "gauze/http/target.h"

#include <algorithm>

#include "gauze/base/text/percent.h"
#include "gauze/base/text/utf8.h"

namespace gauze::http {
namespace {

std::optional<std::string> Decode(std::string_view text) {
  auto decoded = DecodePercent(text);
  if (!decoded || !IsPlainText(*decoded)) return std::nullopt;
  return decoded;
}

// Calls `take` with each part between separators; false as soon as it says so.
template <typename Take>
bool EachPart(std::string_view text, char separator, Take take) {
  while (true) {
    const std::size_t end = text.find(separator);
    if (!take(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::optional<std::map<std::string, std::string>> FitPattern(
    std::string_view pattern, const std::vector<std::string>& segments) {
  std::map<std::string, std::string> values;
  for (const std::string& segment : segments) {
    if (pattern.empty()) return std::nullopt;
    pattern.remove_prefix(1);  // the slash
    const std::string_view part = pattern.substr(0, pattern.find('/'));
    pattern.remove_prefix(part.size());
    if (part.starts_with('{')) {
      values.emplace(part.substr(1, part.size() - 2), segment);
    } else if (part != segment) {
      return std::nullopt;
    }
  }
  if (!pattern.empty()) return std::nullopt;
  return values;
}

bool IsPlainText(std::string_view text) {
  return FindInvalidUtf8(text) == std::string_view::npos &&
         std::ranges::none_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

std::optional<RequestTarget> ParseTarget(std::string_view text) {
  if (!text.starts_with('/')) return std::nullopt;
  const std::size_t mark = text.find('?');
  RequestTarget target;
  const bool path = EachPart(
      text.substr(1, mark == text.npos ? mark : mark - 1), '/', [&](std::string_view part) {
        auto decoded = Decode(part);
        if (!decoded || decoded->empty() || *decoded == "." || *decoded == "..") {
          return false;
        }
        target.segments.push_back(*std::move(decoded));
        return true;
      });
  if (!path) return std::nullopt;
  target.query.emplace();
  if (mark == text.npos) return target;
  const bool query = EachPart(text.substr(mark + 1), '&', [&](std::string_view part) {
    const std::size_t equals = part.find('=');
    const auto name = Decode(part.substr(0, equals));
    const auto value = Decode(equals == part.npos ? "" : part.substr(equals + 1));
    return name && value && target.query->emplace(*name, *value).second;
  });
  if (!query) target.query.reset();
  return target;
}

}  // namespace gauze::http
