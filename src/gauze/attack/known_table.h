#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {

// A released file as read by somebody who knows some columns of a person: cells as they are
// spelled, "*" for suppressed ones in the columns that may be known. Written from
// docs/models/record_risk.md, and not from the code that counts the risk, which it tries.
class KnownTable {
 public:
  // A column that the policy's section `risk` names. Equal cells have equal codes.
  struct Column {
    double chance = 0;                              // that it is known; 0 if it only weighs
    std::vector<std::uint32_t> codes;               // by kind
    std::vector<std::vector<std::uint32_t>> kinds;  // by code; if it may be known
    std::vector<double> weights;                    // by code
    std::uint32_t suppressed = kNoCode;             // code of "*", if there is one
  };
  static constexpr std::uint32_t kNoCode = ~std::uint32_t{0};
  using KnownSet = std::uint64_t;  // bit j is column j
  static constexpr std::size_t kMostColumns = 63;

  // Fails when the file lacks a column, has no row, or has a value without a weight. `input` must
  // have a section `risk`.
  static Result<KnownTable> Read(Database& database, const AttackInput& input);

  // Equal rows are one kind.
  std::uint64_t rows() const { return rows_until_.back(); }
  std::size_t KindOfRow(std::uint64_t row) const;
  const std::vector<Column>& columns() const { return columns_; }

  // Rows that match a row of this kind on the columns of the set, in which it has no "*". Looks at
  // the rows that match on the rarest of them.
  std::uint64_t Candidates(std::size_t kind, KnownSet known) const;

 private:
  Status AddColumn(Database& database, const AttackInput& input, const std::string& name);

  bool wildcard_ = true;  // "*" matches everything
  std::vector<Column> columns_;
  std::vector<std::uint64_t> rows_until_;  // rows of the kinds up to and with this one
};

}  // namespace gauze
