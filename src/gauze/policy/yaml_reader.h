#pragma once

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/text/suggest.h"

namespace gauze {

// yaml-cpp with errors as values that carry file, line and column.
class YamlReader {
 public:
  struct Entry {
    std::string key;
    YAML::Node value;
    std::string where;  // of the key
  };

  explicit YamlReader(std::string file) : file_(std::move(file)) {}

  Result<YAML::Node> Load(std::string_view text) const;

  // "policy.yaml:7:3", counted from 1.
  std::string Where(const YAML::Node& node) const;

  // The entries of a map in file order. Unknown keys are refused with a hint; an empty `known`
  // allows any. Repeated keys are refused always.
  Result<std::vector<Entry>> Map(const YAML::Node& node, std::string_view what,
                                 const std::vector<std::string>& known) const;

  // A map with exactly one entry: `- k_anonymity: {k: 5}`.
  Result<Entry> Single(const YAML::Node& node, std::string_view what,
                       const std::vector<std::string>& known) const;

  Result<std::string> Scalar(const YAML::Node& node, std::string_view what) const;

  // A scalar that is one of these names.
  template <typename Enum>
  Result<Enum> Choice(const YAML::Node& node, std::string_view what,
                      const std::vector<std::string>& names,
                      std::optional<Enum> (*from_name)(std::string_view)) const {
    GAUZE_ASSIGN(const std::string text, Scalar(node, what));
    const auto value = from_name(text);
    if (!value) {
      return InputError(fmt::format("unknown {} \"{}\"", what, text), Where(node),
                        DidYouMean(text, names));
    }
    return *value;
  }

  // One scalar, or a list of scalars.
  Result<std::vector<std::string>> Scalars(const YAML::Node& node, std::string_view what) const;

 private:
  std::string WhereMark(const YAML::Mark& mark) const;

  std::string file_;
};

}  // namespace gauze
