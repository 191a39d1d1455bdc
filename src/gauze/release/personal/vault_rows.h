#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "gauze/table/released_table.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/transform/personal/disguise.h"
#include "gauze/vault/vault.h"

namespace gauze {

// The columns of a vault, filled row by row as a release is written. Takes about four bytes per
// cell.
class VaultRows {
 public:
  // Both must outlive it.
  VaultRows(const CodedTable& schema, const std::vector<Disguise>& disguises)
      : schema_(schema), disguises_(disguises) {}

  // The next rows of the release.
  Status Add(const ReleasedTable& table);

  // All rows so far, without the names of release and recipient. Nothing is left here. Safe columns
  // have their own values, too: what is sealed must not.
  Vault Take();

 private:
  void Begin(const ReleasedTable& table);
  void AddChoices(const Disguise& disguise);
  void AddColumn(const ReleasedTable& table, std::size_t index);
  std::uint32_t Place(std::size_t column, const std::string& text);

  const CodedTable& schema_;
  const std::vector<Disguise>& disguises_;
  Vault vault_;
  std::vector<std::unordered_map<std::string, std::uint32_t>> places_;  // of shown cells
};

}  // namespace gauze
