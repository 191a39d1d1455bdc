#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gauze/base/error.h"

// Keys of 256 bits, and what is stored under them.

namespace gauze::server {

// Memory that is locked (never swapped), guarded by pages that can't be read, and wiped at the end.
class SecretKey {
 public:
  static constexpr std::size_t kSize = 32;
  static Result<SecretKey> Random();
  static Result<SecretKey> FromBytes(std::string_view bytes);
  // A file of one line, base64; readable by its owner only, or it is refused.
  static Result<SecretKey> ReadFile(const std::string& path);
  // Never over a file that is there.
  Status WriteFile(const std::string& path) const;

  // XChaCha20-Poly1305 with a random nonce before the text. `place` says where the text belongs
  // (a table, a row): sealed bytes that were moved elsewhere can't be opened there.
  std::string Seal(std::string_view text, std::string_view place) const;
  Result<std::string> Open(std::string_view sealed, std::string_view place) const;

  std::string_view bytes() const { return {reinterpret_cast<const char*>(bytes_.get()), kSize}; }

 private:
  struct Free {
    void operator()(unsigned char* bytes) const;
  };
  static Result<SecretKey> Empty();

  std::unique_ptr<unsigned char, Free> bytes_;
};

// Overwrites a text that held a secret, and empties it.
void Wipe(std::string& text);

// No core files of this process, no ptrace by others of the same user: what is in memory stays
// there. For every start of the program, before a secret is read.
Status ForbidDumps();

}  // namespace gauze::server
