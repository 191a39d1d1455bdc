#include "gauze/interpret/gate/answer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "gauze/base/json.h"
#include "gauze/interpret/gate/meaning.h"

namespace gauze {
namespace {

Json Distribution(const FoundTarget& target, const CellNumbers& numbers) {
  Json values = Json::array();
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

Json TargetJson(const FoundTarget& target, const Finding& finding) {
  Json json = {{"column", target.column->name}};
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

FoundQuery FindQuery(const Query& query, const VaultIndex& index) {
  FoundQuery found;
  for (const Condition& condition : query.when) {
    const HeldColumn* column = index.Find(condition.column);
    if (column == nullptr) return {.refusal = kUnknownColumn};
    auto test = TestOf(*column, condition);
    if (!test) return {.refusal = kUnknownValue};
    found.tests.push_back(*std::move(test));
  }
  if (!query.target) return found;
  const HeldColumn* column = index.Find(query.target->column);
  if (column == nullptr) return {.refusal = kUnknownColumn};
  found.target = FindTarget(*column, query.target->value);
  if (!found.target) return {.refusal = kUnknownValue};
  return found;
}

void Tell(const Query& query, const FoundQuery& found, const Finding& finding,
          const VaultIndex& index, const Ends& ends, Decision& decision) {
  const auto meaning_of = [&](const ColumnTest& test, const Condition& condition) {
    Meaning meaning = MeaningOf(test, condition, index, finding.behind, ends);
    std::ranges::move(meaning.touched, std::back_inserter(decision.values_touched));
    return meaning;
  };
  Query means{.target = query.target};
  Json when = Json::array();
  for (std::size_t i = 0; i < found.tests.size(); ++i) {
    Meaning meaning = meaning_of(found.tests[i], query.when[i]);
    when.push_back(std::move(meaning.json));
    means.when.push_back(std::move(meaning.condition));
  }
  Json target;
  if (found.target) target = TargetJson(*found.target, finding);
  if (found.target && found.target->shown) {
    const Condition cell{.column = query.target->column, .values = {*query.target->value}};
    Meaning meaning =
        meaning_of({.column = found.target->column, .codes = {*found.target->shown}}, cell);
    target.update(meaning.json["values"][0]);
    means.target->value = meaning.condition.values.front();
  }
  Json answer = {{"release", index.release()},
                 {"question", decision.question},
                 {"means", QueryText(means)},
                 {"when", std::move(when)}};
  if (finding.step.told) {
    answer["support"] = finding.support;
  } else {
    answer["withheld"] = kDifference;
  }
  if (found.target) answer["target"] = std::move(target);
  decision.answer_json = AnswerText(answer);
}

std::string AnswerText(const Json& answer) {
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gauze
