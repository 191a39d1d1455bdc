#include "gauze/interpret/query/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gauze/base/json.h"

namespace gauze {

Result<nlohmann::json> ReadJson(std::string_view text, std::size_t bytes) {
  if (text.size() > bytes) {
    return InputError("the JSON is too long", "", fmt::format("at most {} bytes", bytes));
  }
  auto json = ParseJson<nlohmann::json>(text);
  if (json.is_discarded()) {
    return InputError("this is not JSON, or it is nested too deeply", "",
                      fmt::format("at most {} levels", kDeepestJson));
  }
  return json;
}

Result<JsonObject> JsonObject::Of(const nlohmann::json& json, std::string where) {
  if (!json.is_object()) return InputError("expected a JSON object", std::move(where));
  return JsonObject(json, std::move(where));
}

tl::unexpected<Error> JsonObject::Wrong(const char* key, std::string_view wanted) const {
  return InputError(fmt::format("\"{}\" must be {}", key, wanted), where_);
}

const nlohmann::json* JsonObject::Find(const char* key) const {
  const auto found = json_->find(key);
  return found == json_->end() ? nullptr : &*found;
}

Status JsonObject::Only(std::initializer_list<std::string_view> keys) const {
  for (const auto& item : json_->items()) {
    if (std::ranges::find(keys, item.key()) != keys.end()) continue;
    return InputError("there is an unknown key", where_,
                      fmt::format("known: {}", fmt::join(keys, ", ")));
  }
  return {};
}

Result<std::string> JsonObject::Text(const char* key) const {
  const nlohmann::json* found = Find(key);
  if (found == nullptr || !found->is_string()) return Wrong(key, "a text");
  return found->get<std::string>();
}

Result<std::vector<std::string>> JsonObject::Texts(const char* key) const {
  const nlohmann::json* found = Find(key);
  if (found == nullptr || !found->is_array()) return Wrong(key, "a list of texts");
  std::vector<std::string> texts;
  for (const nlohmann::json& item : *found) {
    if (!item.is_string()) return Wrong(key, "a list of texts");
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

Result<std::optional<double>> JsonObject::OptionalNumber(const char* key) const {
  const nlohmann::json* found = Find(key);
  if (found == nullptr) return std::optional<double>();
  if (!found->is_number()) return Wrong(key, "a number");
  return std::optional(found->get<double>());
}

Result<std::optional<bool>> JsonObject::OptionalTruth(const char* key) const {
  const nlohmann::json* found = Find(key);
  if (found == nullptr) return std::optional<bool>();
  if (!found->is_boolean()) return Wrong(key, "true or false");
  return std::optional(found->get<bool>());
}

Result<JsonObject> JsonObject::Object(const char* key) const {
  const nlohmann::json* found = Find(key);
  if (found == nullptr) return Wrong(key, "an object");
  return Of(*found, fmt::format("{}.{}", where_, key));
}

Result<std::vector<JsonObject>> JsonObject::Objects(const char* key) const {
  const nlohmann::json* found = Find(key);
  if (found == nullptr || !found->is_array()) return Wrong(key, "a list of objects");
  std::vector<JsonObject> objects;
  for (const nlohmann::json& item : *found) {
    GAUZE_ASSIGN(JsonObject object,
                 Of(item, fmt::format("{}.{}[{}]", where_, key, objects.size())));
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace gauze
