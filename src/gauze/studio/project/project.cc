#include "gauze/studio/project/project.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/owner.h"
#include "gauze/policy/document/document.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/run/load_policy.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrivateName = ".gauze-studio";

// The 7 of "policy.yaml:7:3", from 1; 0: it names no line.
std::uint64_t LineIn(const std::string& where, const std::string& file) {
  if (!where.starts_with(file + ":")) return 0;
  std::uint64_t line = 0;
  for (std::size_t i = file.size() + 1; i < where.size() && where[i] >= '0' && where[i] <= '9';
       ++i) {
    line = line * 10 + static_cast<std::uint64_t>(where[i] - '0');
  }
  return line;
}

Json LabelOf(const Journal::Version* version) {
  return version == nullptr ? Json(nullptr) : Json(version->label);
}

}  // namespace

Json ProblemJson(const Error& error, const std::string& file) {
  const std::uint64_t line = LineIn(error.where, file);
  return {{"message", error.message},
          {"place", error.where},
          {"line", line == 0 ? Json(nullptr) : Json(line)},
          {"hint", error.hint}};
}

Result<std::string> PrivateBeside(const std::string& path) {
  const std::string folder = (fs::path(path).parent_path() / kPrivateName).string();
  GAUZE_TRY(CheckOurs(folder));
  if (mkdir(folder.c_str(), 0700) == 0) {
    // Nobody means to commit what lies there.
    GAUZE_TRY(WriteFile(folder + "/.gitignore", "*\n", 0600));
  }
  struct stat facts{};
  if (lstat(folder.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != geteuid() ||
      chmod(folder.c_str(), 0700) != 0) {
    return ResourceError("the studio's own folder cannot be made", folder,
                         "may this user write beside the policy?");
  }
  return folder;
}

Result<Project> Project::Open(const Folder& folder, const std::string& path) {
  GAUZE_ASSIGN(const std::string ours, PrivateBeside(path));
  GAUZE_ASSIGN(Journal journal,
               Journal::Open(ours + "/" + fs::path(path).filename().string() + ".journal"));
  Project project(folder, path, std::move(journal));
  GAUZE_TRY(project.Refresh());
  return project;
}

std::string Project::Beside(std::string_view ending) const {
  const fs::path file(path_);
  return (file.parent_path() / kPrivateName / file.filename()).string() + "." + std::string(ending);
}

Status Project::Refresh() {
  GAUZE_ASSIGN(const std::string text, ReadFile(path_));
  const Journal::Version* current = journal_.current();
  if (current != nullptr && current->text == text) return {};
  return journal_.Edit(current == nullptr ? "opened" : "changed outside the studio", text);
}

Status Project::WriteCurrent() {
  struct stat facts{};
  const unsigned mode = stat(path_.c_str(), &facts) == 0 ? facts.st_mode & 0777U : 0644U;
  return WriteFile(path_, journal_.current()->text, mode);
}

Status Project::Edit(std::string_view label, std::string_view text) {
  GAUZE_TRY(journal_.Edit(label, text));
  return WriteCurrent();
}

Status Project::Undo() {
  GAUZE_TRY(journal_.Undo());
  return WriteCurrent();
}

Status Project::Redo() {
  GAUZE_TRY(journal_.Redo());
  return WriteCurrent();
}

Places Project::places() const {
  const auto document = ReadDocument(text(), path_);
  return PlacesIn(document ? *document : Json(), path_, folder_);
}

// The first that is found; there may be more behind it.
Json Project::Problems() const {
  const auto check = [&]() -> Status {
    GAUZE_ASSIGN(const Policy policy, ParsePolicy(text(), path_, TheCatalog()));
    GAUZE_TRY(CheckPlaces(policy, folder_));
    return CheckForRun(policy);
  };
  Json problems = Json::array();
  if (const Status checked = check(); !checked) {
    problems.push_back(ProblemJson(checked.error(), path_));
  }
  return problems;
}

Json Project::State() const {
  const auto document = ReadDocument(text(), path_);
  const Places found = places();
  std::error_code error;
  const bool released =
      !found.release.empty() && fs::exists(fs::path(found.release) / "manifest.json", error);
  return {{"path", path_},
          {"text", text()},
          {"document", document ? *document : Json(nullptr)},
          {"revision", journal_.revision()},
          {"problems", Problems()},
          {"undo", LabelOf(journal_.undoable())},
          {"redo", LabelOf(journal_.redoable())},
          {"source", found.sources},
          {"release", released ? Json(found.release) : Json(nullptr)}};
}

Json Project::History() const {
  Json history = Json::array();
  for (const Journal::Version& version : journal_.versions()) {
    history.push_back({{"revision", version.revision},
                       {"at", version.at},
                       {"label", version.label},
                       {"current", &version == journal_.current()}});
  }
  return history;
}

}  // namespace gauze::studio
