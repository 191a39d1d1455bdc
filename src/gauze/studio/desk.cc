#include "gauze/studio/desk.h"

#include <algorithm>
#include <filesystem>

#include "gauze/base/json.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/studio/jobs/command_line.h"
#include "gauze/studio/project/kept_profile.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

// What the studio itself may take to show rows: a quarter of what a job may take, within these.
constexpr std::uint64_t kMostViewMemory = 256ULL << 20U;
constexpr std::uint64_t kLeastViewMemory = 128ULL << 20U;
constexpr std::size_t kMostManifest = 16U << 20U;

std::uint64_t ViewMemory(const std::string& memory) {
  const auto bytes = ParseBytes(memory);
  return bytes ? std::clamp(*bytes / 4, kLeastViewMemory, kMostViewMemory) : kMostViewMemory;
}

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
  Put(kind == "table" || kind == "other" ? "file" : kind, real);
  return {};
}

void Desk::Put(const std::string& kind, const std::string& path) {
  project_.reset();
  views_.clear();
  kind_ = kind;
  path_ = path;
}

Status Desk::OpenTable(const std::string& path) {
  if (const auto policy = folder_.Resolve(PolicyFor(path))) return OpenPolicy(*policy);
  // Somebody opens it in a second window.
  if (kind_ == "table" && path_ == path && jobs_.IsRunning("open", path)) return {};
  GAUZE_ASSIGN(JobOrder order, OrderOpening(path));
  order.action = "open";
  order.options = Json{{"path", path}}.dump();
  order.project = path;
  GAUZE_TRY(jobs_.Start(std::move(order)));
  Put("table", path);
  return {};
}

Result<JobOrder> Desk::OrderOpening(const std::string& table) {
  GAUZE_ASSIGN(const std::string policy, folder_.ResolveNew(PolicyFor(table)));
  // The policy and the profile in one go: a large table takes a while to be read.
  CommandLine command({"profile"});
  command.Path(table).Option("--init", policy).OptionIf("--memory", memory_).Flag("--json");
  JobOrder order;
  order.arguments = command.words();
  order.finished = [this, table, policy](const std::string& profile) -> Status {
    const std::lock_guard lock(mutex_);
    if (kind_ != "table" || path_ != table) return {};
    GAUZE_TRY(OpenPolicy(policy));
    KeptProfile(project_->Beside("profile.json"), table, {}).Write(profile);
    return {};
  };
  return order;
}

Status Desk::OpenPolicy(const std::string& path) {
  if (project_ && project_->path() == path) return project_->Refresh();
  GAUZE_ASSIGN(Project opened, Project::Open(folder_, path));
  Put("policy", path);
  project_.emplace(std::move(opened));
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

Result<std::string> Desk::Manifest() {
  GAUZE_ASSIGN(const std::string release, Release());
  return folder_.Read(release + "/manifest.json", kMostManifest);
}

Result<std::shared_ptr<TableView>> Desk::View(bool of_release) {
  TableViewOptions options;
  options.memory = ViewMemory(memory_);
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
