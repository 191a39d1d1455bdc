#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gauze/engine/column_encoder.h"
#include "gauze/engine/database.h"
#include "gauze/table/packing.h"

// Private to engine/: several columns as ids, packed into words that DuckDB can group by.

namespace gauze {

class EncodedColumns {
 public:
  struct Column {
    std::string name;
    std::string type;  // DuckDB's
    Attribute attribute;
    std::vector<std::string> missing;  // spellings that count as NULL
    bool coded = true;                 // false: keeps its place but has no bits
  };

  // Columns of the view `view`.
  EncodedColumns(Database& database, const std::string& view, std::vector<Column> columns);

  const Packing& packing() const { return packing_; }
  // SQL of each word.
  std::vector<std::string> Words() const;

  // Ids start narrow. After a query has failed: true if a column had too many values for its
  // width, and now has more room; the query is to be run again, from new words.
  bool Widen();

  // Spellings of a column in the order of their ids, from id 1.
  std::vector<std::string> TakeSpellings(std::size_t column);

 private:
  void WidenBySample(const std::string& view);
  void MakeEncoders();

  Database& database_;
  std::vector<Column> columns_;
  std::vector<unsigned> bits_;
  Packing packing_;
  std::vector<std::unique_ptr<ColumnEncoder>> encoders_;  // null where not coded
  std::vector<std::string> cells_;                        // SQL
};

// A name for a function in a database, never used before.
std::string NewFunctionName();

}  // namespace gauze
