#include "gauze/engine/arrow_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include "gauze/base/file.h"
#include "gauze/engine/arrow_cells.h"
#include "gauze/engine/duckdb_handles.h"
#include "gauze/engine/encoded_columns.h"

namespace gauze {
namespace {

// Rows that one thread reads at a time, if a batch has more.
constexpr std::int64_t kMorselRows = 122'880;

// What DuckDB's Parquet writer needs to hold a few row groups.
constexpr std::uint64_t kLeastToWrite = std::uint64_t{256} << 20U;

struct Morsel {
  std::shared_ptr<const ArrowBatch> batch;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// The rows of one query over a table or a stream, piece by piece, for all its threads.
class Morsels {
 public:
  virtual ~Morsels() = default;
  // False at the end, or when the stream fails.
  virtual bool Next(Morsel& morsel) = 0;
};

// What a function reads; shared with the queries that call it.
struct Rows {
  std::shared_ptr<const ArrowSchema> schema;
  std::vector<std::unique_ptr<ArrowColumn>> columns;
  std::function<std::unique_ptr<Morsels>()> open;
  std::uint64_t rows = 0;
  idx_t threads = 1;
};

struct Query {
  std::shared_ptr<Rows> rows;
  std::unique_ptr<Morsels> morsels;
  std::vector<idx_t> columns;  // that are asked for
};

struct Worker {
  Morsel morsel;
};

std::shared_ptr<Rows>& SharedRows(void* extra) {
  return *static_cast<std::shared_ptr<Rows>*>(extra);
}

void Bind(duckdb_bind_info info) {
  const auto& rows = SharedRows(duckdb_bind_get_extra_info(info));
  for (std::size_t i = 0; i < rows->columns.size(); ++i) {
    const LogicalType type = rows->columns[i]->Type();
    duckdb_bind_add_result_column(info, rows->schema->children[i]->name, type.type);
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

void Fill(duckdb_function_info info, duckdb_data_chunk chunk) {
  auto* query = static_cast<Query*>(duckdb_function_get_init_data(info));
  auto* worker = static_cast<Worker*>(duckdb_function_get_local_init_data(info));
  Morsel& morsel = worker->morsel;
  // The former chunk is used up: its batch may go.
  if (morsel.begin == morsel.end && !query->morsels->Next(morsel)) {
    return duckdb_data_chunk_set_size(chunk, 0);
  }
  const idx_t count = std::min(static_cast<idx_t>(morsel.end - morsel.begin), duckdb_vector_size());
  for (std::size_t i = 0; i < query->columns.size(); ++i) {
    const idx_t column = query->columns[i];
    if (column >= query->rows->columns.size()) continue;  // only counted
    const char* wrong = query->rows->columns[column]->Fill(
        morsel.batch->column(column), morsel.batch->first() + morsel.begin, count,
        duckdb_data_chunk_get_vector(chunk, i));
    if (wrong != nullptr) {
      return duckdb_function_set_error(
          info, fmt::format("Arrow column {}: {}", column + 1, wrong).c_str());
    }
  }
  morsel.begin += static_cast<std::int64_t>(count);
  duckdb_data_chunk_set_size(chunk, count);
}

void Register(Database& database, std::shared_ptr<Rows> rows, const std::string& name) {
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, name.c_str());
  duckdb_table_function_set_extra_info(
      function, new std::shared_ptr<Rows>(std::move(rows)),
      [](void* extra) { delete static_cast<std::shared_ptr<Rows>*>(extra); });
  duckdb_table_function_set_bind(function, Bind);
  duckdb_table_function_set_init(function, StartQuery);
  duckdb_table_function_set_local_init(function, StartWorker);
  duckdb_table_function_set_function(function, Fill);
  duckdb_table_function_supports_projection_pushdown(function, true);
  const auto registered = duckdb_register_table_function(database.handles().connection, function);
  duckdb_destroy_table_function(&function);
  Check(registered == DuckDBSuccess, "a table function can be registered");
}

Result<std::shared_ptr<Rows>> MakeRows(Database& database,
                                       std::shared_ptr<const ArrowSchema> schema,
                                       const ArrowBatch* sample) {
  auto rows = std::make_shared<Rows>();
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

class QuickArrow final : public QuickRows {
 public:
  void ReportTo(Progress* progress) override { progress_ = progress; }

  void Report(std::uint64_t percent) {
    Progress* progress = progress_;
    if (progress != nullptr) progress->Set(percent);
  }

 private:
  std::atomic<Progress*> progress_{nullptr};
};

// Pieces of a table's batches.
class TableMorsels final : public Morsels {
 public:
  TableMorsels(std::shared_ptr<const std::vector<Morsel>> all, std::shared_ptr<QuickArrow> quick)
      : all_(std::move(all)), quick_(std::move(quick)) {}

  bool Next(Morsel& morsel) override {
    const std::size_t index = next_++;
    if (index >= all_->size()) return false;
    morsel = (*all_)[index];
    if (quick_ != nullptr) quick_->Report(index * 100 / all_->size());
    return true;
  }

 private:
  std::shared_ptr<const std::vector<Morsel>> all_;
  std::shared_ptr<QuickArrow> quick_;  // null: nobody is told
  std::atomic<std::size_t> next_{0};
};

std::shared_ptr<const std::vector<Morsel>> CutBatches(const ArrowTable& table) {
  auto morsels = std::make_shared<std::vector<Morsel>>();
  for (const auto& batch : table.batches()) {
    for (std::int64_t begin = 0; begin < batch->rows(); begin += kMorselRows) {
      morsels->push_back({batch, begin, std::min(begin + kMorselRows, batch->rows())});
    }
  }
  return morsels;
}

// Batches that were taken from a stream, and then those that are still to come. For one thread.
class StreamMorsels final : public Morsels {
 public:
  StreamMorsels(ArrowTable::Batches taken, ArrowStream stream, Progress& progress)
      : taken_(taken.begin(), taken.end()), stream_(std::move(stream)), progress_(progress) {}

  bool Next(Morsel& morsel) override {
    progress_.Advance(static_cast<std::uint64_t>(morsel.end));
    morsel = {};
    if (!taken_.empty()) {
      morsel.batch = std::move(taken_.front());
      taken_.pop_front();
    } else {
      auto batch = stream_.Next();
      if (!batch) failure_ = batch.error();
      if (!batch || *batch == nullptr) return false;
      morsel.batch = *std::move(batch);
    }
    morsel.end = morsel.batch->rows();
    return true;
  }

  const std::optional<Error>& failure() const { return failure_; }

 private:
  std::deque<std::shared_ptr<const ArrowBatch>> taken_;
  ArrowStream stream_;
  Progress& progress_;
  std::optional<Error> failure_;
};

// The one query over a stream.
class BorrowedMorsels final : public Morsels {
 public:
  explicit BorrowedMorsels(Morsels& morsels) : morsels_(morsels) {}
  bool Next(Morsel& morsel) override { return morsels_.Next(morsel); }

 private:
  Morsels& morsels_;
};

}  // namespace

Result<ArrowView> OpenArrowView(Database& database, const std::shared_ptr<const ArrowTable>& table,
                                const std::string& view) {
  auto quick = std::make_shared<QuickArrow>();
  ArrowView opened{.quick = quick};
  const auto morsels = CutBatches(*table);
  const ArrowBatch* sample = table->batches().empty() ? nullptr : table->batches().front().get();
  // The schema lives as long as the table, and the table as long as whoever reads it.
  const std::shared_ptr<const ArrowSchema> schema(table, &table->schema());
  for (const bool ordered : {true, false}) {
    GAUZE_ASSIGN(auto rows, MakeRows(database, schema, sample));
    rows->rows = table->rows();
    rows->threads = ordered ? 1 : std::max<std::size_t>(1, morsels->size());
    rows->open = [morsels, told = ordered ? nullptr : quick] {
      return std::make_unique<TableMorsels>(morsels, told);
    };
    const std::string name = NewFunctionName();
    Register(database, std::move(rows), name);
    const std::string query = fmt::format("FROM {}()", name);
    if (ordered) opened.query = query;
    GAUZE_TRY(database.Run(fmt::format("CREATE OR REPLACE TEMP VIEW {} AS {}",
                                       QuoteName(ordered ? view : PlainView(view)), query)));
  }
  return opened;
}

Status WriteArrow(ArrowTable::Batches taken, ArrowStream stream, const WriteArrowOptions& options,
                  const std::string& path, Progress& progress) {
  progress.Stage("writing the table to disk", 0);
  GAUZE_ASSIGN(Database database, Database::Open({0, options.scratch}));
  GAUZE_TRY(database.LimitMemory(std::max(options.memory_bytes, kLeastToWrite)));
  const auto sample = taken.front();
  GAUZE_ASSIGN(auto rows, MakeRows(database, stream.shared_schema(), sample.get()));
  StreamMorsels morsels(std::move(taken), std::move(stream), progress);
  rows->open = [&morsels] { return std::make_unique<BorrowedMorsels>(morsels); };
  const std::string name = NewFunctionName();
  Register(database, std::move(rows), name);
  GAUZE_TRY(WriteFile(path, "", 0600));  // so that nobody else can read it while it is written
  const Status written =
      database.Run(fmt::format("COPY (FROM {}()) TO {} (FORMAT parquet)", name, QuoteText(path)));
  if (morsels.failure()) return tl::unexpected(*morsels.failure());
  return written;
}

}  // namespace gauze
