#include "gauze/engine/duckdb/query_watch.h"

#include <chrono>
#include <cstdint>

#include "gauze/base/stop.h"

namespace gauze {

void QueryWatch::Begin(Progress* progress) {
  StopIfAsked();
  const std::stop_token* asked = CurrentStop();
  if (progress == nullptr && asked == nullptr) return;
  {
    const std::scoped_lock lock(mutex_);
    running_ = true;
    progress_ = progress;
    asked_ = asked;
  }
  if (thread_.joinable()) {
    changed_.notify_one();
  } else {
    thread_ = std::jthread([this](const std::stop_token& ended) { Watch(ended); });
  }
}

void QueryWatch::End() {
  const std::scoped_lock lock(mutex_);
  running_ = false;
}

void QueryWatch::Watch(const std::stop_token& ended) {
  using namespace std::chrono_literals;
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, ended, [&] { return running_; })) {
    changed_.wait_for(lock, ended, 50ms, [] { return false; });
    if (!running_) continue;
    // Again and again: a statement forgets what came before it began.
    if (asked_ != nullptr && asked_->stop_requested()) duckdb_interrupt(connection_);
    if (progress_ == nullptr) continue;
    const double percent = duckdb_query_progress(connection_).percentage;
    if (percent > 0) progress_->Set(static_cast<std::uint64_t>(percent));
  }
}

}  // namespace gauze
