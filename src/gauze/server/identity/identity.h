#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "gauze/server/identity/token.h"

namespace gauze::server {

// Reads a key set as text: from a file, or from an address (key_source.h).
using KeySource = std::function<Result<std::string>()>;

// Verifies tokens with keys that the issuer may change at any time. Safe for threads.
//
// A token that was found good is remembered by its hash until it expires or the keys change, which
// saves the signature, most of the cost of a small request. When keys can't be read the last ones
// stay for a while (`longest`): an issuer that is away for a minute does not close the server, but
// somebody who keeps it away can't keep keys alive for good.
class Identity {
 public:
  using Clock = std::chrono::steady_clock;
  Identity(TokenRules rules, KeySource source, std::chrono::seconds longest,
           std::function<Clock::time_point()> clock = Clock::now);

  // Reads the keys again: how many there are now, and how many of them are of no use.
  struct Read {
    std::size_t keys = 0;
    std::size_t bad = 0;
  };
  Result<Read> Refresh();
  // A token named a key that is not known: the next Refresh() should come soon.
  bool KeyWanted() { return key_wanted_.exchange(false); }

  tl::expected<Caller, TokenFault> Verify(std::string_view token, std::int64_t now);

 private:
  TokenRules rules_;
  KeySource source_;
  std::chrono::seconds longest_;
  std::function<Clock::time_point()> clock_;
  std::atomic<bool> key_wanted_ = false;
  std::mutex mutex_;
  std::shared_ptr<const KeySet> keys_;
  std::string text_;                               // of the keys in use
  std::optional<Clock::time_point> read_;          // when the issuer last showed them
  std::unordered_map<std::string, Caller> known_;  // by hash of the token
};

}  // namespace gauze::server
