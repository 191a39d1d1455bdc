#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gauze/labels/description.h"

// Attackers by name: whoever looks for a person knows some columns of them, and seldom all. What
// each is taken to know is a list of what columns are about (roles/column_concept.h), and columns
// are recognised by their names. docs/attacking-files.md says why each knows what.

namespace gauze::labels {

struct NamedAttacker {
  std::string_view name;  // "neighbour"
  std::string_view who;   // one line
  std::vector<std::string_view> knows;
};

const std::vector<NamedAttacker>& NamedAttackers();
std::vector<std::string> AttackerNames();

// Which of these quasi-identifiers are known to the attacker of a description: the columns that it
// lists, those of its attacker, or all. Fails where a listed column is no quasi-identifier, and
// where no column is recognised as something that the attacker knows.
Result<std::vector<bool>> KnownColumns(const Description& description,
                                       const std::vector<std::string>& quasi_identifiers);

}  // namespace gauze::labels
