#include "gauze/studio/jobs/jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "gauze/base/json.h"
#include "gauze/base/text/ascii.h"
#include "gauze/studio/jobs/child.h"
#include "gauze/studio/project/journal.h"

namespace gauze::studio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostRunning = 6;
constexpr std::size_t kMostKept = 60;

Json NoProgressYet() {
  return {{"stage", ""}, {"done", 0}, {"total", 0}, {"unit", ""}, {"share", nullptr}};
}

Json ErrorJson(const Error& error) {
  return {{"message", error.message},
          {"place", error.where},
          {"hint", error.hint},
          {"code", static_cast<int>(error.code)}};
}

// Why a command that ended with this code has printed no result.
Json FailureOf(const Child::Ended& ended, const Json& printed) {
  if (printed.is_object() && printed.contains("error")) {
    const Json& error = printed["error"];
    return {{"message", error.value("message", "")},
            {"place", error.value("where", "")},
            {"hint", error.value("hint", "")},
            {"code", ended.code}};
  }
  if (ended.code >= 128) {
    return {{"message", fmt::format("the job was ended by signal {}", ended.code - 128)},
            {"place", ""},
            {"hint",
             "there may not have been enough memory: start the studio with --memory, or "
             "end other programs"},
            {"code", ended.code}};
  }
  // "gauze: message\n  hint: what to do"
  std::string message = ended.errors.substr(0, ended.errors.find('\n'));
  if (message.starts_with("gauze: ")) message.erase(0, 7);
  return {{"message", message.empty() ? "the job ended without an answer" : message},
          {"place", ""},
          {"hint", ""},
          {"code", ended.code}};
}

}  // namespace

struct Jobs::Job {
  std::string id;
  std::string action;
  std::string options;
  std::string project;
  std::string command;
  bool replaces = false;
  std::string began = UtcNow();
  Clock::time_point begin = Clock::now();
  std::atomic<bool> cancelled = false;
  std::thread thread;

  mutable std::mutex mutex;  // of what follows
  std::string state = "running";
  Clock::time_point end;
  Json progress = NoProgressYet();
  Json error;
  std::string result;
  std::uint64_t changes = 0;

  bool IsRunning() const {
    const std::lock_guard lock(mutex);
    return state == "running";
  }
  std::uint64_t Changes() const {
    const std::lock_guard lock(mutex);
    return changes;
  }
  Json Show() const {
    const std::lock_guard lock(mutex);
    const auto until = state == "running" ? Clock::now() : end;
    return {{"id", id},
            {"action", action},
            {"options", ParseJson(options)},
            {"project", project},
            {"command", command},
            {"state", state},
            {"began", began},
            {"seconds", std::chrono::duration<double>(until - begin).count()},
            {"progress", progress},
            {"error", error}};
  }
  void Tell(std::string_view line) {
    const Json told = ParseJson(line);
    if (!told.is_object()) return;
    const auto number = [&](const char* name) -> std::uint64_t {
      const auto found = told.find(name);
      return found != told.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
    };
    const auto text = [&](const char* name) {
      const auto found = told.find(name);
      return found != told.end() && found->is_string() ? found->get<std::string>() : "";
    };
    const std::uint64_t done = number("done");
    const std::uint64_t total = number("total");
    const Json share =
        total == 0 ? Json(nullptr)
                   : Json(std::min(1.0, static_cast<double>(done) / static_cast<double>(total)));
    const std::lock_guard lock(mutex);
    progress = {{"stage", text("stage")},
                {"done", done},
                {"total", total},
                {"unit", text("unit")},
                {"share", share}};
    ++changes;
  }
  void End(std::string how, Json why, std::string printed) {
    const std::lock_guard lock(mutex);
    state = std::move(how);
    error = std::move(why);
    result = std::move(printed);
    end = Clock::now();
    ++changes;
  }
};

namespace {

class JobEvents : public http::EventStream {
 public:
  explicit JobEvents(std::shared_ptr<const Jobs::Job> job) : job_(std::move(job)) {}

  std::optional<std::string> Next() override {
    if (over_) return std::nullopt;
    const std::uint64_t changes = job_->Changes();
    over_ = !job_->IsRunning();
    if (changes == told_ && !over_ && begun_) return "";
    begun_ = true;
    told_ = changes;
    return fmt::format("event: {}\ndata: {}\n\n", over_ ? "end" : "progress", job_->Show().dump());
  }

 private:
  std::shared_ptr<const Jobs::Job> job_;
  std::uint64_t told_ = 0;
  bool begun_ = false;
  bool over_ = false;
};

}  // namespace

