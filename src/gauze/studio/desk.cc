#include "gauze/studio/desk.h"

#include <filesystem>

#include "gauze/base/json.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/studio/jobs/child.h"
#include "gauze/studio/jobs/command_line.h"
#include "gauze/studio/project/kept_profile.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kViewMemory = 256ULL << 20U;

// "data/patients.csv.gz" → "data/patients.yaml"
std::string PolicyFor(const std::string& table) {
  fs::path path(table);
  if (path.extension() == ".gz") path.replace_extension();
  return path.replace_extension(".yaml").string();
}

// A release's data: one file, or a folder of parts.
std::string DataOf(const std::string& release) {
  std::error_code error;
  for (const char* name : {"data.csv", "data.parquet"}) {
    const std::string file = release + "/" + name;
    if (fs::exists(file, error)) return file;
  }
  return release + "/data/*.parquet";
}

// What a command said went wrong.
Error ErrorIn(const Child::Ended& ended) {
  const Json printed = ParseJson(ended.output);
  if (!printed.is_object() || !printed.contains("error")) {
    return {ErrorCode::kResource, "the table could not be looked at", "",
            "`gauze profile` on it says more"};
  }
  const Json& error = printed["error"];
  return {ErrorCode::kInput, error.value("message", ""), error.value("where", ""),
          error.value("hint", "")};
}

}  // namespace

Desk::Desk(Folder folder, std::string memory)
    : folder_(std::move(folder)), memory_(std::move(memory)), jobs_(folder_.path()) {}

Status Desk::Open(const std::string& path, bool as_file) {
  GAUZE_ASSIGN(const std::string real, folder_.Resolve(path));
  GAUZE_ASSIGN(const std::string kind, folder_.KindOf(real));
  if (kind == "folder") {
    return InputError("this is a folder and no release", real, "open a file in it");
  }
  if (kind == "table" && !as_file) return OpenTable(real);
  if (kind == "policy") return OpenPolicy(real);
  project_.reset();
  views_.clear();
  kind_ = kind == "table" || kind == "other" ? "file" : kind;
  path_ = real;
  return {};
}

Status Desk::OpenTable(const std::string& path) {
  const std::string named = PolicyFor(path);
  if (const auto policy = folder_.Resolve(named)) return OpenPolicy(*policy);
  GAUZE_ASSIGN(const std::string policy, folder_.ResolveNew(named));
  // The policy and the profile in one go: a large table takes a while to be read.
  CommandLine command({"profile"});
  command.Path(path).Option("--init", policy).OptionIf("--memory", memory_).Flag("--json");
  GAUZE_ASSIGN(Child child, Child::Start({.arguments = command.words(), .folder = folder_.path()}));
  const std::atomic<bool> never = false;
  const Child::Ended ended = child.Wait(never, [](std::string_view) {});
  if (ended.code != 0) return tl::unexpected<Error>(ErrorIn(ended));
  GAUZE_TRY(OpenPolicy(policy));
  KeptProfile(project_->Beside("profile.json"), path, {}).Write(ended.output);
  return {};
}

Status Desk::OpenPolicy(const std::string& path) {
  if (project_ && project_->path() == path) return project_->Refresh();
  GAUZE_ASSIGN(Project opened, Project::Open(folder_, path));
  views_.clear();
  project_.emplace(std::move(opened));
  kind_ = "policy";
  path_ = path;
  // The sample is drawn while people still look around.
  (void)View(false);
  return {};
}

Result<std::string> Desk::Release() {
  if (kind_ == "release") return path_;
  const std::string named = project_ ? project_->places().release : "";
  if (!named.empty()) {
    const auto real = folder_.Resolve(named);
    if (real && folder_.KindOf(*real) == "release") return real;
  }
  return InputError("there is no release yet", named, "run the policy first");
}

Result<std::shared_ptr<TableView>> Desk::View(bool of_release) {
  TableViewOptions options;
  options.memory = kViewMemory;
  std::string beside;
  if (of_release) {
    GAUZE_ASSIGN(const std::string release, Release());
    options.paths = {DataOf(release)};
    beside = release;
  } else if (project_) {
    const Places places = project_->places();
    for (const std::string& source : places.sources) {
      GAUZE_ASSIGN(std::string real, ResolveSource(source, folder_));
      options.paths.push_back(std::move(real));
    }
    options.csv = places.csv;
    options.sampled = true;
    beside = project_->path();
  } else if (kind_ == "file") {
    options.paths = {path_};
    beside = path_;
  }
  if (options.paths.empty()) {
    return InputError("no table is open", path_, "open a policy with a source, or a table");
  }
  GAUZE_ASSIGN(const std::string ours, PrivateBeside(beside));
  options.beside =
      ours + "/" + fs::path(beside).filename().string() + (of_release ? ".release" : ".table");
  std::shared_ptr<TableView>& view = views_[of_release];
  if (!view || !view->IsCurrent(options)) view = std::make_shared<TableView>(std::move(options));
  return view;
}

Json Desk::State() {
  const Json open = kind_.empty() ? Json(nullptr) : Json{{"kind", kind_}, {"path", path_}};
  return {{"version", kVersion},
          {"folder", folder_.path()},
          {"open", open},
          {"policy", project_ ? project_->State() : Json(nullptr)},
          {"jobs", jobs_.List()}};
}

}  // namespace gauze::studio
