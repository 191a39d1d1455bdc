#include "gauze/server/identity/identity.h"

#include <sodium.h>

namespace gauze::server {
namespace {

// More than people of one hospital work at a time; then the table starts again.
constexpr std::size_t kMostKnown = 8192;

std::string HashOf(std::string_view token) {
  std::string hash(crypto_generichash_BYTES, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(token.data()), token.size(), nullptr,
                     0);
  return hash;
}

}  // namespace

Identity::Identity(TokenRules rules, KeySource source, std::chrono::seconds longest,
                   std::function<Clock::time_point()> clock)
    : rules_(std::move(rules)),
      source_(std::move(source)),
      longest_(longest),
      clock_(std::move(clock)),
      keys_(std::make_shared<const KeySet>()) {}

Result<Identity::Read> Identity::Refresh() {
  const Clock::time_point begin = clock_();  // how old an answer is counts from the question
  GAUZE_ASSIGN(std::string text, source_());
  GAUZE_ASSIGN(auto keys, KeySet::Parse(text));
  const Read read{keys.size(), keys.bad()};
  const std::lock_guard lock(mutex_);
  read_ = begin;
  if (text == text_) return read;
  keys_ = std::make_shared<const KeySet>(std::move(keys));
  text_ = std::move(text);
  known_.clear();
  return read;
}

tl::expected<Caller, TokenFault> Identity::Verify(std::string_view token, std::int64_t now) {
  const std::string hash = HashOf(token);
  std::shared_ptr<const KeySet> keys;
  {
    const std::lock_guard lock(mutex_);
    if (!read_ || clock_() - *read_ > longest_) return tl::unexpected(TokenFault::kOldKeys);
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
