#include <algorithm>
#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/bundle/file_list.h"
#include "gauze/policy/places.h"
#include "gauze/release/manifest_knowledge.h"
#include "gauze/release/policy_files.h"
#include "gauze/release/policy_text.h"
#include "gauze/report/bundle_contents.h"

namespace gauze::report {
namespace {

namespace fs = std::filesystem;

Status CheckPlaces(const Policy& policy) {
  if (!NamesPlaces(policy.text)) return {};
  return InputError("the policy names places of this machine, which recipients need not know",
                    policy.file,
                    "write paths relative to the policy file, without `..`, and run it again; or "
                    "leave out --policy");
}

Status Add(const std::string& name, const std::string& path, BundledFiles& files) {
  if (!bundle::IsName(name)) {
    return InputError(
        "this file cannot be packed: it does not lie below the policy, or has an odd name", path,
        "put it beside the policy, by a name of letters, digits, '.', '_', '-' and spaces");
  }
  files[name] = path;
  return {};
}

// With the files that it names, at the same paths below policy/.
Status AddPolicy(const std::string& file, BundledFiles& files) {
  GAUZE_ASSIGN(const Policy policy, LoadPolicy({.file = file}));
  GAUZE_TRY(CheckPlaces(policy));
  files["policy/policy.yaml"] = file;
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  for (const std::string& named : FilesOf(policy)) {
    const fs::path whole = fs::absolute(named).lexically_normal();
    GAUZE_TRY(Add("policy/" + whole.lexically_relative(folder).string(), named, files));
  }
  return {};
}

// What a run left beside the data.
Status AddReports(const std::string& release, BundledFiles& files) {
  const std::string folder = release + "/report/";
  GAUZE_ASSIGN(const std::string manifest, ReadFile(release + "/manifest.json"));
  const Json parsed = Json::parse(manifest);
  const auto pictures = PicturesOf(parsed);
  for (const auto& [name, svg] : pictures) {
    const auto found = ReadFile(folder + name);
    if (found && *found == svg) files["release/report/" + name] = folder + name;
  }
  std::error_code error;
  if (fs::is_regular_file(folder + "evidence.json", error)) {
    files["release/report/evidence.json"] = folder + "evidence.json";
  }
  return {};
}

Status AddEvidence(const std::string& folder, BundledFiles& files) {
  const std::string path = folder + "/evidence.json";
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return InputError("there is no evidence in this folder", folder,
                      "`gauze report RELEASE --public --out DIRECTORY` writes it");
  }
  files["report/evidence.json"] = path;
  return {};
}

}  // namespace

Result<BundledFiles> CollectFiles(const BundleParts& parts, std::vector<std::string>& left_out) {
  GAUZE_ASSIGN(const ManifestClaims claims, ReadManifest(parts.release, false));
  BundledFiles files{{"release/manifest.json", parts.release + "/manifest.json"}};
  for (const std::string& path : claims.file.paths) {
    files["release" + path.substr(parts.release.size())] = path;
  }
  GAUZE_TRY(AddReports(parts.release, files));
  if (!parts.report.empty()) GAUZE_TRY(AddEvidence(parts.report, files));
  if (!parts.policy.empty()) {
    GAUZE_TRY(AddPolicy(parts.policy, files));
  } else {
    GAUZE_ASSIGN(const auto knowledge, KnowledgeOf(parts.release));
    for (const std::string& path : knowledge) GAUZE_TRY(Add(KnowledgeName(path), path, files));
  }
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(parts.release, error)) {
    const std::string inside = entry.path().lexically_relative(parts.release).string();
    if (entry.is_directory(error) || files.contains("release/" + inside)) continue;
    left_out.push_back(entry.path().string());
  }
  std::ranges::sort(left_out);
  return files;
}

}  // namespace gauze::report
