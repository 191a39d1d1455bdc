#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"

namespace gauze {

// The file of a vault on its way to its place, beside the release that it belongs to.
//
// A vault is never replaced: the release that it explains may be in somebody's hands. It is put in
// its place right before its release, so that no release is ever without one. A run that is killed
// between the two leaves a vault of nothing, which the next run of that release removes: the
// release that names it still lies in the killed run's folder.
class VaultFile {
 public:
  // `target` is the release directory. Fails if there is a vault already, or if the place is in the
  // release.
  static Result<VaultFile> Open(const std::string& path, const std::string& target);

  VaultFile(VaultFile&& other) noexcept;
  VaultFile& operator=(VaultFile&&) = delete;
  VaultFile(const VaultFile&) = delete;
  VaultFile& operator=(const VaultFile&) = delete;
  ~VaultFile();  // removes the vault, unless it is kept

  // Puts the bytes in their place, durably and readable by their owner only.
  Status Place(std::string_view bytes);
  // The release is published: the vault stays.
  void Keep() { placed_ = false; }

 private:
  explicit VaultFile(std::string path) : path_(std::move(path)) {}

  std::string path_;
  bool placed_ = false;
};

}  // namespace gauze
