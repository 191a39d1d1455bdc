#include "gauze/interpret/meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gauze/base/json.h"
#include "gauze/interpret/decision.h"

namespace gauze {
namespace {

// Rows with a code are in rising order, so their groups are, too.
bool AtLeast(std::uint32_t k, const HeldColumn& column, Code code, const Holding& holding,
             const Bits& rows) {
  std::uint32_t persons = 0;
  std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t i = column.starts[code]; i < column.starts[code + 1] && persons < k; ++i) {
    const std::uint32_t row = column.rows_by_shown[i];
    if (!rows.Has(row)) continue;
    const std::uint32_t group = holding.group_of().empty() ? row : holding.group_of()[row];
    if (group != last) persons += holding.sizes().empty() ? 1 : holding.sizes()[group];
    last = group;
  }
  return persons >= k;
}

Json RangeJson(const Condition& range) {
  Json json = Json::object();
  if (range.from) json["from"] = range.from->at;
  if (range.from && !range.from->included) json["from_open"] = true;
  if (range.to) json["to"] = range.to->at;
  if (range.to && !range.to->included) json["to_open"] = true;
  return json;
}

// The range of own values, closed; and the categories that it touches.
void ReadGrades(const HeldColumn& column, Meaning& meaning) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Condition& range = meaning.condition;
  double from = range.from ? range.from->at : -kInfinity;
  double to = range.to ? range.to->at : kInfinity;
  if (range.from && !range.from->included) from = std::nextafter(from, kInfinity);
  if (range.to && !range.to->included) to = std::nextafter(to, -kInfinity);
  const VaultCategory values = RangeOfGrades(from, to, column.categories);
  if (values.from > values.to) return;  // no value has such a grade: nothing to tell
  if (range.from) range.from = RangeEnd{.at = values.from};
  if (range.to) range.to = RangeEnd{.at = values.to};
  const auto categories = static_cast<double>(column.categories.size());
  for (double i = std::max(1.0, std::floor(from)); i <= std::min(categories, std::floor(to)); ++i) {
    meaning.touched.push_back(fmt::format("{}={:.0f}", column.name, i));
  }
}

}  // namespace

Meaning MeaningOf(const ColumnTest& test, const Condition& condition, const Holding& holding,
                  const Bits& rows, std::uint32_t k) {
  const HeldColumn& column = *test.column;
  Meaning meaning{.condition = condition, .json = {{"column", column.name}}};
  if (condition.values.empty()) {
    meaning.json["shown"] = RangeJson(condition);
    if (column.kind == VaultKind::kGraded) ReadGrades(column, meaning);
    meaning.json["means"] = RangeJson(meaning.condition);
    return meaning;
  }
  meaning.condition.values.clear();
  auto& values = meaning.json["values"] = Json::array();
  for (const Code code : test.codes) {
    Json value = {{"shown", column.shown[code]}};
    const bool grade = column.kind == VaultKind::kGraded && !column.shown[code].empty();
    const bool secret = column.alias[code] || grade;
    if (!secret || AtLeast(k, column, code, holding, rows)) {
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
