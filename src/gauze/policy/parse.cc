#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/suggest.h"
#include "gauze/base/utf8.h"
#include "gauze/policy/entry_reader.h"
#include "gauze/policy/keys.h"
#include "gauze/policy/named_columns.h"
#include "gauze/policy/policy.h"
#include "gauze/policy/preset.h"
#include "gauze/policy/read_personal.h"
#include "gauze/policy/read_risk.h"
#include "gauze/policy/yaml_reader.h"

namespace gauze {
namespace {

// Reads one policy; a method per section.
class Parser {
 public:
  Parser(const std::string& file, const Catalog& catalog)
      : yaml_(file),
        entries_(yaml_, std::filesystem::path(file).parent_path()),
        catalog_(catalog) {}

  Result<Policy> Parse(std::string_view text) {
    GAUZE_ASSIGN(const YAML::Node root, yaml_.Load(text));
    GAUZE_TRY(CheckLooksLikePolicy(root));
    GAUZE_ASSIGN(const auto sections, yaml_.Map(root, "a policy", keys::kPolicy));
    bool version = false;
    for (const auto& [key, node, where] : sections) {
      if (key == "version") {
        version = true;
        if (!node.IsScalar() || node.Scalar() != "1") {
          return InputError("this program reads policies of version 1", yaml_.Where(node),
                            "write `version: 1`, or use a newer Gauze");
        }
      }
      GAUZE_TRY(Section(key, node));
    }
    if (!version) {
      return InputError("the policy does not say its version", yaml_.Where(root),
                        "write `version: 1` on the first line");
    }
    if (policy_.attributes.empty()) {
      return InputError("the policy lists no attributes", yaml_.Where(root),
                        "list every column under `attributes:`; `gauze init data.csv` writes it");
    }
    if (policy_.transform.descriptor == nullptr) {
      policy_.transform.descriptor = catalog_.transforms.front();
      GAUZE_ASSIGN(policy_.transform.parameters,
                   Parameters::Make(*policy_.transform.descriptor, {}, yaml_.Where(root)));
    }
    GAUZE_TRY(AddPreset(catalog_, policy_));
    GAUZE_TRY(CheckNamedColumns(policy_));
    return std::move(policy_);
  }

 private:
  Status Section(const std::string& key, const YAML::Node& node) {
    if (key == "source") return Source(node);
    if (key == "csv") return Csv(node);
    if (key == "missing") {
      GAUZE_ASSIGN(policy_.missing,
                   Choice(node, "missing", MissingPolicyNames(), &MissingPolicyFromName));
      return {};
    }
    if (key == "missing_markers") {
      GAUZE_ASSIGN(policy_.missing_markers, yaml_.Scalars(node, "missing_markers"));
      return {};
    }
    if (key == "attributes") return Attributes(node);
    if (key == "preset") return ReadPreset(node);
    if (key == "protect") return Protect(node);
    if (key == "transform") return Transform(node);
    if (key == "release") return Release(node);
    if (key == "ledger") return Ledger(node);
    if (key == "personal") {
      GAUZE_ASSIGN(policy_.personal, ReadPersonalSection(yaml_, entries_, node));
      return {};
    }
    if (key == "risk") {
      GAUZE_ASSIGN(policy_.risk, ReadRiskSection(yaml_, node));
      return {};
    }
    return {};
  }

  // A file of data given by mistake must not be quoted in an error.
  Status CheckLooksLikePolicy(const YAML::Node& root) const {
    const bool any_known =
        root.IsMap() && std::any_of(root.begin(), root.end(), [](const auto& pair) {
          return pair.first.IsScalar() &&
                 std::ranges::find(keys::kPolicy, pair.first.Scalar()) != keys::kPolicy.end();
        });
    if (any_known) return {};
    return InputError("this does not look like a policy", yaml_.Where(root),
                      "a policy begins with `version: 1`; `gauze init data.csv` writes one");
  }

  template <typename Enum>
  Result<Enum> Choice(const YAML::Node& node, const std::string& what,
                      const std::vector<std::string>& names,
                      std::optional<Enum> (*from_name)(std::string_view)) {
    GAUZE_ASSIGN(const std::string text, yaml_.Scalar(node, what));
    const auto value = from_name(text);
    if (!value) {
      return InputError(fmt::format("unknown {} \"{}\"", what, text), yaml_.Where(node),
                        DidYouMean(text, names));
    }
    return *value;
  }

