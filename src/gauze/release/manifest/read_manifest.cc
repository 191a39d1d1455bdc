#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/manifest/manifest.h"
#include "gauze/release/manifest/manifest_knowledge.h"
#include "gauze/release/personal/personal.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/promise/reference.h"
#include "gauze/release/promise/table_promises.h"

namespace gauze {
namespace {

// Whatever a manifest of ours cannot contain ends in one error, where it is read.
[[noreturn]] void NotOurs() { throw Json::other_error::create(501, "not a manifest", nullptr); }

ValueType Known(std::optional<ValueType> type) {
  if (!type) NotOurs();
  return *type;
}

// data/part-00000.parquet and nothing that leads elsewhere.
bool IsPartName(const std::string& name) {
  constexpr std::string_view kBegin = "data/part-";
  constexpr std::string_view kEnd = ".parquet";
  if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) return false;
  const std::string digits = name.substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size());
  return digits.size() >= 5 && digits.find_first_not_of("0123456789") == std::string::npos;
}

VerifiedColumn ReadColumn(const Json& column) {
  VerifiedColumn result{
      .name = column.at("name").get<std::string>(),
      .attribute = {.type = Known(ValueTypeFromName(column.at("type").get<std::string>()))}};
  if (column.contains("separator")) {
    result.attribute.separator = column.at("separator").get<std::string>();
  }
  result.reference = ReferenceFrom(column.value("reference", Json::array()));
  if (!column.contains("tree")) return result;
  for (const Json& node : column.at("tree")) {
    result.tree.push_back({node.at("label").get<std::string>(),
                           node.at("parent").get<std::uint32_t>(),
                           node.at("height").get<std::uint32_t>(), node.at("leaf").get<bool>()});
  }
  // Somebody may have edited the file: a walk to the root must end.
  for (std::size_t i = 0; i < result.tree.size(); ++i) {
    if (result.tree[i].parent >= i && i != 0) NotOurs();
  }
  if (!result.tree.empty() && result.tree[0].parent != 0) NotOurs();
  return result;
}

// From where to look for knowledge tables; none: not at all.
using Folder = std::optional<std::string>;

void MoveKnowledge(const std::filesystem::path& folder, PolicyEntry& entry) {
  if (folder.empty()) return;
  for (const Parameter& parameter : entry.descriptor->parameters) {
    if (parameter.type != ParameterType::kFile) continue;
    const std::string below = KnowledgeBelow(entry.parameters.Text(parameter.name));
    entry.parameters.MoveFile(parameter.name, (folder / below).string());
  }
}

// The table that the release was made with, and no other of its name.
Result<std::optional<VerifiedKnowledge>> RecordedKnowledge(const Json& promise, PolicyEntry entry,
                                                           const std::string& directory,
                                                           const std::string& folder) {
  if (KnowledgePath(entry).empty()) return std::nullopt;
  MoveKnowledge(folder, entry);
  const std::string path = KnowledgePath(entry);
  const auto digest = DigestFile(path);
  if (!digest) {
    return InputError("the knowledge table of a promise is missing", path,
                      "change to the folder of the policy, or verify with --policy FILE");
  }
  if (promise.at("knowledge_digest") != "sha256:" + *digest) {
    return InputError("this is not the knowledge table that the release was made with", path,
                      "the manifest in " + directory + " has another digest of it");
  }
  std::vector<double> prior;
  if (promise.contains("prior")) prior = promise.at("prior").get<std::vector<double>>();
  return LoadClaimKnowledge(entry, std::move(prior));
}

