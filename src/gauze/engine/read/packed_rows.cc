#include "gauze/engine/read/packed_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "gauze/encode/encode.h"
#include "gauze/engine/read/column_encoder.h"
#include "gauze/engine/read/record_taker.h"
#include "gauze/engine/read/scan.h"

namespace gauze {

Result<std::vector<std::optional<std::string>>> SpellCells(Database& database,
                                                           const SourceColumns& columns,
                                                           const Attribute& attribute) {
  const std::string& type = columns.types.front();
  const CellForm form = FormOf(type, attribute, ColumnEncoding::kCoded);
  GAUZE_ASSIGN(const auto rows, database.Rows(fmt::format(
                                    "SELECT ({})::VARCHAR FROM source",
                                    CellExpression(columns.names.front(), type, attribute, form))));
  std::vector<std::optional<std::string>> cells;
  for (const auto& row : rows) {
    cells.push_back(row[0]);
    if (row[0] && form == CellForm::kDays) cells.back() = DateValue(std::stoll(*row[0])).text;
  }
  return cells;
}

std::string WordColumn(std::size_t word) { return fmt::format("gauze word {}", word); }

Result<PackedRows> ReadPacked(Database& database, const SourceColumns& source,
                              const PackedColumns& columns, const Policy& policy) {
  RecordShape shape{.words = columns.packing.words(), .counted = source.counted};
  TakenQuery query{.from = source.counted ? CountedView("source") : "source"};
  for (std::size_t w = 0; w < shape.words; ++w) query.columns.push_back(QuoteName(WordColumn(w)));
  if (source.counted) query.columns.push_back(QuoteName(kCountColumn) + "::UBIGINT");
  std::vector<std::unique_ptr<ColumnEncoder>> keys;
  std::vector<const Attribute*> texts;
  for (const Attribute* attribute : columns.carried) {
    const auto at = std::ranges::find(source.names, attribute->name) - source.names.begin();
    const std::string& type = source.types[static_cast<std::size_t>(at)];
    const ColumnEncoding encoding = CarriedAs(attribute->type);
    const CellForm form = FormOf(type, *attribute, encoding);
    std::string cell = CellExpression(attribute->name, type, *attribute, form);
    if (encoding == ColumnEncoding::kKey) {
      const std::string name = NewFunctionName();
      keys.push_back(std::make_unique<ColumnEncoder>(form, *attribute, policy));
      keys.back()->Register(database, name);
      cell = fmt::format("{}({})", name, cell);
    } else {
      texts.push_back(attribute);
    }
    query.columns.push_back(std::move(cell));
  }
  shape.keys = keys.size();
  shape.texts = texts.size();
  query.numbers = shape.fixed();
  PackedRows packed{RecordSpool(shape), {}};
  const std::size_t most =
      columns.counted.empty() ? 0 : *std::ranges::max_element(columns.counted) + 1;
  packed.rows.resize(most);
  RecordTarget target{
      packed.spool, columns.packing, columns.counted, texts, policy, packed.rows, {}};
  GAUZE_TRY(
      TakeChunks(database, query, nullptr, [&] { return std::make_unique<RecordTaker>(target); }));
  GAUZE_TRY(packed.spool.Finish());
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (keys[k]->wrong_rows() == 0) continue;
    return UnreadableCells(*columns.carried[k], keys[k]->wrong_rows(), keys[k]->TakeWrong(), {});
  }
  return packed;
}

}  // namespace gauze
