#include "gauze/engine/duckdb/list_function.h"

#include <algorithm>
#include <utility>

#include "gauze/engine/duckdb/duckdb_handles.h"

namespace gauze {
namespace {

void FillLists(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  const auto& lists = *static_cast<const TextToList*>(duckdb_scalar_function_get_extra_info(info));
  duckdb_vector vector = duckdb_data_chunk_get_vector(input, 0);
  auto* texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector));
  std::uint64_t* valid = duckdb_vector_get_validity(vector);
  auto* entries = static_cast<duckdb_list_entry*>(duckdb_vector_get_data(output));
  std::vector<std::int64_t> all;
  for (idx_t i = 0; i < duckdb_data_chunk_get_size(input); ++i) {
    entries[i] = {all.size(), 0};
    if (valid != nullptr && !duckdb_validity_row_is_valid(valid, i)) continue;
    const auto list = lists(Characters(texts[i]));
    entries[i].length = list.size();
    all.insert(all.end(), list.begin(), list.end());
  }
  duckdb_list_vector_reserve(output, all.size());
  duckdb_list_vector_set_size(output, all.size());
  std::ranges::copy(all, static_cast<std::int64_t*>(
                             duckdb_vector_get_data(duckdb_list_vector_get_child(output))));
}

}  // namespace

std::string RegisterListFunction(Database& database, TextToList lists) {
  std::string name = NewFunctionName();
  duckdb_scalar_function function = duckdb_create_scalar_function();
  duckdb_scalar_function_set_name(function, name.c_str());
  const LogicalType text(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
  const LogicalType whole(duckdb_create_logical_type(DUCKDB_TYPE_BIGINT));
  const LogicalType list(duckdb_create_list_type(whole.type));
  duckdb_scalar_function_add_parameter(function, text.type);
  duckdb_scalar_function_set_return_type(function, list.type);
  duckdb_scalar_function_set_extra_info(
      function, new TextToList(std::move(lists)),
      [](void* extra) { delete static_cast<TextToList*>(extra); });
  duckdb_scalar_function_set_function(function, FillLists);
  const auto registered = duckdb_register_scalar_function(database.handles().connection, function);
  duckdb_destroy_scalar_function(&function);
  Check(registered == DuckDBSuccess, "a scalar function can be registered");
  return name;
}

}  // namespace gauze
