#include "gauze/interpret/gate/meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gauze/base/json.h"
#include "gauze/interpret/gate/decision.h"

namespace gauze {
namespace {

Json RangeJson(const Condition& range) {
  Json json = Json::object();
  if (range.from) json["from"] = range.from->at;
  if (range.from && !range.from->included) json["from_open"] = true;
  if (range.to) json["to"] = range.to->at;
  if (range.to && !range.to->included) json["to_open"] = true;
  return json;
}

// Reads a range of grades in own values, as far as its ends may be told.
void ReadGrades(const HeldColumn& column, const Ends& ends, Meaning& meaning) {
  const Condition asked = meaning.condition;
  ToldEnd from;
  ToldEnd to;
  if (asked.from) from = ends.Lower(column, *asked.from);
  if (asked.to) to = ends.Upper(column, *asked.to);
  if (!from.own && !to.own) {
    meaning.json["refused"] = kSupport;
    if (asked.from) meaning.left.push_back(fmt::format("{}", asked.from->at));
    if (asked.to) meaning.left.push_back(fmt::format("{}", asked.to->at));
    return;
  }
  meaning.condition.from = from.own;
  meaning.condition.to = to.own;
  meaning.json["means"] = RangeJson(meaning.condition);
  if (from.wider) meaning.wider.emplace_back("from");
  if (to.wider) meaning.wider.emplace_back("to");
  if (!meaning.wider.empty()) meaning.json["wider"] = meaning.wider;
  // A range says something about every category that it reaches into, as asked and as told.
  const auto categories = static_cast<double>(column.categories.size());
  double first = asked.from ? asked.from->at : 1;
  double last = asked.to ? asked.to->at : categories;
  if (from.own) first = std::min(first, from.grade);
  if (to.own) last = std::max(last, to.grade);
  for (double i = std::max(1.0, std::floor(first)); i <= std::min(categories, std::floor(last));
       ++i) {
    meaning.touched.push_back(fmt::format("{}={:.0f}", column.name, i));
  }
}

}  // namespace

Meaning MeaningOf(const ColumnTest& test, const Condition& condition, const VaultIndex& index,
                  const Bits& rows, const Ends& ends) {
  const HeldColumn& column = *test.column;
  Meaning meaning{.condition = condition, .json = {{"column", column.name}}};
  if (condition.values.empty()) {
    meaning.json["shown"] = RangeJson(condition);
    if (column.kind == VaultKind::kGraded) {
      ReadGrades(column, ends, meaning);
    } else {
      meaning.json["means"] = meaning.json["shown"];
    }
    return meaning;
  }
  meaning.condition.values.clear();
  auto& values = meaning.json["values"] = Json::array();
  for (const Code code : test.codes) {
    Json value = {{"shown", column.shown[code]}};
    const bool grade = column.kind == VaultKind::kGraded && !column.shown[code].empty();
    const bool secret = column.alias[code] || grade;
    if (!secret || index.Show(column, code, ends.Behind(column), &rows)) {
      value["means"] = column.means[code];
      meaning.condition.values.push_back(column.means[code]);
      if (column.alias[code]) {
        meaning.touched.push_back(fmt::format("{}={}", column.name, column.shown[code]));
      } else if (grade) {
        meaning.touched.push_back(
            fmt::format("{}={:.0f}", column.name, std::floor(column.numbers[code])));
      }
    } else {
      value["refused"] = kSupport;
      meaning.left.push_back(column.shown[code]);
      meaning.condition.values.push_back(column.shown[code]);
    }
    values.push_back(std::move(value));
  }
  std::ranges::sort(meaning.condition.values);
  const auto [first, last] = std::ranges::unique(meaning.condition.values);
  meaning.condition.values.erase(first, last);
  return meaning;
}

}  // namespace gauze
