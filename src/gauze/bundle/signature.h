#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/base/key_file.h"
#include "gauze/bundle/merkle.h"

// An Ed25519 signature over what is in a bundle, as text:
//
//   gauze bundle 1
//   files 4
//   root 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456
//   key 3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29
//   signature e5564300c360ac72…
//
// Signed are the bytes of the first three lines with their line feeds. The key is the public one,
// there to tell "signed by somebody else" from "changed"; it is no reason to trust it.

namespace gauze::bundle {

// Ed25519 keys for signing releases. A secret key is the seed of 32 bytes.
struct SigningPublicKey {
  KeyBytes bytes{};
  friend bool operator==(const SigningPublicKey&, const SigningPublicKey&) = default;
};
struct SigningKeys {
  SigningPublicKey open;
  Secret<KeyBytes> seed;
};

Result<SigningKeys> MakeSigningKeys();
// The secret file has mode 0600. A file that exists is never replaced.
Status WriteSigningKeys(const SigningKeys& keys, const std::string& secret_file,
                        const std::string& public_file);
Result<SigningPublicKey> ReadSigningPublicKey(const std::string& file);
// Refused if everybody may read the file.
Result<SigningKeys> ReadSigningKeys(const std::string& secret_file);

struct Signature {
  std::uint64_t files = 0;
  Hash root{};
  SigningPublicKey key;
  std::array<unsigned char, 64> bytes{};

  std::string Text() const;
};

Signature Sign(std::uint64_t files, const Hash& root, const SigningKeys& keys);

// The only text that Text() makes for it, or an error. Says nothing about whether it is valid.
Result<Signature> ReadSignature(std::string_view text);

// Did the owner of this key sign this? kPromise if not.
Status CheckSignature(const Signature& signature, const SigningPublicKey& key);

}  // namespace gauze::bundle
