#include "work.h"

#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "gauze/base/stop.h"

namespace nb = nanobind;

namespace gauze::python {
namespace {

// What the waiting thread shows of the working one.
class SeenProgress final : public Progress {
 public:
  void Show(const nb::object& callback) {
    std::string stage;
    std::uint64_t total = 0;
    {
      const std::lock_guard lock(mutex_);
      stage = stage_;
      total = total_;
    }
    if (!stage.empty()) callback(stage, done(), total);
  }

 private:
  void Begin(std::string_view name, std::uint64_t total, std::string_view /*unit*/) override {
    const std::lock_guard lock(mutex_);
    stage_ = name;
    total_ = total;
  }

  std::mutex mutex_;
  std::string stage_;
  std::uint64_t total_ = 0;
};

Result<std::string> Guarded(const std::function<Result<std::string>(Progress& progress)>& work,
                            Progress& progress) {
  try {
    return work(progress);
  } catch (const Stopped&) {
    return ResourceError("the work was stopped");
  } catch (const std::bad_alloc&) {
    return ResourceError("there is not enough memory", "",
                         "give more memory (memory=), or use fewer columns");
  } catch (const std::exception& bug) {
    return ResourceError(fmt::format("internal error: {}", bug.what()), "",
                         "this is a bug in Gauze: please report it, with the policy and without "
                         "the data");
  }
}

}  // namespace

std::string RunInterruptible(const nb::object& progress,
                             const std::function<Result<std::string>(Progress& progress)>& work) {
  using namespace std::chrono_literals;
  SeenProgress seen;
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;
  std::optional<Result<std::string>> result;
  std::jthread thread([&](const std::stop_token& stop) {
    const StopScope scope(&stop);
    auto made = Guarded(work, seen);
    const std::lock_guard lock(mutex);
    result.emplace(std::move(made));
    ended = true;
    changed.notify_one();
  });
  const auto wait = [&](auto how_long) {
    const nb::gil_scoped_release unlocked;
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, how_long, [&] { return ended; });
  };
  const auto stop = [&] {
    thread.request_stop();
    const nb::gil_scoped_release unlocked;
    thread.join();
  };
  try {
    while (!wait(100ms)) {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!progress.is_none()) seen.Show(progress);
    }
  } catch (...) {
    stop();
    throw;
  }
  stop();
  if (!*result) throw Raised{std::move(result->error())};
  return **std::move(result);
}

void RegisterErrors() {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void* /*payload*/) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Raised& raised) {
      const char* name = raised.error.code == ErrorCode::kPromise    ? "PromiseError"
                         : raised.error.code == ErrorCode::kResource ? "ResourceError"
                                                                     : "PolicyError";
      const nb::object type = nb::module_::import_("gauze._errors").attr(name);
      const nb::object exception =
          type(raised.error.message, raised.error.where, raised.error.hint);
      PyErr_SetObject(type.ptr(), exception.ptr());
    }
  });
}

}  // namespace gauze::python
