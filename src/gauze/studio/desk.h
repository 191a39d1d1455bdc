#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/studio/folder/folder.h"
#include "gauze/studio/jobs/jobs.h"
#include "gauze/studio/project/project.h"
#include "gauze/studio/table_view.h"

namespace gauze::studio {

// What lies on the table: the folder, what was opened in it, the jobs. The process works in the
// folder, so paths that begin in it are paths.
//
// Endpoints hold `mutex` while they look at what is open; jobs and views see to themselves.
class Desk {
 public:
  // `memory` as commands take it ("4GiB"); empty: they decide.
  Desk(Folder folder, std::string memory);

  const Folder& folder() const { return folder_; }
  const std::string& memory() const { return memory_; }
  Jobs& jobs() { return jobs_; }
  std::mutex& mutex() { return mutex_; }

  // Opens a policy, release, bundle, ledger or another file. A table without a policy beside it
  // gets a first one, as `gauze init` writes it, by a job, and is a "table" until that has ended;
  // with `as_file` it stays what it is.
  Status Open(const std::string& path, bool as_file = false);
  // Reads a table and writes its first policy; then that is opened, if the table still is what is
  // open.
  Result<JobOrder> OrderOpening(const std::string& table);

  // Nullptr: no policy is open.
  Project* project() { return project_ ? &*project_ : nullptr; }
  const std::string& opened_kind() const { return kind_; }  // empty: nothing is open
  const std::string& opened_path() const { return path_; }

  // The folder of the release that is open, or that the policy makes; fails if there is none.
  Result<std::string> Release();
  // The text of its manifest.
  Result<std::string> Manifest();
  // The table that the policy reads, or of the release. The former has a sample.
  Result<std::shared_ptr<TableView>> View(bool of_release);

  // {"version", "folder", "open", "policy", "jobs"}
  Json State();

 private:
  Status OpenTable(const std::string& path);
  Status OpenPolicy(const std::string& path);
  void Put(const std::string& kind, const std::string& path);

  Folder folder_;
  std::string memory_;
  std::mutex mutex_;
  std::string kind_;
  std::string path_;
  std::optional<Project> project_;
  std::map<bool, std::shared_ptr<TableView>> views_;  // by whether of the release
  Jobs jobs_;  // the last to be made, and the first to go: jobs open what they have made
};

}  // namespace gauze::studio
