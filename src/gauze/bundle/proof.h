#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/bundle/bundle.h"

// That one file belongs to a signed bundle, without the bundle: its line of the list, the hashes
// beside its way to the root (merkle.h), and the signature over the root. It tells how many files
// there are, and nothing of the others but hashes.

namespace gauze::bundle {

struct Proof {
  ListedFile file;
  std::uint64_t place = 0;  // in the list, from 0
  std::vector<Hash> path;
  Signature signature;
};

Result<Proof> Prove(const Head& head, std::string_view name);

// {"proof": 1, "file": its line of the list, "place", "path": [hashes, lowest first], "signature":
// the text of SIGNATURE}
std::string ProofText(const Proof& proof);
Result<Proof> ReadProof(std::string_view text);

// Is a file with this digest and name among what the owner of this key signed? kPromise if not.
Status CheckProof(const Proof& proof, const std::string& digest, const SigningPublicKey& key);

}  // namespace gauze::bundle
