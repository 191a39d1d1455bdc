#include "gauze/taxonomy/csv_records.h"

#include <fmt/format.h>

namespace gauze {
namespace {

char FindSeparator(std::string_view text) {
  bool quoted = false;
  bool cell_starts = true;
  bool blank = true;
  for (const char c : text) {
    if (quoted) {
      quoted = c != '"';
      cell_starts = !quoted;  // a quote that follows at once is a doubled one
      continue;
    }
    if (c == ';') return ';';
    if (c == '\n' && !blank) break;
    quoted = c == '"' && cell_starts;
    cell_starts = c == ',' || c == '\n';
    blank = blank && (c == '\n' || c == '\r');
  }
  return ',';
}

}  // namespace

CsvScanner::CsvScanner(std::string_view text, const std::string& name)
    : rest_(text), name_(name), separator_(FindSeparator(text)) {}

Result<CsvRecord> CsvScanner::Next() {
  CsvRecord record{.line = line_};
  while (true) {
    GAUZE_ASSIGN(CsvCell cell, NextCell());
    record.cells.push_back(std::move(cell));
    if (rest_.starts_with(separator_)) {
      rest_.remove_prefix(1);
    } else {
      if (rest_.starts_with('\r')) rest_.remove_prefix(1);
      if (rest_.starts_with('\n')) {
        rest_.remove_prefix(1);
        ++line_;
      }
      return record;
    }
  }
}

bool CsvScanner::AtCellEnd() const {
  return rest_.empty() || rest_.front() == separator_ || rest_.front() == '\n' || rest_ == "\r" ||
         rest_.starts_with("\r\n");
}

Result<CsvCell> CsvScanner::NextCell() {
  if (rest_.starts_with('"')) return QuotedCell();
  std::size_t size = 0;
  const std::string_view start = rest_;
  while (!AtCellEnd()) {
    rest_.remove_prefix(1);
    ++size;
  }
  return CsvCell{.text = std::string(start.substr(0, size))};
}

Result<CsvCell> CsvScanner::QuotedCell() {
  CsvCell cell{.quoted = true};
  const std::size_t first_line = line_;
  rest_.remove_prefix(1);
  while (true) {
    const std::size_t quote = rest_.find('"');
    if (quote == std::string_view::npos) {
      return InputError("a quote is never closed", fmt::format("{}:{}", name_, first_line),
                        "close it, and write a quote inside a quoted cell twice");
    }
    for (const char c : rest_.substr(0, quote)) line_ += c == '\n' ? 1 : 0;
    cell.text += rest_.substr(0, quote);
    rest_.remove_prefix(quote + 1);
    if (!rest_.starts_with('"')) break;
    cell.text += '"';
    rest_.remove_prefix(1);
  }
  if (!AtCellEnd()) {
    return InputError("there is text after a closing quote", fmt::format("{}:{}", name_, line_),
                      "write a quote inside a quoted cell twice");
  }
  return cell;
}

}  // namespace gauze
