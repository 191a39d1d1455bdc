#include "gauze/engine/verify_classes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "gauze/base/suggest.h"
#include "gauze/engine/appender.h"
#include "gauze/engine/duckdb_handles.h"
#include "gauze/table/value.h"

namespace gauze {
namespace {

// By the declared type; a release has ISO dates whatever format its source had.
std::optional<Value> Canonical(const Attribute& attribute, const std::string& spelling) {
  if (auto value = ParseValue(attribute, spelling)) return value;
  Attribute plain = attribute;
  plain.format.clear();
  return ParseValue(plain, spelling);
}

std::string TypeOf(const SourceColumns& columns, const std::string& name) {
  return columns.types[static_cast<std::size_t>(std::ranges::find(columns.names, name) -
                                                columns.names.begin())];
}

EncodedColumns::Column MakeColumn(const SourceColumns& columns, const std::string& name,
                                  const FileUnderTest& file) {
  const std::string type = TypeOf(columns, name);
  EncodedColumns::Column column{.name = name, .type = type, .attribute = {.separator = "|"}};
  // Only text can be empty; markers may stand in any column.
  if (type == "VARCHAR" || !file.missing_markers.empty()) {
    column.missing = file.missing_markers;
    column.missing.emplace_back();
  }
  return column;
}

std::string Words(const EncodedColumns& columns, const std::string& letter) {
  std::vector<std::string> words = columns.Words();
  for (std::string& text : columns.Texts()) words.push_back(std::move(text));
  for (std::size_t i = 0; i < words.size(); ++i) words[i] += fmt::format(" AS {}{}", letter, i);
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

Status CheckNamed(const std::vector<std::string>& wanted, const SourceColumns& columns,
                  const std::string& path) {
  const auto is_there = [&](const std::string& name) {
    return std::ranges::find(columns.names, name) != columns.names.end();
  };
  if (std::ranges::none_of(wanted, is_there)) {
    return InputError("the file has none of these columns", path,
                      "does its first line name the columns, and are they spelled the same?");
  }
  for (const std::string& name : wanted) {
    if (is_there(name)) continue;
    return InputError(fmt::format("the file has no column \"{}\"", name), path,
                      DidYouMean(name, columns.names));
  }
  return {};
}

std::string CellOrNull(const std::string& name, const std::vector<std::string>& markers) {
  std::vector<std::string> missing = {"''"};
  for (const std::string& marker : markers) missing.push_back(QuoteText(marker));
  const std::string text = QuoteName(name) + "::VARCHAR";
  return fmt::format("CASE WHEN {0} IN ({1}) THEN NULL ELSE {0} END", text,
                     fmt::join(missing, ", "));
}

FileClasses::FileClasses(Database& database, EncodedColumns quasi, EncodedColumns claimed)
    : database_(&database), quasi_(std::move(quasi)), claimed_(std::move(claimed)) {}

std::string FileClasses::List(const std::string& letter, std::size_t size) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < size; ++i) names.push_back(fmt::format("{}{}", letter, i));
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<FileClasses> FileClasses::Make(Database& database, const FileUnderTest& file,
                                      const std::vector<VerifiedColumn>& claimed) {
  GAUZE_ASSIGN(const auto columns, OpenSource(database, file.paths, file.dialect, "file"));
  std::vector<std::string> wanted = file.quasi_identifiers;
  for (const VerifiedColumn& column : claimed) wanted.push_back(column.name);
  GAUZE_TRY(CheckNamed(wanted, columns, file.paths.front()));
  const auto read = [&](const std::string& view) -> Result<FileClasses> {
    std::vector<EncodedColumns::Column> quasi;
    std::vector<EncodedColumns::Column> sensitive;
    for (const std::string& name : file.quasi_identifiers) {
      quasi.push_back(MakeColumn(columns, name, file));
    }
    for (const VerifiedColumn& column : claimed) {
      sensitive.push_back(MakeColumn(columns, column.name, file));
    }
    FileClasses classes(database, EncodedColumns(database, "file", std::move(quasi), file.id_bytes),
                        EncodedColumns(database, "file", std::move(sensitive)));
    GAUZE_TRY(classes.Read(view, file, claimed.size()));
    GAUZE_TRY(classes.MakeTables(file, claimed.size()));
    for (std::size_t i = 0; i < claimed.size(); ++i) {
      GAUZE_TRY(classes.MakeSpelled(i, claimed[i].attribute));
    }
    return classes;
  };
  if (columns.counted) return read(CountedView("file"));
  if (columns.plain != nullptr) {
    auto classes = read(PlainView("file"));
    if (classes || !MayReadAgain(classes.error())) return classes;
  }
  return read("file");
}

// The table `counted`: distinct words with counts n.
Status FileClasses::Read(const std::string& view, const FileUnderTest& file, std::size_t claimed) {
  while (true) {
    std::string words = Words(quasi_, "q");
    if (claimed > 0) words += ", " + Words(claimed_, "c");
    if (!file.person_column.empty()) words += ", " + QuoteName(file.person_column) + " AS person";
    const bool counted = view == CountedView("file");
    if (counted) words += ", " + QuoteName(kCountColumn) + " AS m";
    const Status read = database_->Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE counted AS SELECT *{} AS n FROM (SELECT {} FROM {}) GROUP BY "
        "ALL",
        counted ? " EXCLUDE (m), sum(m)::BIGINT" : ", count(*)", words, view));
    const bool wider =
        !read && (static_cast<int>(quasi_.Widen()) + static_cast<int>(claimed_.Widen())) > 0;
    if (!wider) return read;
  }
}

