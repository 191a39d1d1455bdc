#include <dirent.h>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "gauze/base/json.h"
#include "gauze/base/text/utf8.h"
#include "gauze/studio/folder/folder.h"

namespace gauze::studio {
namespace {

constexpr std::size_t kMostPolicy = 256U << 10U;

bool EndsWithOne(const std::string& name, const auto& endings) {
  return std::ranges::any_of(endings, [&](const char* ending) { return name.ends_with(ending); });
}

std::string KindOfFolder(int folder) {
  if (faccessat(folder, "ledger.db", F_OK, 0) == 0) return "ledger";
  if (faccessat(folder, "manifest.json", F_OK, 0) == 0) return "release";
  return "folder";
}

std::string KindOfFile(const std::string& name) {
  static constexpr std::array kTables{".csv", ".tsv", ".csv.gz", ".tsv.gz", ".parquet"};
  static constexpr std::array kPolicies{".yaml", ".yml"};
  static constexpr std::array kBundles{".bundle.tar"};
  if (EndsWithOne(name, kTables)) return "table";
  if (EndsWithOne(name, kPolicies)) return "policy";
  if (EndsWithOne(name, kBundles)) return "bundle";
  return "other";
}

// JSON is YAML, so a policy can be written in it; so are hierarchies and much else.
bool IsPolicyInJson(const std::string& text) {
  const Json document = ParseJson(text);
  return document.is_object() && document.contains("version") && document.contains("attributes");
}

std::vector<std::string> NamesIn(int folder) {
  std::vector<std::string> names;
  DIR* entries = fdopendir(folder);
  if (entries == nullptr) {
    close(folder);
    return names;
  }
  while (const dirent* entry = readdir(entries)) {
    const std::string name = entry->d_name;
    if (!name.starts_with('.') && FindInvalidUtf8(name) == name.npos) names.push_back(name);
  }
  closedir(entries);
  std::ranges::sort(names);
  return names;
}

}  // namespace

Result<Json> Folder::List(const std::string& path) const {
  GAUZE_ASSIGN(const std::string real, Resolve(path));
  GAUZE_ASSIGN(OpenFile folder, OpenBelow(path, O_RDONLY | O_DIRECTORY));
  Json entries = Json::array();
  for (const std::string& name : NamesIn(folder.Release())) {
    const std::string below = real == "." ? name : real + "/" + name;
    const auto file = OpenBelow(below, O_PATH);
    struct stat facts{};
    if (!file || fstat(file->get(), &facts) != 0) continue;
    if (!S_ISDIR(facts.st_mode) && !S_ISREG(facts.st_mode)) continue;
    entries.push_back(
        {{"name", name},
         {"path", below},
         {"kind", KindOfOpen(file->get(), below, facts)},
         {"bytes", static_cast<std::uint64_t>(facts.st_size)},
         {"modified", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(facts.st_mtim.tv_sec))}});
  }
  return Json{{"path", real}, {"entries", std::move(entries)}};
}

std::string Folder::KindOfOpen(int descriptor, const std::string& path,
                               const struct stat& facts) const {
  if (S_ISDIR(facts.st_mode)) return KindOfFolder(descriptor);
  if (!path.ends_with(".json")) return KindOfFile(path);
  const auto text = Read(path, kMostPolicy);
  return text && IsPolicyInJson(*text) ? "policy" : "other";
}

Result<std::string> Folder::KindOf(const std::string& path) const {
  GAUZE_ASSIGN(const OpenFile file, OpenBelow(path, O_PATH));
  struct stat facts{};
  if (fstat(file.get(), &facts) != 0) return InputError("the file cannot be looked at", path, "");
  return KindOfOpen(file.get(), path, facts);
}

}  // namespace gauze::studio
