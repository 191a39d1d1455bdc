#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gauze/base/json_fwd.h"

namespace gauze {

namespace page {

// A place in an evidence document, which may have come from anywhere: what is absent or of another
// kind reads as nothing, and of long lists only the beginning is read, so that a page has an end.
class Entry {
 public:
  static constexpr std::size_t kMostItems = 200;

  explicit Entry(const Json& json) : json_(&json) {}

  Entry operator[](const char* name) const;
  // Something is here that is neither null nor an empty list or object.
  explicit operator bool() const;

  std::vector<Entry> items() const;
  std::vector<std::pair<std::string, Entry>> members() const;
  std::size_t size() const;  // of a list, with what items() leaves out

  // Finite, and no larger than counts of rows are.
  std::optional<double> number() const;
  std::optional<bool> flag() const;
  std::string text() const;  // empty unless it is one

  // A number, flag or text as it is written for people.
  std::string shown() const;

 private:
  Entry() = default;

  const Json* json_ = nullptr;
};

// "worst_class" as "worst class": names of figures are words of ours with low lines.
std::string Spoken(std::string_view name);
// "nobody stands out" as "Nobody stands out.": descriptors tell their sentences without both.
std::string Sentence(std::string words);

}  // namespace page
}  // namespace gauze
