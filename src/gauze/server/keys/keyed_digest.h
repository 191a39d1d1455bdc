#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gauze/server/keys/secret_key.h"

namespace gauze::server {

// Digests that only this server can make: of short texts, too, nobody else can guess what they are
// of, and nobody else can make one that fits. For several threads at a time; copies share the key.
class KeyedDigest {
 public:
  // Under a key of its own, which is derived from this one.
  static Result<KeyedDigest> Under(const SecretKey& key);

  // 64 hexadecimal digits. Digests for different purposes have nothing to do with each other.
  std::string Of(std::string_view purpose, std::string_view text) const;

 private:
  std::shared_ptr<const SecretKey> key_;
};

}  // namespace gauze::server