Status FileClasses::MakeTables(const FileUnderTest& file, std::size_t claimed) {
  const std::string key = List("q", quasi_.packing().words() + quasi_.Texts().size());
  if (claimed == 0 && file.person_column.empty()) {
    return database_->Run(
        fmt::format("CREATE OR REPLACE TEMP TABLE classes AS SELECT row_number() OVER () AS class, "
                    "n AS rows, n AS persons, {} FROM counted",
                    key));
  }
  GAUZE_TRY(database_->Run(fmt::format(
      "CREATE OR REPLACE TEMP TABLE classes AS SELECT row_number() OVER () AS class, * FROM "
      "(SELECT sum(n)::BIGINT AS rows, {}::BIGINT AS persons, {} FROM counted GROUP BY {})",
      file.person_column.empty() ? "sum(n)" : "count(DISTINCT person)", key, key)));
  std::vector<std::string> ids;
  if (!file.person_column.empty()) ids.emplace_back(", person");
  for (std::size_t i = 0; i < claimed; ++i) {
    const Packing::Field& field = claimed_.packing().field(i);
    ids.push_back(fmt::format(", (c{} >> {}) & {} AS s{}", field.word, field.shift, field.mask, i));
  }
  return database_->Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE cells AS SELECT class{}, n FROM counted JOIN "
                  "classes USING ({})",
                  fmt::join(ids, ""), key));
}

// Spellings that cannot be read stay as they are.
Status FileClasses::MakeSpelled(std::size_t index, const Attribute& attribute) {
  const std::string table = fmt::format("spelled{}", index);
  GAUZE_TRY(database_->Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE {} (id UBIGINT, value VARCHAR)", table)));
  Appender appender(*database_, table);
  appender.Unsigned(0).Null().EndRow();
  std::uint64_t id = 0;
  for (const std::string& spelling : claimed_.TakeSpellings(index)) {
    const auto value = Canonical(attribute, spelling);
    appender.Unsigned(++id).Text(value ? value->text : spelling).EndRow();
  }
  return appender.Finish("the values of a column");
}

Result<std::uint64_t> FileClasses::FirstRow(const std::string& classes) {
  const std::string key = List("q", quasi_.packing().words() + quasi_.Texts().size());
  GAUZE_ASSIGN(
      const auto rows,
      database_->Rows(fmt::format(
          "SELECT min(row) FROM (SELECT row_number() OVER () AS row, {} FROM file) SEMI JOIN "
          "(SELECT {} FROM classes WHERE class IN ({})) USING ({})",
          Words(quasi_, "q"), key, classes, key)));
  std::uint64_t row = 0;
  if (const auto& text = rows[0][0]) {
    std::from_chars(text->data(), text->data() + text->size(), row);
  }
  return row;
}

}  // namespace gauze
