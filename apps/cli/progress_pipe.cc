#include "progress_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>

#include "gauze/base/json.h"
#include "gauze/base/read_number.h"
#include "gauze/base/testing/test_size.h"

namespace gauze::cli {

std::optional<int> ProgressPipe::Descriptor() {
  const char* text = std::getenv("GAUZE_PROGRESS_FD");
  const auto descriptor = ReadAll<int>(text == nullptr ? "" : text);
  if (!descriptor || *descriptor < 3 || fcntl(*descriptor, F_GETFD) < 0) return std::nullopt;
  return descriptor;
}

ProgressPipe::ProgressPipe(int descriptor)
    : descriptor_(descriptor), thread_([this](const std::stop_token& stop) { Loop(stop); }) {
  // Whoever wants to know may have gone; the work goes on.
  std::signal(SIGPIPE, SIG_IGN);
}

ProgressPipe::~ProgressPipe() {
  thread_.request_stop();
  thread_.join();
}

void ProgressPipe::Done() {
  const std::lock_guard lock(mutex_);
  stage_.clear();
}

void ProgressPipe::Begin(std::string_view name, std::uint64_t total, std::string_view unit) {
  const std::lock_guard lock(mutex_);
  stage_ = name;
  total_ = total;
  unit_ = unit;
}

// The mutex is held.
void ProgressPipe::Write() {
  if (stage_.empty()) return;
  std::string line =
      Json{{"stage", stage_}, {"done", done()}, {"total", total_}, {"unit", unit_}}.dump() + "\n";
  if (line == written_) return;
  written_ = std::move(line);
  [[maybe_unused]] const auto ignored = write(descriptor_, written_.data(), written_.size());
}

void ProgressPipe::Loop(const std::stop_token& stop) {
  const std::chrono::milliseconds pause(TestSize("GAUZE_PROGRESS_MILLISECONDS", 100));
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); })) Write();
}

}  // namespace gauze::cli
