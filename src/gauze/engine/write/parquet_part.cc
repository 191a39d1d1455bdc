#include "gauze/engine/write/parquet_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "gauze/base/file.h"
#include "gauze/base/text/text_order.h"
#include "gauze/encode/record_spool.h"
#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/read/encoded_columns.h"
#include "gauze/engine/write/release_writer.h"

// The rows are a table function that DuckDB's own Parquet writer reads. Labels are ENUM columns
// where there are not too many: the writer copies small codes instead of strings, and the file
// holds ordinary UTF-8. The list of an ENUM goes into the file as it is, with its first and last
// label as the column's bounds, so it has what some row of the file shows and nothing else, and is
// sorted: in the order in which labels were made, it would tell of the exact values behind them.

namespace gauze {
namespace {

// Longer dictionaries are written as strings: an ENUM's whole list goes into every row group, and
// reading it back took twice as long.
constexpr std::size_t kLargestEnum = 65'535;

bool IsText(const ReleasedColumn& column) {
  return column.type == ValueType::kText || column.type == ValueType::kSet;
}

// One column over all slices.
struct PartColumn {
  LogicalType type{nullptr};
  // For ENUM: the place of each slice's values in the common list; empty if they are strings.
  std::vector<std::shared_ptr<const std::vector<std::uint32_t>>> place;
  std::size_t labels = 0;  // of the ENUM: they decide the width of its codes
};

LogicalType PlainType(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return LogicalType(duckdb_create_logical_type(DUCKDB_TYPE_BIGINT));
    case ValueType::kDecimal:
      return LogicalType(duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE));
    case ValueType::kDate:
      return LogicalType(duckdb_create_logical_type(DUCKDB_TYPE_DATE));
    case ValueType::kTimestamp:
      return LogicalType(duckdb_create_logical_type(DUCKDB_TYPE_TIMESTAMP));
    case ValueType::kBoolean:
      return LogicalType(duckdb_create_logical_type(DUCKDB_TYPE_BOOLEAN));
    case ValueType::kText:
    case ValueType::kSet:
      break;
  }
  return LogicalType(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
}

// A dictionary of a column, and what of it some rows show. Slices often share one.
struct ShownValues {
  const std::vector<Value>* values = nullptr;
  std::vector<bool> shown;
  std::shared_ptr<std::vector<std::uint32_t>> place;  // of each value that is shown

  void Look(const ReleasedSlice& slice, const ReleasedColumn& column) {
    std::uint64_t rows = 0;
    for (std::size_t group = slice.group; rows < slice.rows; ++group) {
      rows += slice.table->counts[group] - (group == slice.group ? slice.skip : 0);
      if (column.codes[group] < shown.size()) shown[column.codes[group]] = true;
    }
  }
};

// What the slices show of a column, by dictionary.
std::vector<ShownValues> FindShown(const std::vector<ReleasedSlice>& slices, std::size_t index) {
  std::vector<ShownValues> all;
  for (const ReleasedSlice& slice : slices) {
    const ReleasedColumn& column = slice.table->columns[index];
    auto known = std::ranges::find(all, column.values.get(), &ShownValues::values);
    if (known == all.end()) {
      known = all.insert(known, {.values = column.values.get(),
                                 .shown = std::vector<bool>(column.values->size())});
      known->place = std::make_shared<std::vector<std::uint32_t>>(column.values->size());
    }
    known->Look(slice, column);
  }
  return all;
}

// All labels that are shown, each once, sorted by their bytes; the dictionaries are told where
// theirs are.
std::vector<std::string_view> SortedLabels(std::vector<ShownValues>& dictionaries) {
  std::vector<std::string_view> texts;
  for (const ShownValues& dictionary : dictionaries) {
    for (std::size_t value = 0; value < dictionary.shown.size(); ++value) {
      if (dictionary.shown[value]) texts.push_back((*dictionary.values)[value].text);
    }
  }
  std::vector<std::string_view> labels;
  std::vector<std::uint32_t> place(texts.size());
  for (const std::uint32_t text : TextOrder(texts)) {
    if (labels.empty() || labels.back() != texts[text]) labels.push_back(texts[text]);
    place[text] = static_cast<std::uint32_t>(labels.size() - 1);
  }
  std::size_t next = 0;
  for (const ShownValues& dictionary : dictionaries) {
    for (std::size_t value = 0; value < dictionary.shown.size(); ++value) {
      if (dictionary.shown[value]) (*dictionary.place)[value] = place[next++];
    }
  }
  return labels;
}

PartColumn MakeColumn(const std::vector<ReleasedSlice>& slices, std::size_t index) {
  PartColumn result;
  const ReleasedColumn& first = slices.front().table->columns[index];
  result.type = PlainType(first.type);
  if (!IsText(first) || first.codes.empty()) return result;
  std::vector<ShownValues> dictionaries = FindShown(slices, index);
  const bool few = std::ranges::all_of(dictionaries, [](const ShownValues& dictionary) {
    return std::ranges::count(dictionary.shown, true) <= static_cast<std::int64_t>(kLargestEnum);
  });
  if (!few) return result;
  const std::vector<std::string_view> labels = SortedLabels(dictionaries);
  // Labels of an ENUM end at their first zero byte.
  const bool whole = std::ranges::all_of(
      labels, [](std::string_view label) { return label.find('\0') == std::string_view::npos; });
  if (!whole || labels.empty() || labels.size() > kLargestEnum) return result;
  std::vector<const char*> names;
  for (const std::string_view label : labels) names.push_back(label.data());
  result.type = LogicalType(duckdb_create_enum_type(names.data(), names.size()));
  result.labels = labels.size();
  for (const ReleasedSlice& slice : slices) {
    const auto* const values = slice.table->columns[index].values.get();
    result.place.push_back(std::ranges::find(dictionaries, values, &ShownValues::values)->place);
  }
  return result;
}

// What the table function reads; lives as long as the COPY statement.
struct Feed {
  const std::vector<ReleasedSlice>* slices = nullptr;
  std::vector<PartColumn> columns;
  bool with_persons = false;
  Progress* progress = nullptr;

