#include "gauze/taxonomy/library/library_data.h"

#include "gauze/base/error.h"
#include "gauze/taxonomy/csv_records.h"

namespace gauze {
namespace {

std::string_view WithoutRemarks(std::string_view text) {
  while (text.starts_with('#')) text.remove_prefix(text.find('\n') + 1);
  return text;
}

}  // namespace

std::vector<std::vector<std::string>> LibraryRecords(std::string_view name) {
  const std::string file(name);
  CsvScanner scanner(WithoutRemarks(LibraryText(name)), file);
  std::vector<std::vector<std::string>> records;
  while (!scanner.AtEnd()) {
    const auto record = scanner.Next();
    Check(record.has_value(), "the data of a library is CSV");
    auto& cells = records.emplace_back();
    for (const CsvCell& cell : record->cells) cells.push_back(cell.text);
    Check(cells.size() == records.front().size(), "lines of a library have the same columns");
  }
  return records;
}

}  // namespace gauze
