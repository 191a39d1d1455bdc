#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "gauze/engine/duckdb/cell_or_null.h"
#include "gauze/verify/class_tables.h"
#include "gauze/verify/spelling_sql.h"

namespace gauze {
namespace {

// A cell as text that is never NULL, which equals nothing in a join.
std::string JoinedCell(const std::string& name, const FileUnderTest& file) {
  return fmt::format("coalesce('=' || {}, '')", CellOrNull(name, file.missing_markers));
}

class SqlClasses final : public ClassTables {
 public:
  SqlClasses(Database& database, const FileUnderTest& file)
      : database_(&database), person_(file.person_column) {
    for (std::size_t i = 0; i < file.quasi_identifiers.size(); ++i) {
      names_.push_back(fmt::format("q{}", i));
      cells_.push_back(fmt::format("{} AS q{}", JoinedCell(file.quasi_identifiers[i], file), i));
    }
    key_ = fmt::format("{}", fmt::join(names_, ", "));
  }

  Status Make(const FileUnderTest& file, const std::vector<VerifiedColumn>& claimed,
              Progress& progress) {
    GAUZE_TRY(Count(file, claimed, progress));
    GAUZE_TRY(database_->Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE classes AS SELECT row_number() OVER () AS class, * FROM "
        "(SELECT sum(n)::BIGINT AS rows, {}::BIGINT AS persons, {} FROM counted GROUP BY {})",
        person_.empty() ? "sum(n)" : "count(DISTINCT person)", key_, key_)));
    for (std::size_t i = 0; i < claimed.size(); ++i) GAUZE_TRY(Spell(i, claimed[i].attribute));
    if (claimed.empty() && person_.empty()) return {};
    return MakeCells(claimed.size());
  }

  Result<std::uint64_t> FirstRow(const std::string& classes) override {
    return database_->Count(fmt::format(
        "SELECT min(row) FROM (SELECT row_number() OVER () AS row, {} FROM file) SEMI JOIN (SELECT "
        "{} FROM classes WHERE class IN ({})) USING ({})",
        fmt::join(cells_, ", "), key_, classes, key_));
  }

 private:
  Status Count(const FileUnderTest& file, const std::vector<VerifiedColumn>& claimed,
               Progress& progress) {
    std::vector<std::string> cells = cells_;
    for (std::size_t i = 0; i < claimed.size(); ++i) {
      cells.push_back(fmt::format("{} AS c{}", JoinedCell(claimed[i].name, file), i));
    }
    if (!person_.empty()) cells.push_back(QuoteName(person_) + " AS person");
    return database_->Run(
        fmt::format("CREATE OR REPLACE TEMP TABLE counted AS SELECT {}, count(*) AS n FROM file "
                    "GROUP BY ALL",
                    fmt::join(cells, ", ")),
        &progress);
  }

  // With the cells that have each spelling, for joins.
  Status Spell(std::size_t index, const Attribute& attribute) {
    return database_->Run(fmt::format(
        "CREATE OR REPLACE TEMP TABLE spelled{0} AS SELECT (row_number() OVER ())::UBIGINT AS id, "
        "{1} AS value, cell FROM (SELECT DISTINCT c{0} AS cell FROM counted WHERE c{0} <> '') "
        "UNION ALL SELECT 0, NULL, ''",
        index, SpellingSql(attribute, "substr(cell, 2)")));
  }

  Status MakeCells(std::size_t claimed) {
    std::string ids = person_.empty() ? "" : ", person";
    std::string joins;
    for (std::size_t i = 0; i < claimed; ++i) {
      ids += fmt::format(", spelled{0}.id AS s{0}", i);
      joins += fmt::format(" JOIN spelled{0} ON spelled{0}.cell = c{0}", i);
    }
    return database_->Run(
        fmt::format("CREATE OR REPLACE TEMP TABLE cells AS SELECT class{}, n FROM counted JOIN "
                    "classes USING ({}){}",
                    ids, key_, joins));
  }

  Database* database_;
  std::string person_;
  std::vector<std::string> names_;
  std::vector<std::string> cells_;  // SQL of the quasi-identifiers, with their names
  std::string key_;                 // the names, as a list
};

}  // namespace

Result<std::unique_ptr<ClassTables>> MakeSqlClasses(Database& database, const FileUnderTest& file,
                                                    const std::vector<VerifiedColumn>& claimed,
                                                    Progress& progress) {
  auto classes = std::make_unique<SqlClasses>(database, file);
  GAUZE_TRY(classes->Make(file, claimed, progress));
  return classes;
}

}  // namespace gauze
