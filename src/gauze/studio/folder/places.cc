#include "gauze/studio/folder/places.h"

#include <glob.h>

#include <filesystem>

#include "gauze/base/json.h"
#include "gauze/postgresql/address.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

// "./sub/../a.csv" is "a.csv", and so is the absolute path of a file in the folder.
std::string FromFolder(const fs::path& path, const Folder& folder) {
  const std::string normal = path.lexically_normal().string();
  const std::string begin = folder.path() + "/";
  return normal.starts_with(begin) ? normal.substr(begin.size()) : normal;
}

std::string TextAt(const Json& map, const char* name) {
  if (!map.is_object()) return "";
  const auto found = map.find(name);
  return found != map.end() && found->is_string() ? found->get<std::string>() : "";
}

// Where the files of a pattern begin: "data/*.csv" in data.
std::string BeforePattern(const std::string& path) {
  const std::size_t star = path.find_first_of("*?[");
  return star == path.npos ? path : fs::path(path.substr(0, star)).parent_path().string();
}

// None of the files that fit it now is a link that leads elsewhere.
bool StaysBelow(const std::string& pattern, const Folder& folder) {
  if (pattern.find("**") != pattern.npos || !folder.Resolve(BeforePattern(pattern))) return false;
  glob_t found{};
  bool below = true;
  if (glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
    for (std::size_t i = 0; i < found.gl_pathc; ++i) {
      below = below && folder.Resolve(found.gl_pathv[i]).has_value();
    }
  }
  globfree(&found);
  return below;
}

Status CheckBelow(const std::string& path, const Folder& folder, bool may_be_new) {
  if (IsDatabaseAddress(path)) {
    return InputError(
        "the studio works with files, and the policy names a table of a database", "",
        "use `gauze run` for it, or export the table as CSV into the studio's folder");
  }
  const std::string named = FromFolder(path, folder);
  const auto found = may_be_new ? folder.ResolveNew(named) : ResolveSource(named, folder);
  if (found) return {};
  return InputError(may_be_new ? "the policy writes to a folder that the studio does not see"
                               : "the policy reads a file that the studio does not see, or that is "
                                 "not there",
                    path,
                    "put it below the studio's folder, or start `gauze studio --folder` in a "
                    "folder above both");
}

Status CheckFiles(const Descriptor& descriptor, const Parameters& parameters,
                  const Folder& folder) {
  for (const Parameter& parameter : descriptor.parameters) {
    if (parameter.type != ParameterType::kFile || !parameters.Has(parameter.name)) continue;
    GAUZE_TRY(CheckBelow(parameters.Text(parameter.name), folder, false));
  }
  return {};
}

}  // namespace

Result<std::string> ResolveSource(const std::string& source, const Folder& folder) {
  if (BeforePattern(source) == source) return folder.Resolve(source);
  if (StaysBelow(source, folder)) return source;
  return InputError("the files of this pattern are not all in the studio's folder", source,
                    "name a pattern without **, of files that lie below the folder");
}

Places PlacesIn(const Json& document, const std::string& policy_file, const Folder& folder) {
  Places places;
  if (!document.is_object()) return places;
  const fs::path base = fs::path(policy_file).parent_path();
  const auto add = [&](const Json& source) {
    if (source.is_string()) {
      places.sources.push_back(FromFolder(base / source.get<std::string>(), folder));
    }
  };
  if (const auto source = document.find("source"); source != document.end()) {
    if (source->is_array()) {
      for (const Json& each : *source) add(each);
    } else {
      add(*source);
    }
  }
  if (const auto release = document.find("release"); release != document.end()) {
    const std::string directory = TextAt(*release, "directory");
    if (!directory.empty()) places.release = FromFolder(base / directory, folder);
  }
  if (const auto csv = document.find("csv"); csv != document.end() && csv->is_object()) {
    places.csv.delimiter = TextAt(*csv, "delimiter");
    places.csv.quote = TextAt(*csv, "quote");
    places.csv.encoding = TextAt(*csv, "encoding");
    places.csv.header = csv->value("header", Json(true)) != Json(false);
  }
  return places;
}

Status CheckPlaces(const Policy& policy, const Folder& folder) {
  for (const std::string& source : policy.sources) GAUZE_TRY(CheckBelow(source, folder, false));
  for (const PolicyAttribute& column : policy.attributes) {
    const HierarchySource& hierarchy = column.hierarchy;
    if (!hierarchy.file.empty()) GAUZE_TRY(CheckBelow(hierarchy.file, folder, false));
    if (hierarchy.builder != nullptr && hierarchy.parameters) {
      GAUZE_TRY(CheckFiles(hierarchy.builder->descriptor, *hierarchy.parameters, folder));
    }
  }
  std::vector<const PolicyEntry*> entries{&policy.transform};
  for (const PolicyEntry& entry : policy.protect) entries.push_back(&entry);
  for (const PolicyEntry& entry : policy.steps) entries.push_back(&entry);
  if (policy.ledger) entries.push_back(&policy.ledger->method);
  for (const PolicyEntry* entry : entries) {
    if (entry->descriptor == nullptr) continue;
    GAUZE_TRY(CheckFiles(*entry->descriptor, entry->parameters, folder));
  }
  if (policy.personal && !policy.personal->vault.empty()) {
    GAUZE_TRY(CheckBelow(policy.personal->vault, folder, true));
    GAUZE_TRY(CheckBelow(policy.personal->server, folder, false));
  }
  if (!policy.directory.empty()) GAUZE_TRY(CheckBelow(policy.directory, folder, true));
  return {};
}

}  // namespace gauze::studio
