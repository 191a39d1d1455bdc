#pragma once

#include <duckdb.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gauze/encode/interner.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/column_encoding.h"
#include "gauze/policy/policy.h"

// Private to engine/: scalar functions that turn cells into numbers while DuckDB scans. On Parquet
// dictionaries DuckDB calls them once per dictionary entry and not once per row, and grouping
// numbers is several times cheaper than grouping strings.

namespace gauze {

// What a column looks like to a function: whole numbers and days are not spelled out first.
// kNumbered: ids that whoever reads the column has given its texts already.
enum class CellForm : std::uint8_t { kText, kWhole, kDays, kMicroseconds, kReal, kNumbered };

// The form of a column of this DuckDB type, and the expression that gives it.
CellForm FormOf(const std::string& type, const Attribute& attribute, ColumnEncoding encoding);
std::string CellExpression(const std::string& name, const std::string& type,
                           const Attribute& attribute, CellForm form);

// One column of a scan: a function of its own, named `function()`, that lives as long as this.
class ColumnEncoder {
 public:
  // Ids from 1 to 2^bits - 1, laid at `shift` of the result; 0 is NULL. Text cells that are one
  // of `missing` count as NULL.
  ColumnEncoder(CellForm form, unsigned bits, unsigned shift,
                const std::vector<std::string>& missing = {});
  // Keys; cells that cannot be read are counted and kept for the message.
  ColumnEncoder(CellForm form, const Attribute& attribute, const Policy& policy);
  ~ColumnEncoder();
  ColumnEncoder(const ColumnEncoder&) = delete;
  ColumnEncoder& operator=(const ColumnEncoder&) = delete;

  // Makes the function known under this name.
  void Register(Database& database, const std::string& name);

  // Fails the query when all encoders that share it take more than `limit` together.
  struct Allowance {
    std::vector<const ColumnEncoder*> encoders;
    std::uint64_t limit = 0;
  };
  void Share(const Allowance* allowance);

  bool overflowed() const;
  // The allowance was used up.
  bool crowded() const;
  std::uint64_t bytes() const;
  // In the order of their ids, from id 1.
  std::vector<std::string> TakeSpellings();
  // Rows and spellings that are not of the column's type.
  std::uint64_t wrong_rows() const;
  std::vector<std::string> TakeWrong();

  struct State;  // shared by the threads of the scan

 private:
  std::unique_ptr<State> state_;
};

}  // namespace gauze
