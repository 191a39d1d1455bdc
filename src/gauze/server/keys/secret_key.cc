#include "gauze/server/keys/secret_key.h"

#include <sodium.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cstring>
#include <filesystem>

#include "gauze/base/file.h"

namespace gauze::server {
namespace {

constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
static_assert(SecretKey::kSize == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);

unsigned char* UnsignedBytes(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}
const unsigned char* UnsignedBytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

void SecretKey::Free::operator()(unsigned char* bytes) const { sodium_free(bytes); }

Result<SecretKey> SecretKey::Empty() {
  if (sodium_init() < 0) return ResourceError("there is no source of random numbers");
  SecretKey key;
  key.bytes_.reset(static_cast<unsigned char*>(sodium_malloc(kSize)));
  if (!key.bytes_) {
    return ResourceError("cannot lock memory for a key", "",
                         "raise the limit of locked memory (LimitMEMLOCK in the systemd unit)");
  }
  return key;
}

Result<SecretKey> SecretKey::Random() {
  GAUZE_ASSIGN(SecretKey key, Empty());
  randombytes_buf(key.bytes_.get(), kSize);
  return key;
}

Result<SecretKey> SecretKey::FromBytes(std::string_view bytes) {
  if (bytes.size() != kSize) return InputError("a key has 32 bytes");
  GAUZE_ASSIGN(SecretKey key, Empty());
  std::memcpy(key.bytes_.get(), bytes.data(), kSize);
  return key;
}

Result<SecretKey> SecretKey::ReadFile(const std::string& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) == 0 && (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return InputError("the key is readable by other users", path, "chmod 600 " + path);
  }
  GAUZE_ASSIGN(std::string text, gauze::ReadFile(path));
  GAUZE_ASSIGN(SecretKey key, Empty());
  std::size_t size = 0;
  const char* end = nullptr;
  const bool decoded = sodium_base642bin(key.bytes_.get(), kSize, text.data(), text.size(), "\r\n",
                                         &size, &end, sodium_base64_VARIANT_ORIGINAL) == 0 &&
                       size == kSize && end == text.data() + text.size();
  Wipe(text);
  if (!decoded) {
    return InputError("this is not a key: a line of base64, 32 bytes", path,
                      "gauzed keys makes one");
  }
  return key;
}

Status SecretKey::WriteFile(const std::string& path) const {
  if (std::filesystem::exists(path)) {
    return InputError("the file already exists, and a key is never overwritten", path,
                      "choose another name: what was sealed under the old key needs it");
  }
  std::string line(sodium_base64_encoded_len(kSize, sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(line.data(), line.size(), bytes_.get(), kSize, sodium_base64_VARIANT_ORIGINAL);
  line.back() = '\n';
  auto written = gauze::WriteFile(path, line, 0600);
  Wipe(line);
  return written;
}

std::string SecretKey::Seal(std::string_view text, std::string_view place) const {
  std::string sealed(kNonce + text.size() + kTag, '\0');
  randombytes_buf(sealed.data(), kNonce);
  crypto_aead_xchacha20poly1305_ietf_encrypt(
      UnsignedBytes(sealed) + kNonce, nullptr, UnsignedBytes(text), text.size(),
      UnsignedBytes(place), place.size(), nullptr, UnsignedBytes(sealed), bytes_.get());
  return sealed;
}

Result<std::string> SecretKey::Open(std::string_view sealed, std::string_view place) const {
  std::string text(sealed.size() < kNonce + kTag ? 0 : sealed.size() - kNonce - kTag, '\0');
  if (sealed.size() < kNonce + kTag ||
      crypto_aead_xchacha20poly1305_ietf_decrypt(
          UnsignedBytes(text), nullptr, nullptr, UnsignedBytes(sealed) + kNonce,
          sealed.size() - kNonce, UnsignedBytes(place), place.size(), UnsignedBytes(sealed),
          bytes_.get()) != 0) {
    return InputError("sealed bytes cannot be opened", std::string(place),
                      "the key is not the same, or the bytes were changed");
  }
  return text;
}

void Wipe(std::string& text) {
  sodium_memzero(text.data(), text.size());
  text.clear();
}

Status ForbidDumps() {
  const rlimit none{0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) {
    return ResourceError("cannot disable core files");
  }
  return {};
}

}  // namespace gauze::server
