#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"

namespace gauze {

struct CsvCell {
  std::string text;
  bool quoted = false;
};

struct CsvRecord {
  std::vector<CsvCell> cells;
  std::size_t line = 0;  // where it starts: a quoted cell may go over several
};

// Splits text into records as RFC 4180 has it; a quote inside an unquoted cell is just a quote. The
// separator is ';' if the first line that is not blank has one outside quotes, else ','. A blank
// line is a record of one empty cell. For small files that people write; tables of data are read
// by the engine.
class CsvScanner {
 public:
  // `name` stands for the file in errors and must outlive the scanner, as the text must.
  CsvScanner(std::string_view text, const std::string& name);

  bool AtEnd() const { return rest_.empty(); }
  // Not at the end.
  Result<CsvRecord> Next();

 private:
  // At the end of the text, at a line's end, or at a separator.
  bool AtCellEnd() const;
  Result<CsvCell> NextCell();
  Result<CsvCell> QuotedCell();

  std::string_view rest_;
  const std::string& name_;
  char separator_;
  std::size_t line_ = 1;
};

}  // namespace gauze
