#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "gauze/base/text/ascii.h"
#include "gauze/base/text/utf8.h"
#include "gauze/taxonomy/build.h"
#include "gauze/taxonomy/library/spelling.h"
#include "gauze/taxonomy/suggest/ways.h"

namespace gauze {
namespace {

constexpr std::size_t kLongestCode = 12;

// Values that share a word go together: of its words, each goes by the one that most values have.
class SharedWords {
 public:
  explicit SharedWords(const ColumnValues& column) : word_of_(column.values.size()) {
    std::vector<std::vector<std::string>> words;
    std::map<std::string, std::size_t> values_with;
    for (const Value& value : column.values) {
      words.push_back(WordsOf(value.text));
      for (const auto& word : std::set(words.back().begin(), words.back().end())) {
        ++values_with[word];
      }
    }
    std::map<std::string, std::size_t> members;
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::size_t most = 1;
      for (const std::string& word : words[i]) {
        const std::size_t count = values_with[word];
        if (count <= most || count == words.size()) continue;
        most = count;
        word_of_[i] = word;
      }
      ++members[word_of_[i]];
    }
    for (std::string& word : word_of_) {
      if (members[word] < 2) word.clear();
      grouped_ += word.empty() ? 0 : 1;
    }
    groups_ = static_cast<std::size_t>(std::ranges::count_if(
        members, [](const auto& entry) { return !entry.first.empty() && entry.second > 1; }));
  }

  std::size_t groups() const { return groups_; }
  std::size_t grouped() const { return grouped_; }  // values
  const std::string& Of(std::size_t value) const { return word_of_[value]; }

 private:
  // Of at least three characters, and no numbers: "of" and "in" say nothing.
  static std::vector<std::string> WordsOf(std::string_view text) {
    std::vector<std::string> words;
    const std::string name = NameSpelling(text) + " ";
    for (std::size_t start = 0; start < name.size();) {
      const std::size_t end = name.find(' ', start);
      const std::string word = name.substr(start, end - start);
      if (word.size() >= 3 && !AllDigits(word)) words.push_back(word);
      start = end + 1;
    }
    return words;
  }

  std::vector<std::string> word_of_;  // of each value; empty: it stands alone
  std::size_t groups_ = 0;
  std::size_t grouped_ = 0;
};

}  // namespace

std::vector<HierarchySuggestion> SuggestPrefixes(const ColumnValues& column,
                                                 std::string_view /*name*/) {
  if (column.type != ValueType::kText) return {};
  const std::size_t length = Utf8Characters(column.values.front().text).size();
  std::set<std::string_view> shorter;
  for (const Value& value : column.values) {
    const auto characters = Utf8Characters(value.text);
    if (characters.size() != length) return {};
    shorter.insert(std::string_view(value.text)
                       .substr(0, value.text.size() - (length > 0 ? characters.back().size() : 0)));
  }
  if (length < 2 || length > kLongestCode || shorter.size() == column.values.size()) return {};
  auto suggestion = SuggestBuilder(
      column, "mask", {{"side", "right", ""}}, "{mask: right}",
      fmt::format("every value has {} characters, as codes have; without the last, {} are left",
                  length, shorter.size()));
  if (!suggestion) return {};
  std::vector<HierarchySuggestion> suggestions;
  suggestions.push_back(*std::move(suggestion));
  return suggestions;
}

std::vector<HierarchySuggestion> SuggestWords(const ColumnValues& column,
                                              std::string_view /*name*/) {
  if (column.type != ValueType::kText) return {};
  const SharedWords words(column);
  if (words.groups() == 0 || words.grouped() * 3 < column.values.size()) return {};
  auto taxonomy = TaxonomyOfPaths(
      column,
      [&](std::size_t i) {
        std::vector<std::string> path = {column.values[i].text};
        if (!words.Of(i).empty()) path.push_back(fmt::format("{} …", words.Of(i)));
        return path;
      },
      "");
  if (!taxonomy) return {};
  std::vector<HierarchySuggestion> suggestions;
  suggestions.push_back(
      {"",
       fmt::format("{} of {} values share a word with others; rename the groups, which are called "
                   "by it",
                   words.grouped(), column.values.size()),
       *std::move(taxonomy)});
  return suggestions;
}

std::vector<HierarchySuggestion> SuggestByFrequency(const ColumnValues& column,
                                                    std::string_view /*name*/) {
  if (column.type != ValueType::kText || column.values.size() < 4) return {};
  const auto rare =
      std::ranges::count_if(column.counts, [](std::uint64_t rows) { return rows < 5; });
  auto suggestion = SuggestBuilder(
      column, "priority", {}, "{priority: {}}",
      fmt::format("frequent values stay, rare ones come under `other`; {} of {} values have fewer "
                  "than 5 rows",
                  rare, column.values.size()));
  if (!suggestion) return {};
  std::vector<HierarchySuggestion> suggestions;
  suggestions.push_back(*std::move(suggestion));
  return suggestions;
}

}  // namespace gauze
