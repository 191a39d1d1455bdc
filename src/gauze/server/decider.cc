#include "gauze/server/decider.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "gauze/base/digest.h"
#include "gauze/base/json.h"
#include "gauze/http/problem.h"
#include "gauze/server/log.h"
#include "gauze/server/seal.h"

namespace gauze::server {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kLargestBatch = 512;
constexpr milliseconds kRetry{100};
constexpr milliseconds kIdle{1000};
constexpr std::chrono::hours kSweep{1};
constexpr std::chrono::seconds kLastTries{5};  // to write a kept batch when the process shall end

std::string ReplyId(const Task& task) {
  const Call& call = task.call;
  return Digest(fmt::format("{}:{}{}:{}{}", call.caller.subject.size(), call.caller.subject,
                            task.kind.size(), task.kind, call.request.idempotency_key));
}

bool IsKeyed(const Task& task) {
  return !task.refusal && task.route->keyed && !task.call.request.idempotency_key.empty();
}

std::string ReplyPlace(const std::string& id) { return "replies/" + id; }

// A stored refusal, word for word.
Verdict RefusedAgain(unsigned code, std::string body) {
  const auto problem = ParseJson<nlohmann::json>(body);
  const std::string reason = problem.is_object() ? problem.value("reason", "") : "";
  return {{code, "application/problem+json", std::move(body), {}}, "refused", reason, ""};
}

// What an officer changed, for the log: the method, the target, and what came with it. None of it
// is private; bodies of others are.
std::string ChangeOf(const Task& task, const Verdict& verdict) {
  if (verdict.decision != "done" || task.route->role != Role::kOfficer) return "";
  const Call& call = task.call;
  std::string change = call.request.method + " " + call.request.target;
  if (task.route->body == BodyKind::kJson) {
    auto body = ParseJson<nlohmann::json>(call.request.body);
    if (body.is_object()) body.erase("person");  // who withdrew is nobody's to read
    change += " " + body.dump();
  } else if (call.upload) {
    change += " " + call.upload->facts.id;
  }
  return change;
}

[[noreturn]] void End(std::string_view why) {
  Log("error", why);
  std::_Exit(3);
}

}  // namespace

Decider::Decider(State state, std::unique_ptr<LogStore> store, HeadFile head_file, Connect connect,
                 const Limits& limits, Metrics& metrics)
    : state_(std::move(state)),
      store_(std::move(store)),
      head_file_(std::move(head_file)),
      connect_(std::move(connect)),
      limits_(limits),
      metrics_(metrics) {
  metrics_.database_up = true;
  metrics_.audit_entries = state_.head.number;
  thread_ = std::thread([this] { Run(); });
}

Decider::~Decider() { Stop(); }

void Decider::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Decider::Submit(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (metrics_.database_up && queue_.size() < limits_.waiting) {
      queue_.push_back(std::move(task));
      metrics_.waiting = queue_.size();
      arrived_.notify_one();
      return;
    }
  }
  std::vector<Task> one;
  one.push_back(std::move(task));
  TurnAway(one);
}

void Decider::TurnAway(std::vector<Task>& tasks) {
  for (Task& task : tasks) {
    if (!task.waiter) continue;
    task.waiter->Answer(
        metrics_.database_up
            ? http::ProblemLater(503, "busy", "too many requests are waiting", 1)
            : http::ProblemLater(503, "database", "the database is unavailable", 1));
    task.waiter.reset();
  }
}

void Decider::Run() {
  while (true) {
    std::vector<Task> batch = Take();
    if (!batch.empty()) {
      Decide(std::move(batch));
      continue;
    }
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    Idle();
  }
}

std::vector<Task> Decider::Take() {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, kIdle, [&] { return stopping_ || !queue_.empty(); });
  const std::size_t count = std::min(queue_.size(), kLargestBatch);
  std::vector<Task> batch(std::make_move_iterator(queue_.begin()),
                          std::make_move_iterator(queue_.begin() + static_cast<long>(count)));
  queue_.erase(queue_.begin(), queue_.begin() + static_cast<long>(count));
  metrics_.waiting = queue_.size();
  return batch;
}

// Nothing to do: look whether the database is still there, so that the next request need not.
void Decider::Idle() {
  bool there = store_ && store_->Head();
  if (there && Clock::now() - swept_ >= kSweep) {
    swept_ = Clock::now();
    there = store_->ForgetReplies().has_value();
  }
  SetUp(there || Reconnect());
}

void Decider::SetUp(bool up) {
  if (metrics_.database_up.exchange(up) == up) return;
  Log(up ? "info" : "warning",
      up ? "the database is available again" : "the database is unavailable");
}

bool Decider::Reconnect() {
  store_.reset();
  auto store = connect_();
  if (!store) return false;
  store_ = std::move(*store);
  return true;
}

std::optional<std::map<std::string, ReplyRow>> Decider::RepliesTo(const std::vector<Task>& batch) {
  std::vector<std::string> ids;
  for (const Task& task : batch) {
    if (IsKeyed(task)) ids.push_back(ReplyId(task));
  }
  if (ids.empty()) return std::map<std::string, ReplyRow>();
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (store_) {
      auto replies = store_->Replies(ids);
      if (replies) return *std::move(replies);
    }
    if (!Reconnect()) break;
  }
  return std::nullopt;
}

