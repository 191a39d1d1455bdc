// Any lines as labels of a column, the first few as values that are known: no crash, places lie in
// the domain, and a value is covered by its own label and by a star.
#include <algorithm>

#include "gauze/labels/column_domain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using gauze::labels::Cell;
  std::vector<Cell> lines(1, std::string());
  for (std::size_t i = 0; i < size && lines.size() < 40; ++i) {
    if (data[i] == '\n') {
      lines.emplace_back(std::string());
    } else {
      lines.back()->push_back(static_cast<char>(data[i]));
    }
  }
  const std::size_t few = std::min<std::size_t>(lines.size(), size % 4);
  const std::vector<Cell> known(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(few));
  lines.emplace_back("*");
  const auto domain = gauze::labels::ColumnDomain::Make({}, {}, lines, known);
  if (!domain) return 0;
  for (const Cell& line : lines) {
    for (const gauze::Span span : domain->Read(line).spans) {
      if (span.low > span.high || span.high >= domain->places().size()) __builtin_trap();
    }
  }
  for (const Cell& value : known) {
    const auto place = domain->Find(value);
    if (!place || !domain->Read("*").Covers(*place)) __builtin_trap();
  }
  return 0;
}
