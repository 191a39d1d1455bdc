#include "gauze/release/staging.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>

#include "gauze/base/file.h"
#include "gauze/release/manifest.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// The folders in use right now, for RemoveActive().
std::mutex active_mutex;
std::set<std::string> active_folders;  // NOLINT(bugprone-throwing-static-initialization)

void SetActive(const std::string& folder, bool active) {
  const std::lock_guard lock(active_mutex);
  if (active) {
    active_folders.insert(folder);
  } else {
    active_folders.erase(folder);
  }
}

constexpr const char* kHint = "check permissions and free disk space";

std::string Reason() { return std::generic_category().message(errno); }

struct Locked {
  std::string folder;
  int lock = -1;
};

// Removes our unlocked folders of that prefix, but keeps the first whose file `run` says the same.
// Without `run` none is kept.
std::optional<Locked> TakeLeftover(const fs::path& parent, const std::string& prefix,
                                   const std::optional<std::string>& run) {
  std::optional<Locked> kept;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const int lock = LockFolder(entry.path().string());
    if (lock < 0) continue;
    if (run && !kept) {
      const auto said = ReadFile(entry.path().string() + "/run");
      if (said && *said == *run) {
        kept = Locked{entry.path().string(), lock};
        continue;
      }
    }
    fs::remove_all(entry.path(), error);
    close(lock);
  }
  return kept;
}

// A new private folder, in use from its first moment: a run that is stopped just then leaves none.
// Before it is locked, another run may take it for a leftover: then the next one is tried.
std::optional<Locked> MakeFolder(const std::string& pattern) {
  constexpr int kTries = 100;
  const std::lock_guard lock(active_mutex);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    std::string name = pattern;
    if (mkdtemp(name.data()) == nullptr) return std::nullopt;
    const int held = LockFolder(name);
    if (held < 0) {
      rmdir(name.c_str());
      continue;
    }
    active_folders.insert(name);
    return Locked{name, held};
  }
  return std::nullopt;
}

// A private folder, locked.
Result<Locked> TakeFolder(const fs::path& parent, const std::string& prefix,
                          const std::optional<std::string>& run) {
  std::optional<Locked> taken = TakeLeftover(parent, prefix, run);
  if (taken) {
    SetActive(taken->folder, true);
  } else {
    taken = MakeFolder((parent / (prefix + "XXXXXX")).string());
  }
  if (!taken) {
    return ResourceError("cannot make a folder: " + Reason(), parent.string(),
                         "check that it exists, that you may write there, and that the disk is "
                         "not full");
  }
  return *taken;
}

// Empty, or what a run has left there and nothing else.
bool IsRelease(const fs::path& folder) {
  std::error_code error;
  if (fs::is_empty(folder, error)) return true;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    constexpr std::string_view kOurs[] = {"manifest.json", "data.csv", "data.parquet", "data",
                                          "report"};
    if (std::ranges::find(kOurs, name) == std::end(kOurs)) return false;
  }
  // Somebody may have put a pipe there, and who reads it waits for them.
  return fs::is_regular_file(fs::symlink_status(folder / "manifest.json", error)) &&
         ReadManifest(folder.string(), false).has_value();
}

Status CheckTarget(const fs::path& target) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(target, error))) return {};
  if (!fs::exists(target, error)) {
    return InputError("the release directory is a link that leads nowhere", target.string(),
                      "choose another release directory, or remove the link");
  }
  if (!fs::is_directory(target, error)) {
    return InputError("the release directory is a file", target.string(),
                      "choose another release directory, or remove the file");
  }
  if (IsRelease(target)) return {};
  return InputError("the release directory holds something that is not a release", target.string(),
                    "choose another `release: {directory: …}`, or pass --out");
}

}  // namespace

int LockFolder(const std::string& folder) {
  const int handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (handle < 0) return -1;
  struct stat status{};
  const bool ours = fstat(handle, &status) == 0 && status.st_uid == geteuid() &&
                    (status.st_mode & 0077U) == 0 && flock(handle, LOCK_EX | LOCK_NB) == 0;
  // Whoever locked it first may have taken it for a leftover, and removed it.
  if (ours && fstat(handle, &status) == 0 && status.st_nlink > 0) return handle;
  close(handle);
  return -1;
}

Result<Scratch> Scratch::Open(const std::string& parent) {
  auto taken = TakeFolder(parent, ".gauze-scratch-", std::nullopt);
  if (!taken) {
    taken.error().hint += ", or choose another folder with --temp";
    return tl::unexpected(std::move(taken.error()));
  }
  return Scratch(taken->folder, taken->lock);
}

Scratch::Scratch(Scratch&& other) noexcept
    : folder_(std::move(other.folder_)), lock_(std::exchange(other.lock_, -1)) {}

