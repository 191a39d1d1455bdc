#include "gauze/engine/arrow_nested.h"

#include <utility>

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

struct ChunkHolder {
  duckdb_data_chunk chunk = nullptr;
  ~ChunkHolder() {
    if (chunk != nullptr) duckdb_destroy_data_chunk(&chunk);
  }
};

class NestedColumn final : public ArrowColumn {
 public:
  NestedColumn(duckdb_connection connection, duckdb_arrow_converted_schema converted)
      : connection_(connection), converted_(converted) {}
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
    ChunkHolder holder;
    if (!Convert(array, begin, static_cast<std::int64_t>(count), holder)) return kCannot;
    duckdb_vector_reference_vector(vector, duckdb_data_chunk_get_vector(holder.chunk, 0));
    return nullptr;
  }

 private:
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
  mutable duckdb_arrow_converted_schema converted_;
  LogicalType type_{nullptr};
  bool known_ = false;
};

}  // namespace

std::unique_ptr<ArrowColumn> MakeNestedColumn(duckdb_connection connection,
                                              const ArrowSchema& schema, const ArrowArray* sample) {
  ArrowSchema column = schema;
  column.release = [](ArrowSchema* released) { released->release = nullptr; };
  ArrowSchema* columns[] = {&column};
  ArrowSchema table{
      .format = "+s", .name = "", .n_children = 1, .children = columns, .release = column.release};
  duckdb_arrow_converted_schema converted = nullptr;
  const ErrorHolder error{duckdb_schema_from_arrow(connection, &table, &converted)};
  if (error.Any() || converted == nullptr) return nullptr;
  auto made = std::make_unique<NestedColumn>(connection, converted);
  if (!made->FindType(sample)) return nullptr;
  return made;
}

}  // namespace gauze
