#pragma once

#include <sys/stat.h>

#include <memory>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"

namespace gauze::studio {

// A descriptor that is closed with its owner.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile();
  int get() const { return descriptor_; }
  int Release();  // the caller closes it

 private:
  int descriptor_;
};

// The folder that the studio was started for. Everything that a request names lies below it once
// links are resolved; that is asked of the kernel, in the same step that opens the file
// (openat2, RESOLVE_BENEATH), so nobody can put a link in between.
class Folder {
 public:
  static Result<Folder> Open(const std::string& path);

  // Absolute, without links.
  const std::string& path() const { return path_; }

  // Something below it, by a path that begins in it ("" or ".": itself), with flags of open(2).
  Result<OpenFile> OpenBelow(const std::string& path, int flags) const;
  // Where that really is, as a path that begins in this folder.
  Result<std::string> Resolve(const std::string& path) const;
  // The same of what need not be there yet, in a folder that is.
  Result<std::string> ResolveNew(const std::string& path) const;
  // The whole text of a file of at most `most` bytes.
  Result<std::string> Read(const std::string& path, std::size_t most) const;

  // {"path", "entries": [{"name", "path", "kind", "bytes", "modified"}]}, sorted by name. Hidden
  // files are left out, and links that lead out of the folder.
  Result<Json> List(const std::string& path) const;
  // "folder", "table", "policy", "release", "bundle", "ledger" or "other".
  Result<std::string> KindOf(const std::string& path) const;

 private:
  std::string KindOfOpen(int descriptor, const std::string& path, const struct stat& facts) const;

  Folder(OpenFile root, std::string path)
      : root_(std::make_shared<OpenFile>(std::move(root))), path_(std::move(path)) {}

  std::shared_ptr<OpenFile> root_;
  std::string path_;
};

}  // namespace gauze::studio
