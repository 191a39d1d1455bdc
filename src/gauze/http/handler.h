#pragma once

#include <cstdint>
#include <memory>

#include "gauze/http/message.h"

// Between connections and what answers them.

namespace gauze::http {

// Somebody who waits for an answer. Safe for threads.
class Waiter {
 public:
  virtual ~Waiter() = default;
  // Nobody waits any longer (it timed out): the request can be skipped.
  virtual bool Gone() const = 0;
  // Once.
  virtual void Answer(Response response) = 0;
};

class Handler {
 public:
  virtual ~Handler() = default;
  // How long a body may be, from the head of the request alone.
  virtual std::uint64_t BodyLimit(const Request& head) = 0;
  virtual void Handle(Request request, std::shared_ptr<Waiter> waiter) = 0;
  // A request that was not HTTP, or too large: `problem` is the answer, `reason` goes to the log.
  virtual void Refuse(const char* reason, Response problem, std::shared_ptr<Waiter> waiter) = 0;
};

}  // namespace gauze::http
