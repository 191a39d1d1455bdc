#pragma once

#include <boost/asio/thread_pool.hpp>

#include "gauze/http/handler.h"
#include "gauze/http/rate_limit.h"
#include "gauze/server/config.h"
#include "gauze/server/decider.h"
#include "gauze/server/identity/identity.h"
#include "gauze/server/importer.h"

namespace gauze::server {

// A request's way in: who asks, what for, in which role, in which form. What does not pass here is
// refused without looking at the state, and logged like everything else; only what a rate limit or
// an absent database turns away is not, because then the log could be flooded or can't be written.
class Service : public http::Handler {
 public:
  Service(const Limits& limits, Identity& identity, Importer& importer, Decider& decider,
          KeyedDigest digests, Metrics& metrics);
  ~Service() override;

  std::uint64_t BodyLimit(const http::Request& head) override;
  void Handle(http::Request request, std::shared_ptr<http::Waiter> waiter) override;
  void Refuse(const char* reason, http::Response problem,
              std::shared_ptr<http::Waiter> waiter) override;

 private:
  // Health and metrics: no token, nothing logged. Nothing if the target is another one.
  std::optional<http::Response> Plain(const std::string& target) const;
  // What is wrong with the form of a request for this route.
  std::optional<Verdict> WrongForm(const Route& route, const http::Request& request) const;
  void Import(Task task);

  const Limits& limits_;
  Identity& identity_;
  Importer& importer_;
  Decider& decider_;
  KeyedDigest digests_;
  Metrics& metrics_;
  http::RateLimit rates_;
  boost::asio::thread_pool imports_{1};
};

}  // namespace gauze::server
