#include "gauze/engine/read/chunk_taker.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>

#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/read/encoded_columns.h"

namespace gauze {
namespace {

struct Takers {
  const std::function<std::unique_ptr<ChunkTaker>()>* make = nullptr;
  std::mutex mutex;
  std::vector<std::unique_ptr<ChunkTaker>> made;
};

void MakeTaker(duckdb_init_info info) {
  auto* takers = static_cast<Takers*>(duckdb_scalar_function_init_get_extra_info(info));
  const std::lock_guard lock(takers->mutex);
  takers->made.push_back((*takers->make)());
  duckdb_scalar_function_init_set_state(info, takers->made.back().get(), nullptr);
}

void Take(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  static_cast<ChunkTaker*>(duckdb_scalar_function_get_state(info))->Take(input);
  std::fill_n(static_cast<std::int64_t*>(duckdb_vector_get_data(output)),
              duckdb_data_chunk_get_size(input), 1);
}

void Register(Database& database, const TakenQuery& query, const std::string& name,
              Takers& takers) {
  const LogicalType result(duckdb_create_logical_type(DUCKDB_TYPE_BIGINT));
  duckdb_scalar_function function = duckdb_create_scalar_function();
  duckdb_scalar_function_set_name(function, name.c_str());
  for (std::size_t i = 0; i < query.columns.size(); ++i) {
    const duckdb_type usual = i < query.numbers ? DUCKDB_TYPE_UBIGINT : DUCKDB_TYPE_VARCHAR;
    const LogicalType type(
        duckdb_create_logical_type(query.types.empty() ? usual : query.types[i]));
    duckdb_scalar_function_add_parameter(function, type.type);
  }
  duckdb_scalar_function_set_return_type(function, result.type);
  duckdb_scalar_function_set_special_handling(function);  // NULL is a cell like any other
  duckdb_scalar_function_set_volatile(function);          // every row counts
  duckdb_scalar_function_set_extra_info(function, &takers, nullptr);
  duckdb_scalar_function_set_init(function, MakeTaker);
  duckdb_scalar_function_set_function(function, Take);
  const auto registered = duckdb_register_scalar_function(database.handles().connection, function);
  duckdb_destroy_scalar_function(&function);
  Check(registered == DuckDBSuccess, "a scalar function can be registered");
}

}  // namespace

Status TakeChunks(Database& database, const TakenQuery& query, Progress* progress,
                  const std::function<std::unique_ptr<ChunkTaker>()>& make) {
  Takers takers{.make = &make};
  const std::string name = NewFunctionName();
  Register(database, query, name, takers);
  return database.Run(
      fmt::format("SELECT sum({}({})) FROM {}", name, fmt::join(query.columns, ", "), query.from),
      progress);
}

}  // namespace gauze
