#include "gauze/policy/yaml_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gauze/base/text/suggest.h"

namespace gauze {
namespace {

// Where the first tab stands that a line up to this one is indented by; none: nowhere. YAML indents
// by blanks alone, and its readers tell of a tab as something else, further on. Between brackets
// lines may begin as they like.
std::optional<YAML::Mark> FindIndentingTab(std::string_view text, int last_line) {
  YAML::Mark mark;
  bool indents = true;
  int brackets = 0;
  for (std::size_t i = 0; i < text.size() && mark.line <= last_line; ++i, ++mark.column) {
    if (text[i] == '\n') {
      ++mark.line;
      mark.column = -1;
      indents = true;
    } else if (indents && brackets == 0 && text[i] == '\t') {
      return mark;
    } else if (text[i] != ' ') {
      indents = false;
      if (text[i] == '{' || text[i] == '[') ++brackets;
      if (text[i] == '}' || text[i] == ']') --brackets;
    }
  }
  return std::nullopt;
}

}  // namespace

Result<YAML::Node> YamlReader::Load(std::string_view text) const {
  try {
    return YAML::Load(std::string(text));
  } catch (const YAML::Exception& error) {
    if (const auto tab = FindIndentingTab(text, error.mark.line)) {
      return InputError("a line is indented by a tab", WhereMark(*tab),
                        "YAML indents by blanks: replace every tab at the beginning of a line by "
                        "two of them");
    }
    return InputError("this is not YAML: " + error.msg, WhereMark(error.mark),
                      "check indentation, brackets and quotes on this line and the one before");
  }
}

std::string YamlReader::WhereMark(const YAML::Mark& mark) const {
  if (mark.is_null()) return file_;
  return fmt::format("{}:{}:{}", file_, mark.line + 1, mark.column + 1);
}

std::string YamlReader::Where(const YAML::Node& node) const {
  return node.IsDefined() ? WhereMark(node.Mark()) : file_;
}

Result<std::vector<YamlReader::Entry>> YamlReader::Map(
    const YAML::Node& node, std::string_view what, const std::vector<std::string>& known) const {
  if (!node.IsMap()) {
    return InputError(fmt::format("{} must be a map of names and values", what), Where(node),
                      "write it as `name: value`, one per line, or as {name: value}");
  }
  std::vector<Entry> entries;
  for (const auto& pair : node) {
    GAUZE_ASSIGN(std::string key, Scalar(pair.first, "a key"));
    const std::string where = Where(pair.first);
    if (!known.empty() && std::ranges::find(known, key) == known.end()) {
      return InputError(fmt::format("{} has no \"{}\"", what, key), where, DidYouMean(key, known));
    }
    if (std::ranges::find(entries, key, &Entry::key) != entries.end()) {
      return InputError(fmt::format("\"{}\" is written twice", key), where, "keep one of the two");
    }
    entries.push_back({std::move(key), pair.second, where});
  }
  return entries;
}

Result<YamlReader::Entry> YamlReader::Single(const YAML::Node& node, std::string_view what,
                                             const std::vector<std::string>& known) const {
  GAUZE_ASSIGN(auto entries, Map(node, what, known));
  if (entries.size() != 1) {
    return InputError(fmt::format("{} must have exactly one name", what), Where(node),
                      "write it as `name: {parameter: value}`");
  }
  return std::move(entries.front());
}

Result<std::string> YamlReader::Scalar(const YAML::Node& node, std::string_view what) const {
  if (!node.IsScalar()) {
    return InputError(fmt::format("{} must be a single value", what), Where(node),
                      "write one word or number, not a list or a map");
  }
  return node.Scalar();
}

Result<std::vector<std::string>> YamlReader::Scalars(const YAML::Node& node,
                                                     std::string_view what) const {
  std::vector<std::string> values;
  if (!node.IsSequence()) {
    GAUZE_ASSIGN(std::string value, Scalar(node, what));
    values.push_back(std::move(value));
    return values;
  }
  for (const auto& item : node) {
    GAUZE_ASSIGN(std::string value, Scalar(item, what));
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace gauze
