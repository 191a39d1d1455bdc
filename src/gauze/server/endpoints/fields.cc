#include "gauze/server/endpoints/fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/json.h"
#include "gauze/base/text/ascii.h"
#include "gauze/http/target.h"

namespace gauze::server {

Fields::Fields(std::string_view body) : object_(ParseJson<nlohmann::json>(body)) {
  if (!object_.is_object()) {
    Fail(fmt::format("the body must be a JSON object of at most {} levels", kDeepestJson));
  }
}

void Fields::Fail(std::string fault) {
  if (fault_.empty()) fault_ = std::move(fault);
}

const nlohmann::json* Fields::Take(const char* name) {
  known_.emplace_back(name);
  if (!ok()) return nullptr;
  const auto found = object_.find(name);
  if (found != object_.end()) return &*found;
  Fail(fmt::format("the field {} is missing", name));
  return nullptr;
}

std::string Fields::Text(const char* name, std::size_t longest) {
  const nlohmann::json* value = Take(name);
  if (value == nullptr) return "";
  if (value->is_string()) {
    const auto& text = value->get_ref<const std::string&>();
    if (!text.empty() && text.size() <= longest && http::IsPlainText(text)) return text;
  }
  Fail(fmt::format("the field {} must be a text of 1 to {} bytes without control characters", name,
                   longest));
  return "";
}

std::uint64_t Fields::Number(const char* name, std::uint64_t least, std::uint64_t most) {
  const nlohmann::json* value = Take(name);
  if (value == nullptr) return least;
  if (value->is_number_unsigned()) {
    const auto number = value->get<std::uint64_t>();
    if (number >= least && number <= most) return number;
  }
  Fail(fmt::format("the field {} must be a whole number from {} to {}", name, least, most));
  return least;
}

std::vector<std::string> Fields::Texts(const char* name, std::size_t most, std::size_t longest) {
  const nlohmann::json* value = Take(name);
  if (value == nullptr) return {};
  std::vector<std::string> texts;
  const bool good = value->is_array() && !value->empty() && value->size() <= most &&
                    std::ranges::all_of(*value, [&](const nlohmann::json& item) {
                      if (!item.is_string()) return false;
                      texts.push_back(item.get<std::string>());
                      return !texts.back().empty() && texts.back().size() <= longest &&
                             http::IsPlainText(texts.back());
                    });
  if (good) return texts;
  Fail(fmt::format("the field {} must be a list of 1 to {} texts", name, most));
  return {};
}

std::optional<std::string> Fields::Part(const char* name) {
  known_.emplace_back(name);
  if (!ok()) return std::nullopt;
  const auto found = object_.find(name);
  if (found == object_.end()) return std::nullopt;
  return found->dump();
}

std::vector<std::string> Fields::Parts(const char* name, std::size_t most) {
  const nlohmann::json* value = Take(name);
  if (value == nullptr) return {};
  if (!value->is_array() || value->empty() || value->size() > most) {
    Fail(fmt::format("the field {} must be a list of 1 to {}", name, most));
    return {};
  }
  std::vector<std::string> parts;
  for (const nlohmann::json& item : *value) parts.push_back(item.dump());
  return parts;
}

bool Fields::Flag(const char* name) {
  known_.emplace_back(name);
  if (!ok() || !object_.contains(name)) return false;
  if (object_[name].is_boolean()) return object_[name].get<bool>();
  Fail(fmt::format("the field {} must be true or false", name));
  return false;
}

bool Fields::Finish() {
  if (!ok()) return false;
  for (const auto& [name, value] : object_.items()) {
    if (std::ranges::find(known_, name) == known_.end()) {
      Fail(fmt::format("the body has a field that is not one of: {}", fmt::join(known_, ", ")));
    }
  }
  return ok();
}

bool IsProjectId(std::string_view text) {
  return !text.empty() && text.size() <= 63 && text.front() != '-' &&
         std::ranges::all_of(text, [](char c) { return IsLower(c) || IsDigit(c) || c == '-'; });
}

}  // namespace gauze::server
