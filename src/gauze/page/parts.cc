#include "gauze/page/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "gauze/base/counted.h"
#include "gauze/page/chart/scale.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostFacts = 60;
constexpr std::size_t kMostNamed = 6;  // columns in a sentence

void AddFacts(const Entry& object, const std::string& before, int depth, std::vector<Fact>& facts) {
  for (const auto& [name, value] : object.members()) {
    const std::string spoken = before.empty() ? Spoken(name) : before + ", " + Spoken(name);
    if (facts.size() == kMostFacts) return;
    if (const std::string shown = value.shown(); !shown.empty()) facts.push_back({spoken, shown});
    if (depth < 3) AddFacts(value, spoken, depth + 1, facts);
  }
}

std::vector<std::string> Parts(std::string_view text, std::string_view between) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(between);
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + between.size());
  }
  return parts;
}

// "income: for 20 % of them …"
bool BeginsWithName(std::string_view text) {
  const std::size_t space = text.find(' ');
  return space != std::string_view::npos && space > 0 && text[space - 1] == ':';
}

// A name alone before a colon is no sentence, and stays with what is said of it.
std::vector<std::string> AtColons(std::string_view text) {
  std::vector<std::string> parts = Parts(text, ": ");
  if (parts.size() > 1 && BeginsWithName(text)) {
    parts[1].insert(0, parts.front() + ": ");
    parts.erase(parts.begin());
  }
  return parts;
}

std::vector<std::string> ColumnsOf(const Entry& evidence) {
  std::vector<std::string> names;
  for (const Entry& column : evidence["about"]["columns"].items()) {
    names.push_back(column["name"].text());
  }
  return names;
}

bool IsPartOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The longest name that stands here as a word of its own; empty if there is none.
std::string_view NameAt(std::string_view text, std::size_t at,
                        const std::vector<std::string>& names) {
  std::string_view longest;
  if (at > 0 && IsPartOfName(text[at - 1])) return longest;
  for (const std::string& name : names) {
    const std::size_t end = at + name.size();
    if (name.size() > longest.size() && text.substr(at).starts_with(name) &&
        (end == text.size() || !IsPartOfName(text[end]))) {
      longest = name;
    }
  }
  return longest;
}

// "1,234", "12 %", "< 0.1 %", "–", also set apart as a name.
bool IsNumber(std::string_view markup) {
  for (const std::string_view mark : {"<bdi>", "&lt; ", "&gt; "}) {
    if (markup.starts_with(mark)) markup.remove_prefix(mark.size());
  }
  if (markup.ends_with("</bdi>")) markup.remove_suffix(6);
  return markup == "–" ||
         (!markup.empty() && '0' <= markup.front() && markup.front() <= '9' &&
          markup.find_first_not_of("0123456789.,e+- %\xC2\xA0") == std::string::npos);
}

// Names stand in the first one.
bool IsColumnOfNumbers(const std::vector<std::vector<Html>>& rows, std::size_t column) {
  return column > 0 && !rows.empty() && std::ranges::all_of(rows, [&](const auto& row) {
           return column < row.size() && IsNumber(row[column].markup());
         });
}

}  // namespace

Html Paragraph(std::string_view words) { return Tag{"p"}(Words(words)); }

Html WithNames(std::string_view sentence, const Entry& evidence) {
  const std::vector<std::string> names = ColumnsOf(evidence);
  Html told;
  std::size_t done = 0;
  for (std::size_t at = 0; at < sentence.size();) {
    const std::string_view name = NameAt(sentence, at, names);
    if (name.empty()) {
      ++at;
      continue;
    }
    told += Words(sentence.substr(done, at - done)) + Named(name);
    at += name.size();
    done = at;
  }
  return told + Words(sentence.substr(done));
}

Html ListedNames(const std::vector<std::string>& names) {
  const std::size_t named = names.size() <= kMostNamed ? names.size() : kMostNamed - 1;
  Html list;
  for (std::size_t i = 0; i < named; ++i) {
    const bool last = i + 1 == names.size();
    if (i > 0) list += Words(last ? " and " : ", ");
    list += Named(names[i]);
  }
  if (named < names.size()) {
    list += Words(fmt::format(" and {} more columns", names.size() - named));
  }
  return list;
}

