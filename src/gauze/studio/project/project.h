#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/studio/folder/folder.h"
#include "gauze/studio/folder/places.h"
#include "gauze/studio/project/journal.h"

namespace gauze::studio {

// A policy that is being worked on. The file is the project: whatever the studio can do with it,
// the command line can, too. Beside it, in `.gauze-studio` (readable by its owner alone), lie the
// journal of its edits and what jobs have found out about its table.
//
// The file may be edited elsewhere meanwhile: that becomes an edit like any other.
class Project {
 public:
  // `path` begins in the folder, and is a file that was resolved (Folder::Resolve).
  static Result<Project> Open(const Folder& folder, const std::string& path);

  const std::string& path() const { return path_; }
  const Journal& journal() const { return journal_; }
  const std::string& text() const { return journal_.current()->text; }
  Places places() const;
  // A file of ours beside the policy: "…/.gauze-studio/NAME.ENDING".
  std::string Beside(std::string_view ending) const;

  // Takes over what was edited elsewhere.
  Status Refresh();
  Status Edit(std::string_view label, std::string_view text);
  Status Undo();
  Status Redo();

  // {"path", "text", "document", "revision", "problems", "undo", "redo", "source", "release"}
  Json State() const;
  // [{"revision", "at", "label", "current"}]
  Json History() const;

 private:
  Project(const Folder& folder, std::string path, Journal journal)
      : folder_(folder), path_(std::move(path)), journal_(std::move(journal)) {}
  Status WriteCurrent();
  Json Problems() const;

  Folder folder_;
  std::string path_;
  Journal journal_;
};

// What Project::Beside() calls the manifest of the release before the last.
inline constexpr const char* kManifestBefore = "manifest-before.json";

// {"message", "place", "line": a number or null, "hint"}
Json ProblemJson(const Error& error, const std::string& file);

// "…/.gauze-studio" beside this file, made if it is not there.
Result<std::string> PrivateBeside(const std::string& path);

}  // namespace gauze::studio
