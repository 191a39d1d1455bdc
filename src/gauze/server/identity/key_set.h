#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"

struct evp_pkey_st;

// The public keys of the issuer of tokens (a JWKS, RFC 7517), and signatures checked with them.

namespace gauze::server {

enum class SignatureKind : std::uint8_t { kRs256, kEdDsa };

// A key is for one kind of signature only. What a token's header claims is compared with it and
// never chooses how to verify, so that a public key can't be taken for a shared secret.
class VerificationKey {
 public:
  static Result<VerificationKey> FromRsa(std::string id, std::string_view modulus,
                                         std::string_view exponent);
  static Result<VerificationKey> FromEd25519(std::string id, std::string_view bytes);

  const std::string& id() const { return id_; }
  SignatureKind kind() const { return kind_; }
  bool Verify(std::string_view message, std::string_view signature) const;

 private:
  VerificationKey(std::string id, SignatureKind kind, evp_pkey_st* key);

  std::string id_;
  SignatureKind kind_;
  std::shared_ptr<evp_pkey_st> key_;
};

class KeySet {
 public:
  // The set as the issuer has it now, which may be empty: then no token is good. Keys of other
  // kinds or uses are passed over, as RFC 7517 asks for. So is a key that can't be used (RSA below
  // 2048 bits, bytes that are no key), and every key whose id is not its own alone: one bad key
  // must not keep keys alive that the issuer took out. What is not a key set is an error.
  static Result<KeySet> Parse(std::string_view json);

  const VerificationKey* Find(std::string_view id) const;
  std::size_t size() const { return keys_.size(); }
  std::size_t bad() const { return bad_; }  // keys that were for us but can't be used

 private:
  std::vector<VerificationKey> keys_;
  std::size_t bad_ = 0;
};

}  // namespace gauze::server
