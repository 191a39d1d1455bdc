// Makes a vault for the tests of the server, of any size, sealed to a public key:
//   make_vault ROWS SEED PUBLIC_KEY OUT RELEASE [people | pairs]
// With `people`, row 7 is that of "person-7", who can be found, and there is a safe column
// `illness`: everybody who chose 2 or 3 has something of the belly or of the lungs. With `pairs`,
// two rows in a row are one person's. RELEASE is what it is the vault of: the shown cells, as CSV.
// Prints what a researcher would see of it, as JSON: the release's id and the cells that it shows.
//
// The table: `education` (16 values, each person's own choice of value or one of two aliases),
// `age` (graded), `salary` (an own value or an alias), `sex` and `ward` (as they are).
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <random>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/vault/vault.h"

namespace gauze {
namespace {

using Random = std::mt19937_64;

std::string Token(Random& random) {
  std::string text = "~";
  for (int i = 0; i < 10; ++i) text += "abcdefghijklmnopqrstuvwxyz234567"[random() % 32];
  return text;
}

// Values fall off in frequency, as real ones do.
std::uint32_t Skewed(Random& random, std::uint32_t count) {
  const double u = std::uniform_real_distribution<>(0, 1)(random);
  return static_cast<std::uint32_t>(u * u * count);
}

VaultColumn Aliased(const std::string& name, std::uint32_t values, std::uint64_t rows,
                    Random& random) {
  VaultColumn column;
  column.name = name;
  column.kind = VaultKind::kAliased;
  for (std::uint32_t v = 0; v < values; ++v) {
    const std::string own = fmt::format("{}-{}", name, v);
    column.own.push_back(own);
    column.shown.push_back(own);
    for (int alias = 0; alias < 2; ++alias) {
      column.aliases.push_back({Token(random), own});
      column.shown.push_back(column.aliases.back().text);
    }
  }
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::uint32_t own = Skewed(random, values);
    column.own_codes.push_back(own);
    column.choices.push_back(static_cast<std::uint8_t>(1 + random() % 3));
    column.shown_codes.push_back(own * 3 + column.choices.back() - 1);
  }
  return column;
}

VaultColumn Released(const std::string& name, std::uint32_t values, std::uint64_t rows,
                     Random& random) {
  VaultColumn column;
  column.name = name;
  for (std::uint32_t v = 0; v < values; ++v) column.shown.push_back(fmt::format("{}-{}", name, v));
  for (std::uint64_t row = 0; row < rows; ++row) {
    column.shown_codes.push_back(static_cast<std::uint32_t>(random() % values));
  }
  return column;
}

VaultColumn Graded(std::uint64_t rows, Random& random) {
  VaultColumn column;
  column.name = "age";
  column.kind = VaultKind::kGraded;
  column.number = true;
  column.categories = {{17, 30}, {30, 45}, {45, 60}, {60, 90}};
  for (int age = 17; age <= 90; ++age) {
    column.own.push_back(std::to_string(age));
    char text[32];
    const double grade = *Grade(age, column.categories);
    column.shown.emplace_back(text, std::to_chars(text, text + sizeof text, grade).ptr);
  }
  for (std::uint64_t row = 0; row < rows; ++row) {
    column.own_codes.push_back(static_cast<std::uint32_t>(random() % column.own.size()));
  }
  column.shown_codes = column.own_codes;
  return column;
}

// Everybody in turn shows a value, a node's name, its alias.
VaultColumn Safe(std::uint64_t rows, Random& random) {
  VaultColumn column;
  column.name = "illness";
  column.kind = VaultKind::kSafe;
  column.shown = {"flu", "lungs", Token(random), "ulcer", "belly", Token(random)};
  column.aliases = {{column.shown[2], "lungs"}, {column.shown[5], "belly"}};
  for (std::uint64_t row = 0; row < rows; ++row) {
    column.choices.push_back(static_cast<std::uint8_t>(1 + row % 3));
    column.shown_codes.push_back(static_cast<std::uint32_t>(row % 6));
  }
  return column;
}

void AddPeople(Vault& vault, std::uint32_t rows_each, Random& random) {
  vault.columns.push_back(Safe(vault.rows, random));
  vault.tag_key.fill(9);
  for (std::uint32_t row = 0; row < vault.rows; ++row) {
    vault.persons.push_back(row / rows_each);
    if (row % rows_each != 0) continue;
    vault.tags.push_back(TagOf(vault.tag_key, fmt::format("person-{}", row / rows_each)));
  }
}

std::string ReleaseOf(const Vault& vault) {
  std::string text;
  for (const VaultColumn& column : vault.columns) text += column.name + ",";
  text.back() = '\n';
  for (std::uint64_t row = 0; row < vault.rows; ++row) {
    for (const VaultColumn& column : vault.columns) {
      text += column.shown[column.shown_codes[row]] + ",";
    }
    text.back() = '\n';
  }
  return text;
}

Result<int> Run(int argc, char** argv) {
  const std::uint64_t rows = std::strtoull(argv[1], nullptr, 10);
  Random random(std::strtoull(argv[2], nullptr, 10));
  Vault vault;
  for (int i = 0; i < 2; ++i) vault.release += fmt::format("{:016x}", random());
  vault.recipient = "university-of-somewhere";
  vault.digest = std::string(64, 'd');
  vault.rows = rows;
  vault.columns.push_back(Aliased("education", 16, rows, random));
  vault.columns.push_back(Graded(rows, random));
  vault.columns.push_back(Aliased("salary", 4, rows, random));
  vault.columns.push_back(Released("sex", 2, rows, random));
  vault.columns.push_back(Released("ward", 8, rows, random));
  if (argc == 7) AddPeople(vault, std::string_view(argv[6]) == "pairs" ? 2 : 1, random);
  GAUZE_ASSIGN(const VaultPublicKey key, ReadVaultPublicKey(argv[3]));
  GAUZE_ASSIGN(const std::string bytes, SealVault(vault, key));
  GAUZE_TRY(WriteFile(argv[4], bytes, 0600));
  GAUZE_TRY(WriteFile(argv[5], ReleaseOf(vault)));
  nlohmann::json seen{{"release", vault.release}};
  for (const VaultColumn& column : vault.columns) seen["columns"][column.name] = column.shown;
  std::puts(seen.dump().c_str());
  return 0;
}

}  // namespace
}  // namespace gauze

int main(int argc, char** argv) {
  if (argc != 6 && argc != 7) return 2;
  const auto result = gauze::Run(argc, argv);
  if (!result) std::fputs((result.error().Text() + "\n").c_str(), stderr);
  return result ? *result : static_cast<int>(result.error().code);
}
