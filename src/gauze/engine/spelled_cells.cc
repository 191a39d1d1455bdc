#include "gauze/engine/spelled_cells.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "gauze/base/parallel.h"
#include "gauze/engine/duckdb_handles.h"
#include "gauze/engine/interner.h"

namespace gauze {
namespace {

class Column {
 public:
  void Take(duckdb_vector vector, idx_t size) {
    auto* cells = static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector));
    std::uint64_t* valid = duckdb_vector_get_validity(vector);
    for (idx_t row = 0; row < size; ++row) {
      if (valid != nullptr && !duckdb_validity_row_is_valid(valid, row)) {
        ++cells_.null_rows;
        cells_.of_row.push_back(SpelledCells::kNull);
        continue;
      }
      const std::uint32_t id = front_.Id(Characters(cells[row]));
      if (id == cells_.rows.size()) cells_.rows.push_back(0);
      ++cells_.rows[id];
      cells_.of_row.push_back(id);
    }
  }

  SpelledCells Finish() {
    cells_.values = spellings_->TakeSpellings({});
    return std::move(cells_);
  }

 private:
  using Spellings = Interner<std::string_view>;
  // Fronts hold on to it, so it stays where it is.
  std::unique_ptr<Spellings> spellings_ = std::make_unique<Spellings>();
  Spellings::Front front_{*spellings_};
  SpelledCells cells_;
};

}  // namespace

Result<std::vector<SpelledCells>> ReadSpelledCells(Database& database,
                                                   const std::vector<std::string>& expressions,
                                                   const std::string& from, Progress& progress) {
  std::vector<std::string> texts;
  for (const std::string& cell : expressions)
    texts.push_back(fmt::format("CAST({} AS VARCHAR)", cell));
  std::vector<Column> columns(expressions.size());
  // The engine keeps the order of rows as long as nobody allows it to do otherwise.
  GAUZE_TRY(CollectChunks(database, fmt::format("SELECT {} FROM {}", fmt::join(texts, ", "), from),
                          &progress, [&](duckdb_data_chunk chunk) {
                            ForEach(columns.size(), [&](std::size_t i) {
                              columns[i].Take(duckdb_data_chunk_get_vector(chunk, i),
                                              duckdb_data_chunk_get_size(chunk));
                            });
                          }));
  std::vector<SpelledCells> cells;
  for (Column& column : columns) cells.push_back(column.Finish());
  return cells;
}

}  // namespace gauze
