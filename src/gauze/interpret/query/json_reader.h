#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json.h"

// Reading questions from JSON that anybody may have sent: nothing throws, what is not known is
// refused, and errors name the place ("query.when[2]") and the key, never a value.

namespace gauze {

// Text of at most so many bytes, nested at most 200 deep.
Result<nlohmann::json> ReadJson(std::string_view text, std::size_t bytes);

// A view of an object and of where it stands; lives no longer than the JSON it looks at.
class JsonObject {
 public:
  static Result<JsonObject> Of(const nlohmann::json& json, std::string where);

  // An error if there is any other key.
  Status Only(std::initializer_list<std::string_view> keys) const;
  bool Has(const char* key) const { return json_->contains(key); }

  Result<std::string> Text(const char* key) const;
  Result<std::vector<std::string>> Texts(const char* key) const;
  Result<std::optional<double>> OptionalNumber(const char* key) const;
  Result<std::optional<bool>> OptionalTruth(const char* key) const;
  Result<JsonObject> Object(const char* key) const;
  Result<std::vector<JsonObject>> Objects(const char* key) const;

  const nlohmann::json& json() const { return *json_; }
  const std::string& where() const { return where_; }

 private:
  JsonObject(const nlohmann::json& json, std::string where)
      : json_(&json), where_(std::move(where)) {}
  tl::unexpected<Error> Wrong(const char* key, std::string_view wanted) const;
  // Null if the key is not there.
  const nlohmann::json* Find(const char* key) const;

  const nlohmann::json* json_;
  std::string where_;
};

}  // namespace gauze
