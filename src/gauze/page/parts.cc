#include "gauze/page/parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/page/chart/scale.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostFacts = 60;

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

}  // namespace

Html Paragraph(std::string_view words) { return Tag{"p"}(Words(words)); }

std::string ShortSentences(std::string_view words) {
  std::string all;
  for (const std::string& part : Parts(words, "; ")) {
    const auto count = 1 + std::ranges::count(part, ' ');
    const bool too_long = static_cast<std::size_t>(count) > kMostWordsOfSentence;
    for (const std::string& sentence : too_long ? Parts(part, ": ") : std::vector{part}) {
      all += (all.empty() ? "" : " ") + Sentence(sentence);
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
  Html names;
  for (const std::string& name : head) {
    // An empty head would be one that a reader of screens announces.
    names += name.empty() ? Tag{"td"}(Html()) : Tag{"th", {{"scope", "col"}}}(Named(name));
  }
  Html body;
  for (const std::vector<Html>& row : rows) {
    Html cells;
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells += i == 0 ? Tag{"th", {{"scope", "row"}}}(row[i]) : Tag{"td"}(row[i]);
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
  if (*number < 1 && *number > 0.999) return "> 99.9 %";
  return Written(*number, Unit::kShare);
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
