#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "gauze/server/identity/key_set.h"

// Who asks: an OpenID Connect bearer token (a signed JWT, RFC 7519 and 8725), checked.

namespace gauze::server {

// A person as the token names them. Roles are the directory's word; which projects, releases and
// attributes they reach is this server's own.
inline constexpr std::size_t kLongestSubject = 255;  // bytes
struct Caller {
  std::string subject;
  bool officer = false;
  bool researcher = false;
  bool auditor = false;
  std::int64_t expires = 0;  // seconds since 1970, clock skew included
};

struct TokenRules {
  std::string issuer;             // must be `iss`
  std::string audience;           // must be `aud`, or one of it
  std::string roles_claim;        // a list of data_officer, researcher, auditor
  std::int64_t skew_seconds = 0;  // by so much our clock and theirs may differ
};

// The first fault found; its name goes to the audit log, and the answer says no more than 401.
enum class TokenFault : std::uint8_t {
  kNone,  // of no token at all
  kMalformed,
  kAlgorithm,
  kUnknownKey,
  kOldKeys,  // the issuer has not shown its keys for too long: no token can be judged
  kSignature,
  kIssuer,
  kAudience,
  kExpired,
  kNotYet,
  kSubject,
};
const char* TokenFaultName(TokenFault fault);

// Signature first: nothing of a token is believed, or told, before it is known to be genuine. `exp`
// is required; `kid` is required, so that a key that was taken out of the set counts no more; a
// header with `crit` is refused.
tl::expected<Caller, TokenFault> VerifyToken(std::string_view token, const KeySet& keys,
                                             const TokenRules& rules, std::int64_t now);

}  // namespace gauze::server
