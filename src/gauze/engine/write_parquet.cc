#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/file.h"
#include "gauze/engine/duckdb_handles.h"
#include "gauze/engine/write.h"

// The release is a table function that DuckDB's own Parquet writer reads. Labels are ENUM columns:
// the writer copies small codes instead of strings, and the file holds ordinary UTF-8.

namespace gauze {
namespace {

// Longer dictionaries are written as strings: an ENUM's whole list goes into every row group.
constexpr std::size_t kLargestEnum = 65'535;

struct LogicalType {
  duckdb_logical_type type = nullptr;
  explicit LogicalType(duckdb_logical_type t) : type(t) {}
  LogicalType(LogicalType&& other) noexcept : type(std::exchange(other.type, nullptr)) {}
  LogicalType(const LogicalType&) = delete;
  LogicalType& operator=(const LogicalType&) = delete;
  LogicalType& operator=(LogicalType&&) = delete;
  ~LogicalType() {
    if (type != nullptr) duckdb_destroy_logical_type(&type);
  }
};

bool AsEnum(const ReleasedColumn& column) {
  return (column.type == ValueType::kText || column.type == ValueType::kSet) &&
         !column.values.empty() && column.values.size() <= kLargestEnum;
}

LogicalType TypeOf(const ReleasedColumn& column) {
  switch (column.type) {
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
  if (!AsEnum(column)) return LogicalType(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
  std::vector<const char*> labels;
  for (const Value& value : column.values) labels.push_back(value.text.c_str());
  return LogicalType(duckdb_create_enum_type(labels.data(), labels.size()));
}

// What the table function reads; lives as long as the COPY statement.
struct Feed {
  const ReleasedTable* table = nullptr;
  bool with_persons = false;
  Progress* progress = nullptr;
  std::size_t group = 0;
  std::uint64_t done_of_group = 0;
};

void Bind(duckdb_bind_info info) {
  const auto* feed = static_cast<Feed*>(duckdb_bind_get_extra_info(info));
  for (const ReleasedColumn& column : feed->table->columns) {
    duckdb_bind_add_result_column(info, column.name.c_str(), TypeOf(column).type);
  }
  if (feed->with_persons) {
    const LogicalType type(duckdb_create_logical_type(DUCKDB_TYPE_UINTEGER));
    duckdb_bind_add_result_column(info, kPersonColumn, type.type);
  }
  duckdb_bind_set_cardinality(info, feed->table->rows, true);
}

void Init(duckdb_init_info info) { duckdb_init_set_max_threads(info, 1); }

template <typename T, typename Function>
void Fill(duckdb_vector vector, const std::vector<std::size_t>& groups, Function value_of) {
  auto* cells = static_cast<T*>(duckdb_vector_get_data(vector));
  for (std::size_t i = 0; i < groups.size(); ++i) cells[i] = static_cast<T>(value_of(groups[i]));
}

void FillEnum(duckdb_vector vector, const ReleasedColumn& column,
              const std::vector<std::size_t>& groups) {
  const auto code = [&](std::size_t group) {
    const std::uint32_t value = column.codes[group];
    return value == column.values.size() ? 0 : value;
  };
  if (column.values.size() <= 255) {
    Fill<std::uint8_t>(vector, groups, code);
  } else {
    Fill<std::uint16_t>(vector, groups, code);
  }
}

void FillColumn(duckdb_vector vector, const ReleasedColumn& column,
                const std::vector<std::size_t>& groups) {
  const std::uint32_t missing = static_cast<std::uint32_t>(column.values.size());
  duckdb_vector_ensure_validity_writable(vector);
  std::uint64_t* valid = duckdb_vector_get_validity(vector);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    duckdb_validity_set_row_validity(valid, i, column.codes[groups[i]] != missing);
  }
  if (column.values.empty()) return;
  const auto value = [&](std::size_t group) -> const Value& {
    return column.values[std::min(column.codes[group], missing - 1)];
  };
  const auto whole = [&](std::size_t group) { return value(group).whole; };
  switch (column.type) {
    case ValueType::kInteger:
    case ValueType::kTimestamp:
      return Fill<std::int64_t>(vector, groups, whole);
    case ValueType::kDate:
      return Fill<std::int32_t>(vector, groups, whole);
    case ValueType::kBoolean:
      return Fill<bool>(vector, groups, whole);
    case ValueType::kDecimal:
      return Fill<double>(vector, groups, [&](std::size_t group) { return value(group).real; });
    case ValueType::kText:
    case ValueType::kSet:
      if (AsEnum(column)) return FillEnum(vector, column, groups);
      for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::string& text = value(groups[i]).text;
        duckdb_vector_assign_string_element_len(vector, i, text.data(), text.size());
      }
  }
}

void Produce(duckdb_function_info info, duckdb_data_chunk chunk) {
  auto* feed = static_cast<Feed*>(duckdb_function_get_extra_info(info));
  const ReleasedTable& table = *feed->table;
  std::vector<std::size_t> groups;
  const std::size_t limit = duckdb_vector_size();
  while (groups.size() < limit && feed->group < table.counts.size()) {
    const std::uint64_t left = table.counts[feed->group] - feed->done_of_group;
    const std::uint64_t take = std::min<std::uint64_t>(left, limit - groups.size());
    groups.insert(groups.end(), take, feed->group);
    feed->done_of_group += take;
    if (take == left) {
      ++feed->group;
      feed->done_of_group = 0;
    }
  }
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    FillColumn(duckdb_data_chunk_get_vector(chunk, c), table.columns[c], groups);
  }
  if (feed->with_persons) {
    Fill<std::uint32_t>(duckdb_data_chunk_get_vector(chunk, table.columns.size()), groups,
                        [&](std::size_t group) { return table.persons[group]; });
  }
  feed->progress->Advance(groups.size());
  duckdb_data_chunk_set_size(chunk, groups.size());
}

}  // namespace

Status WriteParquet(Database& database, const ReleasedTable& table, const std::string& path,
                    bool with_persons, Progress& progress) {
  progress.Stage("writing", table.rows);
  Feed feed{.table = &table, .with_persons = with_persons, .progress = &progress};
  // The function is bound to this feed, so each write registers one of its own.
  const std::string name = fmt::format("gauze_release_{}", with_persons ? "private" : "public");
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, name.c_str());
  duckdb_table_function_set_extra_info(function, &feed, nullptr);
  duckdb_table_function_set_bind(function, Bind);
  duckdb_table_function_set_init(function, Init);
  duckdb_table_function_set_function(function, Produce);
  const auto registered = duckdb_register_table_function(database.handles().connection, function);
  duckdb_destroy_table_function(&function);
  Check(registered == DuckDBSuccess, "a table function can be registered");
  GAUZE_TRY(
      database.Run(fmt::format("COPY (SELECT * FROM {}()) TO {} (FORMAT parquet, "
                               "COMPRESSION zstd)",
                               name, QuoteText(path))));
  return SyncPath(path);
}

}  // namespace gauze
