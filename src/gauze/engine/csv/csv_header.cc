#include "gauze/engine/csv/csv_header.h"

#include <fmt/format.h>

namespace gauze {
namespace {

// Splits one line; a doubled quote inside quotes is a quote.
std::vector<std::string> Split(std::string_view line, char delimiter, char quote) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == quote && i + 1 < line.size() && line[i + 1] == quote) {
      fields.back() += quote;
      ++i;
    } else if (c == quote && (quoted || fields.back().empty())) {
      quoted = !quoted;
    } else if (c == delimiter && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

char GuessDelimiter(std::string_view line, char quote) {
  char best = ',';
  std::size_t most = 1;
  for (const char candidate : {',', ';', '\t', '|'}) {
    const std::size_t fields = Split(line, candidate, quote).size();
    if (fields > most) {
      most = fields;
      best = candidate;
    }
  }
  return best;
}

}  // namespace

Result<CsvHeader> ReadCsvHeader(Database& database, const std::string& file,
                                const CsvDialect& dialect) {
  // One column that takes whole lines: a control character is no delimiter anybody uses. Not
  // strict, because lines further down may be broken; they are judged when they are read.
  std::string encoding;
  if (!dialect.encoding.empty()) encoding = ", encoding = " + QuoteText(dialect.encoding);
  GAUZE_ASSIGN(
      const auto rows,
      database.Rows(fmt::format("SELECT line FROM read_csv({}, auto_detect = false, "
                                "columns = {{'line': 'VARCHAR'}}, header = false, delim = "
                                "'\x1f', quote = '', escape = '', strict_mode = false{}) LIMIT 1",
                                QuoteText(file), encoding)));
  if (rows.empty() || !rows[0][0] || rows[0][0]->empty()) {
    return InputError("the first line is empty", "",
                      dialect.header ? "the first line must name the columns"
                                     : "remove empty lines from the beginning");
  }
  const std::string_view line = *rows[0][0];
  const char quote = dialect.quote.empty() ? '"' : dialect.quote.front();
  const char delimiter =
      dialect.delimiter.empty() ? GuessDelimiter(line, quote) : dialect.delimiter.front();
  CsvHeader header{std::string(1, delimiter), Split(line, delimiter, quote)};
  if (!dialect.header) {
    for (std::size_t i = 0; i < header.names.size(); ++i)
      header.names[i] = fmt::format("c{}", i + 1);
  }
  return header;
}

}  // namespace gauze
