#include "gauze/release/rows/unique_rows.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "gauze/base/hash.h"
#include "gauze/base/parallel.h"
#include "gauze/release/rows/block_bytes.h"

namespace gauze {
namespace {

constexpr std::uint64_t kMissingCell = 0x5BD1E995;  // as good as any
constexpr std::size_t kGroupsAtOnce = std::size_t{1} << 15U;

// Equal cells of a column have equal hashes, whatever table they are in.
std::uint64_t HashCell(const ReleasedColumn& column, std::size_t group) {
  if (!column.keys.empty()) return Mix(column.keys[group], 1);
  if (!column.texts.empty()) {
    return column.texts[group] ? HashText(*column.texts[group]) : kMissingCell;
  }
  const std::uint32_t code = column.codes[group];
  return code < column.values->size() ? HashText((*column.values)[code].text) : kMissingCell;
}

}  // namespace

SearchedRows::SearchedRows(std::uint64_t rows)
    : distance_(std::max<std::uint64_t>((rows + kSearchedRows - 1) / kSearchedRows, 1)) {}

std::string SearchedRows::Take(const ReleasedTable& table) const {
  std::vector<std::size_t> taken;
  std::uint64_t next = 0;  // the row that is taken next
  std::uint64_t row = 0;
  for (std::size_t group = 0; group < table.counts.size(); ++group) {
    row += table.counts[group];
    if (row <= next) continue;
    const std::uint64_t hits = (row - next + distance_ - 1) / distance_;
    const bool alone = table.counts[group] == 1;
    taken.insert(taken.end(), alone ? 1 : std::max<std::uint64_t>(hits, 2), group);
    next += hits * distance_;
  }
  BlockWriter out;
  out.Put(static_cast<std::uint64_t>(taken.size()));
  out.Put(static_cast<std::uint64_t>(table.columns.size()));
  for (const ReleasedColumn& column : table.columns) {
    // Half of a hash is enough to tell so few cells apart, nearly always.
    for (const std::size_t group : taken) {
      out.Put(static_cast<std::uint32_t>(HashCell(column, group)));
    }
  }
  return out.Take();
}

std::vector<NumberedCells> SearchedRows::Join(const std::vector<std::string>& taken) {
  std::vector<NumberedCells> cells;
  for (const std::string& bytes : taken) {
    BlockReader in(bytes);
    const auto rows = in.Get<std::uint64_t>();
    cells.resize(in.Get<std::uint64_t>());
    for (NumberedCells& column : cells) {
      for (std::uint64_t row = 0; row < rows; ++row) column.push_back(in.Get<std::uint32_t>());
    }
  }
  return cells;
}

UniqueRowCounter::UniqueRowCounter(std::vector<std::string> sensitive, std::uint64_t rows,
                                   std::vector<NumberedCells> searched)
    : sensitive_(std::move(sensitive)),
      rows_(rows),
      one_in_(OneInCombinations(rows)),
      searched_(std::move(searched)) {}

UniqueRowCounter::Combination UniqueRowCounter::Combine(const ReleasedTable& piece,
                                                        std::vector<std::size_t> columns) const {
  Combination combination;
  for (const std::size_t c : columns) combination.unique.columns.push_back(piece.columns[c].name);
  combination.columns = std::move(columns);
  return combination;
}

void UniqueRowCounter::Start(const ReleasedTable& piece) {
  std::vector<std::size_t> all(piece.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  combinations_.push_back(Combine(piece, all));
  std::vector<std::size_t> open;
  for (const std::size_t c : all) {
    const std::string& name = piece.columns[c].name;
    if (std::ranges::find(sensitive_, name) == sensitive_.end()) open.push_back(c);
  }
  has_open_ = !open.empty();
  if (has_open_) combinations_.push_back(Combine(piece, std::move(open)));
  for (auto& set : FindSinglingSets(searched_)) combinations_.push_back(Combine(piece, set));
  searched_.clear();
  hashes_.resize(piece.columns.size());
  cells_.resize(piece.columns.size());
}

void UniqueRowCounter::HashColumn(const ReleasedTable& piece, std::size_t index, std::size_t begin,
                                  std::size_t end) {
  const ReleasedColumn& column = piece.columns[index];
  std::vector<std::uint64_t>& cells = cells_[index];
  cells.resize(end - begin);
  // The same text means another thing in another column.
  const std::uint64_t salt = index + 1;
  if (column.codes.empty()) {
    for (std::size_t i = begin; i < end; ++i) cells[i - begin] = Mix(HashCell(column, i), salt);
    return;
  }
  Hashes& hashes = hashes_[index];
  if (hashes.values != column.values) {
    hashes.values = column.values;
    hashes.of_value.clear();
    for (const Value& value : *column.values) {
      hashes.of_value.push_back(Mix(HashText(value.text), salt));
    }
    hashes.of_value.push_back(Mix(kMissingCell, salt));
  }
  for (std::size_t i = begin; i < end; ++i) cells[i - begin] = hashes.of_value[column.codes[i]];
}

void UniqueRowCounter::Count(const ReleasedTable& piece, std::size_t begin, std::size_t end,
                             Combination& combination) const {
  // A part of all hashes, instead of a division for each.
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / one_in_;
  std::vector<std::uint64_t> sums(end - begin);
  for (const std::size_t c : combination.columns) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += cells_[c][i];
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::uint64_t hash = Mix(sums[i], 1);
    if (hash <= most) combination.counter.Add(hash, piece.counts[begin + i]);
  }
}

void UniqueRowCounter::Add(const ReleasedTable& piece) {
  if (combinations_.empty()) Start(piece);
  for (std::size_t begin = 0; begin < piece.counts.size(); begin += kGroupsAtOnce) {
    const std::size_t end = std::min(begin + kGroupsAtOnce, piece.counts.size());
    ForEach(piece.columns.size(), [&](std::size_t c) { HashColumn(piece, c, begin, end); });
    ForEach(combinations_.size(),
            [&](std::size_t i) { Count(piece, begin, end, combinations_[i]); });
  }
}

Uniqueness UniqueRowCounter::Finish() {
  Uniqueness uniqueness{.rows = rows_, .one_in = one_in_};
  for (std::size_t i = 0; i < combinations_.size(); ++i) {
    UniqueRows unique = std::move(combinations_[i].unique);
    EstimateUnique(combinations_[i].counter.once(), one_in_, rows_, unique);
    if (i == 0) {
      uniqueness.all = std::move(unique);
    } else if (i == 1 && has_open_) {
      uniqueness.open = std::move(unique);
    } else if (unique.rows > 0) {
      // A set that was found in some rows may leave none alone in all of them.
      uniqueness.sets.push_back(std::move(unique));
    }
  }
  return uniqueness;
}

}  // namespace gauze
