#include "gauze/release/prepare/profile_table.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "gauze/base/json.h"
#include "gauze/base/threads.h"
#include "gauze/engine/profile/person_keys.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/engine/profile/unique_sets.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/prepare/header_row.h"
#include "gauze/roles/suggest_role.h"

namespace gauze {
namespace {

// Classes of fewer rows than these are what guidelines speak of.
constexpr std::array kSmallGroups = {3, 5, 10, 20};

double PartOf(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// A narrower type that many cells fit, but not all.
Json RunnerUp(const ColumnProfile& column) {
  const std::uint64_t present = column.facts.rows - column.facts.missing;
  for (const TypeFit& fit : column.fits) {
    if (fit.cells == present || fit.type == ValueType::kText) continue;
    return {{"type", Name(fit.type)}, {"share", PartOf(fit.cells, present)}};
  }
  return nullptr;
}

Json ByRows(const ColumnProfile& column) {
  Json bands = Json::array();
  std::uint64_t from = 1;
  for (std::size_t i = 0; i < column.by_rows.size(); ++i) {
    const std::uint64_t below = i == 0 ? 2 : i == 1 ? 10 : from * 10;
    bands.push_back({{"from", from}, {"to", below - 1}, {"values", column.by_rows[i]}});
    from = below;
  }
  return bands;
}

Json TextJson(const ColumnFacts& facts) {
  Json shapes = Json::array();
  for (const ShapeCount& shape : facts.shapes) {
    shapes.push_back({{"shape", shape.shape},
                      {"cells", shape.rows},
                      {"share", PartOf(shape.rows, facts.rows - facts.missing)}});
  }
  return {{"shortest", facts.shortest},
          {"longest", facts.longest},
          {"mean_length", facts.mean_length},
          {"mean_words", facts.mean_words},
          {"shapes", shapes}};
}

Json ProfiledColumnJson(const ColumnProfile& column) {
  const ColumnFacts& facts = column.facts;
  const std::uint64_t present = facts.rows - facts.missing;
  Json json = {{"name", facts.name},         {"type", Name(facts.type)},
               {"distinct", facts.distinct}, {"exact", facts.distinct_exact},
               {"missing", facts.missing},   {"missing_share", PartOf(facts.missing, facts.rows)},
               {"alone", column.alone},      {"by_rows", ByRows(column)}};
  if (Json runner_up = RunnerUp(column); !runner_up.is_null()) json["runner_up"] = runner_up;
  if (column.span >= 0) json["spans_less_than"] = std::pow(10.0, column.span);
  if (facts.longest > 0) json["text"] = TextJson(facts);
  for (const MarkedCells& mark : column.marks) {
    json["looks_missing"].push_back({{"spelling", mark.spelling},
                                     {"cells", mark.cells},
                                     {"share", PartOf(mark.cells, facts.rows)}});
  }
  if (facts.person_key) {
    json["person_key"] = {
        {"rows_per_value", static_cast<double>(present) / static_cast<double>(facts.distinct)},
        {"constant_columns", facts.constant_columns}};
  }
  return json;
}

// What each column should be, and which of HIPAA's eighteen it seems to hold.
void AddSuggestions(const Profile& profile, Json& json) {
  std::vector<ColumnFacts> facts;
  std::vector<RoleSuggestion> suggestions;
  for (std::size_t c = 0; c < profile.columns.size(); ++c) {
    facts.push_back(profile.columns[c].facts);
    const RoleSuggestion& found = suggestions.emplace_back(SuggestRole(facts.back()));
    Json suggested = {
        {"role", Name(found.role)}, {"confidence", found.confidence}, {"reason", found.reason}};
    if (!found.concept_name.empty()) suggested["concept"] = found.concept_name;
    json["columns"][c]["suggested"] = std::move(suggested);
  }
  json["safe_harbor"] = Json::array();
  for (const SafeHarborLine& line : SafeHarborChecklist(facts, suggestions)) {
    json["safe_harbor"].push_back(
        {{"number", line.number}, {"identifier", line.identifier}, {"columns", line.columns}});
  }
}

// A column that tells nearly all rows or people apart needs no other.
bool TellsApartAlone(const ColumnProfile& column) {
  return column.facts.person_key ||
         (column.alone > 0 && column.alone * 10 >= column.facts.rows * 9);
}

Json SetJson(const std::vector<std::string>& names, const GroupSizes& sizes, std::uint64_t rows) {
  Json below = Json::array();
  for (const std::uint64_t size : kSmallGroups) {
    const std::uint64_t in_them = sizes.RowsBelow(size);
    below.push_back({{"fewer_than", size}, {"rows", in_them}, {"share", PartOf(in_them, rows)}});
  }
  return {{"columns", names},
          {"unique_rows", sizes.alone()},
          {"share", PartOf(sizes.alone(), rows)},
          {"small_groups", below}};
}

Json SetsJson(const Profile& profile, Progress& progress) {
  constexpr std::uint64_t kMostRows = 4'000'000'000;
  Json json = {{"alone", Json::array()}};
  std::vector<const ColumnCodes*> codes;
  std::vector<std::string> names;
  for (std::size_t c = 0; c < profile.columns.size(); ++c) {
    const ColumnProfile& column = profile.columns[c];
    if (TellsApartAlone(column)) {
      json["alone"].push_back(column.facts.name);
    } else if (!profile.codes.empty()) {
      names.push_back(column.facts.name);
      codes.push_back(&profile.codes[c]);
    }
  }
  json["columns"] = names.size();
  json["best"] = Json::array();
  if (profile.codes.empty() || profile.rows > kMostRows) {
    json["not_looked_for"] = "the rows do not fit into memory";
    return json;
  }
  const UniqueSets found = FindUniqueSets(codes, {}, progress);
  json["searched"] = found.searched;
  json["all_unique_rows"] = found.alone;
  json["all_share"] = PartOf(found.alone, profile.rows);
  json["complete"] = !found.gave_up;
  for (const UniqueSet& set : found.sets) {
    std::vector<std::string> named;
    for (const std::size_t column : set.columns) named.push_back(names[column]);
    Json one = SetJson(named, set.sizes, profile.rows);
    one["exact"] = set.exact;
    json["best"].push_back(std::move(one));
  }
  return json;
}

}  // namespace

Result<Json> ProfileTable(const ProfileTableOptions& options, Progress& progress) {
  GAUZE_ASSIGN(const Budget budget, MakeBudget(options.memory));
  const auto limit = LimitThreads(options.threads);
  GAUZE_ASSIGN(Database database, Database::Open({.threads = options.threads}));
  GAUZE_TRY(database.LimitMemory(budget.read_engine));
  GAUZE_ASSIGN(const SourceColumns columns,
               OpenSource(database, {options.source}, options.dialect, "source"));
  GAUZE_ASSIGN(Profile profile,
               ProfileColumns(database, columns,
                              {.keep_rows = options.sets, .memory_bytes = budget.read_engine / 2},
                              progress));
  GAUZE_TRY(RefuseHeaderRow(database, columns, profile, options.source));
  FindPersonKeys(profile);
  if (options.seen) {
    GAUZE_TRY(options.seen({.rows = profile.rows, .columns = profile.columns}));
  }
  Json json = {{"rows", profile.rows}, {"columns", Json::array()}};
  for (const ColumnProfile& column : profile.columns)
    json["columns"].push_back(ProfiledColumnJson(column));
  AddSuggestions(profile, json);
  if (options.sets) json["sets"] = SetsJson(profile, progress);
  return json;
}

}  // namespace gauze
