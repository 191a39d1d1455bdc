#include "gauze/release/files/vault_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/release/files/private_folder.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// The release that a killed run had ready but not published names this vault.
bool IsOfKilledRun(const std::string& digest, const fs::path& folder) {
  const int lock = LockFolder(folder.string());
  if (lock < 0) return false;
  close(lock);
  const auto text = ReadFile((folder / "release" / "manifest.json").string());
  if (!text) return false;
  const auto manifest = ParseJson<nlohmann::json>(*text);
  const auto personal = manifest.is_object() ? manifest.find("personal") : manifest.end();
  return personal != manifest.end() && personal->is_object() &&
         personal->value("vault", "") == "sha256:" + digest;
}

bool IsLeftover(const std::string& path, const std::string& target) {
  const auto digest = DigestFile(path);
  if (!digest) return false;
  fs::path release = fs::absolute(target).lexically_normal();
  if (!release.has_filename()) release = release.parent_path();
  const std::string prefix = "." + release.filename().string() + ".gauze-";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(release.parent_path(), error)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    if (IsOfKilledRun(*digest, entry.path())) return true;
  }
  return false;
}

}  // namespace

Result<VaultFile> VaultFile::Open(const std::string& path, const std::string& target) {
  const fs::path inside =
      fs::weakly_canonical(path).lexically_relative(fs::weakly_canonical(target));
  if (!inside.empty() && *inside.begin() != "..") {
    return InputError("the vault must not be in the release directory", path,
                      "the release is shared, the vault is for the server alone: choose another "
                      "place");
  }
  std::error_code error;
  if (fs::exists(fs::symlink_status(path, error))) {
    if (!fs::is_regular_file(fs::symlink_status(path, error)) || !IsLeftover(path, target)) {
      return InputError("the vault already exists", path,
                        "it explains a release that may be in use, so it is never replaced: give "
                        "it to the server and move it away, or name another file");
    }
    fs::remove(path, error);
  }
  if (!fs::is_directory(fs::absolute(path).parent_path(), error)) {
    return InputError("the folder of the vault does not exist", path, "create it first");
  }
  return VaultFile(fs::absolute(path).string());
}

VaultFile::VaultFile(VaultFile&& other) noexcept
    : path_(std::move(other.path_)), placed_(std::exchange(other.placed_, false)) {}

VaultFile::~VaultFile() {
  std::error_code error;
  if (placed_) fs::remove(path_, error);
}

Status VaultFile::Place(std::string_view bytes) {
  const std::string staged = path_ + ".part";
  GAUZE_TRY(WriteFile(staged, bytes, 0600));
  const bool done =
      renameat2(AT_FDCWD, staged.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0;
  if (!done) {
    const std::string reason = std::generic_category().message(errno);
    std::error_code error;
    fs::remove(staged, error);
    return ResourceError("cannot move the vault into place: " + reason, path_,
                         "another run may have created a vault with that name meanwhile");
  }
  placed_ = true;
  return SyncPath(fs::path(path_).parent_path().string());
}

}  // namespace gauze
