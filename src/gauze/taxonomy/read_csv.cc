#include <fmt/format.h>

#include <optional>

#include "gauze/taxonomy/csv_records.h"
#include "gauze/taxonomy/read_form.h"

namespace gauze {
namespace {

// Takes the names out of a record, leaf first, without the root. Empty for a blank line.
std::vector<std::string> TakeNames(CsvRecord& record, bool& has_root) {
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
  for (CsvCell& cell : cells) names.push_back(std::move(cell.text));
  return names;
}

}  // namespace

Result<Taxonomy> ParseTaxonomyCsv(std::string_view text, const std::string& name) {
  TaxonomyBuilder builder;
  CsvScanner scanner(text, name);
  std::optional<bool> rooted;
  std::size_t first_line = 0;
  while (!scanner.AtEnd()) {
    GAUZE_ASSIGN(CsvRecord record, scanner.Next());
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
