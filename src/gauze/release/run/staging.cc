#include "gauze/release/run/staging.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "gauze/base/file.h"
#include "gauze/release/manifest/manifest.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHint = "check permissions and free disk space";

std::string Reason() { return std::generic_category().message(errno); }

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
    return InputError("the release directory is a broken link", target.string(),
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

Result<Staging> Staging::Open(const std::string& target, const std::string& run,
                              const std::string& temp) {
  fs::path path = fs::absolute(target).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  GAUZE_TRY(CheckTarget(path));
  const fs::path parent = path.parent_path();
  std::error_code error;
  fs::create_directories(parent, error);
  GAUZE_ASSIGN(
      PrivateFolder taken,
      PrivateFolder::Take(parent.string(), "." + path.filename().string() + ".gauze-", run));
  Staging staging(path.string(), std::move(taken));
  GAUZE_TRY(staging.MakeFolders(run, temp));
  return staging;
}

Status Staging::MakeFolders(const std::string& run, const std::string& temp) {
  std::error_code error;
  fs::remove_all(folder_.path() + "/scratch", error);
  if (temp.empty()) {
    scratch_ = folder_.path() + "/scratch";
    if (mkdir(scratch_.c_str(), 0700) != 0) {
      return ResourceError("cannot create a folder beside the release: " + Reason(), folder_.path(),
                           kHint);
    }
  } else {
    GAUZE_ASSIGN(Scratch elsewhere, Scratch::Open(temp));
    scratch_ = elsewhere.folder();
    elsewhere_.emplace(std::move(elsewhere));
  }
  if (mkdir(release().c_str(), 0755) != 0 && errno != EEXIST) {
    return ResourceError("cannot create a folder beside the release: " + Reason(), folder_.path(),
                         kHint);
  }
  return WriteFile(folder_.path() + "/run", run, 0600);
}

Status Staging::Publish() {
  GAUZE_TRY(SyncPath(release()));
  // From here on the folder may hold the old release: nobody must take it for work of this run.
  std::error_code error;
  fs::remove(folder_.path() + "/run", error);
  GAUZE_TRY(SyncPath(folder_.path()));
  const auto kept = PrivateFolder::KeepAll();
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
      "cannot move the release into place: " + std::generic_category().message(failure), target_,
      "the file system must support atomic exchange (ext4, xfs, btrfs, tmpfs)");
}

}  // namespace gauze