  std::size_t slice = 0;
  std::size_t group = 0;
  std::uint64_t done_of_group = 0;
  std::uint64_t done_of_slice = 0;
};

void Bind(duckdb_bind_info info) {
  const auto* feed = static_cast<Feed*>(duckdb_bind_get_extra_info(info));
  const ReleasedTable& table = *feed->slices->front().table;
  std::uint64_t rows = 0;
  for (const ReleasedSlice& slice : *feed->slices) rows += slice.rows;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    duckdb_bind_add_result_column(info, table.columns[c].name.c_str(), feed->columns[c].type.type);
  }
  if (feed->with_persons) {
    const LogicalType type(duckdb_create_logical_type(DUCKDB_TYPE_UINTEGER));
    duckdb_bind_add_result_column(info, kPersonColumn, type.type);
  }
  duckdb_bind_set_cardinality(info, rows, true);
}

void Init(duckdb_init_info info) { duckdb_init_set_max_threads(info, 1); }

using Groups = std::vector<std::size_t>;  // one per row of the chunk

template <typename T, typename Function>
void Fill(duckdb_vector vector, const Groups& groups, const Function& value_of) {
  auto* cells = static_cast<T*>(duckdb_vector_get_data(vector));
  for (std::size_t i = 0; i < groups.size(); ++i) cells[i] = static_cast<T>(value_of(groups[i]));
}

void MarkMissing(duckdb_vector vector, const ReleasedColumn& column, const Groups& groups) {
  const auto missing = [&](std::size_t group) {
    if (!column.codes.empty()) return column.codes[group] == column.values->size();
    if (!column.texts.empty()) return !column.texts[group].has_value();
    return column.keys[group] == RecordShape::kMissingKey;
  };
  std::uint64_t* valid = nullptr;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!missing(groups[i])) continue;
    if (valid == nullptr) {
      duckdb_vector_ensure_validity_writable(vector);
      valid = duckdb_vector_get_validity(vector);
    }
    duckdb_validity_set_row_invalid(valid, i);
  }
}

// Keys back to what DuckDB stores.
void FillKeys(duckdb_vector vector, const ReleasedColumn& column, const Groups& groups) {
  if (column.type == ValueType::kDecimal) {
    return Fill<double>(vector, groups,
                        [&](std::size_t group) { return DecimalOfKey(column.keys[group]); });
  }
  const auto whole = [&](std::size_t group) { return WholeOfKey(column.keys[group]); };
  switch (column.type) {
    case ValueType::kDate:
      return Fill<std::int32_t>(vector, groups, whole);
    case ValueType::kBoolean:
      return Fill<bool>(vector, groups, whole);
    default:
      return Fill<std::int64_t>(vector, groups, whole);
  }
}

void FillStrings(duckdb_vector vector, const ReleasedColumn& column, const Groups& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::string* text = nullptr;
    if (column.codes.empty()) {
      if (column.texts[groups[i]]) text = &*column.texts[groups[i]];
    } else if (column.codes[groups[i]] < column.values->size()) {
      text = &(*column.values)[column.codes[groups[i]]].text;
    }
    if (text != nullptr) {
      duckdb_vector_assign_string_element_len(vector, i, text->data(), text->size());
    }
  }
}

