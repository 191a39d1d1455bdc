#include "gauze/labels/description.h"

#include <fmt/format.h>

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/policy/yaml_reader.h"
#include "gauze/taxonomy/read.h"

namespace gauze::labels {
namespace {

class DescriptionReader {
 public:
  explicit DescriptionReader(const std::string& file)
      : yaml_(file), folder_(std::filesystem::path(file).parent_path()) {}

  Result<Description> Read(std::string_view text) {
    GAUZE_ASSIGN(const YAML::Node document, yaml_.Load(text));
    GAUZE_ASSIGN(const auto entries,
                 yaml_.Map(document, "description",
                           {"quasi_identifying", "sensitive", "ignored", "count", "suppressed",
                            "missing", "tight", "raised", "delimiter"}));
    for (const auto& [key, value, where] : entries) GAUZE_TRY(ReadEntry(key, value));
    return std::move(made_);
  }

 private:
  Status ReadEntry(const std::string& key, const YAML::Node& value) {
    if (key == "quasi_identifying") return ReadColumns(value);
    if (key == "tight") return ReadTight(value, made_.tight);
    if (key == "raised") {
      GAUZE_ASSIGN(made_.raised, ReadTruth(value, key, "leave it out unless a tool says so"));
      return {};
    }
    if (key == "count" || key == "delimiter") {
      GAUZE_ASSIGN((key == "count" ? made_.count : made_.csv.delimiter), yaml_.Scalar(value, key));
      return {};
    }
    GAUZE_ASSIGN((key == "sensitive"    ? made_.sensitive
                  : key == "ignored"    ? made_.ignored
                  : key == "suppressed" ? made_.suppressed
                                        : made_.missing),
                 yaml_.Scalars(value, key));
    return {};
  }

  // A list of names, or a map with what is known of each.
  Status ReadColumns(const YAML::Node& node) {
    if (!node.IsMap()) {
      GAUZE_ASSIGN(const auto names, yaml_.Scalars(node, "quasi_identifying"));
      for (const std::string& name : names) made_.quasi_identifiers.push_back({.name = name});
      return {};
    }
    GAUZE_ASSIGN(const auto columns, yaml_.Map(node, "quasi_identifying", {}));
    for (const auto& [name, value, where] : columns) {
      ColumnDescription column{.name = name};
      if (value.IsDefined() && !value.IsNull()) GAUZE_TRY(ReadColumn(value, column));
      made_.quasi_identifiers.push_back(std::move(column));
    }
    return {};
  }

  Status ReadColumn(const YAML::Node& node, ColumnDescription& column) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, fmt::format("column \"{}\"", column.name),
                                               {"type", "format", "hierarchy", "tight", "step"}));
    for (const auto& [key, value, where] : entries) {
      if (key == "type") {
        GAUZE_ASSIGN(column.type,
                     yaml_.Choice(value, "type", ValueTypeNames(), &ValueTypeFromName));
      } else if (key == "format") {
        GAUZE_ASSIGN(column.format, yaml_.Scalar(value, "format"));
        column.people_format = column.format;
      } else if (key == "tight") {
        GAUZE_TRY(ReadTight(value, column.tight));
      } else if (key == "step") {
        GAUZE_ASSIGN(column.step, yaml_.Scalar(value, key));
      } else {
        GAUZE_ASSIGN(const std::string file, yaml_.Scalar(value, "hierarchy"));
        GAUZE_ASSIGN(column.taxonomy, ReadTaxonomy((folder_ / file).string()));
      }
    }
    return {};
  }

  Status ReadTight(const YAML::Node& node, std::optional<bool>& tight) {
    GAUZE_ASSIGN(
        tight, ReadTruth(node, "tight",
                         "leave it out if you do not know: it is then recognised from the labels"));
    return {};
  }

  Result<bool> ReadTruth(const YAML::Node& node, const std::string& what, const char* hint) {
    GAUZE_ASSIGN(const std::string text, yaml_.Scalar(node, what));
    if (text != "true" && text != "false") {
      return InputError(what + " must be true or false", yaml_.Where(node), hint);
    }
    return text == "true";
  }

  YamlReader yaml_;
  std::filesystem::path folder_;
  Description made_;
};

}  // namespace

Result<Description> ParseDescription(std::string_view text, const std::string& file) {
  return DescriptionReader(file).Read(text);
}

Result<Description> ReadDescription(const std::string& file) {
  GAUZE_ASSIGN(const std::string text, ReadFile(file));
  return ParseDescription(text, file);
}

}  // namespace gauze::labels
