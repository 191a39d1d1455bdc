#include "gauze/engine/read/read_as_arrow.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "gauze/engine/arrow/arrow_form.h"
#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/duckdb/translate_error.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {
namespace {

std::string SqlName(const ArrowForm& form) {
  switch (form.type) {
    case DUCKDB_TYPE_BOOLEAN:
      return "BOOLEAN";
    case DUCKDB_TYPE_TINYINT:
      return "TINYINT";
    case DUCKDB_TYPE_SMALLINT:
      return "SMALLINT";
    case DUCKDB_TYPE_INTEGER:
      return "INTEGER";
    case DUCKDB_TYPE_BIGINT:
      return "BIGINT";
    case DUCKDB_TYPE_UTINYINT:
      return "UTINYINT";
    case DUCKDB_TYPE_USMALLINT:
      return "USMALLINT";
    case DUCKDB_TYPE_UINTEGER:
      return "UINTEGER";
    case DUCKDB_TYPE_UBIGINT:
      return "UBIGINT";
    case DUCKDB_TYPE_FLOAT:
      return "FLOAT";
    case DUCKDB_TYPE_DOUBLE:
      return "DOUBLE";
    case DUCKDB_TYPE_DATE:
      return "DATE";
    case DUCKDB_TYPE_TIMESTAMP:
      return "TIMESTAMP";
    case DUCKDB_TYPE_TIMESTAMP_S:
      return "TIMESTAMP_S";
    case DUCKDB_TYPE_TIMESTAMP_MS:
      return "TIMESTAMP_MS";
    case DUCKDB_TYPE_TIMESTAMP_NS:
      return "TIMESTAMP_NS";
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return "TIMESTAMP WITH TIME ZONE";
    case DUCKDB_TYPE_DECIMAL:
      return fmt::format("DECIMAL({}, {})", form.width, form.scale);
    default:
      return "VARCHAR";
  }
}

// A result on its way to whoever reads the stream.
class ArrowReader {
 public:
  static Result<std::unique_ptr<ArrowReader>> Open(const ArrowReadOptions& options) {
    GAUZE_ASSIGN(Database database, Database::Open({}));
    GAUZE_ASSIGN(const SourceColumns columns,
                 OpenSource(database, options.paths, options.dialect, "released"));
    std::unique_ptr<ArrowReader> reader(new ArrowReader(std::move(database)));
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < columns.names.size(); ++i) {
      GAUZE_ASSIGN(std::string cell, reader->Cell(columns.names[i], columns.types[i], options));
      cells.push_back(std::move(cell));
    }
    GAUZE_TRY(reader->Start(fmt::format("SELECT {} FROM released", fmt::join(cells, ", "))));
    return reader;
  }

  ArrowReader(const ArrowReader&) = delete;
  ArrowReader& operator=(const ArrowReader&) = delete;
  ~ArrowReader() {
    duckdb_destroy_result(&result_);
    duckdb_destroy_pending(&pending_);
    duckdb_destroy_prepare(&statement_);
  }

  bool Schema(ArrowSchema* out) {
    std::vector<duckdb_logical_type> types;
    std::vector<const char*> names;
    std::vector<LogicalType> owned;
    for (idx_t i = 0; i < duckdb_column_count(&result_); ++i) {
      owned.emplace_back(duckdb_column_logical_type(&result_, i));
      types.push_back(owned.back().type);
      names.push_back(duckdb_column_name(&result_, i));
    }
    duckdb_arrow_options options = duckdb_result_get_arrow_options(&result_);
    const bool good =
        Good(duckdb_to_arrow_schema(options, types.data(), names.data(), types.size(), out));
    duckdb_destroy_arrow_options(&options);
    return good;
  }

  // `out` is released at the end.
  bool Next(ArrowArray* out) {
    *out = {};
    duckdb_data_chunk chunk = duckdb_fetch_chunk(result_);
    if (chunk == nullptr) return duckdb_result_error(&result_) == nullptr;
    duckdb_arrow_options options = duckdb_result_get_arrow_options(&result_);
    const bool good = Good(duckdb_data_chunk_to_arrow(options, chunk, out));
    duckdb_destroy_arrow_options(&options);
    duckdb_destroy_data_chunk(&chunk);
    return good;
  }

