#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/release/input/policy_files.h"
#include "gauze/release/manifest/manifest_knowledge.h"
#include "gauze/release/manifest/policy_text.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/report/bundle_contents.h"
#include "gauze/report/read_me_first.h"

namespace gauze::report {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "release/manifest.json";
constexpr const char* kPolicy = "policy/policy.yaml";

Result<Json> ReadJson(const BundledFiles& files, const std::string& name) {
  GAUZE_ASSIGN(const std::string text, ReadFile(files.at(name)));
  Json json = ParseJson(text);
  if (json.is_object()) return json;
  return InputError("this is not a JSON object", files.at(name), "make it again");
}

// `run --internal` writes the manifest with digests of the input.
Status CheckManifest(const Json& manifest, const std::string& path) {
  if (!manifest.contains("inputs") && !manifest.contains("run")) return {};
  return InputError("this is an internal manifest: it describes the input", path,
                    "bundle the release directory as `gauze run` left it");
}

Status CheckEvidence(const Json& evidence, const Json& manifest, const std::string& path) {
  if (evidence.value("form", "") != "public") {
    return InputError("this is not evidence in its public form", path,
                      "internal evidence is for people who may see the original: `gauze report "
                      "RELEASE --public --out DIRECTORY` makes what can be shared");
  }
  const Json about = evidence.value("about", Json::object());
  for (const char* name : {"rows", "classes", "policy_digest"}) {
    if (about.value(name, Json()) == manifest.at(name)) continue;
    return InputError(fmt::format("this is evidence on another release: {} differs", name), path,
                      "make it again from this release: `gauze report`");
  }
  return {};
}

// The policy is the one of the release, and the release promises all that it asks for.
Status CheckPolicy(const Policy& policy, const Json& manifest, const std::string& path) {
  if (manifest.at("policy_digest") != "sha256:" + Digest(policy.text)) {
    return InputError("this is not the policy that the release was made with", path,
                      "the manifest has another digest of it");
  }
  for (const PolicyEntry& entry : policy.protect) {
    const auto& promises = manifest.at("promises");
    if (std::ranges::any_of(
            promises, [&](const Json& promise) { return promise.at("claim") == entry.Text(); })) {
      continue;
    }
    return InputError(
        fmt::format("the release does not promise {}, but its policy asks for it", entry.Text()),
        path, "the manifest was changed by hand: ask its sender for another copy");
  }
  return {};
}

// Names below policy/ of what the policy names, where it lies now.
std::set<std::string> NamesOf(const Policy& policy, const std::string& path) {
  std::set<std::string> names{kPolicy};
  const fs::path folder = fs::absolute(path).parent_path().lexically_normal();
  for (const std::string& file : FilesOf(policy)) {
    const fs::path whole = fs::absolute(file).lexically_normal();
    names.insert("policy/" + whole.lexically_relative(folder).string());
  }
  return names;
}

}  // namespace

std::string KnowledgeName(const std::string& path) { return "policy/" + KnowledgeBelow(path); }

std::map<std::string, std::string> PicturesOf(const Json& manifest) {
  std::map<std::string, std::string> pictures;
  try {
    for (const Json& promise : manifest.at("promises")) {
      const TablePromiseEntry* table = FindTablePromise(promise.at("model").get<std::string>());
      if (table == nullptr || table->pictures == nullptr) continue;
      for (auto& [name, svg] : table->pictures(manifest)) pictures.emplace(name, std::move(svg));
    }
  } catch (const Json::exception&) {
    return {};
  }
  return pictures;
}

namespace {

// Throws what a manifest of ours has, and this one has not.
Status CheckAll(const BundledFiles& files) {
  if (!files.contains(kManifest)) {
    return InputError("there is no manifest", kManifest, "a bundle contains a release");
  }
  const std::string directory = fs::path(files.at(kManifest)).parent_path().string();
  GAUZE_ASSIGN(const ManifestClaims claims, ReadManifest(directory, false));
  GAUZE_ASSIGN(const Json manifest, ReadJson(files, kManifest));
  GAUZE_TRY(CheckManifest(manifest, files.at(kManifest)));
  std::set<std::string> expected{kManifest};
  for (const std::string& path : claims.file.paths) {
    expected.insert("release" + path.substr(directory.size()));
  }
  GAUZE_ASSIGN(const auto knowledge, KnowledgeOf(directory));
  for (const std::string& path : knowledge) expected.insert(KnowledgeName(path));
  if (files.contains(kPolicy)) {
    GAUZE_ASSIGN(const Policy policy, LoadPolicy({.file = files.at(kPolicy)}));
    GAUZE_TRY(CheckPolicy(policy, manifest, files.at(kPolicy)));
    expected.merge(NamesOf(policy, files.at(kPolicy)));
  }
  for (const std::string& name : expected) {
    if (files.contains(name)) continue;
    return InputError(fmt::format("{} is missing", name), directory,
                      "the manifest or the policy names it, so a bundle must contain it");
  }
  // What the first page says, any version of Gauze may say in other words.
  std::set<std::string> welcome{kReadMeFirst, "release/report/evidence.json",
                                "release/report/report.html", "report/evidence.json",
                                "report/report.html"};
  for (const auto& [name, svg] : PicturesOf(manifest)) welcome.insert("release/report/" + name);
  for (const auto& [name, path] : files) {
    if (!expected.contains(name) && !welcome.contains(name)) {
      return InputError(
          fmt::format("{} is not part of a release", name), path,
          "a bundle contains what the manifest and the policy name, and nothing else");
    }
    if (!name.ends_with("/evidence.json")) continue;
    GAUZE_ASSIGN(const Json evidence, ReadJson(files, name));
    GAUZE_TRY(CheckEvidence(evidence, manifest, path));
  }
  return {};
}

}  // namespace

Status CheckFiles(const BundledFiles& files) {
  try {
    return CheckAll(files);
  } catch (const Json::exception&) {
    return InputError("this is not a Gauze manifest", files.at(kManifest),
                      "it was changed by hand, or made by another version");
  }
}

}  // namespace gauze::report
