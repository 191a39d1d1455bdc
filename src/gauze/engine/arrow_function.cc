#include "gauze/engine/arrow_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gauze/engine/duckdb_handles.h"

namespace gauze {
namespace {

struct Query {
  std::shared_ptr<ArrowRows> rows;
  std::unique_ptr<ArrowMorsels> morsels;
  std::vector<idx_t> columns;  // that are asked for
};

struct Worker {
  ArrowMorsel morsel;
  std::vector<std::unique_ptr<ArrowIds::Reader>> readers;  // of numbered columns asked for
};

std::shared_ptr<ArrowRows>& SharedRows(void* extra) {
  return *static_cast<std::shared_ptr<ArrowRows>*>(extra);
}

void Bind(duckdb_bind_info info) {
  const auto& rows = SharedRows(duckdb_bind_get_extra_info(info));
  for (std::size_t i = 0; i < rows->columns.size(); ++i) {
    const LogicalType type = rows->columns[i]->Type();
    duckdb_bind_add_result_column(info, rows->schema->children[i]->name, type.type);
  }
  const LogicalType id(duckdb_create_logical_type(DUCKDB_TYPE_UBIGINT));
  for (const NumberedColumn& column : rows->numbered) {
    duckdb_bind_add_result_column(info, column.name.c_str(), id.type);
  }
  duckdb_bind_set_cardinality(info, rows->rows, rows->rows > 0);
}

void StartQuery(duckdb_init_info info) {
  auto query = std::make_unique<Query>();
  query->rows = SharedRows(duckdb_init_get_extra_info(info));
  query->morsels = query->rows->open();
  for (idx_t i = 0; i < duckdb_init_get_column_count(info); ++i) {
    query->columns.push_back(duckdb_init_get_column_index(info, i));
  }
  duckdb_init_set_max_threads(info, query->rows->threads);
  duckdb_init_set_init_data(info, query.release(),
                            [](void* data) { delete static_cast<Query*>(data); });
}

void StartWorker(duckdb_init_info info) {
  duckdb_init_set_init_data(info, new Worker(),
                            [](void* data) { delete static_cast<Worker*>(data); });
}

// Returns what is wrong, or nullptr.
const char* FillColumn(const ArrowRows& rows, idx_t column, Worker& worker, idx_t count,
                       duckdb_vector vector) {
  const ArrowBatch& batch = *worker.morsel.batch;
  const std::int64_t begin = batch.first() + worker.morsel.begin;
  if (column < rows.columns.size()) {
    return rows.columns[column]->Fill(batch.column(column), begin, count, vector);
  }
  const std::size_t index = column - rows.columns.size();
  if (index >= rows.numbered.size()) return nullptr;  // only counted
  const NumberedColumn& numbered = rows.numbered[index];
  worker.readers.resize(rows.numbered.size());
  auto& reader = worker.readers[index];
  if (reader == nullptr) reader = std::make_unique<ArrowIds::Reader>(*numbered.ids);
  return reader->Fill(batch.column(numbered.of), begin, count,
                      static_cast<std::uint64_t*>(duckdb_vector_get_data(vector)));
}

void Fill(duckdb_function_info info, duckdb_data_chunk chunk) {
  auto* query = static_cast<Query*>(duckdb_function_get_init_data(info));
  auto* worker = static_cast<Worker*>(duckdb_function_get_local_init_data(info));
  ArrowMorsel& morsel = worker->morsel;
  // The former chunk is used up: its batch may go.
  if (morsel.begin == morsel.end && !query->morsels->Next(morsel)) {
    return duckdb_data_chunk_set_size(chunk, 0);
  }
  const idx_t count = std::min(static_cast<idx_t>(morsel.end - morsel.begin), duckdb_vector_size());
  for (std::size_t i = 0; i < query->columns.size(); ++i) {
    const idx_t column = query->columns[i];
    if (const char* wrong = FillColumn(*query->rows, column, *worker, count,
                                       duckdb_data_chunk_get_vector(chunk, i))) {
      return duckdb_function_set_error(
          info, fmt::format("Arrow column {}: {}", column + 1, wrong).c_str());
    }
  }
  morsel.begin += static_cast<std::int64_t>(count);
  duckdb_data_chunk_set_size(chunk, count);
}

}  // namespace

void RegisterArrowRows(Database& database, std::shared_ptr<ArrowRows> rows,
                       const std::string& name) {
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, name.c_str());
  duckdb_table_function_set_extra_info(
      function, new std::shared_ptr<ArrowRows>(std::move(rows)),
      [](void* extra) { delete static_cast<std::shared_ptr<ArrowRows>*>(extra); });
  duckdb_table_function_set_bind(function, Bind);
  duckdb_table_function_set_init(function, StartQuery);
  duckdb_table_function_set_local_init(function, StartWorker);
  duckdb_table_function_set_function(function, Fill);
  duckdb_table_function_supports_projection_pushdown(function, true);
  const auto registered = duckdb_register_table_function(database.handles().connection, function);
  duckdb_destroy_table_function(&function);
  Check(registered == DuckDBSuccess, "a table function can be registered");
}

Result<std::shared_ptr<ArrowRows>> MakeArrowRows(Database& database,
                                                 std::shared_ptr<const ArrowSchema> schema,
                                                 const ArrowBatch* sample) {
  auto rows = std::make_shared<ArrowRows>();
  rows->schema = std::move(schema);
  // Conversions use the connection of whoever reads. One of their own would keep the database alive
  // that keeps them.
  for (std::int64_t i = 0; i < rows->schema->n_children; ++i) {
    rows->columns.push_back(ArrowColumn::Make(database.handles().connection,
                                              *rows->schema->children[i],
                                              sample == nullptr ? nullptr : &sample->column(i)));
    if (rows->columns.back() == nullptr) {
      return InputError(fmt::format("column {} has a type that cannot be read", i + 1), "",
                        "leave it out, or turn it into text, numbers or dates");
    }
  }
  return rows;
}

}  // namespace gauze
