#include "gauze/base/digest.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <fstream>
#include <vector>

namespace gauze {
namespace {

using Hash = std::array<unsigned char, crypto_hash_sha256_BYTES>;

std::string Hex(const Hash& hash) {
  std::string text;
  for (const unsigned char byte : hash) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace

std::string Digest(std::string_view bytes) {
  Hash hash;
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  return Hex(hash);
}

Result<std::string> DigestFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return ResourceError("the file cannot be read", path);
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  std::vector<char> buffer(1U << 20U);
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(buffer.data()),
                              static_cast<unsigned long long>(file.gcount()));
  }
  Hash hash;
  crypto_hash_sha256_final(&state, hash.data());
  return Hex(hash);
}

}  // namespace gauze
