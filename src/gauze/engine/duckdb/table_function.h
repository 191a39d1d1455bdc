#pragma once

#include <duckdb.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/duckdb/duckdb_handles.h"

// Private to engine/: something of ours as a table function of DuckDB, read by many threads.

namespace gauze {

// Makes `rows` known as the function `name`, without arguments; they live as long as it does. A
// query is given the columns that it asks for and no others. It takes:
//   Query::Declare(const Rows&, duckdb_bind_info)         names all columns
//   Query(std::shared_ptr<Rows>, std::vector<idx_t>)      one query, with the columns asked for
//   idx_t Query::Threads() const                          that it has work for
//   Worker(const Rows&)                                   one thread of it
//   std::string Worker::Fill(Query&, duckdb_data_chunk)   says what is wrong, or nothing;
//                                                         a chunk without rows is the end
template <typename Query, typename Worker, typename Rows>
void RegisterTableFunction(Database& database, const std::string& name,
                           std::shared_ptr<Rows> rows) {
  using Shared = std::shared_ptr<Rows>;
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, name.c_str());
  duckdb_table_function_set_extra_info(function, new Shared(std::move(rows)),
                                       [](void* extra) { delete static_cast<Shared*>(extra); });
  duckdb_table_function_set_bind(function, [](duckdb_bind_info info) {
    Query::Declare(**static_cast<Shared*>(duckdb_bind_get_extra_info(info)), info);
  });
  duckdb_table_function_set_init(function, [](duckdb_init_info info) {
    std::vector<idx_t> columns(duckdb_init_get_column_count(info));
    for (idx_t i = 0; i < columns.size(); ++i) columns[i] = duckdb_init_get_column_index(info, i);
    auto query = std::make_unique<Query>(*static_cast<Shared*>(duckdb_init_get_extra_info(info)),
                                         std::move(columns));
    duckdb_init_set_max_threads(info, query->Threads());
    duckdb_init_set_init_data(info, query.release(),
                              [](void* data) { delete static_cast<Query*>(data); });
  });
  duckdb_table_function_set_local_init(function, [](duckdb_init_info info) {
    const Shared& shared = *static_cast<Shared*>(duckdb_init_get_extra_info(info));
    duckdb_init_set_init_data(info, new Worker(*shared),
                              [](void* data) { delete static_cast<Worker*>(data); });
  });
  duckdb_table_function_set_function(
      function, [](duckdb_function_info info, duckdb_data_chunk chunk) {
        auto* query = static_cast<Query*>(duckdb_function_get_init_data(info));
        auto* worker = static_cast<Worker*>(duckdb_function_get_local_init_data(info));
        const std::string wrong = worker->Fill(*query, chunk);
        if (!wrong.empty()) duckdb_function_set_error(info, wrong.c_str());
      });
  duckdb_table_function_supports_projection_pushdown(function, true);
  const auto registered = duckdb_register_table_function(database.handles().connection, function);
  duckdb_destroy_table_function(&function);
  Check(registered == DuckDBSuccess, "a table function can be registered");
}

}  // namespace gauze