std::string ShortSentences(std::string_view words) {
  std::string all;
  for (const std::string& whole : Parts(words, ". ")) {
    bool written = !all.empty();  // the beginning of a sentence, as somebody wrote it
    for (const std::string& part : Parts(whole, "; ")) {
      const auto count = 1 + std::ranges::count(part, ' ');
      const bool too_long = static_cast<std::size_t>(count) > kMostWordsOfSentence;
      for (const std::string& sentence : too_long ? AtColons(part) : std::vector{part}) {
        const bool as_it_is = written || BeginsWithName(sentence);
        const std::string ended = sentence.ends_with('.') ? sentence : sentence + ".";
        all += (all.empty() ? "" : " ") + (as_it_is ? ended : Sentence(sentence));
        written = false;
      }
    }
  }
  return all;
}

Html Facts(const std::vector<Fact>& facts) {
  Html list;
  for (const auto& [name, value] : facts) {
    list += Tag{"div"}(Tag{"dt"}(Named(name)) + Tag{"dd"}(Named(value)));
  }
  return facts.empty() ? Html() : Tag{"dl", {{"class", "facts"}}}(list);
}

Html TableOf(const std::vector<std::string>& head, const std::vector<std::vector<Html>>& rows) {
  const auto aligned = [&](std::size_t i, std::vector<Tag::Attribute> attributes = {}) {
    if (IsColumnOfNumbers(rows, i)) attributes.push_back({"class", "number"});
    return attributes;
  };
  Html names;
  for (std::size_t i = 0; i < head.size(); ++i) {
    // An empty head would be one that a reader of screens announces.
    names += head[i].empty() ? Tag{"td"}(Html())
                             : Tag{"th", aligned(i, {{"scope", "col"}})}(Named(head[i]));
  }
  Html body;
  for (const std::vector<Html>& row : rows) {
    Html cells;
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells += i == 0 ? Tag{"th", {{"scope", "row"}}}(row[i]) : Tag{"td", aligned(i)}(row[i]);
    }
    body += Tag{"tr"}(cells);
  }
  return Tag{"div",
             {{"class", "wide"}, {"role", "group"}, {"tabindex", "0"}, {"aria-label", "table"}}}(
      Tag{"table"}(Tag{"thead"}(Tag{"tr"}(names)) + Tag{"tbody"}(body)));
}

std::vector<Fact> FactsOf(const Entry& object) {
  std::vector<Fact> facts;
  AddFacts(object, "", 1, facts);
  return facts;
}

Html FigureOf(std::string svg, const Table& numbers) {
  std::vector<std::vector<Html>> rows;
  for (const std::vector<std::string>& row : numbers.rows) {
    std::vector<Html>& cells = rows.emplace_back();
    for (const std::string& cell : row) cells.push_back(Named(cell));
  }
  return Tag{"figure"}(Drawn(std::move(svg)) + Folded("The numbers", TableOf(numbers.head, rows)));
}

Html Side(const std::vector<Html>& figures) {
  Html all;
  for (const Html& figure : figures) all += figure;
  return Tag{"div", {{"class", "side"}}}(all);
}

Html Folded(std::string_view summary, const Html& inside) {
  return Tag{"details"}(Tag{"summary"}(Words(summary)) + inside);
}

std::string ShareOfPeople(const Entry& share) {
  const std::optional<double> number = share.number();
  if (!number) return "–";
  if (*number > 0 && *number < 0.001) return "< 0.1 %";
  if (*number < 1 && *number >= 0.9995) return "> 99.9 %";
  return fmt::format("{:.3g} %", 100 * *number);  // as sentences have it
}

Html Beside(const std::vector<Html>& parts) {
  Html all;
  for (const Html& part : parts) all += part;
  return all.empty() ? all : Tag{"div", {{"class", "beside"}}}(all);
}

Html LeftOut(const Entry& list, std::size_t shown, const char* what) {
  if (list.size() <= shown) return {};
  return Paragraph(
      fmt::format("{} more {} are in evidence.json.", Grouped(list.size() - shown), what));
}

Html Verdict(bool good, const char* yes, const char* no) {
  return Tag{"strong", {{"class", good ? "good" : "bad"}}}(
      Words(fmt::format("{} {}", good ? "✓" : "✗", good ? yes : no)));
}

}  // namespace gauze::page
