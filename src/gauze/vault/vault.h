#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"

// What a personal release leaves behind for the trusted server, and for nobody else: what the
// aliases and grades mean, and whose row shows which of them. It exists only sealed to the
// server's public key: the run that makes it can't open it again, and no part of it is ever
// written in plain.

namespace gauze {

enum class VaultKind : std::uint8_t {
  kReleased,  // the cell means what it shows
  kAliased,   // the cell is a person's own value or an alias
  kGraded,    // the cell is a grade: category + position in it
};

// An alias and what it stands for: a value, or (mode `safe`, alias1) a node above it.
struct VaultAlias {
  std::string text;
  std::string meaning;
};

// [from, to), the last one closed. Grades of category i (from 1) lie in [i, i + 0.999].
struct VaultCategory {
  double from = 0;
  double to = 0;
};

// One released column. Rows are numbered as in the released file.
struct VaultColumn {
  std::string name;
  VaultKind kind = VaultKind::kReleased;
  bool number = false;                     // what it shows has an order and can be compared
  std::vector<std::string> shown;          // different released cells; the empty text is missing
  std::vector<std::uint32_t> shown_codes;  // row -> shown
  std::vector<std::string> own;            // different private values; not of kReleased
  std::vector<std::uint32_t> own_codes;    // row -> own
  std::vector<VaultAlias> aliases;         // of kAliased
  std::vector<VaultCategory> categories;   // of kGraded
};

struct Vault {
  std::string release;    // 32 hexadecimal digits, drawn for this release; in its manifest, too
  std::string recipient;  // as the policy names it
  std::string digest;     // SHA-256 of the released data, as in the manifest
  std::vector<VaultColumn> columns;
  std::vector<std::uint32_t> persons;  // row -> person; empty: every row is somebody else
  std::uint64_t rows = 0;
};

// X25519 keys of a server. Files hold them as base64, a line each; the secret one has mode 0600.
struct VaultPublicKey {
  std::array<unsigned char, 32> bytes{};
};
struct VaultKeys {
  VaultPublicKey open;
  std::array<unsigned char, 32> secret{};  // wiped when the object ends
  VaultKeys() = default;
  VaultKeys(const VaultKeys&) = delete;
  VaultKeys& operator=(const VaultKeys&) = delete;
  VaultKeys(VaultKeys&& other) noexcept;
  VaultKeys& operator=(VaultKeys&& other) noexcept;
  ~VaultKeys();
};

Result<VaultKeys> MakeVaultKeys();
Status WriteVaultKeys(const VaultKeys& keys, const std::string& secret_file,
                      const std::string& public_file);
Result<VaultPublicKey> ReadVaultPublicKey(const std::string& file);
Result<VaultKeys> ReadVaultKeys(const std::string& secret_file);

// The bytes of a vault file: a magic line with the format's version, a stream key sealed to the
// server, the encrypted stream. Any changed, missing or added byte is found when it is opened.
Result<std::string> SealVault(const Vault& vault, const VaultPublicKey& server);
Result<Vault> OpenVault(std::string_view bytes, const VaultKeys& keys);

// The vault as bytes before sealing, for who stores it under a key of their own. The text is
// secret: callers wipe it.
std::string EncodeVault(const Vault& vault);
Result<Vault> DecodeVault(std::string_view bytes);

// The grade of a value, and back: exact for every value whose grade was made from these
// categories (decimals of 15 significant digits). Nothing outside every category has a grade.
Result<double> Grade(double value, const std::vector<VaultCategory>& categories);
// The smallest range of values whose grades lie in [from, to]; for reading rules and trees.
VaultCategory RangeOfGrades(double from, double to, const std::vector<VaultCategory>& categories);

}  // namespace gauze
