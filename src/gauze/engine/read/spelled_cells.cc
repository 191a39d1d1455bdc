#include "gauze/engine/read/spelled_cells.h"

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <utility>

#include "gauze/base/parallel.h"
#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/read/chunk_taker.h"

namespace gauze {
namespace {

// Cells of a column, one behind the other.
class Texts {
 public:
  void Take(duckdb_vector vector, idx_t size) {
    auto* cells = static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector));
    std::uint64_t* valid = duckdb_vector_get_validity(vector);
    for (idx_t row = 0; row < size; ++row) {
      const bool present = valid == nullptr || duckdb_validity_row_is_valid(valid, row);
      if (present) characters_ += Characters(cells[row]);
      missing_.push_back(!present);
      ends_.push_back(characters_.size());
    }
  }

  bool IsMissing(std::size_t row) const { return missing_[row]; }
  std::string_view operator[](std::size_t row) const {
    const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
    return std::string_view(characters_).substr(begin, ends_[row] - begin);
  }

 private:
  std::string characters_;
  std::vector<std::size_t> ends_;
  std::vector<bool> missing_;
};

// What one thread has taken. Cells are only copied here and numbered when all are there: of a
// sample they come by the handful, and the tables of all columns in turn would always be cold.
struct Part {
  std::vector<std::uint64_t> files;
  std::vector<std::uint64_t> rows;
  std::vector<Texts> columns;
};

struct Parts {
  std::size_t columns = 0;
  std::vector<Part> taken;
  std::mutex mutex;
};

class PartTaker final : public ChunkTaker {
 public:
  explicit PartTaker(Parts& parts) : parts_(parts) { part_.columns.resize(parts.columns); }
  ~PartTaker() override {
    const std::lock_guard lock(parts_.mutex);
    parts_.taken.push_back(std::move(part_));
  }
  PartTaker(const PartTaker&) = delete;
  PartTaker& operator=(const PartTaker&) = delete;

  void Take(duckdb_data_chunk chunk) override {
    const idx_t size = duckdb_data_chunk_get_size(chunk);
    AppendNumbers(duckdb_data_chunk_get_vector(chunk, 0), size, part_.files);
    AppendNumbers(duckdb_data_chunk_get_vector(chunk, 1), size, part_.rows);
    for (std::size_t i = 0; i < part_.columns.size(); ++i) {
      part_.columns[i].Take(duckdb_data_chunk_get_vector(chunk, 2 + i), size);
    }
  }

 private:
  static void AppendNumbers(duckdb_vector vector, idx_t size, std::vector<std::uint64_t>& numbers) {
    const auto* data = static_cast<const std::uint64_t*>(duckdb_vector_get_data(vector));
    numbers.insert(numbers.end(), data, data + size);
  }

  Parts& parts_;
  Part part_;
};

struct Place {
  const Part* part;
  std::size_t at;
};

// Where rows are, in their order.
std::vector<Place> InOrder(const std::vector<Part>& parts) {
  std::vector<Place> places;
  for (const Part& part : parts) {
    for (std::size_t i = 0; i < part.rows.size(); ++i) places.push_back({&part, i});
  }
  const auto number = [](const Place& place) {
    return std::pair(place.part->files[place.at], place.part->rows[place.at]);
  };
  ParallelSort(places, [&](const Place& a, const Place& b) { return number(a) < number(b); });
  return places;
}

SpelledCells Spell(const std::vector<Place>& places, std::size_t column) {
  CellSpeller cells;
  for (const Place& place : places) {
    const Texts& texts = place.part->columns[column];
    if (texts.IsMissing(place.at)) {
      cells.AddMissing();
    } else {
      cells.Add(texts[place.at]);
    }
  }
  return cells.Finish();
}

}  // namespace

void CellSpeller::Add(std::string_view cell) {
  const std::uint32_t id = front_.Id(cell);
  if (id == cells_.rows.size()) cells_.rows.push_back(0);
  ++cells_.rows[id];
  cells_.of_row.push_back(id);
}

void CellSpeller::AddMissing() {
  ++cells_.null_rows;
  cells_.of_row.push_back(SpelledCells::kNull);
}

SpelledCells CellSpeller::Finish() {
  cells_.values = spellings_->TakeSpellings({});
  return std::move(cells_);
}

Result<std::vector<SpelledCells>> ReadSpelledCells(Database& database,
                                                   const std::vector<std::string>& expressions,
                                                   const NumberedRows& rows,
                                                   const RowSample& sample, Progress& progress) {
  TakenQuery query{.columns = {rows.file + "::UBIGINT", rows.row + "::UBIGINT"},
                   .numbers = 2,
                   .from = rows.from};
  if (!sample.is_whole()) query.from += " WHERE " + sample.Condition(rows.row);
  for (const std::string& cell : expressions) {
    query.columns.push_back(fmt::format("CAST({} AS VARCHAR)", cell));
  }
  Parts parts{.columns = expressions.size()};
  GAUZE_TRY(
      TakeChunks(database, query, &progress, [&] { return std::make_unique<PartTaker>(parts); }));
  const std::vector<Place> places = InOrder(parts.taken);
  std::vector<SpelledCells> cells(expressions.size());
  ForEach(cells.size(), [&](std::size_t i) { cells[i] = Spell(places, i); });
  return cells;
}

}  // namespace gauze
