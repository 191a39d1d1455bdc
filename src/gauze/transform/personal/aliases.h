#pragma once

#include <string>
#include <unordered_set>

namespace gauze {

// Random names that nobody can take for a value: "~" and ten characters of Crockford's base 32.
class AliasNames {
 public:
  static constexpr char kFirst = '~';

  std::string Draw();

 private:
  std::unordered_set<std::string> drawn_;
};

}  // namespace gauze
