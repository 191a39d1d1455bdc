#include "gauze/attack/scene/coded_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "gauze/engine/read/encoded_columns.h"

namespace gauze::labels {
namespace {

// Rows that are fetched at a time.
constexpr std::uint64_t kPage = 1U << 16U;

std::vector<std::string> NamesFrom(const char* form, std::size_t count) {
  std::vector<std::string> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back(fmt::format(fmt::runtime(form), i));
  return made;
}

// Cells become numbers as they are read, packed into a few words, so that what is grouped has
// neither texts nor a column for each.
class RowCoder {
 public:
  RowCoder(Database& database, std::size_t columns) : database_(database), columns_(columns) {}

  Result<CodedRows> Read(const std::string& view, const std::vector<std::string>& expressions,
                         const std::string& count, std::uint64_t most, Progress& progress) {
    std::string cells;
    for (std::size_t i = 0; i < columns_; ++i) {
      cells += fmt::format("CAST({} AS VARCHAR) AS c{}, ", expressions[i], i);
    }
    GAUZE_TRY(database_.Run(fmt::format(
        "CREATE OR REPLACE TEMP VIEW cells AS SELECT {}{} AS n FROM {}", cells, count, view)));
    std::vector<EncodedColumns::Column> described;
    for (const std::string& name : NamesFrom("c{}", columns_)) {
      described.push_back({.name = name, .type = "VARCHAR", .attribute = {}});
    }
    EncodedColumns encoded(database_, "cells", std::move(described));
    GAUZE_TRY(Group(encoded, most, progress));
    GAUZE_TRY(Fetch(encoded.packing()));
    for (std::size_t i = 0; i < columns_; ++i) NameTexts(encoded.TakeSpellings(i), i);
    Sort();
    return std::move(made_);
  }

 private:
  Status Group(EncodedColumns& encoded, std::uint64_t most, Progress& progress) {
    const auto names = NamesFrom("c{}", columns_);
    while (true) {
      // A sample is drawn by what the cells say: numbers differ from run to run.
      const std::string hash =
          most == 0 ? "" : fmt::format("hash({}) AS h, ", fmt::join(names, ", "));
      const std::string sample = most == 0 ? "" : fmt::format(" ORDER BY h LIMIT {}", most);
      const Status grouped = database_.Run(
          fmt::format("CREATE OR REPLACE TEMP TABLE grouped AS SELECT * EXCLUDE (n), CAST(sum(n) "
                      "AS UBIGINT) AS n FROM (SELECT {}{}n FROM cells) GROUP BY ALL{}",
                      WordsOf(encoded), hash, sample),
          &progress);
      if (grouped || !encoded.Widen()) return grouped;
    }
  }

  static std::string WordsOf(const EncodedColumns& encoded) {
    std::string all;
    std::size_t number = 0;
    for (const std::string& word : encoded.Words()) {
      all += fmt::format("{} AS w{}, ", word, number++);
    }
    return all;
  }

  // Cells as numbers of spellings, 0 for none.
  Status Fetch(const Packing& packing) {
    GAUZE_ASSIGN(const std::uint64_t rows, database_.Count("SELECT count(*) FROM grouped"));
    made_.cells.reserve(rows * columns_);
    made_.rows.reserve(rows);
    const std::string words = fmt::format("{}", fmt::join(NamesFrom("w{}", packing.words()), ", "));
    std::vector<std::uint64_t> record(packing.words());
    for (std::uint64_t from = 0; from < rows; from += kPage) {
      GAUZE_ASSIGN(
          const auto page,
          database_.Rows(fmt::format("SELECT {}, n FROM grouped WHERE rowid >= {} AND rowid < {}",
                                     words, from, from + kPage)));
      for (const Database::Row& row : page) {
        for (std::size_t w = 0; w < record.size(); ++w) record[w] = NumberIn(row[w]);
        for (std::size_t i = 0; i < columns_; ++i) {
          made_.cells.push_back(packing.Get(record.data(), i));
        }
        made_.rows.push_back(NumberIn(row.back()));
      }
    }
    return database_.Run("DROP TABLE grouped");
  }

  // Only what occurs, in the order of texts; cells get the numbers of that.
  void NameTexts(std::vector<std::string> spellings, std::size_t column) {
    std::vector<std::uint64_t> rows(spellings.size() + 1);
    for (std::size_t i = 0; i < made_.size(); ++i) {
      rows[made_.cells[i * columns_ + column]] += made_.rows[i];
    }
    std::vector<std::uint32_t> ids;
    for (std::uint32_t id = 0; id < rows.size(); ++id) {
      if (rows[id] > 0) ids.push_back(id);
    }
    std::ranges::sort(ids, [&](std::uint32_t a, std::uint32_t b) {
      return a == 0 || b == 0 ? a < b : spellings[a - 1] < spellings[b - 1];
    });
    CodedRows::Column& made = made_.columns.emplace_back();
    std::vector<std::uint32_t> number_of(rows.size());
    for (const std::uint32_t id : ids) {
      number_of[id] = static_cast<std::uint32_t>(made.texts.size());
      made.texts.push_back(id == 0 ? Cell() : Cell(std::move(spellings[id - 1])));
      made.rows.push_back(rows[id]);
    }
    for (std::size_t i = 0; i < made_.size(); ++i) {
      std::uint32_t& cell = made_.cells[i * columns_ + column];
      cell = number_of[cell];
    }
  }

  void Sort() {
    std::vector<std::uint32_t> order(made_.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    const auto row = [&](std::uint32_t i) {
      return std::span(made_.cells).subspan(i * columns_, columns_);
    };
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      return std::ranges::lexicographical_compare(row(a), row(b));
    });
    CodedRows sorted{.columns = std::move(made_.columns)};
    sorted.cells.reserve(made_.cells.size());
    sorted.rows.reserve(made_.rows.size());
    for (const std::uint32_t i : order) {
      sorted.cells.insert(sorted.cells.end(), row(i).begin(), row(i).end());
      sorted.rows.push_back(made_.rows[i]);
    }
    made_ = std::move(sorted);
  }

  Database& database_;
  std::size_t columns_;
  CodedRows made_;
};

}  // namespace

Result<CodedRows> ReadCodedRows(Database& database, const std::string& view,
                                const std::vector<std::string>& expressions,
                                const std::string& count, std::uint64_t most, Progress& progress) {
  return RowCoder(database, expressions.size()).Read(view, expressions, count, most, progress);
}

}  // namespace gauze::labels
