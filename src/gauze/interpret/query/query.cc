#include "gauze/interpret/query/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "gauze/base/json.h"
#include "gauze/interpret/query/words.h"

namespace gauze {
namespace {

std::string NumberText(double number) { return fmt::format("{}", number); }

// Of two ends the one that lets less through.
void Narrow(std::optional<RangeEnd>& end, const std::optional<RangeEnd>& other, bool upper) {
  if (!other) return;
  if (!end) {
    end = other;
  } else if (end->at == other->at) {
    end->included = end->included && other->included;
  } else if ((other->at < end->at) == upper) {
    end = other;
  }
}

bool IsEmptyRange(const Condition& condition) {
  if (!condition.from || !condition.to) return false;
  if (condition.from->at != condition.to->at) return condition.from->at > condition.to->at;
  return !condition.from->included || !condition.to->included;
}

// Puts `next` into `condition`, which has the same column and is of the same kind.
void Merge(Condition& condition, const Condition& next) {
  Narrow(condition.from, next.from, false);
  Narrow(condition.to, next.to, true);
  std::erase_if(condition.values, [&](const std::string& value) {
    return !std::ranges::binary_search(next.values, value);
  });
}

tl::unexpected<Error> Impossible() {
  return InputError("the conditions on a column exclude each other", "",
                    "values in one set are meant as \"or\", conditions joined by & as \"and\"");
}

}  // namespace

Result<Query> CanonicalQuery(Query query) {
  if (query.when.empty() && !query.target) {
    return InputError("the question is empty", "",
                      "for example: education = ~k3x9q2m7ta -> salary");
  }
  std::size_t values = 0;
  for (Condition& condition : query.when) {
    values += condition.values.size();
    std::ranges::sort(condition.values);
    const auto [first, last] = std::ranges::unique(condition.values);
    condition.values.erase(first, last);
    if (condition.values.empty() && !condition.from && !condition.to) {
      return InputError("a condition is empty");
    }
    for (auto* end : {&condition.from, &condition.to}) {
      if (!*end) continue;
      if (!std::isfinite((*end)->at)) return InputError("the end of a range is not a number");
      (*end)->at += 0.0;  // -0 is 0
    }
  }
  if (query.when.size() > kQueryConditions || values > kQueryValues) {
    return InputError(
        "the question has too many conditions or values", "",
        fmt::format("at most {} conditions and {} values", kQueryConditions, kQueryValues));
  }
  const auto key = [](const Condition& condition) {
    return std::tuple<const std::string&, bool>(condition.column, condition.values.empty());
  };
  std::ranges::sort(query.when, {}, key);
  std::vector<Condition> merged;
  for (Condition& condition : query.when) {
    if (!merged.empty() && key(merged.back()) == key(condition)) {
      const bool range = condition.values.empty();
      Merge(merged.back(), condition);
      if (!range && merged.back().values.empty()) return Impossible();
    } else {
      merged.push_back(std::move(condition));
    }
    if (IsEmptyRange(merged.back())) return Impossible();
  }
  query.when = std::move(merged);
  return query;
}

std::string ValueText(std::string_view value) {
  const bool bare = !value.empty() && std::ranges::all_of(value, IsWordByte);
  if (bare) return std::string(value);
  return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string ConditionText(const Condition& condition) {
  std::string text = ValueText(condition.column);
  if (condition.values.size() == 1) return text + " = " + ValueText(condition.values.front());
  if (!condition.values.empty()) {
    text += " in {";
    for (const std::string& value : condition.values) {
      if (text.back() != '{') text += ", ";
      text += ValueText(value);
    }
    return text + "}";
  }
  if (!condition.from) {
    return text + (condition.to->included ? " <= " : " < ") + NumberText(condition.to->at);
  }
  if (!condition.to) {
    return text + (condition.from->included ? " >= " : " > ") + NumberText(condition.from->at);
  }
  return fmt::format("{} in {}{}, {}{}", text, condition.from->included ? '[' : '(',
                     NumberText(condition.from->at), NumberText(condition.to->at),
                     condition.to->included ? ']' : ')');
}

std::string QueryText(const Query& query) {
  std::string text;
  for (const Condition& condition : query.when) {
    if (!text.empty()) text += " & ";
    text += ConditionText(condition);
  }
  if (!query.target) return text;
  text += text.empty() ? "-> " : " -> ";
  text += ValueText(query.target->column);
  if (query.target->value) text += " = " + ValueText(*query.target->value);
  return text;
}

std::vector<std::string> ColumnsOf(const Query& query) {
  std::vector<std::string> columns;
  for (const Condition& condition : query.when) columns.push_back(condition.column);
  if (query.target) columns.push_back(query.target->column);
  std::ranges::sort(columns);
  const auto [first, last] = std::ranges::unique(columns);
  columns.erase(first, last);
  return columns;
}

}  // namespace gauze
