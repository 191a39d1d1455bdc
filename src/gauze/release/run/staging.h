#pragma once

#include <optional>
#include <string>
#include <utility>

#include "gauze/base/error.h"
#include "gauze/release/files/private_folder.h"

namespace gauze {

// A private folder (mode 0700) beside a release, where everything is written before it is
// published, and where the engine spills. Whoever stages the next release of that name goes on with
// the leftover of the same run that was killed, or removes it.
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

  // The future release directory.
  std::string release() const { return folder_.path() + "/release"; }
  // For files that are never published; empty at first.
  const std::string& scratch() const { return scratch_; }
  std::string journal() const { return folder_.path() + "/journal"; }

  // Makes release() the target, durably. All files in it must be synced already.
  Status Publish();

 private:
  Staging(std::string target, PrivateFolder folder)
      : target_(std::move(target)), folder_(std::move(folder)) {}
  Status MakeFolders(const std::string& run, const std::string& temp);
  Status Exchange();
  std::string PutBack(const std::string& hint) const;

  std::string target_;
  PrivateFolder folder_;
  std::string scratch_;
  std::optional<Scratch> elsewhere_;  // where scratch() is, if it is not in the folder
};

}  // namespace gauze
