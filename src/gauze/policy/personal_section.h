#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gauze {

// What people who hide their value show. kLiteral, as in the paper: one of two aliases of the
// value. kSafe: the name of the node above the value, or an alias of that node.
enum class AliasMode : std::uint8_t { kLiteral, kSafe };

// A person's choice: 1 shows the own value, 2 the first alias or the node, 3 the last alias.
inline constexpr int kChoices = 3;

// The `personal` section of a policy: which sensitive columns show aliases or grades instead of
// values, and who can tell what they mean. docs/transforms/personal.md is the manual.
struct PersonalSection {
  struct Column {
    std::string name;
    std::optional<AliasMode> aliases;  // none: the column is graded
    std::string choice;                // the column with each person's choice; not of graded ones
    std::vector<double> bounds;        // of the categories of a graded column, increasing
    std::string where;
  };

  std::string recipient;   // who the release is for: aliases are made for them alone
  std::string vault;       // file that carries what aliases and grades mean
  std::string server;      // file with the public key that the vault is sealed to
  int missing_choice = 0;  // of people who made none; 0: not given
  std::vector<Column> columns;
  std::string where;

  // The column of that name; null if it is shown as it is.
  const Column* Find(std::string_view name) const;
  // Some column shows what this one says.
  bool Asks(std::string_view choice) const;
};

}  // namespace gauze
