#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/policy/policy.h"
#include "gauze/policy/yaml_reader.h"

namespace gauze {

std::vector<std::string> NamesOf(const std::vector<const Descriptor*>& descriptors);

// Reads what a policy says by descriptors: `k_anonymity: {k: 5}`, with its parameters, and
// hierarchies. Sections are read in parse.cc. Paths are resolved against `folder`.
class EntryReader {
 public:
  // `yaml` must outlive the reader.
  EntryReader(const YamlReader& yaml, std::filesystem::path folder)
      : yaml_(yaml), folder_(std::move(folder)) {}

  std::string Resolve(const std::string& path) const;

  // One of these, with its parameters; `what` is named in errors.
  Result<PolicyEntry> Entry(const YAML::Node& node, std::string_view what,
                            const std::vector<const Descriptor*>& descriptors) const;
  // The same without a word about parameters.
  static Result<PolicyEntry> Default(const Descriptor* descriptor, const std::string& where);

  // A file, or a builder with its parameters.
  Result<HierarchySource> Hierarchy(const YAML::Node& node) const;

 private:
  Result<Parameters> ReadParameters(const YAML::Node& node, const Descriptor& descriptor,
                                    const std::string& where) const;
  Status ReadParameter(const std::string& key, const YAML::Node& value,
                       const Descriptor& descriptor, std::vector<RawParameter>& raw) const;
  Status ReadFullChoice(const Parameter& choice, const YAML::Node& node,
                        const Descriptor& descriptor, std::vector<RawParameter>& raw) const;
  Result<std::vector<PolicyEntry::Column>> ReadColumns(const YAML::Node& node,
                                                       const Descriptor& descriptor,
                                                       const std::string& where) const;

  const YamlReader& yaml_;
  std::filesystem::path folder_;
};

}  // namespace gauze
