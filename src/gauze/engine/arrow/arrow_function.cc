#include "gauze/engine/arrow/arrow_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gauze/engine/duckdb/table_function.h"

namespace gauze {
namespace {

struct ArrowQuery {
  std::shared_ptr<ArrowRows> rows;
  std::unique_ptr<ArrowMorsels> morsels;
  std::vector<idx_t> columns;  // that are asked for

  static void Declare(const ArrowRows& rows, duckdb_bind_info info) {
    for (std::size_t i = 0; i < rows.columns.size(); ++i) {
      const LogicalType type = rows.columns[i]->Type();
      duckdb_bind_add_result_column(info, rows.schema->children[i]->name, type.type);
    }
    const LogicalType id(duckdb_create_logical_type(DUCKDB_TYPE_UBIGINT));
    for (const NumberedColumn& column : rows.numbered) {
      duckdb_bind_add_result_column(info, column.name.c_str(), id.type);
    }
    duckdb_bind_set_cardinality(info, rows.rows, rows.rows > 0);
  }

  ArrowQuery(std::shared_ptr<ArrowRows> source, std::vector<idx_t> asked)
      : rows(std::move(source)), morsels(rows->open()), columns(std::move(asked)) {}

  idx_t Threads() const { return rows->threads; }
};

class ArrowWorker {
 public:
  explicit ArrowWorker(const ArrowRows& rows) : readers_(rows.numbered.size()) {}

  std::string Fill(ArrowQuery& query, duckdb_data_chunk chunk) {
    // The former chunk is used up: its batch may go.
    if (morsel_.begin == morsel_.end && !query.morsels->Next(morsel_)) {
      duckdb_data_chunk_set_size(chunk, 0);
      return "";
    }
    const idx_t count =
        std::min(static_cast<idx_t>(morsel_.end - morsel_.begin), duckdb_vector_size());
    for (std::size_t i = 0; i < query.columns.size(); ++i) {
      const idx_t column = query.columns[i];
      if (const char* wrong =
              FillColumn(*query.rows, column, count, duckdb_data_chunk_get_vector(chunk, i))) {
        return fmt::format("Arrow column {}: {}", column + 1, wrong);
      }
    }
    morsel_.begin += static_cast<std::int64_t>(count);
    duckdb_data_chunk_set_size(chunk, count);
    return "";
  }

 private:
  // Returns what is wrong, or nullptr.
  const char* FillColumn(const ArrowRows& rows, idx_t column, idx_t count, duckdb_vector vector) {
    const ArrowBatch& batch = *morsel_.batch;
    const std::int64_t begin = batch.first() + morsel_.begin;
    if (column < rows.columns.size()) {
      return rows.columns[column]->Fill(batch.column(column), begin, count, vector);
    }
    const std::size_t index = column - rows.columns.size();
    if (index >= rows.numbered.size()) return nullptr;  // only counted
    const NumberedColumn& numbered = rows.numbered[index];
    auto& reader = readers_[index];
    if (reader == nullptr) reader = std::make_unique<ArrowIds::Reader>(*numbered.ids);
    return reader->Fill(batch.column(numbered.of), begin, count,
                        static_cast<std::uint64_t*>(duckdb_vector_get_data(vector)));
  }

  ArrowMorsel morsel_;
  std::vector<std::unique_ptr<ArrowIds::Reader>> readers_;  // of numbered columns asked for
};

}  // namespace

void RegisterArrowRows(Database& database, std::shared_ptr<ArrowRows> rows,
                       const std::string& name) {
  RegisterTableFunction<ArrowQuery, ArrowWorker>(database, name, std::move(rows));
}

Result<std::shared_ptr<ArrowRows>> MakeArrowRows(Database& database,
                                                 std::shared_ptr<const ArrowSchema> schema,
                                                 const ArrowBatch* sample) {
  auto rows = std::make_shared<ArrowRows>();
  rows->schema = std::move(schema);
  // Conversions use the connection of whoever reads. One of their own would keep the database alive
  // that keeps them.
  for (std::int64_t i = 0; i < rows->schema->n_children; ++i) {
    rows->columns.push_back(MakeArrowColumn(database.handles().connection,
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
