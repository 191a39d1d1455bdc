#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

// Rows that are equal in some columns, as groups of two and more. Rows that are
// alone are left out, and stay alone whatever columns are added; so a partition becomes smaller
// with every column (stripped partitions: Huhtala, Kärkkäinen, Porkka, Toivonen, TANE, The Computer
// Journal 42(2), 1999).

namespace gauze {

// A number for each row; equal cells have equal numbers, and missing equals missing.
class ColumnCodes {
 public:
  ColumnCodes() = default;
  // Numbers below `values`, to be added row by row.
  explicit ColumnCodes(std::uint32_t values) : values_(values) {}
  ColumnCodes(std::uint32_t values, std::vector<std::uint32_t> codes)
      : values_(values), wide_(std::move(codes)) {}

  void Add(std::uint32_t code) {
    if (narrow()) {
      narrow_.push_back(static_cast<std::uint16_t>(code));
    } else {
      wide_.push_back(code);
    }
  }

  std::uint32_t values() const { return values_; }
  std::size_t rows() const { return narrow_.size() + wide_.size(); }
  std::uint64_t bytes() const { return narrow_.capacity() * 2 + wide_.capacity() * 4; }

  // Calls use(codes) with the numbers, as a span of their type.
  template <typename Use>
  void Visit(const Use& use) const {
    if (wide_.empty()) {
      use(std::span<const std::uint16_t>(narrow_));
    } else {
      use(std::span<const std::uint32_t>(wide_));
    }
  }

 private:
  bool narrow() const { return values_ <= 65'536; }

  std::uint32_t values_ = 0;
  std::vector<std::uint16_t> narrow_;
  std::vector<std::uint32_t> wide_;
};

// How many groups have how many rows.
class GroupSizes {
 public:
  struct Count {
    std::uint64_t size = 0;
    std::uint64_t groups = 0;
  };

  GroupSizes() = default;
  // `alone`: groups of one row; the others from small sizes to large.
  GroupSizes(std::uint64_t alone, const std::vector<Count>& larger);

  std::uint64_t alone() const { return alone_; }
  std::uint64_t groups() const { return alone_ + (groups_.empty() ? 0 : groups_.back()); }
  // Rows in groups of fewer than `size`.
  std::uint64_t RowsBelow(std::uint64_t size) const;

  // What `alone()` can become at the most by columns that together have so many values: a group of
  // no more rows than values may fall apart, and of a larger one all values but one may have a row
  // each.
  std::uint64_t MostAlone(std::uint64_t values) const;

 private:
  std::uint64_t alone_ = 0;
  std::vector<std::uint64_t> sizes_;   // ascending
  std::vector<std::uint64_t> groups_;  // up to and with this size
  std::vector<std::uint64_t> rows_;    // likewise
};

struct Partition {
  std::vector<std::uint32_t> rows;  // group by group
  std::vector<std::uint32_t> ends;  // of the groups
  GroupSizes sizes;
};

// Makes and refines partitions of one table. Not for several threads at once.
class PartitionMaker {
 public:
  Partition ByColumn(const ColumnCodes& column);
  // The groups of `partition`, parted by one more column.
  Partition Refine(const Partition& partition, const ColumnCodes& column);
  // Only their sizes.
  GroupSizes RefinedSizes(const Partition& partition, const ColumnCodes& column);

  // The groups of all rows by some columns that have few values together: counted in one pass over
  // rows in their order, which is faster than looking them up group by group.
  static constexpr std::uint64_t kMostTallies = std::uint64_t{1} << 20;
  static bool AreFew(std::span<const ColumnCodes* const> columns);
  GroupSizes CountedSizes(std::span<const ColumnCodes* const> columns);

 private:
  template <typename Code>
  void Part(std::span<const std::uint32_t> group, std::span<const Code> codes, Partition* into);
  void Note(std::uint64_t size);
  GroupSizes TakeSizes(std::uint64_t alone);
  GroupSizes RefineInto(const Partition& partition, const ColumnCodes& column, Partition* into);

  std::vector<std::uint32_t> counts_;  // by code; zeros between groups
  std::vector<std::uint32_t> codes_;   // of a group
  std::vector<std::uint32_t> met_;     // codes, each once
  std::vector<std::uint64_t> small_ = std::vector<std::uint64_t>(1024);  // groups by size
  std::vector<std::uint64_t> large_;                                     // sizes
  std::vector<std::uint32_t> tallies_;                                   // by combination of codes
};

}  // namespace gauze
