#include "gauze/interpret/answer.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace gauze {
namespace {

nlohmann::ordered_json Distribution(const FoundTarget& target, const CellNumbers& numbers) {
  nlohmann::ordered_json values = nlohmann::ordered_json::array();
  for (Code code = 0; code < numbers.persons.size(); ++code) {
    if (!numbers.told[code] || numbers.persons[code] == 0) continue;
    values.push_back({{"value", target.column->Own()[code]}, {"persons", numbers.persons[code]}});
  }
  return {{"values", std::move(values)}, {"other", numbers.rest}};
}

}  // namespace

std::optional<FoundTarget> FindTarget(const HeldColumn& column,
                                      const std::optional<std::string>& value) {
  FoundTarget target{.column = &column};
  if (!value) {
    target.cells = EachValue(column);
    return target;
  }
  const auto test = TestOf(column, {.column = column.name, .values = {*value}});
  if (!test) return std::nullopt;
  target.shown = test->codes.front();
  target.cells = OneCell(column, OwnValuesOf(column, *target.shown));
  return target;
}

nlohmann::ordered_json TargetJson(const FoundTarget& target, const Finding& finding) {
  nlohmann::ordered_json json = {{"column", target.column->name}};
  if (!finding.cells || (target.shown && !finding.cells->told.front())) {
    json["withheld"] = kDifference;
  } else if (!target.shown) {
    json.update(Distribution(target, *finding.cells));
  } else {
    const std::uint64_t persons = finding.cells->persons.front();
    json["persons"] = persons;
    json["confidence"] = static_cast<double>(persons) / static_cast<double>(finding.support);
  }
  return json;
}

std::string AnswerText(const nlohmann::ordered_json& answer) {
  return answer.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace gauze
