#include "progress_view.h"

#include <fmt/format.h>

#include <cstdio>

namespace gauze::cli {
namespace {

using namespace std::chrono_literals;

std::string Duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

ProgressView::ProgressView(bool terminal)
    : terminal_(terminal), thread_([this](const std::stop_token& stop) { Loop(stop); }) {}

ProgressView::~ProgressView() {
  thread_.request_stop();
  thread_.join();
  Done();
}

void ProgressView::Done() {
  const std::lock_guard lock(mutex_);
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
  stage_.clear();
}

void ProgressView::Begin(std::string_view name, std::uint64_t total, std::string_view unit) {
  const std::lock_guard lock(mutex_);
  stage_ = name;
  total_ = total;
  unit_ = unit;
  stage_begin_ = Clock::now();
  announced_ = false;
}

std::string ProgressView::Line() const {
  const double seconds = std::chrono::duration<double>(Clock::now() - stage_begin_).count();
  const std::uint64_t units = done();
  std::string line = stage_;
  if (total_ == 0 || units == 0) return line;
  const double share = std::min(1.0, static_cast<double>(units) / static_cast<double>(total_));
  line += fmt::format("  {:3.0f} %", share * 100);
  if (!unit_.empty() && seconds > 0) {
    line += fmt::format("  {:.0f} {}/s", static_cast<double>(units) / seconds, unit_);
  }
  if (share < 1 && seconds > 1) {
    line += "  " + Duration(seconds * (1 - share) / share) + " left";
  }
  return line;
}

void ProgressView::Loop(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto pause = terminal_ ? 200ms : 500ms;
  auto last_line = Clock::now();
  while (!wake_.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); })) {
    if (stage_.empty() || Clock::now() - begin_ < (terminal_ ? 500ms : 10000ms)) continue;
    if (terminal_) {
      std::fputs(("\r\033[K" + Line()).c_str(), stderr);
      std::fflush(stderr);
      drawn_ = true;
    } else if (!announced_ || Clock::now() - last_line > 10s) {
      std::fputs((Line() + "\n").c_str(), stderr);
      announced_ = true;
      last_line = Clock::now();
    }
  }
}

}  // namespace gauze::cli
