#include "gauze/pipeline/outcome.h"

#include <charconv>
#include <filesystem>

#include "gauze/base/text/utf8.h"

namespace gauze {
namespace {

// Takes ":17" from the end; 0 if there is none.
int TakeNumber(std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) return 0;
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || stop != end || number < 1) return 0;
  text.resize(colon);
  return number;
}

}  // namespace

Outcome OutcomeOf(const Error& error, const std::string& name) {
  const auto kind = error.code == ErrorCode::kPromise ? Outcome::Kind::kBroken
                    : error.code == ErrorCode::kInput ? Outcome::Kind::kWrong
                                                      : Outcome::Kind::kNotDone;
  return {kind, name, error.message, error.where, error.hint};
}

std::string ValidText(std::string text) {
  for (auto at = FindInvalidUtf8(text); at != std::string::npos; at = FindInvalidUtf8(text)) {
    text[at] = '?';
  }
  return text;
}

Place ReadPlace(const std::string& where) {
  Place place{.file = where};
  place.line = TakeNumber(place.file);
  if (const int before = TakeNumber(place.file); before > 0) {
    place.column = place.line;
    place.line = before;
  }
  std::error_code error;
  if (place.line == 0 && !std::filesystem::exists(where, error)) return {};
  return place;
}

}  // namespace gauze
