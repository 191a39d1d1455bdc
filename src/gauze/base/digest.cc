#include "gauze/base/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>
#include <vector>

// OpenSSL and not libsodium, which takes five times as long: it does not use the processor's own
// instructions for this, and sources of many gigabytes are digested.

namespace gauze {
namespace {

class Sha256 {
 public:
  Sha256() : state_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    EVP_DigestInit_ex(state_.get(), EVP_sha256(), nullptr);
  }
  void Add(std::string_view bytes) { EVP_DigestUpdate(state_.get(), bytes.data(), bytes.size()); }
  std::string Finish() {
    std::array<unsigned char, 32> hash{};
    EVP_DigestFinal_ex(state_.get(), hash.data(), nullptr);
    std::string text;
    for (const unsigned char byte : hash) text += fmt::format("{:02x}", byte);
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> state_;
};

}  // namespace

std::string Digest(std::string_view bytes) {
  Sha256 digest;
  digest.Add(bytes);
  return digest.Finish();
}

Result<std::string> DigestFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return ResourceError("the file cannot be read", path);
  Sha256 digest;
  std::vector<char> buffer(1U << 20U);
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    digest.Add({buffer.data(), static_cast<std::size_t>(file.gcount())});
  }
  if (file.bad()) return ResourceError("the file cannot be read", path, "check the disk");
  return digest.Finish();
}

}  // namespace gauze
