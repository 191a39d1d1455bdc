#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/studio/folder/folder.h"

namespace gauze::studio {

// What a policy was after each edit, so that every edit can be undone, also those of last week.
// A file of JSON lines that only grows: an edit is a line with the whole text, undo and redo are
// lines, too. A line that a power cut has torn is left out when it is read again.
//
// Readable by its owner alone, and held by one studio at a time.
class Journal {
 public:
  struct Version {
    std::uint64_t revision;  // the number of its line
    std::string at;          // RFC 3339, UTC
    std::string label;       // what was done, in words: "k_anonymity: k 5 → 10"
    std::string text;        // of the policy afterwards
  };

  static Result<Journal> Open(const std::string& file);

  // How many lines there are: who edits says which they have seen.
  std::uint64_t revision() const { return revision_; }
  // From the first to the last that redo can reach.
  const std::vector<Version>& versions() const { return versions_; }
  // Nullptr before the first edit.
  const Version* current() const;
  // What undo would take back, and redo would bring again; nullptr: nothing.
  const Version* undoable() const;
  const Version* redoable() const;

  // After an edit nothing that was undone before can be redone.
  Status Edit(std::string_view label, std::string_view text);
  // Check undoable() and redoable() first.
  Status Undo();
  Status Redo();

 private:
  explicit Journal(OpenFile file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {}
  Status Load();
  void Follow(const std::string& line);
  Status Append(const std::string& line);

  OpenFile file_;
  std::string name_;
  std::uint64_t revision_ = 0;
  std::vector<Version> versions_;
  std::size_t count_ = 0;  // versions up to the current one
};

// Now, as in the journal.
std::string UtcNow();

}  // namespace gauze::studio
