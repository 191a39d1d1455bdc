#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "gauze/http/handler.h"
#include "gauze/server/config.h"
#include "gauze/server/head_file.h"
#include "gauze/server/metrics.h"
#include "gauze/server/routes.h"
#include "gauze/server/server_state.h"
#include "gauze/server/store/log_store.h"

namespace gauze::server {

// A request on its way to a decision. What could be refused without looking at the state comes with
// that verdict: it only has to be logged.
struct Task {
  Call call;
  const Route* route = nullptr;
  std::string kind;  // as the log names it
  std::optional<Verdict> refusal;
  std::shared_ptr<http::Waiter> waiter;
};

// The one thread that decides. It owns the state and the connection that writes; there is nothing
// to lock, and requests have one order, which is the log's.
//
// It takes all requests that wait (a batch), decides them one after another in memory, writes what
// they came to and their log entries in ONE transaction, notes the log's head outside of the
// database (head_file.h), and only then answers any of them. So
//   - nothing that was answered is missing from the log, whenever the process is killed;
//   - one flush of the disk serves a whole batch: more load makes larger batches.
//
// When a transaction fails, memory is ahead of the database by that batch. Its requests are told to
// try again (503), and the batch is kept and written as soon as the database is back; the head of
// the log tells whether the failed attempt was in fact written. Until then nothing else is decided.
// A client that sends the request again with the same idempotency key gets what was decided.
// If the log ends otherwise than this process left it, somebody else wrote: the process ends at
// once, and its next start reads everything again.
class Decider {
 public:
  using Connect = std::function<Result<std::unique_ptr<LogStore>>()>;
  Decider(State state, std::unique_ptr<LogStore> store, HeadFile head_file, Connect connect,
          const Limits& limits, Metrics& metrics);
  ~Decider();

  // From any thread. Answers by itself with 503 if the database is away, or too many wait.
  void Submit(Task task);

  // Decides what waits, and ends. Whoever made the waiters may go after this, and not before:
  // they are let go of when they have been answered.
  void Stop();

  // The database is there, and a request would be decided.
  bool Ready() const { return metrics_.database_up; }

 private:
  void Run();
  std::vector<Task> Take();
  void Decide(std::vector<Task> batch);
  Verdict DecideOne(const Task& task, Writes& writes, std::map<std::string, ReplyRow>& replies);
  std::optional<std::map<std::string, ReplyRow>> RepliesTo(const std::vector<Task>& batch);
  // Returns when all of it is on disk. `before` is the head of the log without it.
  void Persist(const Writes& writes, const AuditHead& before, std::vector<Task>& batch);
  // One attempt to have a connection again.
  bool Reconnect();
  void TurnAway(std::vector<Task>& tasks);
  void Idle();
  void SetUp(bool up);

  State state_;
  std::unique_ptr<LogStore> store_;  // null: the connection is lost
  HeadFile head_file_;
  Connect connect_;
  const Limits& limits_;
  Metrics& metrics_;

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Task> queue_;
  bool stopping_ = false;
  std::chrono::steady_clock::time_point swept_;  // old replies were forgotten
  std::thread thread_;
};

}  // namespace gauze::server
