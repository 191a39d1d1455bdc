#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/http/message.h"
#include "gauze/studio/jobs/child.h"

namespace gauze::studio {

// What is to be done: a command of this program, as a person would type it in the studio's folder.
struct JobOrder {
  std::string action;
  std::string options;  // as asked for, JSON
  std::string project;  // what was open when it was asked for
  std::vector<std::string> arguments;
  // Called on the job's thread before the command runs: what it needs and may take a while.
  std::function<Status()> prepare = [] { return Status{}; };
  // Called on the job's thread with what the command printed, if that is a result. If it fails, so
  // does the job.
  std::function<Status(const std::string& result)> finished = [](const std::string&) {
    return Status{};
  };
  // A newer one of the same action ends it: only the last price is of interest.
  bool replaces = false;
};

// Commands that run beside the studio, each a process of its own (child.h): one that crashes or
// runs out of memory ends alone. Safe for threads.
//
// A job as JSON: {"id", "action", "options", "project", "command", "state": "running", "done",
// "failed" or "cancelled", "began", "seconds", "progress": {"stage", "done", "total", "unit",
// "share"}, "error": null or {"message", "place", "hint", "code"}}, and "result" where it is asked
// for. A command whose answer is no (a promise does not hold) is done, and its result says so.
class Jobs {
 public:
  // Commands work in `folder`.
  explicit Jobs(std::string folder, std::string program = ThisProgram());
  // Cancels what runs, and waits for it.
  ~Jobs();

  // The new job. Fails if too many run.
  Result<Json> Start(JobOrder order);
  // A job that was done before, whose result is known.
  Json AddDone(const JobOrder& order, const std::string& result);
  // The job of this id; null: there is none, or it was long ago.
  Json Show(const std::string& id) const;
  Json List() const;
  // False: there is none.
  bool Cancel(const std::string& id);
  // Whether one of this action and project runs, and whether any does.
  bool IsRunning(const std::string& action, const std::string& project) const;
  bool IsBusy() const;
  // "progress" when something has changed, and "end"; nullptr: there is none.
  std::shared_ptr<http::EventStream> Watch(const std::string& id) const;

  struct Job;

 private:
  std::shared_ptr<Job> Find(const std::string& id) const;
  std::shared_ptr<Job> Add(const JobOrder& order);
  void Run(const std::shared_ptr<Job>& job, JobOrder order);

  std::string folder_;
  std::string program_;
  mutable std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::vector<std::shared_ptr<Job>> jobs_;
};

// "gauze run 'my policy.yaml'": can be pasted into a shell.
std::string CommandText(const std::vector<std::string>& arguments);

}  // namespace gauze::studio
