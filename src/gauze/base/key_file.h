#pragma once

#include <array>
#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/base/secret.h"

// Keys of 32 bytes as files. A file holds one key: a line that says which, and base64. So a secret
// key is never taken for a public one, nor a key of one purpose for that of another.

namespace gauze {

using KeyBytes = std::array<unsigned char, 32>;

// What a pair of keys is for: how its files begin, and what messages about them say.
struct KeyPurpose {
  std::string_view name;   // "gauze vault": the line is "gauze vault public key …"
  std::string_view hint;   // where keys come from, for a user who named another file
  std::string_view never;  // why a key's file is never replaced
};

// The secret file has mode 0600. A file that exists is never replaced.
Status WriteKeyPair(const KeyPurpose& purpose, const Secret<KeyBytes>& secret,
                    const std::string& secret_file, const KeyBytes& open,
                    const std::string& public_file);

Status ReadPublicKey(const KeyPurpose& purpose, const std::string& file, KeyBytes& open);
// Refused if everybody may read the file.
Status ReadSecretKey(const KeyPurpose& purpose, const std::string& file, Secret<KeyBytes>& secret);

}  // namespace gauze
