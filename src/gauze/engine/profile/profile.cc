#include "gauze/engine/profile/profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "gauze/base/parallel.h"
#include "gauze/engine/profile/count_values.h"
#include "gauze/engine/profile/missing_marks.h"
#include "gauze/engine/profile/recognise.h"

namespace gauze {
namespace {

constexpr std::size_t kMostShapes = 8;

std::vector<std::optional<std::uint64_t>> KeysOfMarks(CellForm form) {
  std::vector<std::optional<std::uint64_t>> keys;
  for (const MissingMark& mark : MissingMarks()) keys.push_back(KeyOf(form, mark.spelling));
  return keys;
}

std::vector<MarkedCells> MarksIn(const ValueCounts& counts, const FactSums& sums,
                                 std::uint64_t rows) {
  std::vector<MarkedCells> marks;
  for (std::size_t i = 0; i < counts.watched.size(); ++i) {
    const MissingMark& mark = MissingMarks()[i];
    const std::uint64_t cells = counts.watched[i];
    const bool word = mark.typed.types == 0;
    if (cells == 0) continue;
    if (word || StandsForMissing(mark, cells, rows, sums.lowest, sums.highest)) {
      marks.push_back({std::string(mark.spelling), cells});
    }
  }
  return marks;
}

// The first type that all fit; of a column without cells, text.
ValueType NarrowestType(const FactSums& sums, std::uint64_t present) {
  for (std::size_t type = 0; type < kGuessedTypes.size(); ++type) {
    if (present > 0 && sums.fits[type] == present) return kGuessedTypes[type];
  }
  return ValueType::kText;
}

std::vector<TypeFit> FitsOf(const FactSums& sums, std::uint64_t present) {
  std::vector<TypeFit> fits;
  for (std::size_t type = 0; type < kGuessedTypes.size(); ++type) {
    if (sums.fits[type] > 0) fits.push_back({kGuessedTypes[type], sums.fits[type]});
  }
  if (present > 0) fits.push_back({ValueType::kText, present});
  // Types are in the order of their narrowness.
  std::ranges::sort(fits, [](const TypeFit& a, const TypeFit& b) {
    return a.cells != b.cells ? a.cells > b.cells : a.type < b.type;
  });
  return fits;
}

int SpanOf(const FactSums& sums) {
  if (!(sums.lowest <= sums.highest)) return -1;
  int power = 0;
  for (double bound = 1; sums.highest - sums.lowest >= bound && power < 400; bound *= 10) ++power;
  return power;
}

void DescribeTexts(const FactSums& sums, std::uint64_t present, ColumnFacts& facts) {
  if (present == 0) return;
  facts.shortest = sums.shortest;
  facts.longest = sums.longest;
  facts.mean_length = static_cast<double>(sums.characters) / static_cast<double>(present);
  facts.mean_words = static_cast<double>(sums.words) / static_cast<double>(present);
  for (auto& [shape, rows] : sums.shapes.MostFrequent(kMostShapes)) {
    facts.shapes.push_back({shape, rows});
  }
}

ColumnProfile Describe(SeenRows& seen, std::size_t c, const std::string& name, std::uint64_t rows,
                       ColumnCodes& codes) {
  ColumnProfile column;
  ColumnFacts& facts = column.facts;
  facts.name = name;
  facts.rows = rows;
  FactSums sums;
  ValueSample sample;
  for (SeenPart& part : seen.parts) {
    sums.Add(part.columns[c].sums);
    sample.Add(std::move(part.columns[c].sample));
    facts.missing += part.columns[c].missing;
  }
  ValueCounts counts = CountValues(seen, c, KeysOfMarks(seen.forms[c]));
  codes = std::move(counts.codes);
  const std::uint64_t present = rows - facts.missing;
  facts.type = NarrowestType(sums, present);
  facts.distinct = counts.distinct;
  facts.distinct_exact = counts.exact;
  facts.repeated = present - std::min(present, counts.alone);
  if (seen.forms[c] == CellForm::kText) DescribeTexts(sums, present, facts);
  Recognise(sample.values(), facts);
  column.fits = FitsOf(sums, present);
  column.marks = MarksIn(counts, sums, rows);
  column.alone = counts.alone;
  column.by_rows.assign(counts.by_rows.begin(), counts.by_rows.end());
  while (!column.by_rows.empty() && column.by_rows.back() == 0) column.by_rows.pop_back();
  column.agreement = counts.agreement;
  if (facts.type != ValueType::kText && facts.type != ValueType::kBoolean) {
    column.span = SpanOf(sums);
  }
  return column;
}

}  // namespace

Result<Profile> ProfileColumns(Database& database, const SourceColumns& columns,
                               const ProfileOptions& options, Progress& progress) {
  progress.Stage("reading", 100);
  GAUZE_ASSIGN(
      SeenRows seen,
      SeeRows(database, columns,
              {.keep_rows = options.keep_rows, .memory_bytes = options.memory_bytes}, progress));
  Profile profile;
  for (const SeenPart& part : seen.parts) {
    for (const SeenBlock& block : part.blocks) profile.rows += block.rows;
  }
  profile.columns.resize(columns.names.size());
  profile.codes.resize(columns.names.size());
  progress.Stage("counting values", columns.names.size());
  ForEach(columns.names.size(), [&](std::size_t c) {
    profile.columns[c] = Describe(seen, c, columns.names[c], profile.rows, profile.codes[c]);
    progress.Advance(1);
  });
  if (!seen.kept) profile.codes.clear();
  return profile;
}

Result<bool> FirstLineIsRow(Database& database, const Profile& profile) {
  std::uint64_t typed = 0;
  std::uint64_t fit = 0;           // typed columns whose name is of their type
  std::vector<std::string> again;  // SQL: does it occur in its column?
  for (const ColumnProfile& column : profile.columns) {
    const ColumnFacts& facts = column.facts;
    again.push_back(fmt::format("(count(*) FILTER ({}::VARCHAR = {}) > 0)::INTEGER",
                                QuoteName(facts.name), QuoteText(facts.name)));
    if (facts.type == ValueType::kText) continue;
    ++typed;
    const bool whole = facts.type == ValueType::kInteger;
    const auto place = std::ranges::find(kGuessedTypes, whole ? ValueType::kDecimal : facts.type) -
                       kGuessedTypes.begin();
    fit += static_cast<std::uint64_t>(ReadTypes(facts.name).Fits(static_cast<std::size_t>(place)));
  }
  if (typed > 0) return fit == typed;
  GAUZE_ASSIGN(const std::uint64_t found,
               database.Count(fmt::format("SELECT {} FROM source", fmt::join(again, " + "))));
  return found > 0 && found * 2 >= profile.columns.size();
}

Result<RawTable> CountColumn(Database& database, const std::string& view,
                             const std::string& column) {
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format("SELECT {}::VARCHAR AS cell, count(*) FROM {} GROUP BY "
                                         "cell",
                                         QuoteName(column), QuoteName(view))));
  RawTable table;
  table.columns.push_back({.name = column});
  RawColumn& raw = table.columns.front();
  for (const auto& row : rows) {
    raw.codes.push_back(row[0] ? static_cast<std::uint32_t>(raw.values.size()) : RawColumn::kNull);
    if (row[0]) raw.values.push_back(*row[0]);
    table.counts.push_back(NumberIn(row[1]));
  }
  return table;
}

}  // namespace gauze
