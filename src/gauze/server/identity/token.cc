#include "gauze/server/identity/token.h"

#include <algorithm>
#include <optional>

#include "gauze/base/json.h"
#include "gauze/server/identity/base64url.h"

namespace gauze::server {
namespace {

using Fault = tl::unexpected<TokenFault>;

constexpr std::size_t kLongestToken = 8192;

std::optional<nlohmann::json> Part(std::string_view text) {
  const auto bytes = DecodeBase64Url(text);
  if (!bytes) return std::nullopt;
  nlohmann::json json = ParseJson<nlohmann::json>(*bytes);
  if (!json.is_object()) return std::nullopt;
  return json;
}

bool Names(const nlohmann::json& object, const char* name, std::string_view text) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() &&
         found->get_ref<const std::string&>() == text;
}

// A text, or a list of texts, has this one.
bool Holds(const nlohmann::json& object, const char* name, std::string_view text) {
  const auto found = object.find(name);
  if (found == object.end()) return false;
  if (!found->is_array()) return Names(object, name, text);
  return std::ranges::any_of(*found, [&](const nlohmann::json& item) {
    return item.is_string() && item.get_ref<const std::string&>() == text;
  });
}

// A moment in seconds. Beyond the year 9999 it is no moment, and no sum with it overflows.
std::optional<std::int64_t> Moment(const nlohmann::json& object, const char* name) {
  constexpr double kLast = 253402300799;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  const double seconds = found->get<double>();
  if (!(seconds >= 0 && seconds <= kLast)) return std::nullopt;
  return static_cast<std::int64_t>(seconds);
}

std::optional<SignatureKind> KindOf(const nlohmann::json& header) {
  if (Names(header, "alg", "RS256")) return SignatureKind::kRs256;
  if (Names(header, "alg", "EdDSA")) return SignatureKind::kEdDsa;
  return std::nullopt;
}

// The claims that say for whom and when; the signature is known to be good.
tl::expected<Caller, TokenFault> CallerOf(const nlohmann::json& claims, const TokenRules& rules,
                                          std::int64_t now) {
  if (!Names(claims, "iss", rules.issuer)) return Fault(TokenFault::kIssuer);
  if (!Holds(claims, "aud", rules.audience)) return Fault(TokenFault::kAudience);
  const auto expires = Moment(claims, "exp");
  if (!expires || now >= *expires + rules.skew_seconds) return Fault(TokenFault::kExpired);
  for (const char* name : {"nbf", "iat"}) {
    if (!claims.contains(name)) continue;
    const auto begin = Moment(claims, name);
    if (!begin || now < *begin - rules.skew_seconds) return Fault(TokenFault::kNotYet);
  }
  Caller caller;
  const auto subject = claims.find("sub");
  if (subject != claims.end() && subject->is_string()) caller.subject = subject->get<std::string>();
  const bool plain =
      std::ranges::none_of(caller.subject, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  if (caller.subject.empty() || caller.subject.size() > kLongestSubject || !plain) {
    return Fault(TokenFault::kSubject);
  }
  caller.officer = Holds(claims, rules.roles_claim.c_str(), "data_officer");
  caller.researcher = Holds(claims, rules.roles_claim.c_str(), "researcher");
  caller.auditor = Holds(claims, rules.roles_claim.c_str(), "auditor");
  caller.expires = *expires + rules.skew_seconds;
  return caller;
}

}  // namespace

const char* TokenFaultName(TokenFault fault) {
  switch (fault) {
    case TokenFault::kNone:
      return "token_none";
    case TokenFault::kMalformed:
      return "token_malformed";
    case TokenFault::kAlgorithm:
      return "token_algorithm";
    case TokenFault::kUnknownKey:
      return "token_key";
    case TokenFault::kOldKeys:
      return "token_old_keys";
    case TokenFault::kSignature:
      return "token_signature";
    case TokenFault::kIssuer:
      return "token_issuer";
    case TokenFault::kAudience:
      return "token_audience";
    case TokenFault::kExpired:
      return "token_expired";
    case TokenFault::kNotYet:
      return "token_not_yet";
    case TokenFault::kSubject:
      return "token_subject";
  }
  return "token_malformed";
}

tl::expected<Caller, TokenFault> VerifyToken(std::string_view token, const KeySet& keys,
                                             const TokenRules& rules, std::int64_t now) {
  if (token.empty()) return Fault(TokenFault::kNone);
  if (token.size() > kLongestToken || std::ranges::count(token, '.') != 2) {
    return Fault(TokenFault::kMalformed);
  }
  const std::size_t first = token.find('.');
  const std::size_t second = token.rfind('.');
  const auto header = Part(token.substr(0, first));
  if (!header) return Fault(TokenFault::kMalformed);
  const auto kind = KindOf(*header);
  if (!kind || header->contains("crit")) return Fault(TokenFault::kAlgorithm);
  const auto id = header->find("kid");
  if (id == header->end() || !id->is_string()) return Fault(TokenFault::kUnknownKey);
  const VerificationKey* key = keys.Find(id->get_ref<const std::string&>());
  if (key == nullptr) return Fault(TokenFault::kUnknownKey);
  if (key->kind() != *kind) return Fault(TokenFault::kAlgorithm);
  const auto signature = DecodeBase64Url(token.substr(second + 1));
  if (!signature) return Fault(TokenFault::kMalformed);
  if (!key->Verify(token.substr(0, second), *signature)) return Fault(TokenFault::kSignature);
  const auto claims = Part(token.substr(first + 1, second - first - 1));
  if (!claims) return Fault(TokenFault::kMalformed);
  return CallerOf(*claims, rules, now);
}

}  // namespace gauze::server
