#include "gauze/studio/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/http/target.h"

namespace gauze::studio {
namespace {

bool IsLine(const Json& value) {
  return value.is_string() && !value.get_ref<const std::string&>().empty() &&
         http::IsPlainText(value.get_ref<const std::string&>());
}

}  // namespace

const Json* Fields::Part(const char* name) {
  known_.emplace_back(name);
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

Result<std::string> Fields::Text(const char* name) {
  const Json* value = Part(name);
  if (value != nullptr && IsLine(*value)) return value->get<std::string>();
  return InputError(fmt::format("the field {} must be a text without control characters", name));
}

Result<std::string> Fields::TextOr(const char* name, const std::string& fallback) {
  const Json* value = Part(name);
  if (value == nullptr) return fallback;
  return Text(name);
}

Result<std::uint64_t> Fields::Number(const char* name) {
  const Json* value = Part(name);
  if (value != nullptr && value->is_number_unsigned()) return value->get<std::uint64_t>();
  return InputError(fmt::format("the field {} must be a whole number", name));
}

Result<std::vector<std::string>> Fields::Texts(const char* name) {
  const Json* value = Part(name);
  if (value == nullptr) return std::vector<std::string>{};
  if (value->is_array() && std::ranges::all_of(*value, IsLine)) {
    return value->get<std::vector<std::string>>();
  }
  return InputError(fmt::format("the field {} must be a list of texts", name));
}

Status Fields::Finish() const {
  if (!object_.is_object()) return InputError("the request must be a JSON object");
  for (const auto& [name, value] : object_.items()) {
    if (std::ranges::find(known_, name) == known_.end()) {
      return InputError(known_.empty() ? std::string("the request takes no field")
                                       : fmt::format("the request has a field that is not one of: "
                                                     "{}",
                                                     fmt::join(known_, ", ")));
    }
  }
  return {};
}

}  // namespace gauze::studio