void FillColumn(duckdb_vector vector, const ReleasedColumn& column, const PartColumn& part,
                std::size_t slice, const Groups& groups) {
  MarkMissing(vector, column, groups);
  if (!column.keys.empty()) return FillKeys(vector, column, groups);
  if (!part.place.empty()) {
    const auto& place = *part.place[slice];
    const auto code = [&](std::size_t group) {
      const std::uint32_t value = column.codes[group];
      return value < place.size() ? place[value] : 0;
    };
    if (part.labels <= 255) return Fill<std::uint8_t>(vector, groups, code);
    return Fill<std::uint16_t>(vector, groups, code);
  }
  if (IsText(column)) return FillStrings(vector, column, groups);
  if (column.values->empty()) return;
  const auto value = [&](std::size_t group) -> const Value& {
    return (*column.values)[std::min<std::size_t>(column.codes[group], column.values->size() - 1)];
  };
  const auto whole = [&](std::size_t group) { return value(group).whole; };
  switch (column.type) {
    case ValueType::kDate:
      return Fill<std::int32_t>(vector, groups, whole);
    case ValueType::kBoolean:
      return Fill<bool>(vector, groups, whole);
    case ValueType::kDecimal:
      return Fill<double>(vector, groups, [&](std::size_t group) { return value(group).real; });
    default:
      return Fill<std::int64_t>(vector, groups, whole);
  }
}

// The groups of the next chunk, all of one slice.
Groups NextRows(Feed& feed, std::size_t limit) {
  Groups groups;
  groups.reserve(limit);
  const ReleasedSlice& slice = (*feed.slices)[feed.slice];
  if (feed.done_of_slice == 0) {
    feed.group = slice.group;
    feed.done_of_group = slice.skip;
  }
  while (groups.size() < limit && feed.done_of_slice < slice.rows) {
    const std::uint64_t left = slice.table->counts[feed.group] - feed.done_of_group;
    const std::uint64_t take = std::min(
        {left, static_cast<std::uint64_t>(limit - groups.size()), slice.rows - feed.done_of_slice});
    groups.insert(groups.end(), take, feed.group);
    feed.done_of_slice += take;
    feed.done_of_group += take;
    if (take == left) {
      ++feed.group;
      feed.done_of_group = 0;
    }
  }
  return groups;
}

void Produce(duckdb_function_info info, duckdb_data_chunk chunk) {
  auto* feed = static_cast<Feed*>(duckdb_function_get_extra_info(info));
  if (feed->slice == feed->slices->size()) return duckdb_data_chunk_set_size(chunk, 0);
  const std::size_t slice = feed->slice;
  const ReleasedTable& table = *(*feed->slices)[slice].table;
  const Groups groups = NextRows(*feed, duckdb_vector_size());
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    FillColumn(duckdb_data_chunk_get_vector(chunk, c), table.columns[c], feed->columns[c], slice,
               groups);
  }
  if (feed->with_persons) {
    Fill<std::uint32_t>(duckdb_data_chunk_get_vector(chunk, table.columns.size()), groups,
                        [&](std::size_t group) { return table.persons[group]; });
  }
  if (feed->done_of_slice == (*feed->slices)[slice].rows) {
    ++feed->slice;
    feed->done_of_slice = 0;
  }
  feed->progress->Advance(groups.size());
  duckdb_data_chunk_set_size(chunk, groups.size());
}

}  // namespace

Status WriteParquetPart(Database& database, const std::vector<ReleasedSlice>& slices,
                        const std::string& path, bool with_persons, Progress& progress) {
  Feed feed{.slices = &slices, .with_persons = with_persons, .progress = &progress};
  for (std::size_t c = 0; c < slices.front().table->columns.size(); ++c) {
    feed.columns.push_back(MakeColumn(slices, c));
  }
  GAUZE_ASSIGN(Database connection, database.Connect());
  const std::string name = NewFunctionName();
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, name.c_str());
  duckdb_table_function_set_extra_info(function, &feed, nullptr);
  duckdb_table_function_set_bind(function, Bind);
  duckdb_table_function_set_init(function, Init);
  duckdb_table_function_set_function(function, Produce);
  const auto registered = duckdb_register_table_function(connection.handles().connection, function);
  duckdb_destroy_table_function(&function);
  Check(registered == DuckDBSuccess, "a table function can be registered");
  GAUZE_TRY(connection.Run(
      fmt::format("COPY (SELECT * FROM {}()) TO {} (FORMAT parquet)", name, QuoteText(path))));
  return SyncPath(path);
}

}  // namespace gauze
