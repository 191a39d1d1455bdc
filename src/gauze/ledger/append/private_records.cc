#include "gauze/ledger/append/private_records.h"

#include <algorithm>

#include "gauze/encode/record_spool.h"

namespace gauze {
namespace {

bool IsCarried(const Region& region, std::size_t attribute) {
  return std::ranges::find(region.carried, attribute, &CarriedColumn::attribute) !=
         region.carried.end();
}

ReleasedColumn CodedColumn(const Region& region, std::size_t attribute,
                           const std::vector<std::uint32_t>& tuples) {
  const Table& table = region.coded.table;
  ReleasedColumn column{.name = table.attributes[attribute].name,
                        .values = table.domains[attribute].shared_values()};
  column.codes.reserve(tuples.size());
  for (const std::uint32_t tuple : tuples) {
    column.codes.push_back(table.columns[attribute].Get(tuple));
  }
  return column;
}

}  // namespace

ReleasedTable ClassRecords(const Region& region, const Generalization& generalization,
                           std::uint64_t first_class) {
  ReleasedTable records;
  auto numbers = std::make_shared<std::vector<Value>>();
  ReleasedColumn classes{.name = kClassColumn};
  for (std::size_t c = 0; c < generalization.classes(); ++c) {
    numbers->push_back({.text = std::to_string(first_class + c)});
    for (std::size_t i = generalization.class_begin[c]; i < generalization.class_begin[c + 1];
         ++i) {
      classes.codes.push_back(static_cast<std::uint32_t>(c));
      records.counts.push_back(generalization.RowsOf(region.coded.table, i));
      records.rows += records.counts.back();
    }
  }
  classes.values = std::move(numbers);
  records.columns.push_back(std::move(classes));
  for (std::size_t attribute = 0; attribute < region.coded.table.attributes.size(); ++attribute) {
    if (IsCarried(region, attribute)) continue;
    records.columns.push_back(CodedColumn(region, attribute, generalization.tuples));
  }
  return records;
}

ReleasedTable LateRecords(const Region& region, const std::vector<LateRows>& late) {
  const Table& table = region.coded.table;
  ReleasedTable records;
  std::vector<std::uint32_t> tuples;
  std::vector<std::size_t> rows;  // carried ones
  for (const auto& [tuple, count] : late) {
    records.rows += count;
    if (region.row_begin.empty()) {
      tuples.push_back(tuple);
      records.counts.push_back(count);
      continue;
    }
    for (std::uint64_t row = 0; row < count; ++row) {
      tuples.push_back(tuple);
      records.counts.push_back(1);
      rows.push_back(region.row_begin[tuple + 1] - count + row);
    }
  }
  for (std::size_t attribute = 0; attribute < table.attributes.size(); ++attribute) {
    if (!IsCarried(region, attribute)) {
      records.columns.push_back(CodedColumn(region, attribute, tuples));
      continue;
    }
    const auto carried = std::ranges::find(region.carried, attribute, &CarriedColumn::attribute);
    ReleasedColumn column{.name = table.attributes[attribute].name,
                          .type = table.attributes[attribute].type};
    for (const std::size_t row : rows) {
      if (carried->keys.empty()) {
        column.texts.push_back(carried->texts[row]);
      } else {
        column.keys.push_back(carried->keys[row]);
      }
    }
    records.columns.push_back(std::move(column));
  }
  return records;
}

}  // namespace gauze
