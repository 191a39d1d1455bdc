#include "gauze/page/entry.h"

#include <algorithm>
#include <cmath>

#include "gauze/base/json.h"
#include "gauze/page/chart/scale.h"

namespace gauze::page {
namespace {

constexpr double kLargest = 1e15;

}  // namespace

Entry Entry::operator[](const char* name) const {
  Entry entry;
  if (json_ == nullptr || !json_->is_object()) return entry;
  const auto found = json_->find(name);
  if (found != json_->end()) entry.json_ = &*found;
  return entry;
}

Entry::operator bool() const { return json_ != nullptr && !json_->empty(); }

std::vector<Entry> Entry::items() const {
  std::vector<Entry> items;
  if (json_ == nullptr || !json_->is_array()) return items;
  for (const Json& item : *json_) {
    if (items.size() == kMostItems) break;
    items.emplace_back(item);
  }
  return items;
}

std::vector<std::pair<std::string, Entry>> Entry::members() const {
  std::vector<std::pair<std::string, Entry>> members;
  if (json_ == nullptr || !json_->is_object()) return members;
  for (const auto& [name, value] : json_->items()) {
    if (members.size() == kMostItems) break;
    members.emplace_back(name, value);
  }
  return members;
}

std::size_t Entry::size() const {
  return json_ == nullptr || !json_->is_array() ? 0 : json_->size();
}

std::optional<double> Entry::number() const {
  if (json_ == nullptr || !json_->is_number()) return std::nullopt;
  const double number = json_->get<double>();
  if (!(std::abs(number) <= kLargest)) return std::nullopt;
  return number;
}

std::optional<bool> Entry::flag() const {
  if (json_ == nullptr || !json_->is_boolean()) return std::nullopt;
  return json_->get<bool>();
}

std::string Entry::text() const {
  return json_ == nullptr || !json_->is_string() ? "" : json_->get<std::string>();
}

std::string Entry::shown() const {
  if (const auto yes = flag()) return *yes ? "yes" : "no";
  if (const auto value = number()) {
    return Written(*value, *value == std::floor(*value) ? Unit::kCount : Unit::kNumber);
  }
  return text();
}

std::string Spoken(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string Sentence(std::string words) {
  if (words.empty()) return words;
  if ('a' <= words.front() && words.front() <= 'z') words.front() += 'A' - 'a';
  if (words.back() != '.') words += '.';
  return words;
}

}  // namespace gauze::page
