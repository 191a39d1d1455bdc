#pragma once

#include <atomic>
#include <chrono>

#include "gauze/http/handler.h"
#include "gauze/studio/desk.h"
#include "gauze/studio/guard.h"

namespace gauze::studio {

// A request's way in: the guard, then the page's files or an endpoint. Every answer says that it is
// for this page alone, may not be kept, and loads nothing from elsewhere.
class Service : public http::Handler {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Service(Desk& desk) : desk_(desk) {}
  // Before it is served: the guard knows the port.
  void SetGuard(Guard* guard) { guard_ = guard; }

  std::uint64_t BodyLimit(const http::Request& head) override;
  void Handle(http::Request request, std::shared_ptr<http::Waiter> waiter) override;
  void Refuse(const char* reason, http::Response problem,
              std::shared_ptr<http::Waiter> waiter) override;

  // The answer, without the headers that all have.
  http::Response Ask(http::Request& request);

  // How long ago the studio was last used: by a request that the guard let pass, or NoteUse().
  Clock::duration IdleFor() const { return Clock::now() - last_use_.load(); }
  void NoteUse() { last_use_ = Clock::now(); }

 private:
  Desk& desk_;
  Guard* guard_ = nullptr;
  std::atomic<Clock::time_point> last_use_ = Clock::now();
};

}  // namespace gauze::studio
