#pragma once

#include <cstdint>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/vault/vault.h"

namespace gauze {

// A column that shows aliases or grades, as the best of its adversaries reads it: which own value
// each shown cell is taken for, as codes of the column's domain.
struct GuessedColumn {
  static constexpr std::uint32_t kNoValue = ~std::uint32_t{0};

  std::vector<std::uint32_t> guess_of_shown;  // kNoValue where none is
  Json rates;                                 // of all of its adversaries
};

GuessedColumn GuessAliased(const Vault& vault, const VaultColumn& column,
                           const PersonalSection::Column& about, const Hierarchy* hierarchy);
GuessedColumn GuessGraded(const VaultColumn& column, const Domain& domain);

}  // namespace gauze
