#include "gauze/engine/profile/partition.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gauze {

GroupSizes::GroupSizes(std::uint64_t alone, const std::vector<Count>& larger) : alone_(alone) {
  std::uint64_t groups = 0;
  std::uint64_t rows = 0;
  for (const Count& count : larger) {
    groups += count.groups;
    rows += count.size * count.groups;
    sizes_.push_back(count.size);
    groups_.push_back(groups);
    rows_.push_back(rows);
  }
}

std::uint64_t GroupSizes::RowsBelow(std::uint64_t size) const {
  if (size <= 1) return 0;
  const auto below = std::ranges::lower_bound(sizes_, size) - sizes_.begin();
  return alone_ + (below == 0 ? 0 : rows_[static_cast<std::size_t>(below) - 1]);
}

std::uint64_t GroupSizes::MostAlone(std::uint64_t values) const {
  if (values <= 1 || sizes_.empty()) return alone_;
  const auto split = static_cast<std::size_t>(std::ranges::upper_bound(sizes_, values) -
                                              sizes_.begin());  // first of the larger ones
  const std::uint64_t rows = split == 0 ? 0 : rows_[split - 1];
  const std::uint64_t groups = groups_.back() - (split == 0 ? 0 : groups_[split - 1]);
  return alone_ + rows + groups * (values - 1);
}

void PartitionMaker::Note(std::uint64_t size) {
  if (size < small_.size()) {
    ++small_[size];
  } else {
    large_.push_back(size);
  }
}

GroupSizes PartitionMaker::TakeSizes(std::uint64_t alone) {
  std::vector<GroupSizes::Count> larger;
  for (std::size_t size = 2; size < small_.size(); ++size) {
    if (small_[size] > 0) larger.push_back({size, small_[size]});
    small_[size] = 0;
  }
  std::ranges::sort(large_);
  for (const std::uint64_t size : large_) {
    if (larger.empty() || larger.back().size != size) larger.push_back({size, 0});
    ++larger.back().groups;
  }
  large_.clear();
  return {alone + std::exchange(small_[1], 0), larger};
}

Partition PartitionMaker::ByColumn(const ColumnCodes& column) {
  Partition partition;
  std::vector<std::uint32_t> ends(column.values());  // of the rows of each code; first their number
  column.Visit([&](const auto& codes) {
    for (const std::uint32_t code : codes) ++ends[code];
  });
  std::uint32_t end = 0;
  constexpr std::uint32_t kAlone = ~std::uint32_t{0};
  for (std::uint32_t& of_code : ends) {
    if (of_code == 0) continue;
    Note(of_code);
    if (of_code == 1) {
      of_code = kAlone;
      continue;
    }
    const std::uint32_t begin = end;
    end += of_code;
    partition.ends.push_back(end);
    of_code = begin;
  }
  partition.rows.resize(end);
  column.Visit([&](const auto& codes) {
    for (std::uint32_t row = 0; row < codes.size(); ++row) {
      std::uint32_t& place = ends[codes[row]];
      if (place != kAlone) partition.rows[place++] = row;
    }
  });
  partition.sizes = TakeSizes(0);
  return partition;
}

template <typename Code>
void PartitionMaker::Part(std::span<const std::uint32_t> group, std::span<const Code> codes,
                          Partition* into) {
  codes_.resize(group.size());
  met_.clear();
  for (std::size_t i = 0; i < group.size(); ++i) {
    const std::uint32_t code = codes[group[i]];
    codes_[i] = code;
    if (counts_[code]++ == 0) met_.push_back(code);
  }
  for (const std::uint32_t code : met_) Note(counts_[code]);
  if (into == nullptr) {
    for (const std::uint32_t code : met_) counts_[code] = 0;
    return;
  }
  // From here on counts_ holds the place of the next row; one for nobody stands for rows alone.
  constexpr std::uint32_t kAlone = ~std::uint32_t{0};
  auto end = static_cast<std::uint32_t>(into->rows.size());
  for (const std::uint32_t code : met_) {
    const std::uint32_t size = counts_[code];
    counts_[code] = size == 1 ? kAlone : end;
    if (size == 1) continue;
    end += size;
    into->ends.push_back(end);
  }
  into->rows.resize(end);
  for (std::size_t i = 0; i < group.size(); ++i) {
    std::uint32_t& place = counts_[codes_[i]];
    if (place != kAlone) into->rows[place++] = group[i];
  }
  for (const std::uint32_t code : met_) counts_[code] = 0;
}

GroupSizes PartitionMaker::RefineInto(const Partition& partition, const ColumnCodes& column,
                                      Partition* into) {
  if (counts_.size() < column.values()) counts_.resize(column.values());
  column.Visit([&](const auto& codes) {
    std::size_t begin = 0;
    for (const std::uint32_t end : partition.ends) {
      Part(std::span(partition.rows).subspan(begin, end - begin), codes, into);
      begin = end;
    }
  });
  return TakeSizes(partition.sizes.alone());
}

Partition PartitionMaker::Refine(const Partition& partition, const ColumnCodes& column) {
  Partition refined;
  refined.rows.reserve(partition.rows.size());
  refined.sizes = RefineInto(partition, column, &refined);
  return refined;
}

GroupSizes PartitionMaker::RefinedSizes(const Partition& partition, const ColumnCodes& column) {
  return RefineInto(partition, column, nullptr);
}

bool PartitionMaker::AreFew(std::span<const ColumnCodes* const> columns) {
  // With fewer rows to each combination many are alone, and partitions soon have few rows.
  constexpr std::uint64_t kFewestRows = 4;
  const std::uint64_t most = std::min(kMostTallies, columns.front()->rows() / kFewestRows);
  std::uint64_t combinations = 1;
  for (const ColumnCodes* column : columns) {
    combinations *= column->values();
    if (combinations > most) return false;
  }
  return true;
}

GroupSizes PartitionMaker::CountedSizes(std::span<const ColumnCodes* const> columns) {
  std::size_t combinations = 1;
  for (const ColumnCodes* column : columns) combinations *= column->values();
  tallies_.assign(combinations, 0);
  std::array<std::uint32_t, 4096> places;
  const std::size_t rows = columns.front()->rows();
  for (std::size_t begin = 0; begin < rows; begin += places.size()) {
    const auto some = std::span(places).first(std::min(places.size(), rows - begin));
    std::ranges::fill(some, 0);
    for (const ColumnCodes* column : columns) {
      column->Visit([&](const auto& codes) {
        for (std::size_t i = 0; i < some.size(); ++i) {
          some[i] = some[i] * column->values() + codes[begin + i];
        }
      });
    }
    for (const std::uint32_t place : some) ++tallies_[place];
  }
  for (const std::uint32_t rows_there : tallies_) {
    if (rows_there > 0) Note(rows_there);
  }
  return TakeSizes(0);
}

}  // namespace gauze
