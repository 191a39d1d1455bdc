#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/server/keys/secret_key.h"

// Two steps: the master key, which lives outside of the database, seals data keys, and those seal
// what is stored. So a new master key means to seal a few keys again, and not every vault.

namespace gauze::server {

// The id of the key for questions and answers.
inline constexpr std::string_view kLogKey = "log";

// The id of a vault's key. A key can only be opened under its own id: a release whose k or k3 was
// changed in the database has no key. k3 is 0 of releases from before there was one.
std::string VaultKeyId(const std::string& release, std::uint64_t k, std::uint64_t k3);

std::string SealDataKey(const SecretKey& master, const std::string& id, const SecretKey& key);
Result<SecretKey> OpenDataKey(const SecretKey& master, const std::string& id,
                              std::string_view sealed);

// A vault in pieces that the database takes. Each knows its release, its place and how many there
// are: pieces that were swapped, left out or added can't be opened.
std::vector<std::string> SealPieces(const SecretKey& key, const std::string& release,
                                    std::string_view bytes);
// The text is secret: callers wipe it.
Result<std::string> OpenPieces(const SecretKey& key, const std::string& release,
                               const std::vector<std::string>& pieces);

}  // namespace gauze::server
