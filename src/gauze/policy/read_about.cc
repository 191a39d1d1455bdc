#include "gauze/policy/read_about.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "gauze/base/text/ascii.h"
#include "gauze/base/text/utf8.h"
#include "gauze/policy/keys.h"
#include "gauze/table/value.h"

namespace gauze {
namespace {

std::vector<std::string> WordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string OnOneLine(const std::string& text) {
  std::string line;
  for (const std::string& word : WordsOf(text)) line += (line.empty() ? "" : " ") + word;
  return line;
}

// /home/me, ~/me, ../me, C:\me, \\server\me, and addresses that hold more than a page of the web.
bool NamesAPlace(std::string_view word) {
  const std::size_t begin = std::min(word.find_first_not_of("\"'([{<"), word.size());
  word.remove_prefix(begin);
  const auto at = [&](std::size_t i) { return i < word.size() ? word[i] : ' '; };
  if (at(0) == '/' && IsAlnum(at(1))) return true;
  if (word.starts_with("~/") || word.starts_with("../") || word.starts_with("\\\\")) return true;
  if (IsAlnum(at(0)) && at(1) == ':' && (at(2) == '\\' || at(2) == '/')) return true;
  if (word.find("/../") != std::string_view::npos) return true;
  if (word.find("://") == std::string_view::npos) return word.starts_with("file:");
  const bool page = word.starts_with("http://") || word.starts_with("https://");
  return !page || word.find('@') != std::string_view::npos;
}

Status CheckField(const std::string& name, const std::string& text, const std::string& where) {
  if (text.empty()) {
    return InputError(fmt::format("{} says nothing", name), where,
                      "write a text, or leave the line out");
  }
  if (Utf8Characters(text).size() > AboutSection::kMostCharacters) {
    return InputError(
        fmt::format("{} has more than {} characters", name, AboutSection::kMostCharacters), where,
        "say it in a sentence or two: it stands at the head of the report");
  }
  if (std::ranges::any_of(WordsOf(text), NamesAPlace)) {
    return InputError(fmt::format("{} names a place on a machine", name), where,
                      "leave the path out: about is published with the release");
  }
  if (name == "date" && !ParseValue({.name = name, .type = ValueType::kDate}, text)) {
    return InputError("date must be a day", where, "write it as YYYY-MM-DD");
  }
  return {};
}

}  // namespace

bool AboutSection::States(std::string_view field) const {
  return std::ranges::find(fields, field, &std::pair<std::string, std::string>::first) !=
         fields.end();
}

Result<AboutSection> ReadAboutSection(const YamlReader& yaml, const YAML::Node& node) {
  AboutSection about{.fields = {}, .where = yaml.Where(node)};
  GAUZE_ASSIGN(const auto entries, yaml.Map(node, "about", keys::kAbout));
  for (const std::string& name : keys::kAbout) {
    const auto entry = std::ranges::find(entries, name, &YamlReader::Entry::key);
    if (entry == entries.end()) continue;
    GAUZE_ASSIGN(const std::string text, yaml.Scalar(entry->value, name));
    about.fields.emplace_back(name, OnOneLine(text));
    GAUZE_TRY(CheckField(name, about.fields.back().second, yaml.Where(entry->value)));
  }
  return about;
}

}  // namespace gauze
