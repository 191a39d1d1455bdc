#include <utility>

#include "gauze/base/json.h"
#include "gauze/interpret/query/json_reader.h"
#include "gauze/interpret/query/query.h"

namespace gauze {
namespace {

Result<std::optional<RangeEnd>> EndOf(const JsonObject& object, const char* at, const char* open) {
  GAUZE_ASSIGN(const auto number, object.OptionalNumber(at));
  GAUZE_ASSIGN(const auto is_open, object.OptionalTruth(open));
  if (!number) {
    if (is_open) return InputError("an open end needs the end itself", object.where());
    return std::optional<RangeEnd>();
  }
  return std::optional(RangeEnd{.at = *number, .included = !is_open.value_or(false)});
}

Result<Condition> ConditionOf(const JsonObject& object) {
  GAUZE_TRY(object.Only({"column", "values", "from", "from_open", "to", "to_open"}));
  Condition condition;
  GAUZE_ASSIGN(condition.column, object.Text("column"));
  GAUZE_ASSIGN(condition.from, EndOf(object, "from", "from_open"));
  GAUZE_ASSIGN(condition.to, EndOf(object, "to", "to_open"));
  const bool range = condition.from || condition.to;
  if (object.Has("values") == range) {
    return InputError("a condition has either \"values\" or ends of a range", object.where());
  }
  if (!range) {
    GAUZE_ASSIGN(condition.values, object.Texts("values"));
    if (condition.values.empty()) return InputError("\"values\" is empty", object.where());
  }
  return condition;
}

Result<Target> TargetOf(const JsonObject& object) {
  GAUZE_TRY(object.Only({"column", "value"}));
  Target target;
  GAUZE_ASSIGN(target.column, object.Text("column"));
  if (object.Has("value")) {
    GAUZE_ASSIGN(target.value, object.Text("value"));
  }
  return target;
}

}  // namespace

Result<Query> QueryFromJson(std::string_view text) {
  GAUZE_ASSIGN(const nlohmann::json json, ReadJson(text, kQueryBytes));
  if (json.is_string()) return ParseQuery(json.get_ref<const std::string&>());
  GAUZE_ASSIGN(const auto object, JsonObject::Of(json, "query"));
  GAUZE_TRY(object.Only({"when", "target"}));
  Query query;
  if (object.Has("when")) {
    GAUZE_ASSIGN(const auto conditions, object.Objects("when"));
    for (const JsonObject& condition : conditions) {
      GAUZE_ASSIGN(Condition read, ConditionOf(condition));
      query.when.push_back(std::move(read));
    }
  }
  if (object.Has("target")) {
    GAUZE_ASSIGN(const auto target, object.Object("target"));
    GAUZE_ASSIGN(query.target, TargetOf(target));
  }
  return CanonicalQuery(std::move(query));
}

}  // namespace gauze
