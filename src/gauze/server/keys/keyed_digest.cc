#include "gauze/server/keys/keyed_digest.h"

#include <fmt/format.h>
#include <sodium.h>

namespace gauze::server {
namespace {

using Hash = std::string;

// BLAKE2b with a key, 32 bytes; the purpose and its length come first.
Hash KeyedHash(const SecretKey& key, std::string_view purpose, std::string_view text) {
  crypto_generichash_state state;
  const auto add = [&](std::string_view part) {
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()),
                              part.size());
  };
  crypto_generichash_init(&state, reinterpret_cast<const unsigned char*>(key.bytes().data()),
                          SecretKey::kSize, SecretKey::kSize);
  add(fmt::format("gauze keyed digest 1\n{}:{}", purpose.size(), purpose));
  add(text);
  Hash hash(SecretKey::kSize, '\0');
  crypto_generichash_final(&state, reinterpret_cast<unsigned char*>(hash.data()), hash.size());
  return hash;
}

}  // namespace

Result<KeyedDigest> KeyedDigest::Under(const SecretKey& key) {
  Hash bytes = KeyedHash(key, "key", "");
  auto derived = SecretKey::FromBytes(bytes);
  Wipe(bytes);
  if (!derived) return tl::unexpected(derived.error());
  KeyedDigest digest;
  digest.key_ = std::make_shared<const SecretKey>(*std::move(derived));
  return digest;
}

std::string KeyedDigest::Of(std::string_view purpose, std::string_view text) const {
  const Hash hash = KeyedHash(*key_, purpose, text);
  std::string hex(hash.size() * 2 + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), reinterpret_cast<const unsigned char*>(hash.data()),
                 hash.size());
  hex.pop_back();
  return hex;
}

}  // namespace gauze::server
