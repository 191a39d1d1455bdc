#include "gauze/base/key_file.h"

#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>

#include <filesystem>

#include "gauze/base/file.h"

namespace gauze {
namespace {

constexpr std::size_t kKeyBytes = std::tuple_size_v<KeyBytes>;

// "gauze vault public key 3q2+7w…\n"
std::string Line(const KeyPurpose& purpose, std::string_view which, const KeyBytes& key) {
  std::array<char, sodium_base64_ENCODED_LEN(kKeyBytes, sodium_base64_VARIANT_ORIGINAL)> text{};
  sodium_bin2base64(text.data(), text.size(), key.data(), kKeyBytes,
                    sodium_base64_VARIANT_ORIGINAL);
  std::string line = fmt::format("{} {} key {}\n", purpose.name, which, text.data());
  sodium_memzero(text.data(), text.size());
  return line;
}

Status ReadLine(const KeyPurpose& purpose, std::string_view which, const std::string& file,
                KeyBytes& key) {
  GAUZE_ASSIGN(std::string text, ReadFile(file));
  const std::string what = fmt::format("{} {} key", purpose.name, which);
  const std::size_t begin = what.size() + 1;
  std::size_t size = 0;
  const bool read =
      text.starts_with(what + " ") &&
      sodium_base642bin(key.data(), kKeyBytes, text.data() + begin, text.size() - begin, "\r\n",
                        &size, nullptr, sodium_base64_VARIANT_ORIGINAL) == 0 &&
      size == kKeyBytes;
  sodium_memzero(text.data(), text.size());
  if (read) return {};
  return InputError("this is not a " + what, file, std::string(purpose.hint));
}

Status CheckNew(const KeyPurpose& purpose, const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, error))) return {};
  return InputError("the file already exists", file,
                    fmt::format("{}, so it is never replaced: choose another name", purpose.never));
}

}  // namespace

Status WriteKeyPair(const KeyPurpose& purpose, const Secret<KeyBytes>& secret,
                    const std::string& secret_file, const KeyBytes& open,
                    const std::string& public_file) {
  GAUZE_TRY(CheckNew(purpose, secret_file));
  GAUZE_TRY(CheckNew(purpose, public_file));
  std::string line = Line(purpose, "secret", secret.value);
  const Status written = WriteFile(secret_file, line, 0600);
  sodium_memzero(line.data(), line.size());
  GAUZE_TRY(written);
  return WriteFile(public_file, Line(purpose, "public", open));
}

Status ReadPublicKey(const KeyPurpose& purpose, const std::string& file, KeyBytes& open) {
  return ReadLine(purpose, "public", file, open);
}

// The group is not looked at: a credential of systemd belongs to one service by an access list,
// which shows as a right of the group.
Status ReadSecretKey(const KeyPurpose& purpose, const std::string& file, Secret<KeyBytes>& secret) {
  GAUZE_TRY(ReadLine(purpose, "secret", file, secret.value));
  struct stat found{};
  if (stat(file.c_str(), &found) == 0 && (found.st_mode & S_IRWXO) == 0) return {};
  return InputError("the secret key is readable by other users", file,
                    "chmod 600 it, and make new keys if somebody may have read it");
}

}  // namespace gauze
