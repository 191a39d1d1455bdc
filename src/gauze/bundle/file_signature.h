#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/bundle/signature.h"

// A signature over one file that is no bundle, e.g. over the list of digests of what a project
// gives out. It has the form of minisign (https://jedisct1.github.io/minisign/), so that people can
// check it who do not have Gauze yet:
//
//   untrusted comment: signature of a gauze bundle key
//   base64("ED" || number of the key || Ed25519 over BLAKE2b-512 of the file)
//   trusted comment: file:SHA256SUMS
//   base64(Ed25519 over that signature and the comment)
//
// The number of a key is the first 8 bytes of SHA-256 of the public key.

namespace gauze::bundle {

// The public key as minisign takes it: one line, for its option -P.
std::string MinisignKey(const SigningPublicKey& key);

// `comment` is signed, too, and has one line.
Result<std::string> SignFile(const std::string& file, const std::string& comment,
                             const SigningKeys& keys);

// Returns the signed comment. kPromise if the owner of the key did not sign this; kInput if `text`
// is no such signature at all.
Result<std::string> CheckFileSignature(const std::string& file, std::string_view text,
                                       const SigningPublicKey& key);

}  // namespace gauze::bundle