void Decider::Decide(std::vector<Task> batch) {
  if (!store_ && !Reconnect()) {
    SetUp(false);
    return TurnAway(batch);
  }
  auto replies = RepliesTo(batch);
  if (!replies) {
    ++metrics_.database_failures;
    SetUp(false);
    return TurnAway(batch);
  }
  const AuditHead before = state_.head;
  Writes writes;
  std::vector<http::Response> responses(batch.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Task& task = batch[i];
    if (task.waiter->Gone()) continue;
    Verdict verdict = DecideOne(task, writes, *replies);
    if (std::exchange(writes.forget_replies, false)) {
      replies->clear();
      writes.replies.clear();
    }
    responses[i] = std::move(verdict.response);
    if (verdict.decision.empty()) continue;
    metrics_.CountDecision(verdict.decision, verdict.reason);
    std::string change = ChangeOf(task, verdict);
    AuditEntry entry{.time = UtcNow(),
                     .who = task.call.caller.subject,
                     .project = std::move(verdict.project),
                     .kind = task.kind,
                     .decision = std::move(verdict.decision),
                     .reason = std::move(verdict.reason),
                     .detail = std::move(change),
                     .body_digest = task.call.body_digest,
                     .record = NoRecord()};
    if (!writes.answered.empty() && writes.answered.back().audit_number == state_.head.number + 1) {
      entry.record = RecordOf(writes.answered.back());
    }
    ChainOn(entry, state_.head);
    writes.audit.push_back(std::move(entry));
  }
  if (!writes.changes.empty()) state_.facts_digest = FactsDigest(FactsOf(state_));
  if (!writes.empty()) {
    writes.seal = SealOf(state_.digests, state_.head, state_.facts_digest);
    Persist(writes, before, batch);
  }
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (batch[i].waiter) batch[i].waiter->Answer(std::move(responses[i]));
  }
}

Verdict Decider::DecideOne(const Task& task, Writes& writes,
                           std::map<std::string, ReplyRow>& replies) {
  if (task.refusal) return *task.refusal;
  Desk desk{state_, *store_, writes, state_.head.number + 1};
  if (!IsKeyed(task)) return task.route->endpoint(desk, task.call);

  const std::string id = ReplyId(task);
  const auto earlier = replies.find(id);
  if (earlier == replies.end()) {
    Verdict verdict = task.route->endpoint(desk, task.call);
    ReplyRow reply{id, task.call.body_digest, verdict.response.code,
                   state_.log_key.Seal(verdict.response.body, ReplyPlace(id))};
    writes.replies.push_back(reply);
    replies.emplace(id, std::move(reply));
    return verdict;
  }
  if (earlier->second.body_digest != task.call.body_digest) {
    return Refused(422, "idempotency_key", "this key was used before with another body");
  }
  // Sent again. Rights may have been taken since, so what was answered is decided again: it is a
  // repeat, which changes nothing, or it is refused by now.
  auto body = state_.log_key.Open(earlier->second.body, ReplyPlace(id));
  if (!body) End("a stored reply cannot be opened: the database was changed");
  const unsigned code = earlier->second.code;
  if (code != 200) return RefusedAgain(code, *std::move(body));
  Verdict again = task.route->endpoint(desk, task.call);
  if (again.response.code == 200) again.response.body = *std::move(body);
  return again;
}

void Decider::Persist(const Writes& writes, const AuditHead& before, std::vector<Task>& batch) {
  const auto begin = Clock::now();
  std::optional<Clock::time_point> deadline;
  for (int attempt = 0;; ++attempt) {
    if (store_) {
      const Status written = store_->Write(writes);
      if (written) break;
      ++metrics_.database_failures;
      Log("warning", "a transaction failed", {{"why", written.error().message}});
      if (written.error().code != ErrorCode::kResource) {
        End("the database refuses a transaction for good; the next start reads everything again");
      }
    }
    // A connection that broke while nobody asked is no reason to turn anybody away.
    if (attempt > 0) {
      SetUp(false);
      TurnAway(batch);
      std::this_thread::sleep_for(kRetry);
      const std::lock_guard lock(mutex_);
      std::vector<Task> waiting(std::make_move_iterator(queue_.begin()),
                                std::make_move_iterator(queue_.end()));
      queue_.clear();
      TurnAway(waiting);
      if (stopping_ && !deadline) deadline = Clock::now() + kLastTries;
      if (deadline && Clock::now() > *deadline) return;
    }
    if (!Reconnect()) continue;
    const auto head = store_->Head();
    if (!head) continue;
    if (*head == state_.head) break;  // the attempt that failed was written after all
    if (*head != before) End("the end of the log is not what this process wrote");
  }
  if (!head_file_.Note(state_.head)) {
    End("the head cannot be written to the state folder: no request is answered without it");
  }
  SetUp(true);
  metrics_.audit_entries = state_.head.number;
  metrics_.CountBatch(batch.size(), std::chrono::duration<double>(Clock::now() - begin).count());
}

}  // namespace gauze::server
