#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/key_file.h"

// What a personal release leaves behind for the trusted server, and for nobody else: what the
// aliases and grades mean, and whose row shows which of them. It exists only sealed to the
// server's public key: the run that makes it can't open it again, and no part of it is ever
// written in plain.

namespace gauze {

enum class VaultKind : std::uint8_t {
  kReleased,  // the cell means what it shows
  kAliased,   // mode `literal`: the cell is a person's own value or an alias of it
  kGraded,    // the cell is a grade: category + position in it
  kSafe,      // mode `safe`: an own value, the name of the node above it, or an alias of that node
};

// An alias and what it stands for: a value, or (mode `safe`) the node above it.
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
  // Different private values. Of kAliased and kGraded: of a safe column the server never tells more
  // than what is shown and what aliases mean, so it is not given more.
  std::vector<std::string> own;
  std::vector<std::uint32_t> own_codes;   // row -> own
  std::vector<std::uint8_t> choices;      // row -> 1, 2 or 3; of kAliased and kSafe
  std::vector<VaultAlias> aliases;        // the same
  std::vector<VaultCategory> categories;  // of kGraded

  bool HasChoices() const { return kind == VaultKind::kAliased || kind == VaultKind::kSafe; }
  bool HasOwn() const { return kind == VaultKind::kAliased || kind == VaultKind::kGraded; }
};

// A keyed hash of a person's name in the entity column. Who knows the name can find the person in
// the vault; the vault itself names nobody.
using PersonTag = std::array<unsigned char, 16>;
PersonTag TagOf(const KeyBytes& key, std::string_view person);

struct Vault {
  std::string release;    // 32 hexadecimal digits, drawn for this release; in its manifest, too
  std::string recipient;  // as the policy names it
  std::string digest;     // SHA-256 of the released data, as in the manifest
  std::vector<VaultColumn> columns;
  std::vector<std::uint32_t> persons;  // row -> person; empty: every row is somebody else
  KeyBytes tag_key{};                  // drawn for this release
  std::vector<PersonTag> tags;         // person -> tag; empty if nobody can be found
  std::uint64_t rows = 0;
};

// X25519 keys of a server. A file holds one of them: a line that says which, and base64. So a
// secret key is never taken for a public one, or the other way round.
struct VaultPublicKey {
  KeyBytes bytes{};
};
struct VaultKeys {
  VaultPublicKey open;
  Secret<KeyBytes> secret;
};

Result<VaultKeys> MakeVaultKeys();
// The secret file has mode 0600. A file that exists is never replaced: it may be all that opens
// some vault.
Status WriteVaultKeys(const VaultKeys& keys, const std::string& secret_file,
                      const std::string& public_file);
Result<VaultPublicKey> ReadVaultPublicKey(const std::string& file);
// Refused if everybody may read the file.
Result<VaultKeys> ReadVaultKeys(const std::string& secret_file);

// The bytes of a vault file: a magic line with the format's version, a stream key sealed to the
// server, the encrypted stream. Any changed, missing or added byte is found when it is opened.
Result<std::string> SealVault(const Vault& vault, const VaultPublicKey& server);
Result<Vault> OpenVault(std::string_view bytes, const VaultKeys& keys);

// The vault as bytes before sealing, for callers who store it under a key of their own. The text is
// secret: callers wipe it. Version 1 did not say what each person chose; it is refused, because
// nobody could keep to choices that are not known.
std::string EncodeVault(const Vault& vault);
tl::unexpected<Error> OldVault();
Result<Vault> DecodeVault(std::string_view bytes);

// The grade of a value x in category i, [from, to): i + m, with m = (x - from) / (to - from). The
// paper gives m = 0.999 to the end of the last category, so that a grade never reaches the next
// category's, and everything between has to stay below that: from m = 0.999 - 2^-20 on, the rest of
// the category is pressed into what is left below 0.999, instead of all of it sharing one grade.
// So grades keep the order of values, and differ from the paper's by less than 10^-6 where its own
// are below 0.999.
//
// Two values share a grade only where doubles are too coarse to tell them apart: within about
// i * 2^-52 of the category's width, and a thousand times that in its last thousandth. Integers in
// categories of less than 10^9 never do.
//
// Nothing outside every category has a grade; the error does not tell the value.
Result<double> Grade(double value, const std::vector<VaultCategory>& categories);

// Categories are finite, not empty, and in order without an overlap.
Status CheckCategories(const std::vector<VaultCategory>& categories);

// The value of a grade: of all that have it, the one with the fewest decimal places (of at most
// 17; of those the
// smallest). So it is exact for every value that shares its grade with no other of as many places.
// An error if no value has this grade.
Result<double> ValueOfGrade(double grade, const std::vector<VaultCategory>& categories);

}  // namespace gauze