  Status Source(const YAML::Node& node) {
    GAUZE_ASSIGN(const auto paths, yaml_.Scalars(node, "source"));
    for (const std::string& path : paths) policy_.sources.push_back(entries_.Resolve(path));
    return {};
  }

  Status Csv(const YAML::Node& node) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, "csv", keys::kCsv));
    for (const auto& [key, value, where] : entries) {
      GAUZE_ASSIGN(const std::string text, yaml_.Scalar(value, key));
      if (key == "encoding" &&
          std::ranges::find(keys::kEncodings, text) == keys::kEncodings.end()) {
        return InputError(fmt::format("unknown encoding \"{}\"", text), yaml_.Where(value),
                          DidYouMean(text, keys::kEncodings));
      }
      if (key == "header") {
        if (text != "true" && text != "false") {
          return InputError("header must be true or false", yaml_.Where(value),
                            "false: the first line is a row, and columns are called c1, c2, …");
        }
        policy_.csv.header = text == "true";
        continue;
      }
      if (key != "encoding" && text.size() != 1) {
        return InputError(fmt::format("{} must be one character", key), yaml_.Where(value),
                          R"(a tab is written "\t" with double quotes)");
      }
      (key == "delimiter" ? policy_.csv.delimiter
       : key == "quote"   ? policy_.csv.quote
                          : policy_.csv.encoding) = text;
    }
    return {};
  }

  Status Attributes(const YAML::Node& node) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, "attributes", {}));
    for (const auto& [name, value, where] : entries) {
      GAUZE_ASSIGN(auto attribute, OneAttribute(name, value, where));
      policy_.attributes.push_back(std::move(attribute));
    }
    return {};
  }

  Result<PolicyAttribute> OneAttribute(const std::string& name, const YAML::Node& node,
                                       const std::string& where) {
    PolicyAttribute result;
    result.attribute.name = name;
    result.where = where;
    GAUZE_ASSIGN(const auto entries,
                 yaml_.Map(node, fmt::format("attribute \"{}\"", name), keys::kAttribute));
    bool role = false;
    for (const auto& [key, value, key_where] : entries) {
      if (key == "role") {
        role = true;
        GAUZE_ASSIGN(result.attribute.role, Choice(value, "role", RoleNames(), &RoleFromName));
      } else if (key == "type") {
        GAUZE_ASSIGN(result.attribute.type,
                     Choice(value, "type", ValueTypeNames(), &ValueTypeFromName));
      } else if (key == "format") {
        GAUZE_ASSIGN(result.attribute.format, yaml_.Scalar(value, "format"));
      } else if (key == "separator") {
        GAUZE_ASSIGN(result.attribute.separator, yaml_.Scalar(value, "separator"));
      } else {
        GAUZE_ASSIGN(result.hierarchy, entries_.Hierarchy(value));
      }
    }
    if (!role) {
      return InputError(fmt::format("attribute \"{}\" has no role", name), where,
                        "say what it is to an adversary: identifying, quasi_identifying, "
                        "sensitive or insensitive");
    }
    if (result.attribute.role == Role::kQuasiSensitive &&
        result.attribute.type != ValueType::kSet) {
      return InputError(fmt::format("attribute \"{}\" is quasi_sensitive but no set", name), where,
                        "give it `type: set`: terms in one cell, with a separator between them");
    }
    // Longer ones can overlap with themselves, and a set would not read back as it was written.
    if (Utf8Characters(result.attribute.separator).size() != 1) {
      return InputError("a separator must be one character", where, "write separator: \";\"");
    }
    return result;
  }

  Status ReadPreset(const YAML::Node& node) {
    GAUZE_ASSIGN(const std::string name, yaml_.Scalar(node, "preset"));
    policy_.preset_where = yaml_.Where(node);
    std::vector<std::string> known;
    for (const Preset& preset : Presets()) {
      known.push_back(preset.descriptor.name);
      if (known.back() == name) policy_.preset = &preset;
    }
    if (policy_.preset != nullptr) return {};
    return InputError(fmt::format("unknown preset \"{}\"", name), policy_.preset_where,
                      DidYouMean(name, known));
  }

  Status Protect(const YAML::Node& node) {
    if (!node.IsSequence()) {
      return InputError("protect must be a list", yaml_.Where(node),
                        "write `- k_anonymity: {k: 5}`, one model a line");
    }
    for (const auto& item : node) {
      GAUZE_ASSIGN(auto entry, entries_.Entry(item, "an entry of protect", catalog_.models));
      policy_.protect.push_back(std::move(entry));
    }
    return {};
  }

  // One transform, or a list: a transform, and steps inside its classes.
  Status Transform(const YAML::Node& node) {
    if (!node.IsSequence()) {
      GAUZE_ASSIGN(policy_.transform, entries_.Entry(node, "transform", catalog_.transforms));
      return {};
    }
    if (node.size() == 0) {
      return InputError("transform is an empty list", yaml_.Where(node),
                        "begin with a transform: `- mondrian:`");
    }
    for (const auto& item : node) {
      if (policy_.transform.descriptor == nullptr) {
        GAUZE_ASSIGN(policy_.transform, entries_.Entry(item, "transform", catalog_.transforms));
        continue;
      }
      GAUZE_ASSIGN(auto step, entries_.Entry(item, "a step after the transform", catalog_.steps));
      policy_.steps.push_back(std::move(step));
    }
    return {};
  }

  Status Release(const YAML::Node& node) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, "release", keys::kRelease));
    for (const auto& [key, value, where] : entries) {
      GAUZE_ASSIGN(const std::string text, yaml_.Scalar(value, key));
      if (key == "directory") {
        policy_.directory = entries_.Resolve(text);
        continue;
      }
      const auto& known = key == "format" ? keys::kFormats : keys::kRanges;
      const auto found = std::ranges::find(known, text);
      if (found == known.end()) {
        return InputError(fmt::format("unknown {} \"{}\"", key, text), yaml_.Where(value),
                          DidYouMean(text, known));
      }
      if (key == "format") {
        policy_.format = static_cast<ReleaseFormat>(found - known.begin());
      } else {
        policy_.ranges = static_cast<RangeStyle>(found - known.begin());
      }
    }
    return {};
  }

  // `method: pool`, or `method: {pool: {most_waiting: 100}}`.
  Status Ledger(const YAML::Node& node) {
    LedgerSection ledger{.where = yaml_.Where(node)};
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, "ledger", keys::kLedger));
    for (const auto& [key, value, where] : entries) {
      if (key == "method" && !value.IsScalar()) {
        GAUZE_ASSIGN(ledger.method, entries_.Entry(value, "method", catalog_.methods));
        continue;
      }
      GAUZE_ASSIGN(const std::string text, yaml_.Scalar(value, key));
      const auto one_of = [&](const std::vector<std::string>& known) -> Result<std::size_t> {
        const auto found = std::ranges::find(known, text);
        if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
        return InputError(fmt::format("unknown {} \"{}\"", key, text), yaml_.Where(value),
                          DidYouMean(text, known));
      };
      if (key == "method") {
        GAUZE_ASSIGN(const std::size_t index, one_of(NamesOf(catalog_.methods)));
        GAUZE_ASSIGN(ledger.method, EntryReader::Default(catalog_.methods[index], where));
      } else if (key == "publish") {
        GAUZE_ASSIGN(const std::size_t index, one_of(keys::kPublish));
        ledger.publish = static_cast<Publish>(index);
      } else if (key == "key" || key == "change") {
        (key == "key" ? ledger.key : ledger.change) = text;
      } else {
        GAUZE_ASSIGN(const std::size_t index, one_of({"false", "true"}));
        (key == "strict" ? ledger.strict : ledger.accept_known_holes) = index == 1;
      }
    }
    if (ledger.method.descriptor == nullptr) {
      GAUZE_ASSIGN(ledger.method, EntryReader::Default(catalog_.methods.front(), ledger.where));
    }
    policy_.ledger = std::move(ledger);
    return {};
  }

  YamlReader yaml_;
  EntryReader entries_;
  const Catalog& catalog_;
  Policy policy_;
};

}  // namespace

Result<Policy> ParsePolicy(std::string_view text, const std::string& file, const Catalog& catalog) {
  Parser parser(file, catalog);
  GAUZE_ASSIGN(Policy policy, parser.Parse(text));
  policy.file = file;
  policy.text = text;
  return policy;
}

Result<Policy> LoadPolicy(const std::string& file, const Catalog& catalog) {
  GAUZE_ASSIGN(const std::string text, ReadFile(file));
  return ParsePolicy(text, file, catalog);
}

}  // namespace gauze
