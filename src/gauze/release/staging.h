#pragma once

#include <optional>
#include <string>
#include <utility>

#include "gauze/base/error.h"

namespace gauze {

// A folder that is ours alone, locked; -1 if it is anything else, or somebody holds it. In a folder
// that others can write to, names may be taken by them: neither their folders nor links are opened.
int LockFolder(const std::string& folder);

// A private folder (mode 0700) for files that are never published, e.g. what the engine spills. It
// is always a new one, and locked while its owner lives; whoever makes the next one in the same
// place removes what a killed process of the same user has left. What others put there under such
// names is neither used nor touched.
class Scratch {
 public:
  static Result<Scratch> Open(const std::string& parent);

  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&&) = delete;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();  // removes the folder and all that is in it

  const std::string& folder() const { return folder_; }

 private:
  Scratch(std::string folder, int lock) : folder_(std::move(folder)), lock_(lock) {}

  std::string folder_;
  int lock_ = -1;
};

// A private folder (mode 0700) beside a release, where everything is written before it is
// published, and where the engine spills. It is locked while its owner lives: whoever stages the
// next release of that name goes on with the unlocked leftover of the same run that was killed, or
// removes it.
//
// Publishing is one atomic rename: at any moment the target is the old release or the new one.
class Staging {
 public:
  // `target` is the release directory. It may be absent, empty, or an older release: a manifest of
  // Gauze and its data, nothing else. Anything else is refused, so that no file of the user's is
  // replaced.
  //
  // `run` names what is being made: a leftover with the same name is taken over with what lies in
  // release() and journal(). `temp` is a folder for scratch(), or empty.
  static Result<Staging> Open(const std::string& target, const std::string& run,
                              const std::string& temp);

  Staging(Staging&& other) noexcept;
  Staging& operator=(Staging&&) = delete;
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging();  // removes the folder and all that is in it

  // The future release directory.
  std::string release() const { return folder_ + "/release"; }
  // For files that are never published; empty at first.
  const std::string& scratch() const { return scratch_; }
  std::string journal() const { return folder_ + "/journal"; }

  // Removes the folder of whatever is staged in this process, from any thread: for a front end that
  // is told to stop. The process must then exit: whoever would publish afterwards waits for that.
  static void RemoveActive();

  // Makes release() the target, durably. All files in it must be synced already.
  Status Publish();

 private:
  Staging(std::string target, std::string folder, int lock);
  Status MakeFolders(const std::string& run, const std::string& temp);
  Status Exchange();
  std::string PutBack(const std::string& hint) const;

  std::string target_;
  std::string folder_;
  std::string scratch_;
  int lock_ = -1;
  std::optional<Scratch> elsewhere_;  // where scratch() is, if it is not in the folder
};

}  // namespace gauze
