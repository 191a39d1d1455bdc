#include "gauze/report/evidence/sampled_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "gauze/attack/release_rows.h"
#include "gauze/base/parallel.h"
#include "gauze/encode/encode.h"

namespace gauze::report {
namespace {

// Whatever was built from the values of the original needs all of them; a sample would give other
// nodes.
Status AddRest(Database& database, const std::string& column, SpelledCells& spelled) {
  std::unordered_map<std::string, std::size_t> number_of;
  for (std::size_t i = 0; i < spelled.values.size(); ++i) number_of.emplace(spelled.values[i], i);
  GAUZE_ASSIGN(const auto all,
               database.Rows(fmt::format(
                   "SELECT {0}, count(*) FROM original WHERE {0} IS NOT NULL GROUP BY 1 ORDER BY 1",
                   QuoteName(column))));
  for (const auto& row : all) {
    const auto [found, fresh] = number_of.try_emplace(*row[0], spelled.values.size());
    if (fresh) {
      spelled.values.push_back(*row[0]);
      spelled.rows.push_back(0);
    }
    spelled.rows[found->second] = NumberIn(row[1]);
  }
  return {};
}

// Empty: it can be shown.
std::string WhyLeftOut(const Policy& policy, const PolicyAttribute& attribute) {
  const Attribute& column = attribute.attribute;
  if (column.type == ValueType::kSet) return "a cell holds several terms";
  if (policy.personal && policy.personal->Find(column.name) != nullptr) {
    return "the release shows aliases or grades in place of values";
  }
  return "";
}

bool IsShown(Role role) {
  return role == Role::kQuasiIdentifying || role == Role::kSensitive ||
         role == Role::kQuasiSensitive || role == Role::kInsensitive;
}

// Which would show little, and take long.
bool IsNearlyAKey(const PolicyAttribute& attribute, const SpelledCells& original) {
  const Attribute& column = attribute.attribute;
  const bool mostly_different =
      original.values.size() > std::max<std::size_t>(Bins::kMost, original.of_row.size() / 2);
  return mostly_different && column.type == ValueType::kText && !attribute.hierarchy.given() &&
         column.role != Role::kQuasiIdentifying;
}

// Nothing: no sample was kept, or a column is shown as two, which LabelExpression() joins.
std::optional<std::vector<SpelledCells>> Kept(
    const SampledRelease* kept, const std::vector<const PolicyAttribute*>& attributes) {
  if (kept == nullptr) return std::nullopt;
  std::vector<SpelledCells> cells;
  for (const PolicyAttribute* attribute : attributes) {
    const auto column = kept->find(attribute->attribute.name);
    if (column == kept->end()) return std::nullopt;
    cells.push_back(column->second);
  }
  return cells;
}

}  // namespace

Result<std::vector<SpelledCells>> SampledColumns::Take(Database& database,
                                                       const SourceColumns& columns,
                                                       const std::string& view,
                                                       const std::vector<std::string>& cells,
                                                       std::uint64_t rows, Progress& progress) {
  return ReadSpelledCells(database, cells, NumberRows(columns, view), RowSample(rows), progress);
}

Result<SampledColumns::Column> SampledColumns::Place(const Policy& policy,
                                                     const PolicyAttribute& attribute,
                                                     const SpelledCells& original,
                                                     const SpelledCells& released) {
  GAUZE_ASSIGN(const Encoding encoded, EncodeColumns({{.name = attribute.attribute.name,
                                                       .values = original.values,
                                                       .rows = original.rows,
                                                       .null_rows = original.null_rows}},
                                                     policy, nullptr));
  const std::vector<Code>& code_of = encoded.code_of.front();
  Column placed{.attribute = &attribute,
                .bins = Bins(attribute.attribute, encoded.coded.table.domains.front(),
                             encoded.coded.hierarchies.front(), encoded.coded.totals->front())};
  const auto place_of = [](const SpelledCells& cells, std::uint32_t value) {
    return value == SpelledCells::kNull ? cells.values.size() : value;
  };
  placed.original.reserve(original.of_row.size());
  for (const std::uint32_t value : original.of_row) {
    placed.original.push_back(placed.bins.PlaceOf(code_of[place_of(original, value)]));
  }
  for (const std::string& label : released.values) {
    placed.labels.push_back(placed.bins.SpreadOf(label));
  }
  placed.labels.push_back(placed.bins.SpreadOf(std::nullopt));
  placed.texts = released.values;
  placed.texts.emplace_back();
  placed.released.reserve(released.of_row.size());
  for (const std::uint32_t value : released.of_row) {
    placed.released.push_back(static_cast<std::uint32_t>(place_of(released, value)));
  }
  return placed;
}

Result<SampledColumns> SampledColumns::Read(const Request& request, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({request.threads, ""}));
  const AttackInput files{.releases = {request.release}, .policy = request.policy};
  GAUZE_ASSIGN(const SourceColumns known, OpenOriginal(database, files));
  GAUZE_ASSIGN(Database beside, database.Connect());
  GAUZE_ASSIGN(const SourceColumns shown, OpenRelease(beside, files));
  SampledColumns sample;
  std::vector<const PolicyAttribute*> read;
  std::vector<std::string> cells;
  std::vector<std::string> labels;
  for (const PolicyAttribute& attribute : request.policy.attributes) {
    if (!IsShown(attribute.attribute.role)) continue;
    if (std::string why = WhyLeftOut(request.policy, attribute); !why.empty()) {
      sample.left_out_.push_back({attribute.attribute.name, std::move(why)});
      continue;
    }
    GAUZE_TRY(RequireColumn(known, attribute.attribute.name, request.policy.sources.front()));
    GAUZE_ASSIGN(labels.emplace_back(), LabelExpression(shown, attribute, files));
    cells.push_back(QuoteName(attribute.attribute.name));
    read.push_back(&attribute);
  }
  Result<std::vector<SpelledCells>> taken;
  Result<std::vector<SpelledCells>> taken_beside;
  NoProgress unseen;
  Together(
      [&] {
        auto kept = Kept(request.kept, read);
        taken_beside =
            kept ? *std::move(kept) : Take(beside, shown, "released", labels, request.rows, unseen);
      },
      [&] { taken = Take(database, known, "original", cells, request.rows_in, progress); });
  GAUZE_ASSIGN(std::vector<SpelledCells> originals, std::move(taken));
  GAUZE_ASSIGN(const std::vector<SpelledCells> released, std::move(taken_beside));
  sample.original_rows_ = originals.empty() ? 0 : originals.front().of_row.size();
  sample.released_rows_ = released.empty() ? 0 : released.front().of_row.size();
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (IsNearlyAKey(*read[i], originals[i])) {
      sample.left_out_.push_back({read[i]->attribute.name, "most of its values occur once"});
      continue;
    }
    kept.push_back(i);
    if (read[i]->hierarchy.builder != nullptr && !RowSample(request.rows_in).is_whole()) {
      GAUZE_TRY(AddRest(database, read[i]->attribute.name, originals[i]));
    }
  }
  std::vector<Result<Column>> placed(kept.size(), tl::unexpected(Error{}));
  ForEach(kept.size(), [&](std::size_t i) {
    const std::size_t of = kept[i];
    placed[i] = Place(request.policy, *read[of], originals[of], released[of]);
  });
  for (Result<Column>& column : placed) {
    GAUZE_ASSIGN(Column added, std::move(column));
    sample.columns_.push_back(std::move(added));
  }
  return sample;
}

}  // namespace gauze::report