 private:
  explicit ArrowReader(Database database) : database_(std::move(database)) {}

  static bool Good(duckdb_error_data error) {
    const bool good = error == nullptr || !duckdb_error_data_has_error(error);
    if (error != nullptr) duckdb_destroy_error_data(&error);
    return good;
  }

  static const ArrowType* Former(const std::string& name, const ArrowReadOptions& options) {
    for (const std::string_view end : {"", "_from", "_to"}) {
      if (!name.ends_with(end)) continue;
      const auto found = std::ranges::find(options.types, name.substr(0, name.size() - end.size()),
                                           &ArrowType::name);
      if (found != options.types.end()) return &*found;
    }
    return nullptr;
  }

  Result<std::string> Cell(const std::string& name, const std::string& type,
                           const ArrowReadOptions& options) {
    const std::string column = QuoteName(name);
    const ArrowType* former = Former(name, options);
    if (former == nullptr) return column;
    if (type != "VARCHAR") {
      if (former->sql.empty() || former->sql == "VARCHAR" || former->sql == type) return column;
      // A policy may read a column as a type that does not go back: then it stays.
      const auto lost = database_.Rows(
          fmt::format("SELECT 1 FROM released WHERE {0} IS NOT NULL AND TRY_CAST({0} AS {1}) IS "
                      "NULL LIMIT 1",
                      column, former->sql));
      if (!lost || !lost->empty()) return column;
      return fmt::format("{}::{} AS {}", column, former->sql, column);
    }
    if (!former->dictionary) return column;
    GAUZE_ASSIGN(
        const auto any,
        database_.Rows(fmt::format("SELECT 1 FROM released WHERE {} IS NOT NULL LIMIT 1", column)));
    if (any.empty()) return column;
    const std::string made = fmt::format("labels_{}", types_++);
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE TYPE {} AS ENUM (SELECT DISTINCT {} FROM released WHERE {} IS NOT NULL ORDER BY 1)",
        made, column, column)));
    return fmt::format("{}::{} AS {}", column, made, column);
  }

  Status Start(const std::string& sql) {
    duckdb_connection connection = database_.handles().connection;
    if (duckdb_prepare(connection, sql.c_str(), &statement_) == DuckDBSuccess &&
        duckdb_pending_prepared_streaming(statement_, &pending_) == DuckDBSuccess &&
        duckdb_execute_pending(pending_, &result_) == DuckDBSuccess) {
      return {};
    }
    const char* message = duckdb_result_error(&result_);
    return tl::unexpected(
        TranslateError(duckdb_result_error_type(&result_), message == nullptr ? "" : message));
  }

  Database database_;
  std::size_t types_ = 0;  // made so far
  duckdb_prepared_statement statement_ = nullptr;
  duckdb_pending_result pending_ = nullptr;
  duckdb_result result_{};
};

ArrowReader* ReaderOf(ArrowArrayStream* stream) {
  return static_cast<ArrowReader*>(stream->private_data);
}

}  // namespace

std::vector<ArrowType> TypesOf(const ArrowSchema& schema) {
  std::vector<ArrowType> types;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema& column = *schema.children[i];
    const auto form = FormOfFormat(ValueSchema(column).format);
    const std::string sql = form ? SqlName(*form) : "";
    types.push_back({.name = column.name == nullptr ? "" : column.name,
                     .sql = sql,
                     .dictionary = column.dictionary != nullptr && sql == "VARCHAR"});
  }
  return types;
}

Status ReadAsArrow(const ArrowReadOptions& options, ArrowArrayStream& stream) {
  GAUZE_ASSIGN(std::unique_ptr<ArrowReader> reader, ArrowReader::Open(options));
  stream.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
    return ReaderOf(self)->Schema(out) ? 0 : EIO;
  };
  stream.get_next = [](ArrowArrayStream* self, ArrowArray* out) {
    return ReaderOf(self)->Next(out) ? 0 : EIO;
  };
  stream.get_last_error = [](ArrowArrayStream* /*self*/) {
    return "the release cannot be read: is it still there?";
  };
  stream.release = [](ArrowArrayStream* self) {
    delete ReaderOf(self);
    self->release = nullptr;
  };
  stream.private_data = reader.release();
  return {};
}

}  // namespace gauze
