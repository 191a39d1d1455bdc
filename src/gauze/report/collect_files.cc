#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/bundle/file_list.h"
#include "gauze/page/report_page.h"
#include "gauze/policy/places.h"
#include "gauze/release/input/policy_files.h"
#include "gauze/release/manifest/manifest_knowledge.h"
#include "gauze/release/manifest/policy_text.h"
#include "gauze/report/bundle_contents.h"

namespace gauze::report {
namespace {

namespace fs = std::filesystem;

Status CheckPlaces(const Policy& policy) {
  const std::vector<std::size_t> lines = LinesWithPlaces(policy.text);
  if (lines.empty()) return {};
  return InputError(fmt::format("the policy names paths of this machine, which recipients need not "
                                "know ({})",
                                LineNumbers(lines)),
                    policy.file,
                    "write paths relative to the policy file, without `..`, and run it again; or "
                    "leave out --policy");
}

Status Add(const std::string& name, const std::string& path, BundledFiles& files) {
  if (!bundle::IsName(name)) {
    return InputError(
        "this file cannot be packed: it is not below the policy's folder, or its name is not "
        "allowed",
        path,
        "put it beside the policy, under a name of letters, digits, '.', '_', '-' and spaces");
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

Status AddPictures(const std::string& release, BundledFiles& files) {
  GAUZE_ASSIGN(const std::string text, ReadFile(release + "/manifest.json"));
  const auto pictures = PicturesOf(ParseJson(text));
  for (const auto& [name, svg] : pictures) {
    const std::string path = release + "/report/" + name;
    const auto found = ReadFile(path);
    if (found && *found == svg) files["release/report/" + name] = path;
  }
  return {};
}

// Evidence, and the page that `gauze report` made of it. Whether the evidence is what recipients
// may have is looked at later; of the page nobody could tell.
Status AddEvidence(const std::string& folder, const std::string& begin, BundledFiles& files) {
  const std::string evidence = folder + "/evidence.json";
  const std::string page = folder + "/report.html";
  GAUZE_ASSIGN(const std::string text, ReadFile(evidence));
  files[begin + "evidence.json"] = evidence;
  std::error_code error;
  if (!fs::exists(page, error)) return {};
  GAUZE_ASSIGN(const std::string html, ReadFile(page));
  const Json document = ParseJson(text);
  if (document.is_discarded() || html != page::ReportPage(document)) {
    return InputError("this page was not made from the evidence beside it", page,
                      "make both again: `gauze report RELEASE --public --out DIRECTORY`");
  }
  files[begin + "report.html"] = page;
  return {};
}

Status AddReports(const BundleParts& parts, BundledFiles& files) {
  GAUZE_TRY(AddPictures(parts.release, files));
  std::error_code error;
  if (fs::exists(parts.release + "/report/evidence.json", error)) {
    GAUZE_TRY(AddEvidence(parts.release + "/report", "release/report/", files));
  }
  if (parts.report.empty()) return {};
  if (!fs::exists(parts.report + "/evidence.json", error)) {
    return InputError("there is no evidence in this folder", parts.report,
                      "`gauze report RELEASE --public --out DIRECTORY` writes it");
  }
  return AddEvidence(parts.report, "report/", files);
}

}  // namespace

Result<BundledFiles> CollectFiles(const BundleParts& parts, std::vector<std::string>& left_out) {
  GAUZE_ASSIGN(const ManifestClaims claims, ReadManifest(parts.release, false));
  BundledFiles files{{"release/manifest.json", parts.release + "/manifest.json"}};
  for (const std::string& path : claims.file.paths) {
    files["release" + path.substr(parts.release.size())] = path;
  }
  GAUZE_TRY(AddReports(parts, files));
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
