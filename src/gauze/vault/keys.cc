#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>

#include <filesystem>
#include <utility>

#include "gauze/base/file.h"
#include "gauze/vault/vault.h"

namespace gauze {
namespace {

constexpr std::string_view kPublicLine = "gauze vault public key ";
constexpr std::string_view kSecretLine = "gauze vault secret key ";
constexpr std::size_t kKeyBytes = crypto_box_PUBLICKEYBYTES;
static_assert(kKeyBytes == 32 && crypto_box_SECRETKEYBYTES == 32);

// "gauze vault public key 3q2+7w…\n"
std::string Line(std::string_view what, const unsigned char* bytes) {
  std::array<char, sodium_base64_ENCODED_LEN(kKeyBytes, sodium_base64_VARIANT_ORIGINAL)> text{};
  sodium_bin2base64(text.data(), text.size(), bytes, kKeyBytes, sodium_base64_VARIANT_ORIGINAL);
  std::string line = fmt::format("{}{}\n", what, text.data());
  sodium_memzero(text.data(), text.size());
  return line;
}

Status ReadLine(const std::string& file, std::string_view what, unsigned char* bytes) {
  GAUZE_ASSIGN(std::string text, ReadFile(file));
  std::size_t size = 0;
  const bool named = text.starts_with(what);
  const bool read =
      named &&
      sodium_base642bin(bytes, kKeyBytes, text.data() + what.size(), text.size() - what.size(),
                        "\r\n", &size, nullptr, sodium_base64_VARIANT_ORIGINAL) == 0 &&
      size == kKeyBytes;
  sodium_memzero(text.data(), text.size());
  if (read) return {};
  return InputError(
      fmt::format("this is no {}", what.substr(0, what.size() - 1)), file,
      "`gauze vault keys` makes a pair: the server keeps the secret key, policies name the "
      "public one");
}

Status CheckNew(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, error))) return {};
  return InputError("the file exists", file,
                    "a key may be all that opens some vault, so it is never replaced: choose "
                    "another name");
}

}  // namespace

VaultKeys::VaultKeys(VaultKeys&& other) noexcept { *this = std::move(other); }

VaultKeys& VaultKeys::operator=(VaultKeys&& other) noexcept {
  if (this == &other) return *this;
  open = other.open;
  secret = other.secret;
  sodium_memzero(other.secret.data(), other.secret.size());
  return *this;
}

VaultKeys::~VaultKeys() { sodium_memzero(secret.data(), secret.size()); }

Result<VaultKeys> MakeVaultKeys() {
  if (sodium_init() < 0) return ResourceError("there is no source of random numbers");
  VaultKeys keys;
  crypto_box_keypair(keys.open.bytes.data(), keys.secret.data());
  return keys;
}

Status WriteVaultKeys(const VaultKeys& keys, const std::string& secret_file,
                      const std::string& public_file) {
  GAUZE_TRY(CheckNew(secret_file));
  GAUZE_TRY(CheckNew(public_file));
  std::string secret = Line(kSecretLine, keys.secret.data());
  const Status written = WriteFile(secret_file, secret, 0600);
  sodium_memzero(secret.data(), secret.size());
  GAUZE_TRY(written);
  return WriteFile(public_file, Line(kPublicLine, keys.open.bytes.data()));
}

Result<VaultPublicKey> ReadVaultPublicKey(const std::string& file) {
  VaultPublicKey key;
  GAUZE_TRY(ReadLine(file, kPublicLine, key.bytes.data()));
  return key;
}

// The group is not looked at: a credential of systemd belongs to one service by an access list,
// which shows as a right of the group.
Result<VaultKeys> ReadVaultKeys(const std::string& secret_file) {
  struct stat found{};
  if (stat(secret_file.c_str(), &found) == 0 && (found.st_mode & S_IRWXO) != 0) {
    return InputError("everybody on this machine may read the secret key", secret_file,
                      "chmod 600 it, and make new keys if somebody may have read it");
  }
  VaultKeys keys;
  GAUZE_TRY(ReadLine(secret_file, kSecretLine, keys.secret.data()));
  crypto_scalarmult_base(keys.open.bytes.data(), keys.secret.data());
  return keys;
}

}  // namespace gauze
