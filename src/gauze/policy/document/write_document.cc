#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gauze/base/json.h"
#include "gauze/base/text/ascii.h"
#include "gauze/policy/document/document.h"

namespace gauze {
namespace {

constexpr std::size_t kLineLength = 100;
// Readers of YAML look no further than 1024 characters for the colon.
constexpr std::size_t kLongestName = 250;

// Words that some reader or other takes for something else than a text.
bool IsReserved(std::string_view word) {
  static constexpr std::array kWords{"true", "false", "yes", "no", "on", "off", "null", "y", "n"};
  return std::ranges::find(kWords, LowerCase(word)) != kWords.end();
}

// It can stand without quotes, and would be read as the same text by everybody.
bool IsPlain(std::string_view text) {
  return !text.empty() && text.size() <= kLineLength &&
         (IsLetter(text.front()) || text[0] == '_') && text.back() != ' ' &&
         text.find("  ") == text.npos && !IsReserved(text) && std::ranges::all_of(text, [](char c) {
           return IsAlnum(c) || c == '_' || c == '-' || c == '.' || c == '/' || c == ' ';
         });
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const auto third = static_cast<unsigned char>(i + 2 < text.size() ? text[i + 2] : 0);
    if (c == '"' || c == '\\') {
      quoted += {'\\', text[i]};
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (c < 0x20 || c == 0x7f) {
      quoted += fmt::format("\\x{:02x}", c);
    } else if (c == 0xc2 && next < 0xa0) {  // U+0080 to U+009F: controls, too
      quoted += fmt::format("\\u{:04x}", next);
      ++i;
    } else if (c == 0xe2 && next == 0x80 && (third == 0xa8 || third == 0xa9)) {  // ends of lines
      quoted += fmt::format("\\u{:04x}", 0x2000 + (third & 0x3fU));
      i += 2;
    } else if (c == 0xef && next == 0xbb && third == 0xbf) {  // a byte order mark
      quoted += "\\ufeff";
      i += 2;
    } else {
      quoted += text[i];
    }
  }
  return quoted + "\"";
}

std::string Text(std::string_view text) { return IsPlain(text) ? std::string(text) : Quoted(text); }

// In one line.
std::string Flow(const Json& value) {
  std::string line;
  const auto add = [&](const std::string& part) {
    if (!line.empty()) line += ", ";
    line += part;
  };
  if (value.is_object()) {
    for (const auto& [name, part] : value.items()) add(Text(name) + ": " + Flow(part));
    return "{" + line + "}";
  }
  if (value.is_array()) {
    for (const Json& part : value) add(Flow(part));
    return "[" + line + "]";
  }
  if (value.is_string()) return Text(value.get_ref<const std::string&>());
  return value.dump();
}

// A collection whose parts each have a line of their own: a section, and what does not fit into
// one line.
bool IsBlock(const Json& value, std::size_t depth, std::size_t room) {
  if (!value.is_structured() || value.empty()) return false;
  const bool section = depth == 1 && std::ranges::any_of(value, [](const Json& part) {
                         return part.is_structured() && !part.empty();
                       });
  return section || Flow(value).size() > room;
}

void Block(const Json& value, std::size_t depth, std::string& text);

// After "name:" or "-".
void Part(const Json& value, std::size_t depth, std::size_t used, std::string& text) {
  const bool block = IsBlock(value, depth, kLineLength - std::min(kLineLength, used + 1));
  if (!block) {
    if (!value.is_null() || text.back() == '-') text += " " + Flow(value);
    text += "\n";
    return;
  }
  text += "\n";
  Block(value, depth, text);
}

void Block(const Json& value, std::size_t depth, std::string& text) {
  const std::string indent(2 * depth, ' ');
  for (const auto& [name, part] : value.items()) {
    const std::size_t begin = text.size();
    if (value.is_object()) {
      text += indent + Text(name) + ":";
      Part(part, depth + 1, text.size() - begin, text);
    } else if (part.is_object() && part.size() == 1) {  // `- k_anonymity: {k: 5}`
      text += indent + "- " + Text(part.begin().key()) + ":";
      Part(part.front(), depth + 2, text.size() - begin, text);
    } else {
      text += indent + "-";
      Part(part, depth + 1, text.size() - begin, text);
    }
  }
}

Status CheckNames(const Json& value) {
  if (!value.is_structured()) return {};
  for (const auto& [name, part] : value.items()) {
    if (value.is_object() && Text(name).size() > kLongestName) {
      return InputError(fmt::format("a name has more than {} characters", kLongestName), "",
                        "give the column a shorter name");
    }
    GAUZE_TRY(CheckNames(part));
  }
  return {};
}

}  // namespace

Result<std::string> WriteDocument(const Json& document) {
  if (!document.is_object()) {
    return InputError("a policy is a map of sections", "", "begin with `version: 1`");
  }
  GAUZE_TRY(CheckNames(document));
  if (document.empty()) return "{}\n";
  std::string text;
  Block(document, 0, text);
  return text;
}

}  // namespace gauze