std::string CommandText(const std::vector<std::string>& arguments) {
  std::string text = "gauze";
  for (const std::string& word : arguments) {
    const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
      return IsAlnum(c) || std::string_view("_-./:=,@%+").find(c) != std::string_view::npos;
    });
    text += ' ';
    if (plain) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

Jobs::Jobs(std::string folder, std::string program)
    : folder_(std::move(folder)), program_(std::move(program)) {}

Jobs::~Jobs() {
  for (const auto& job : jobs_) job->cancelled = true;
  for (const auto& job : jobs_) {
    if (job->thread.joinable()) job->thread.join();
  }
}

std::shared_ptr<Jobs::Job> Jobs::Find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(jobs_, [&](const auto& job) { return job->id == id; });
  return found == jobs_.end() ? nullptr : *found;
}

// The mutex is held.
std::shared_ptr<Jobs::Job> Jobs::Add(const JobOrder& order) {
  auto job = std::make_shared<Job>();
  job->id = std::to_string(++last_);
  job->action = order.action;
  job->options = order.options;
  job->project = order.project;
  job->command = CommandText(order.arguments);
  job->replaces = order.replaces;
  jobs_.push_back(job);
  if (jobs_.size() > kMostKept) {
    const auto old =
        std::ranges::find_if(jobs_, [](const auto& each) { return !each->IsRunning(); });
    if (old != jobs_.end()) {
      if ((*old)->thread.joinable()) (*old)->thread.join();
      jobs_.erase(old);
    }
  }
  return job;
}

Result<Json> Jobs::Start(JobOrder order) {
  const std::lock_guard lock(mutex_);
  std::size_t running = 0;
  for (const auto& job : jobs_) {
    if (!job->IsRunning()) continue;
    if (order.replaces && job->action == order.action) {
      job->cancelled = true;
    } else {
      ++running;
    }
  }
  if (running >= kMostRunning) {
    return ResourceError("too many jobs run at a time", "", "cancel one, or wait until one ends");
  }
  const auto job = Add(order);
  job->thread =
      std::thread([this, job, order = std::move(order)]() mutable { Run(job, std::move(order)); });
  return job->Show();
}

Json Jobs::AddDone(const JobOrder& order, const std::string& result) {
  const std::lock_guard lock(mutex_);
  const auto job = Add(order);
  job->End("done", nullptr, result);
  return job->Show();
}

void Jobs::Run(const std::shared_ptr<Job>& job, JobOrder order) {
  if (const Status prepared = order.prepare(); !prepared) {
    return job->End("failed", ErrorJson(prepared.error()), "");
  }
  if (job->cancelled) return job->End("cancelled", nullptr, "");
  auto child = Child::Start({.program = program_, .arguments = order.arguments, .folder = folder_});
  if (!child) return job->End("failed", ErrorJson(child.error()), "");
  const Child::Ended ended =
      child->Wait(job->cancelled, [&](std::string_view line) { job->Tell(line); });
  if (job->cancelled) return job->End("cancelled", nullptr, "");
  const Json printed = ParseJson(ended.output);
  if (printed.is_discarded() || ended.code >= 128 ||
      (printed.is_object() && printed.contains("error"))) {
    return job->End("failed", FailureOf(ended, printed), "");
  }
  if (const Status taken = order.finished(ended.output); !taken) {
    return job->End("failed", ErrorJson(taken.error()), "");
  }
  job->End("done", nullptr, ended.output);
}

Json Jobs::Show(const std::string& id) const {
  const auto job = Find(id);
  if (!job) return nullptr;
  Json shown = job->Show();
  const std::lock_guard lock(job->mutex);
  shown["result"] = job->result.empty() ? Json(nullptr) : ParseJson(job->result);
  return shown;
}

Json Jobs::List() const {
  const std::lock_guard lock(mutex_);
  Json list = Json::array();
  for (const auto& job : jobs_) list.push_back(job->Show());
  return list;
}

bool Jobs::IsRunning(const std::string& action, const std::string& project) const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(jobs_, [&](const auto& job) {
    return job->action == action && job->project == project && job->IsRunning();
  });
}

bool Jobs::IsBusy() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(jobs_, [](const auto& job) { return job->IsRunning(); });
}

bool Jobs::Cancel(const std::string& id) {
  const auto job = Find(id);
  if (job) job->cancelled = true;
  return job != nullptr;
}

std::shared_ptr<http::EventStream> Jobs::Watch(const std::string& id) const {
  const auto job = Find(id);
  return job ? std::make_shared<JobEvents>(job) : nullptr;
}

}  // namespace gauze::studio
