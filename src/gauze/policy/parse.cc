#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/text/suggest.h"
#include "gauze/policy/entry_reader.h"
#include "gauze/policy/keys.h"
#include "gauze/policy/named_columns.h"
#include "gauze/policy/policy.h"
#include "gauze/policy/preset.h"
#include "gauze/policy/read_about.h"
#include "gauze/policy/read_attributes.h"
#include "gauze/policy/read_ledger.h"
#include "gauze/policy/read_personal.h"
#include "gauze/policy/read_risk.h"
#include "gauze/policy/yaml_reader.h"
#include "gauze/postgresql/address.h"

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
      return InputError("the policy has no version", yaml_.Where(root),
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
    if (policy_.ledger && IsDatabaseAddress(policy_.directory)) {
      return InputError("releases of a ledger lie in its folder", policy_.ledger->where,
                        "leave out `table`, and copy each release from there");
    }
    return std::move(policy_);
  }

 private:
  Status Section(const std::string& key, const YAML::Node& node) {
    if (key == "about") {
      GAUZE_ASSIGN(policy_.about, ReadAboutSection(yaml_, node));
      return {};
    }
    if (key == "source") return Source(node);
    if (key == "csv") return Csv(node);
    if (key == "missing") {
      GAUZE_ASSIGN(policy_.missing,
                   yaml_.Choice(node, "missing", MissingPolicyNames(), &MissingPolicyFromName));
      return {};
    }
    if (key == "missing_markers") {
      GAUZE_ASSIGN(policy_.missing_markers, yaml_.Scalars(node, "missing_markers"));
      return {};
    }
    if (key == "attributes") {
      GAUZE_ASSIGN(policy_.attributes, ReadAttributes(yaml_, entries_, node));
      return {};
    }
    if (key == "preset") return ReadPreset(node);
    if (key == "protect") return Protect(node);
    if (key == "transform") return Transform(node);
    if (key == "release") return Release(node);
    if (key == "ledger") {
      GAUZE_ASSIGN(policy_.ledger, ReadLedgerSection(yaml_, entries_, catalog_.methods, node));
      return {};
    }
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

  Status Source(const YAML::Node& node) {
    GAUZE_ASSIGN(const auto paths, yaml_.Scalars(node, "source"));
    for (const std::string& path : paths) {
      const bool database = IsDatabaseAddress(path);
      if (database) GAUZE_TRY(ParseDatabaseAddress(path, yaml_.Where(node)));
      policy_.sources.push_back(database ? path : entries_.Resolve(path));
    }
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
                        "write `- k_anonymity: {k: 5}`, one model per line");
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
      if (key == "directory" || key == "table") {
        GAUZE_TRY(Target(key, text, yaml_.Where(value)));
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

  // Where the release goes.
  Status Target(const std::string& key, const std::string& text, const std::string& where) {
    if (!policy_.directory.empty()) {
      return InputError("a release goes to a directory or to a table, not to both", where,
                        "leave one out, and run again with --out for the other");
    }
    if (key == "directory") {
      policy_.directory = entries_.Resolve(text);
      return {};
    }
    GAUZE_ASSIGN(const DatabaseAddress address, ParseDatabaseAddress(text, where));
    if (address.table.empty() || !IsDatabaseAddress(text)) {
      return InputError("a release needs the address of a table", where,
                        "write `table: postgresql://host/database?table=schema.name`");
    }
    policy_.directory = text;
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
