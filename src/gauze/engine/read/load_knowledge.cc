#include "gauze/engine/read/load_knowledge.h"

#include <fmt/format.h>

#include "gauze/engine/duckdb/database.h"
#include "gauze/taxonomy/read_knowledge.h"

namespace gauze {
namespace {

// Stands between terms on their way out of the engine; no text that people write has it.
constexpr std::string_view kBetween = "\x1F";

// A query for labels and their terms, one label per row, in the order of the file.
Result<std::string> QueryFor(Database& database, const std::string& path) {
  const std::string file = fmt::format("read_parquet({}, file_row_number = true)", QuoteText(path));
  GAUZE_ASSIGN(const auto columns,
               database.Rows("SELECT column_name, column_type FROM (DESCRIBE FROM " + file + ")"));
  std::string label;
  std::string terms;
  std::string term;
  for (const Database::Row& column : columns) {
    if (*column[0] == "label") label = *column[1];
    if (*column[0] == "terms") terms = *column[1];
    if (*column[0] == "term") term = *column[1];
  }
  const std::string row = "file_row_number + 1";
  if (!label.empty() && (terms == "VARCHAR[]" || terms == "VARCHAR")) {
    const std::string list =
        terms == "VARCHAR" ? "string_split(coalesce(terms, ''), ';')" : "terms";
    return fmt::format(
        "SELECT coalesce(label, ''), array_to_string(list_transform({}, x -> coalesce(x, '')), "
        "chr(31)), {} FROM {} ORDER BY file_row_number",
        list, row, file);
  }
  if (!label.empty() && !term.empty()) {
    return fmt::format(
        "SELECT coalesce(label, ''), string_agg(coalesce(term, ''), chr(31) ORDER BY "
        "file_row_number), min({}) FROM {} GROUP BY ALL ORDER BY min(file_row_number)",
        row, file);
  }
  return InputError("these are not the columns of a knowledge table", path,
                    "write a column `label` and a column `terms` (a list of texts, or a text with "
                    "\";\" between terms), or `label` and `term`");
}

Result<Knowledge> ReadParquet(const std::string& path) {
  GAUZE_ASSIGN(Database database, Database::Open({1, ""}));
  GAUZE_ASSIGN(const std::string query, QueryFor(database, path));
  GAUZE_ASSIGN(const auto rows, database.Rows(query));
  KnowledgeBuilder builder;
  for (const Database::Row& row : rows) {
    GAUZE_TRY(builder.Add(*row[0], SplitTerms(row[1].value_or(""), kBetween),
                          fmt::format("{}, row {}", path, *row[2])));
  }
  return builder.Finish(path);
}

}  // namespace

Result<Knowledge> LoadKnowledgeFile(const std::string& path) {
  return path.ends_with(".parquet") ? ReadParquet(path) : ReadKnowledge(path);
}

Result<std::map<std::string, Knowledge>> LoadKnowledge(const std::vector<PolicyEntry>& protect) {
  std::map<std::string, Knowledge> tables;
  for (const PolicyEntry& entry : protect) {
    for (const Parameter& parameter : entry.descriptor->parameters) {
      if (parameter.type != ParameterType::kFile) continue;
      const std::string& path = entry.parameters.Text(parameter.name);
      if (tables.contains(path)) continue;
      GAUZE_ASSIGN(Knowledge table, LoadKnowledgeFile(path));
      tables.emplace(path, std::move(table));
    }
  }
  return tables;
}

}  // namespace gauze
