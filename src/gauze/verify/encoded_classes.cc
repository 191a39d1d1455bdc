#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "gauze/engine/duckdb/appender.h"
#include "gauze/engine/read/encoded_columns.h"
#include "gauze/table/value.h"
#include "gauze/verify/class_tables.h"

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

// "a0, a1, a2" for as many as there are words.
std::string ListWords(const std::string& letter, std::size_t size) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < size; ++i) names.push_back(fmt::format("{}{}", letter, i));
  return fmt::format("{}", fmt::join(names, ", "));
}

class EncodedClasses final : public ClassTables {
 public:
  EncodedClasses(Database& database, EncodedColumns quasi, EncodedColumns claimed)
      : database_(&database), quasi_(std::move(quasi)), claimed_(std::move(claimed)) {}

  // From the view `file` or its plain form.
  Status Make(const std::string& view, const FileUnderTest& file,
              const std::vector<VerifiedColumn>& claimed, Progress& progress) {
    GAUZE_TRY(Read(view, file, claimed.size(), progress));
    GAUZE_TRY(MakeTables(file, claimed.size()));
    for (std::size_t i = 0; i < claimed.size(); ++i) {
      GAUZE_TRY(MakeSpelled(i, claimed[i].attribute));
    }
    return {};
  }

  Result<std::uint64_t> FirstRow(const std::string& classes) override;

 private:
  Status Read(const std::string& view, const FileUnderTest& file, std::size_t claimed,
              Progress& progress);
  Status MakeTables(const FileUnderTest& file, std::size_t claimed);
  Status MakeSpelled(std::size_t index, const Attribute& attribute);
  std::string Key() const {
    return ListWords("q", quasi_.packing().words() + quasi_.Texts().size());
  }

  Database* database_;
  EncodedColumns quasi_;
  EncodedColumns claimed_;
};

// The table `counted`: distinct words with counts n.
Status EncodedClasses::Read(const std::string& view, const FileUnderTest& file, std::size_t claimed,
                            Progress& progress) {
  while (true) {
    std::string words = Words(quasi_, "q");
    if (claimed > 0) words += ", " + Words(claimed_, "c");
    if (!file.person_column.empty()) words += ", " + QuoteName(file.person_column) + " AS person";
    const bool counted = view == CountedView("file");
    if (counted) words += ", " + QuoteName(kCountColumn) + " AS m";
    const Status read = database_->Run(
        fmt::format("CREATE OR REPLACE TEMP TABLE counted AS SELECT *{} AS n FROM (SELECT {} FROM "
                    "{}) GROUP BY "
                    "ALL",
                    counted ? " EXCLUDE (m), sum(m)::BIGINT" : ", count(*)", words, view),
        &progress);
    const bool wider =
        !read && (static_cast<int>(quasi_.Widen()) + static_cast<int>(claimed_.Widen())) > 0;
    if (!wider) return read;
  }
}

Status EncodedClasses::MakeTables(const FileUnderTest& file, std::size_t claimed) {
  const std::string key = Key();
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
Status EncodedClasses::MakeSpelled(std::size_t index, const Attribute& attribute) {
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

Result<std::uint64_t> EncodedClasses::FirstRow(const std::string& classes) {
  const std::string key = Key();
  return database_->Count(fmt::format(
      "SELECT min(row) FROM (SELECT row_number() OVER () AS row, {} FROM file) SEMI JOIN (SELECT "
      "{} FROM classes WHERE class IN ({})) USING ({})",
      Words(quasi_, "q"), key, classes, key));
}

}  // namespace

Result<std::unique_ptr<ClassTables>> MakeEncodedClasses(Database& database,
                                                        const FileUnderTest& file,
                                                        const SourceColumns& columns,
                                                        const std::vector<VerifiedColumn>& claimed,
                                                        Progress& progress) {
  const auto read = [&](const std::string& view) -> Result<std::unique_ptr<ClassTables>> {
    std::vector<EncodedColumns::Column> quasi;
    std::vector<EncodedColumns::Column> sensitive;
    for (const std::string& name : file.quasi_identifiers) {
      quasi.push_back(MakeColumn(columns, name, file));
    }
    for (const VerifiedColumn& column : claimed) {
      sensitive.push_back(MakeColumn(columns, column.name, file));
    }
    auto classes = std::make_unique<EncodedClasses>(
        database, EncodedColumns(database, "file", std::move(quasi), file.id_bytes),
        EncodedColumns(database, "file", std::move(sensitive)));
    GAUZE_TRY(classes->Make(view, file, claimed, progress));
    return classes;
  };
  if (columns.counted) return read(CountedView("file"));
  if (columns.plain != nullptr) {
    columns.plain->ReportTo(&progress);
    auto classes = read(PlainView("file"));
    columns.plain->ReportTo(nullptr);
    if (classes || !MayReadAgain(classes.error())) return classes;
  }
  return read("file");
}

}  // namespace gauze
