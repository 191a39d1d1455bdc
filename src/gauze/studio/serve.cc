#include "gauze/studio/serve.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "gauze/http/server.h"
#include "gauze/studio/desk.h"
#include "gauze/studio/guard.h"
#include "gauze/studio/service.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kThreads = 8;
// Slices of a table on a slow disk take the longest; all that takes longer is a job.
constexpr std::uint32_t kRequestSeconds = 60;
constexpr std::uint32_t kConnections = 64;
constexpr std::chrono::milliseconds kBetweenLooks{200};

// The folder that may be seen, and what to open in it; empty: nothing.
struct Start {
  Folder folder;
  std::string path;
};

Result<Start> FindStart(const StudioOptions& options) {
  std::error_code error;
  if (options.path.empty()) {
    GAUZE_ASSIGN(Folder folder, Folder::Open(options.folder.empty() ? "." : options.folder));
    return Start{std::move(folder), ""};
  }
  const fs::path path = fs::canonical(options.path, error);
  if (error) return InputError("there is no such file", options.path, "check its name");
  if (options.folder.empty() && fs::is_directory(path, error) &&
      !fs::exists(path / "manifest.json", error) && !fs::exists(path / "ledger.db", error)) {
    GAUZE_ASSIGN(Folder folder, Folder::Open(path));
    return Start{std::move(folder), ""};
  }
  GAUZE_ASSIGN(Folder folder,
               Folder::Open(options.folder.empty() ? path.parent_path().string() : options.folder));
  const std::string inside = path.lexically_relative(folder.path()).string();
  if (inside.empty() || inside.starts_with("..")) {
    return InputError("the file is not below the studio's folder", options.path,
                      "name a folder above it with --folder");
  }
  return Start{std::move(folder), inside == "." ? "" : inside};
}

// Until nobody was here for `patience`. A job that runs is a reason to stay.
void WaitUntilIdle(const std::stop_token& stop, std::chrono::seconds patience, Service& service,
                   Jobs& jobs) {
  while (!stop.stop_requested() && service.IdleFor() < patience) {
    std::this_thread::sleep_for(kBetweenLooks);
    if (jobs.IsBusy()) service.NoteUse();
  }
}

}  // namespace

Status Serve(const StudioOptions& options, const std::function<void(const Serving&)>& ready) {
  GAUZE_ASSIGN(const Start start, FindStart(options));
  if (chdir(start.folder.path().c_str()) != 0) {
    return ResourceError("the folder cannot be entered", start.folder.path(), "may this user?");
  }
  Desk desk(start.folder, options.memory);
  if (!start.path.empty()) {
    const std::lock_guard lock(desk.mutex());
    GAUZE_TRY(desk.Open(start.path));
  }
  Service service(desk);
  std::atomic<std::uint64_t> open = 0;
  http::HttpServer server({.address = "127.0.0.1",
                           .port = options.port,
                           .threads = kThreads,
                           .limits = {.request_seconds = kRequestSeconds,
                                      .idle_seconds = 60,
                                      .connections = kConnections},
                           .stops_on_signals = false},
                          service, open);
  GAUZE_TRY(server.Listen());
  // Whoever asks for addresses may do so until the process ends.
  const auto guard = std::make_shared<Guard>(server.port());
  service.SetGuard(guard.get());
  ready({.folder = start.folder.path(),
         .new_address = [guard] { return guard->Address(guard->NewToken()); }});
  std::jthread watch;
  if (options.idle_seconds > 0) {
    watch = std::jthread([&](const std::stop_token& stop) {
      WaitUntilIdle(stop, std::chrono::seconds(options.idle_seconds), service, desk.jobs());
      if (!stop.stop_requested()) server.Stop();
    });
  }
  server.Run();
  return {};
}

}  // namespace gauze::studio
