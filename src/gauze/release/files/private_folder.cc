#include "gauze/release/files/private_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>
#include <system_error>

#include "gauze/base/file.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScratch = ".gauze-scratch-";

// The folders in use right now, for RemoveAll().
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

struct LockedFolder {
  std::string path;
  int lock = -1;
};

// Removes our unlocked folders of that prefix, but keeps the first whose file `run` says the same.
// Without `run` none is kept.
std::optional<LockedFolder> TakeLeftover(const fs::path& parent, const std::string& prefix,
                                         const std::optional<std::string>& run) {
  std::optional<LockedFolder> kept;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const int lock = LockFolder(entry.path().string());
    if (lock < 0) continue;
    if (run && !kept) {
      const auto said = ReadFile(entry.path().string() + "/run");
      if (said && *said == *run) {
        kept = LockedFolder{entry.path().string(), lock};
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
std::optional<LockedFolder> MakeFolder(const std::string& pattern) {
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
    return LockedFolder{name, held};
  }
  return std::nullopt;
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

Result<PrivateFolder> PrivateFolder::Take(const std::string& parent, const std::string& prefix,
                                          const std::optional<std::string>& run) {
  std::optional<LockedFolder> taken = TakeLeftover(parent, prefix, run);
  if (taken) {
    SetActive(taken->path, true);
  } else {
    taken = MakeFolder((fs::path(parent) / (prefix + "XXXXXX")).string());
  }
  if (!taken) {
    return ResourceError("cannot create a folder: " + std::generic_category().message(errno),
                         parent,
                         "check that it exists, that you may write there, and that the disk is "
                         "not full");
  }
  return PrivateFolder(taken->path, taken->lock);
}

PrivateFolder::PrivateFolder(PrivateFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

PrivateFolder::~PrivateFolder() {
  if (lock_ < 0) return;
  std::error_code error;
  fs::remove_all(path_, error);
  close(lock_);
  SetActive(path_, false);
}

void PrivateFolder::RemoveAll() {
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

std::unique_lock<std::mutex> PrivateFolder::KeepAll() { return std::unique_lock(active_mutex); }

Result<Scratch> Scratch::Open(const std::string& parent) {
  auto taken = PrivateFolder::Take(parent, kScratch);
  if (!taken) {
    taken.error().hint += ", or choose another folder with --temp";
    return tl::unexpected(std::move(taken.error()));
  }
  return Scratch(*std::move(taken));
}

Result<Scratch> Scratch::Beside(const std::string& file) {
  GAUZE_ASSIGN(PrivateFolder taken,
               PrivateFolder::Take(fs::absolute(file).parent_path().string(), kScratch));
  return Scratch(std::move(taken));
}

}  // namespace gauze
