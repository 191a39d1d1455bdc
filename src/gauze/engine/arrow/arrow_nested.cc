#include "gauze/engine/arrow/arrow_nested.h"

#include <numeric>
#include <string_view>
#include <utility>

#include "gauze/engine/arrow/arrow_positions.h"

namespace gauze {
namespace {

constexpr const char* kCannot = "the engine cannot convert a cell";

struct ErrorHolder {
  duckdb_error_data error;
  ~ErrorHolder() {
    if (error != nullptr) duckdb_destroy_error_data(&error);
  }
  bool Any() const { return error != nullptr && duckdb_error_data_has_error(error); }
};

struct SelectionHolder {
  duckdb_selection_vector selection = nullptr;
  ~SelectionHolder() { duckdb_destroy_selection_vector(selection); }
};

struct ChunkHolder {
  duckdb_data_chunk chunk = nullptr;
  ~ChunkHolder() {
    if (chunk != nullptr) duckdb_destroy_data_chunk(&chunk);
  }
};

class NestedColumn final : public ArrowColumn {
 public:
  NestedColumn(duckdb_connection connection, const ArrowSchema& schema,
               duckdb_arrow_converted_schema converted)
      : connection_(connection), schema_(schema), converted_(converted) {}
  ~NestedColumn() override { duckdb_destroy_arrow_converted_schema(&converted_); }

  // False if DuckDB cannot.
  bool FindType(const ArrowArray* sample) {
    if (sample == nullptr) return true;  // nothing will ever be converted
    ChunkHolder holder;
    if (!Convert(*sample, 0, 0, holder)) return false;
    type_ =
        LogicalType(duckdb_vector_get_column_type(duckdb_data_chunk_get_vector(holder.chunk, 0)));
    known_ = true;
    return true;
  }

  LogicalType Type() const override {
    if (!known_) return LogicalType(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
    ChunkHolder holder{duckdb_create_data_chunk(const_cast<duckdb_logical_type*>(&type_.type), 1)};
    return LogicalType(
        duckdb_vector_get_column_type(duckdb_data_chunk_get_vector(holder.chunk, 0)));
  }

  const char* Fill(const ArrowArray& array, std::int64_t begin, idx_t count,
                   duckdb_vector vector) const override {
    ArrowPositions positions;
    if (schema_.dictionary != nullptr) {
      if (const char* wrong = FindPositions(schema_, array, begin, count, positions)) return wrong;
    }
    ChunkHolder holder;
    if (!Convert(array, begin, static_cast<std::int64_t>(count), holder)) return kCannot;
    duckdb_vector converted = duckdb_data_chunk_get_vector(holder.chunk, 0);
    if (schema_.dictionary == nullptr) {
      duckdb_vector_reference_vector(vector, converted);
    } else {
      CopyWithMissing(converted, positions, count, vector);
    }
    return nullptr;
  }

 private:
  // Where an index of a dictionary is missing, DuckDB shows the first entry.
  static void CopyWithMissing(duckdb_vector converted, const ArrowPositions& positions, idx_t count,
                              duckdb_vector vector) {
    const SelectionHolder all{duckdb_create_selection_vector(count)};
    sel_t* rows = duckdb_selection_vector_get_data_ptr(all.selection);
    std::iota(rows, rows + count, sel_t{0});
    duckdb_vector_copy_sel(converted, vector, all.selection, count, 0, 0);
    duckdb_vector_ensure_validity_writable(vector);
    std::uint64_t* valid = duckdb_vector_get_validity(vector);
    for (idx_t i = 0; i < count; ++i) {
      if (positions.at[i] == ArrowPositions::kMissing) duckdb_validity_set_row_invalid(valid, i);
    }
  }

  // A table of one column, which shows the rows and owns nothing.
  bool Convert(const ArrowArray& array, std::int64_t begin, std::int64_t count,
               ChunkHolder& holder) const {
    ArrowArray column = array;
    column.offset += begin;
    column.length = count;
    column.null_count = array.null_count == 0 ? 0 : -1;
    column.release = [](ArrowArray* released) { released->release = nullptr; };
    ArrowArray* columns[] = {&column};
    const void* buffers[] = {nullptr};
    ArrowArray table{.length = count,
                     .n_buffers = 1,
                     .n_children = 1,
                     .buffers = buffers,
                     .children = columns,
                     .release = column.release};
    const ErrorHolder error{
        duckdb_data_chunk_from_arrow(connection_, &table, converted_, &holder.chunk)};
    return !error.Any() && holder.chunk != nullptr;
  }

  duckdb_connection connection_;
  const ArrowSchema& schema_;
  mutable duckdb_arrow_converted_schema converted_;
  LogicalType type_{nullptr};
  bool known_ = false;
};

}  // namespace

std::unique_ptr<ArrowColumn> MakeNestedColumn(duckdb_connection connection,
                                              const ArrowSchema& schema, const ArrowArray* sample) {
  // A union has no bitmap that says what is missing.
  if (schema.dictionary != nullptr &&
      std::string_view(ValueSchema(schema).format).starts_with("+u")) {
    return nullptr;
  }
  ArrowSchema column = schema;
  column.release = [](ArrowSchema* released) { released->release = nullptr; };
  ArrowSchema* columns[] = {&column};
  ArrowSchema table{
      .format = "+s", .name = "", .n_children = 1, .children = columns, .release = column.release};
  duckdb_arrow_converted_schema converted = nullptr;
  const ErrorHolder error{duckdb_schema_from_arrow(connection, &table, &converted)};
  if (error.Any() || converted == nullptr) return nullptr;
  auto made = std::make_unique<NestedColumn>(connection, schema, converted);
  if (!made->FindType(sample)) return nullptr;
  return made;
}

}  // namespace gauze
