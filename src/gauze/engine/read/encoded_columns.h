#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gauze/encode/packing.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/duckdb/quick_rows.h"
#include "gauze/engine/read/column_encoder.h"

// For engine/ and verify/: several columns as ids, packed into words that DuckDB can group by.

namespace gauze {

class EncodedColumns {
 public:
  struct Column {
    std::string name;
    std::string type;  // DuckDB's
    Attribute attribute;
    std::vector<std::string> missing;               // spellings that count as NULL
    bool coded = true;                              // false: keeps its place but has no bits
    const QuickRows::Numbered* numbered = nullptr;  // if the view has it, and nothing is missing
  };

  // Columns of the view `view`. Ids may take `memory_bytes`, if that is not 0: beyond, the columns
  // with the most spellings are left as text, which DuckDB can move to the disk.
  EncodedColumns(Database& database, const std::string& view, std::vector<Column> columns,
                 std::uint64_t memory_bytes = 0);

  const Packing& packing() const { return packing_; }
  // SQL of each word, and of the columns that are left as text.
  std::vector<std::string> Words() const;
  std::vector<std::string> Texts() const;

  // Ids start narrow. After a query has failed: true if a column had too many values for its width
  // or for memory, and that has changed; the query is to be run again, from new words.
  bool Widen();

  // Spellings of a column in the order of their ids, from id 1.
  std::vector<std::string> TakeSpellings(std::size_t column);

 private:
  void WidenBySample(const std::string& view);
  void MakeEncoders();

  Database& database_;
  std::vector<Column> columns_;
  std::unique_ptr<ColumnEncoder::Allowance> allowance_;
  std::vector<unsigned> bits_;
  std::vector<bool> text_;  // left as it is
  Packing packing_;
  std::vector<std::unique_ptr<ColumnEncoder>> encoders_;  // null where not coded
  std::vector<std::string> cells_;                        // SQL
};

}  // namespace gauze
