#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gauze {

// The `about` section of a policy: what a page that somebody signs begins with. It is published
// with the release, word for word, and nothing in it is checked but its form.
struct AboutSection {
  // Longer texts belong into a document of their own.
  static constexpr std::size_t kMostCharacters = 400;

  // Name and text of what is stated, in the order of keys::kAbout.
  std::vector<std::pair<std::string, std::string>> fields;
  std::string where;

  bool States(std::string_view field) const;
};

}  // namespace gauze
