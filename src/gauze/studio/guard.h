#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "gauze/http/message.h"

namespace gauze::studio {

// Who may ask. The studio listens on loopback, where every program of this machine and every page
// in a browser on it can send requests. A request passes if
//   - it was meant for us: `Host` is one of two exact texts. A name of somebody else's that leads
//     to 127.0.0.1 (DNS rebinding) is not among them;
//   - its sender was here before: a cookie has a secret that the browser got for a token, which
//     stands in the address that the program prints, and counts once;
//   - a page of ours sent it, or a person typed the address: `Sec-Fetch-Site`, which no page can
//     set, or `Origin` where a client does not send that. Another port of this machine is "the
//     same site" and not enough.
// Reads are judged as writes are. Safe for threads.
class Guard {
 public:
  explicit Guard(std::uint16_t port);

  // A new word that lets a browser in once; the one before counts no more.
  std::string NewToken();

  // The answer to a request that does not pass; to one with the token, the cookie. Nothing: it
  // passes.
  std::optional<http::Response> Stop(const http::Request& request);

  // "http://127.0.0.1:4000/?token=…"
  std::string Address(std::string_view token) const;

 private:
  http::Response Admit(const http::Request& request);
  bool HasCookie(std::string_view cookies) const;
  bool IsFromUs(const http::Request& request) const;

  std::array<std::string, 2> hosts_;  // "127.0.0.1:4000", "localhost:4000"
  std::string cookie_name_;           // has the port: browsers give cookies to every port
  std::string secret_;
  std::mutex mutex_;
  std::string token_;  // empty: it was used
};

}  // namespace gauze::studio
