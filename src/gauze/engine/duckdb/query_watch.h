#pragma once

#include <duckdb.h>

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "gauze/base/progress.h"

// Private to engine/.

namespace gauze {

// Looks after the statements of a connection while they run: tells how far they are, and interrupts
// them when the work is asked to stop (base/stop.h).
//
// One thread for all of them, started with the first that somebody wants to know of: starting one
// takes longer than most of the statements that a small table needs.
class QueryWatch {
 public:
  explicit QueryWatch(duckdb_connection connection) : connection_(connection) {}

  // While it lives, the connection runs a statement. Throws Stopped instead of beginning one.
  class Scope {
   public:
    Scope(QueryWatch& watch, Progress* progress) : watch_(watch) { watch_.Begin(progress); }
    ~Scope() { watch_.End(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    QueryWatch& watch_;
  };

 private:
  void Begin(Progress* progress);
  void End();  // nothing is interrupted, and nobody told anything, after this
  void Watch(const std::stop_token& ended);

  duckdb_connection connection_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool running_ = false;
  Progress* progress_ = nullptr;
  const std::stop_token* asked_ = nullptr;
  std::jthread thread_;
};

}  // namespace gauze
