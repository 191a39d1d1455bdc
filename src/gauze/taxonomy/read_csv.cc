#include <fmt/format.h>

#include <optional>

#include "gauze/taxonomy/read_form.h"

namespace gauze {
namespace {

struct Cell {
  std::string text;
  bool quoted = false;
};

struct Record {
  std::vector<Cell> cells;
  std::size_t line = 0;  // where it starts: a quoted cell may go over several
};

// ';' if the first line that is not blank has one outside quotes, else ','.
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

// Splits text into records as RFC 4180 has it; a quote inside an unquoted cell is just a quote.
class CsvScanner {
 public:
  CsvScanner(std::string_view text, const std::string& name)
      : rest_(text), name_(name), separator_(FindSeparator(text)) {}

  bool AtEnd() const { return rest_.empty(); }

  Result<Record> Next() {
    Record record{.line = line_};
    while (true) {
      GAUZE_ASSIGN(Cell cell, NextCell());
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

 private:
  // At the end of the text, at a line's end, or at a separator.
  bool AtCellEnd() const {
    return rest_.empty() || rest_.front() == separator_ || rest_.front() == '\n' || rest_ == "\r" ||
           rest_.starts_with("\r\n");
  }

  Result<Cell> NextCell() {
    if (rest_.starts_with('"')) return QuotedCell();
    std::size_t size = 0;
    const std::string_view start = rest_;
    while (!AtCellEnd()) {
      rest_.remove_prefix(1);
      ++size;
    }
    return Cell{.text = std::string(start.substr(0, size))};
  }

  Result<Cell> QuotedCell() {
    Cell cell{.quoted = true};
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

  std::string_view rest_;
  const std::string& name_;
  char separator_;
  std::size_t line_ = 1;
};

// Takes the names out of a record, leaf first, without the root. Empty for a blank line.
std::vector<std::string> TakeNames(Record& record, bool& has_root) {
  auto& cells = record.cells;
  while (!cells.empty() && cells.back().text.empty() && !cells.back().quoted) cells.pop_back();
  has_root = false;
  // The first cell is the value, whatever it is.
  while (cells.size() > 1 && cells.back().text == "*") {
    has_root = true;
    cells.pop_back();
  }
  std::vector<std::string> names;
  names.reserve(cells.size());
  for (Cell& cell : cells) names.push_back(std::move(cell.text));
  return names;
}

}  // namespace

Result<Taxonomy> ParseTaxonomyCsv(std::string_view text, const std::string& name) {
  TaxonomyBuilder builder;
  CsvScanner scanner(text, name);
  std::optional<bool> rooted;
  std::size_t first_line = 0;
  while (!scanner.AtEnd()) {
    GAUZE_ASSIGN(Record record, scanner.Next());
    bool has_root = false;
    const std::vector<std::string> names = TakeNames(record, has_root);
    if (names.empty()) continue;
    const std::string where = fmt::format("{}:{}", name, record.line);
    if (names.front().empty() && !record.cells.front().quoted) {
      return InputError("the first cell of the line is empty", where,
                        "put the value there; missing cells need no line, and a value that is "
                        "empty text is written \"\"");
    }
    if (!rooted) first_line = record.line;
    if (rooted.value_or(has_root) != has_root) {
      return InputError(
          fmt::format("two roots: the last column is \"*\" here and not on line {}, or the other "
                      "way round",
                      first_line),
          where, "end every line with \"*\", or none");
    }
    rooted = has_root;
    GAUZE_TRY(builder.Add(names, where));
  }
  return builder.Finish(name);
}

}  // namespace gauze
