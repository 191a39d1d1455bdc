#include "gauze/server/identity/identity.h"

#include <sodium.h>

namespace gauze::server {
namespace {

// More than people of one hospital work at a time; then the table starts anew.
constexpr std::size_t kMostKnown = 8192;

std::string HashOf(std::string_view token) {
  std::string hash(crypto_generichash_BYTES, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(token.data()), token.size(), nullptr,
                     0);
  return hash;
}

}  // namespace

Identity::Identity(TokenRules rules, KeySource source)
    : rules_(std::move(rules)),
      source_(std::move(source)),
      keys_(std::make_shared<const KeySet>()) {}

Status Identity::Refresh() {
  GAUZE_ASSIGN(std::string text, source_());
  {
    const std::lock_guard lock(mutex_);
    if (text == text_) return {};
  }
  GAUZE_ASSIGN(auto keys, KeySet::Parse(text));
  const std::lock_guard lock(mutex_);
  keys_ = std::make_shared<const KeySet>(std::move(keys));
  text_ = std::move(text);
  known_.clear();
  return {};
}

tl::expected<Caller, TokenFault> Identity::Verify(std::string_view token, std::int64_t now) {
  const std::string hash = HashOf(token);
  std::shared_ptr<const KeySet> keys;
  {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(hash);
    if (found != known_.end() && now < found->second.expires) return found->second;
    keys = keys_;
  }
  auto caller = VerifyToken(token, *keys, rules_, now);
  if (!caller) {
    if (caller.error() == TokenFault::kUnknownKey) key_wanted_ = true;
    return caller;
  }
  const std::lock_guard lock(mutex_);
  if (keys != keys_) return caller;  // keys changed meanwhile: good now, but not to be remembered
  if (known_.size() >= kMostKnown) known_.clear();
  known_.insert_or_assign(hash, *caller);
  return caller;
}

}  // namespace gauze::server