Result<ManifestClaims> Read(const Json& manifest, const std::string& directory,
                            const Folder& folder) {
  ManifestClaims result;
  if (manifest.at("manifest_version") != kManifestVersion) {
    return InputError("the manifest has an unsupported version", directory + "/manifest.json",
                      "use the version of Gauze that made the release, or a newer one");
  }
  if (manifest.at("rows") == 0) {
    return InputError("nothing was released here: all records are waiting",
                      directory + "/manifest.json", "name another release of the ledger");
  }
  const Json& data = manifest.at("data");
  for (const Json& file : data.is_array() ? data : Json::array({data})) {
    const auto name = file.get<std::string>();
    if (name != "data.csv" && name != "data.parquet" && !IsPartName(name)) {
      return InputError("the manifest names an unknown data file", directory + "/manifest.json",
                        "a release holds data.csv, data.parquet or data/part-….parquet");
    }
    result.file.paths.push_back(directory + "/" + name);
  }
  if (result.file.paths.empty()) NotOurs();
  result.file.dialect.delimiter = ",";
  if (!manifest.at("rows").is_number_unsigned()) NotOurs();
  result.rows = manifest.at("rows").get<std::uint64_t>();
  result.persons = manifest.at("persons").get<bool>();
  std::vector<VerifiedColumn> columns;
  std::vector<std::string> hidden;
  std::vector<PersonalSection::Column> disguised;
  if (manifest.contains("personal")) {
    result.personal = true;
    disguised = PersonalColumnsFrom(manifest.at("personal"));
  }
  for (const Json& column : manifest.at("columns")) {
    if (column.at("released_as").empty()) hidden.push_back(column.at("name").get<std::string>());
    if (column.at("role") == Name(Role::kQuasiIdentifying)) {
      for (const Json& name : column.at("released_as")) {
        result.file.quasi_identifiers.push_back(name.get<std::string>());
      }
    }
    columns.push_back(ReadColumn(column));
  }
  for (const Json& promise : manifest.at("promises")) {
    std::vector<RawParameter> parameters;
    for (const auto& [name, text] : promise.at("parameters").items()) {
      parameters.push_back({name, text.get<std::string>(), directory + "/manifest.json", ""});
    }
    GAUZE_ASSIGN(const PolicyEntry entry,
                 MakeEntry(promise.at("model").get<std::string>(), parameters, TheCatalog(),
                           directory + "/manifest.json"));
    // What people read and what is checked must be the same.
    if (promise.at("claim") != entry.Text() || promise.at("holds") != true) NotOurs();
    if (FindTablePromise(entry.descriptor->name) != nullptr) {
      result.claims.push_back(MakeTableClaim(entry, promise.at("settings")));
      continue;
    }
    const std::string attribute = ClaimedAttribute(entry);
    const VerifiedColumn* column = nullptr;
    for (const VerifiedColumn& candidate : columns) {
      if (candidate.name == attribute) column = &candidate;
    }
    if (!attribute.empty() &&
        std::ranges::find(disguised, attribute, &PersonalSection::Column::name) !=
            disguised.end()) {
      result.own_values = true;
      continue;
    }
    // Who has which value is not in the file, and shares of rows say something else.
    if (!attribute.empty() && result.persons) continue;
    if (!attribute.empty() && column == nullptr) {
      return InputError("a promise is about a column that the manifest does not list",
                        directory + "/manifest.json",
                        "the manifest was changed by hand: ask its sender for another copy");
    }
    std::optional<VerifiedKnowledge> knowledge;
    if (folder) {
      GAUZE_ASSIGN(knowledge, RecordedKnowledge(promise, entry, directory, *folder));
    }
    result.claims.push_back(MakeClaim(entry, column, std::move(knowledge)));
  }
  for (Claim& claim : PersonalClaims(disguised, hidden)) result.claims.push_back(std::move(claim));
  // Those about persons' values are promises, too.
  const bool promises = !result.claims.empty() || !manifest.at("promises").empty();
  if (result.file.quasi_identifiers.empty() || !promises) {
    return InputError("the manifest lists no promises", directory + "/manifest.json",
                      "verify the file itself: gauze verify FILE --qi … --claim …");
  }
  return result;
}

Result<ManifestClaims> ReadFrom(const std::string& directory, const Folder& folder) {
  const std::string path = directory + "/manifest.json";
  GAUZE_ASSIGN(const std::string text, ReadFile(path));
  try {
    return Read(ParseJson(text), directory, folder);
  } catch (const Json::exception&) {
    return InputError("this is not a Gauze manifest", path,
                      "verify the file itself: gauze verify FILE --qi … --claim …");
  }
}

}  // namespace

Result<ManifestClaims> ReadManifest(const std::string& directory, bool knowledge) {
  return ReadFrom(directory, knowledge ? Folder("") : std::nullopt);
}

Result<ManifestClaims> ReadManifestIn(const std::string& directory, const std::string& folder) {
  return ReadFrom(directory, folder);
}

std::string KnowledgeBelow(const std::string& path) {
  const auto normal = std::filesystem::path(path).lexically_normal();
  const bool leaves = normal.is_absolute() || *normal.begin() == "..";
  return leaves ? normal.filename().string() : normal.string();
}

Result<std::vector<std::string>> KnowledgeOf(const std::string& directory) {
  GAUZE_TRY(ReadFrom(directory, std::nullopt));  // a manifest of ours: what follows is there
  GAUZE_ASSIGN(const std::string text, ReadFile(directory + "/manifest.json"));
  std::set<std::string> paths;
  const Json manifest = ParseJson(text);
  for (const Json& promise : manifest.at("promises")) {
    const auto& models = TheCatalog().models;
    const auto model = std::ranges::find(models, promise.at("model").get<std::string>(),
                                         [](const Descriptor* known) { return known->name; });
    for (const Parameter& parameter : (*model)->parameters) {
      if (parameter.type != ParameterType::kFile) continue;
      if (promise.at("parameters").contains(parameter.name)) {
        paths.insert(promise.at("parameters").at(parameter.name).get<std::string>());
      }
    }
  }
  return std::vector<std::string>(paths.begin(), paths.end());
}

}  // namespace gauze