Scratch::~Scratch() {
  if (lock_ < 0) return;
  std::error_code error;
  fs::remove_all(folder_, error);
  close(lock_);
  SetActive(folder_, false);
}

Result<Staging> Staging::Open(const std::string& target, const std::string& run,
                              const std::string& temp) {
  fs::path path = fs::absolute(target).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  GAUZE_TRY(CheckTarget(path));
  const fs::path parent = path.parent_path();
  std::error_code error;
  fs::create_directories(parent, error);
  GAUZE_ASSIGN(const Locked taken,
               TakeFolder(parent, "." + path.filename().string() + ".gauze-", run));
  Staging staging(path.string(), taken.folder, taken.lock);
  GAUZE_TRY(staging.MakeFolders(run, temp));
  return staging;
}

Status Staging::MakeFolders(const std::string& run, const std::string& temp) {
  std::error_code error;
  fs::remove_all(folder_ + "/scratch", error);
  if (temp.empty()) {
    scratch_ = folder_ + "/scratch";
    if (mkdir(scratch_.c_str(), 0700) != 0) {
      return ResourceError("cannot make a folder beside the release: " + Reason(), folder_, kHint);
    }
  } else {
    GAUZE_ASSIGN(Scratch elsewhere, Scratch::Open(temp));
    scratch_ = elsewhere.folder();
    elsewhere_.emplace(std::move(elsewhere));
  }
  if (mkdir(release().c_str(), 0755) != 0 && errno != EEXIST) {
    return ResourceError("cannot make a folder beside the release: " + Reason(), folder_, kHint);
  }
  return WriteFile(folder_ + "/run", run, 0600);
}

Staging::Staging(std::string target, std::string folder, int lock)
    : target_(std::move(target)), folder_(std::move(folder)), lock_(lock) {}

Staging::Staging(Staging&& other) noexcept
    : target_(std::move(other.target_)),
      folder_(std::move(other.folder_)),
      scratch_(std::move(other.scratch_)),
      lock_(std::exchange(other.lock_, -1)),
      elsewhere_(std::move(other.elsewhere_)) {}

Staging::~Staging() {
  std::error_code error;
  if (lock_ >= 0) {
    fs::remove_all(folder_, error);
    close(lock_);
    SetActive(folder_, false);
  }
}

void Staging::RemoveActive() {
  // Never unlocked: a folder that is being emptied must not be published.
  active_mutex.lock();
  std::error_code error;
  for (const std::string& folder : active_folders) {
    // The run goes on writing until the folder is gone.
    for (int attempt = 0; attempt < 1000 && fs::exists(folder, error); ++attempt) {
      fs::remove_all(folder, error);
    }
  }
}

Status Staging::Publish() {
  GAUZE_TRY(SyncPath(release()));
  // From here on the folder may hold the old release: nobody must take it for work of this run.
  std::error_code error;
  fs::remove(folder_ + "/run", error);
  GAUZE_TRY(SyncPath(folder_));
  const std::lock_guard lock(active_mutex);
  GAUZE_TRY(Exchange());
  return SyncPath(fs::path(target_).parent_path().string());
}

// The release that was exchanged for what is not ours is gone already.
std::string Staging::PutBack(const std::string& hint) const {
  for (int number = 0; number < 1000; ++number) {
    const std::string place = number == 0 ? target_ : fmt::format("{}.moved-{}", target_, number);
    if (renameat2(AT_FDCWD, release().c_str(), AT_FDCWD, place.c_str(), RENAME_NOREPLACE) == 0) {
      return number == 0 ? hint : "it is now " + place;
    }
  }
  return hint;
}

// Somebody may put a folder of their own, or another run its first release, in the target's place
// at any time, and the old release may be removed.
Status Staging::Exchange() {
  int failure = EEXIST;
  for (int attempt = 0; attempt < 10 && (failure == EEXIST || failure == ENOENT); ++attempt) {
    GAUZE_TRY(CheckTarget(target_));
    const bool exchange = attempt % 2 == 0;
    const auto rename = [&] {
      return renameat2(AT_FDCWD, release().c_str(), AT_FDCWD, target_.c_str(),
                       exchange ? RENAME_EXCHANGE : RENAME_NOREPLACE) == 0;
    };
    failure = rename() ? 0 : errno;
    if (failure != 0 || !exchange) continue;
    // What was there is in our folder now, which goes away; what is not ours goes back.
    Status taken = CheckTarget(release());
    if (taken) return {};
    taken.error().where = target_;
    if (!rename()) taken.error().hint = PutBack(taken.error().hint);
    return taken;
  }
  if (failure == 0) return {};
  return ResourceError(
      "cannot put the release in its place: " + std::generic_category().message(failure), target_,
      "the file system must support atomic exchange (ext4, xfs, btrfs, tmpfs)");
}

}  // namespace gauze
