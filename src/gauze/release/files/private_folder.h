#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "gauze/base/error.h"

namespace gauze {

// A folder that is ours alone, locked; -1 if it is anything else, or somebody holds it. In a folder
// that others can write to, names may be taken by them: neither their folders nor links are opened.
int LockFolder(const std::string& folder);

// A folder of mode 0700, locked while its owner lives. Movable.
class PrivateFolder {
 public:
  // In `parent`, under a name that begins with `prefix`. Leftovers of that prefix which a killed
  // process of the same user has left are removed; but if `run` is given, the first whose file
  // `run` says the same is taken over. What others put there under such names is neither used nor
  // touched.
  static Result<PrivateFolder> Take(const std::string& parent, const std::string& prefix,
                                    const std::optional<std::string>& run = std::nullopt);

  PrivateFolder(PrivateFolder&& other) noexcept;
  PrivateFolder& operator=(PrivateFolder&&) = delete;
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  ~PrivateFolder();  // removes the folder and all that is in it

  const std::string& path() const { return path_; }

  // Removes all private folders of this process, from any thread: for a front end that is told to
  // stop. The process must then exit: whoever holds KeepAll() afterwards waits for that.
  static void RemoveAll();
  // While it lives, RemoveAll() waits.
  static std::unique_lock<std::mutex> KeepAll();

 private:
  PrivateFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::string path_;
  int lock_ = -1;
};

// A private folder for files that are never published, e.g. what the engine spills. Always new.
class Scratch {
 public:
  static Result<Scratch> Open(const std::string& parent);
  // In the folder of a file that is to be made: from here it can be moved to its name.
  static Result<Scratch> Beside(const std::string& file);

  const std::string& folder() const { return folder_.path(); }

 private:
  explicit Scratch(PrivateFolder folder) : folder_(std::move(folder)) {}

  PrivateFolder folder_;
};

}  // namespace gauze
