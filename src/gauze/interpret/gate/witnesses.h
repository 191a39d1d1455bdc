#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/interpret/gate/person_atoms.h"
#include "gauze/interpret/index/vault_index.h"

namespace gauze {

// Some of the smallest atoms, to refuse at sight what would split one of them.
//
// A question must leave k persons or nobody of every atom, inside and outside. Where it leaves
// fewer than k of an atom as it was once, it leaves fewer than k of one of the parts into which the
// atom was split since: so what a witness refuses stays refused, and witnesses never grow wrong.
//
// Each answer makes atoms smaller, and after some hundred of them nearly everything new is refused.
// A look at a few rows shows it then, instead of a pass over the table.
class Witnesses {
 public:
  Witnesses() = default;
  // Of groups that are rows. A step for each of them, and for each atom.
  explicit Witnesses(const Atoms& atoms);

  // Whether the rows that pass all tests leave fewer than k persons of a witness, on either side.
  // If not, that says nothing.
  bool Refuse(std::span<const ColumnTest> tests) const;

 private:
  struct Member {
    std::uint32_t row = 0;
    std::uint32_t persons = 0;
  };
  std::uint32_t k_ = 0;
  std::vector<Member> members_;        // witness after witness, the smallest first
  std::vector<std::uint32_t> starts_;  // of each witness, and the end
};

}  // namespace gauze
