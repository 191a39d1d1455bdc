#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/policy/personal_section.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/vault/vault.h"

// The transform of E. Poovammal, M. Ponnavaikko: Categorical Grading Based Personalized Privacy
// Preservation Against Attacks, 2009: in sensitive columns each person's own value gives way to
// what the person has chosen, or to a grade.
//
// What it does not cover: aliases keep how frequent values are and what they come with, grades keep
// the order of values. Somebody who knows that of the original can undo both (`gauze attack
// frequency`, `sorting`). It is pseudonymisation, and no class model.

namespace gauze {

// What is shown of one column instead of own values.
struct Disguise {
  std::size_t attribute = 0;
  std::optional<std::size_t> choice;  // attribute with each person's choice; none: grades
  bool by_node = false;               // mode `safe`
  ValueType type = ValueType::kText;  // of what is shown
  // By text or by number. The order of aliases is that of their random names: it tells nothing.
  std::vector<Value> shown;
  // Of those who show it: no cell is shown by people who chose differently. Empty for grades.
  std::vector<std::uint8_t> choice_of_shown;
  std::vector<std::uint32_t> codes;  // [own code * choices + choice code] -> shown; its size: none
  std::size_t choices = 1;
  std::vector<VaultAlias> aliases;
  std::vector<VaultCategory> categories;

  std::uint32_t CodeOf(const Table& table, std::size_t tuple) const {
    const std::size_t own = table.columns[attribute].Get(tuple);
    return codes[own * choices + (choice ? table.columns[*choice].Get(tuple) : 0)];
  }
};

// The first row of the input, from 1, that has one of these codes in that attribute; for errors.
using LocateCodes = std::function<std::optional<std::uint64_t>(std::size_t attribute,
                                                               const std::vector<Code>& codes)>;

// Disguises for the columns of a policy, in their order, with aliases that were never used before:
// "~" and ten letters or digits, 50 random bits from libsodium.
//
// Fails, with a row number and never a value, when a number is missing or lies outside every
// category, when a value or a node's name begins like an alias, and when a choice is none of 1,
// 2, 3.
Result<std::vector<Disguise>> MakeDisguises(const CodedTable& schema,
                                            const PersonalSection& personal,
                                            const LocateCodes& locate);

}  // namespace gauze
