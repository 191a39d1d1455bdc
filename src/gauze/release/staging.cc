#include "gauze/release/staging.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <system_error>

#include "gauze/base/file.h"
#include "gauze/release/manifest.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// The folder staged right now, for RemoveActive(); empty if there is none.
std::mutex active_mutex;
std::string active_folder;  // NOLINT(bugprone-throwing-static-initialization): empty never throws

void SetActive(const std::string& folder) {
  const std::lock_guard lock(active_mutex);
  active_folder = folder;
}

std::string Reason() { return std::generic_category().message(errno); }

// A locked folder; -1 if somebody else holds it.
int LockFolder(const std::string& folder, bool wait) {
  const int handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return -1;
  if (flock(handle, LOCK_EX | (wait ? 0 : LOCK_NB)) == 0) return handle;
  close(handle);
  return -1;
}

void RemoveLeftovers(const fs::path& parent, const std::string& prefix) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || !entry.is_directory(error)) continue;
    const int lock = LockFolder(entry.path().string(), false);
    if (lock < 0) continue;
    fs::remove_all(entry.path(), error);
    close(lock);
  }
}

// Empty, or what a run has left there and nothing else.
bool IsRelease(const fs::path& folder) {
  std::error_code error;
  if (fs::is_empty(folder, error)) return true;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name != "manifest.json" && name != "data.csv" && name != "data.parquet" && name != "data") {
      return false;
    }
  }
  return ReadManifest(folder.string()).has_value();
}

Status CheckTarget(const fs::path& target) {
  std::error_code error;
  if (!fs::exists(target, error)) return {};
  if (!fs::is_directory(target, error)) {
    return InputError("the release directory is a file", target.string(),
                      "choose another release directory, or remove the file");
  }
  if (IsRelease(target)) return {};
  return InputError("the release directory holds something that is not a release", target.string(),
                    "choose another `release: {directory: …}`, or pass --out");
}

}  // namespace

Result<Staging> Staging::Open(const std::string& target) {
  fs::path path = fs::absolute(target).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  GAUZE_TRY(CheckTarget(path));
  const fs::path parent = path.parent_path();
  std::error_code error;
  fs::create_directories(parent, error);
  // While the parent is locked nobody can take a new folder for a leftover.
  const int parent_lock = LockFolder(parent.string(), true);
  if (parent_lock < 0) {
    return ResourceError("cannot open the folder of the release: " + Reason(), parent.string(),
                         "check that it exists and that you may write there");
  }
  const std::string prefix = "." + path.filename().string() + ".gauze-";
  RemoveLeftovers(parent, prefix);
  std::string folder = (parent / (prefix + "XXXXXX")).string();
  const bool made = mkdtemp(folder.data()) != nullptr;
  const std::string reason = Reason();
  const int lock = made ? LockFolder(folder, false) : -1;
  close(parent_lock);
  if (lock < 0) {
    return ResourceError("cannot make a folder beside the release: " + reason, parent.string(),
                         "check that you may write there, and that the disk is not full");
  }
  SetActive(folder);
  Staging staging(path.string(), folder, lock);
  if (mkdir(staging.release().c_str(), 0755) != 0 || mkdir(staging.scratch().c_str(), 0700) != 0) {
    return ResourceError("cannot make a folder beside the release: " + Reason(), parent.string());
  }
  return staging;
}

Staging::Staging(std::string target, std::string folder, int lock)
    : target_(std::move(target)), folder_(std::move(folder)), lock_(lock) {}

Staging::Staging(Staging&& other) noexcept
    : target_(std::move(other.target_)),
      folder_(std::move(other.folder_)),
      lock_(std::exchange(other.lock_, -1)) {}

Staging::~Staging() {
  if (lock_ < 0) return;
  std::error_code error;
  fs::remove_all(folder_, error);
  close(lock_);
  SetActive("");
}

void Staging::RemoveActive() {
  const std::lock_guard lock(active_mutex);
  std::error_code error;
  if (!active_folder.empty()) fs::remove_all(active_folder, error);
}

Status Staging::Publish() {
  GAUZE_TRY(SyncPath(release()));
  // An exchange leaves the old release in our folder, which goes away with it. Another run may put
  // the first release there, or somebody remove the old one, between two tries.
  int failure = EEXIST;
  for (int attempt = 0; attempt < 10 && (failure == EEXIST || failure == ENOENT); ++attempt) {
    const unsigned mode = attempt % 2 == 0 ? RENAME_EXCHANGE : RENAME_NOREPLACE;
    const bool done = renameat2(AT_FDCWD, release().c_str(), AT_FDCWD, target_.c_str(), mode) == 0;
    failure = done ? 0 : errno;
  }
  if (failure != 0) {
    return ResourceError(
        "cannot put the release in its place: " + std::generic_category().message(failure), target_,
        "the file system must support atomic exchange (ext4, xfs, btrfs, tmpfs)");
  }
  return SyncPath(fs::path(target_).parent_path().string());
}

}  // namespace gauze
