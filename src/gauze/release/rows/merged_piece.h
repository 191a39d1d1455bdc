#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "gauze/release/rows/printed_values.h"
#include "gauze/table/released_table.h"

// Private to sorted_runs.cc: groups of equal rows out of several tables, all with the same columns
// and codes of sorted values (PrintedValues).

namespace gauze {

struct PlaceInBlock {
  const ReleasedTable* block = nullptr;
  std::size_t group = 0;
};

// The order of released_groups.h between groups of different tables. Negative, 0 or positive.
class PrintedOrder {
 public:
  PrintedOrder(const PrintedValues::Sorted& values, const std::set<std::string>& quasi_identifiers);

  int CompareClasses(const PlaceInBlock& a, const PlaceInBlock& b) const;
  // Of groups that print the same quasi-identifiers.
  int CompareInClass(const PlaceInBlock& a, const PlaceInBlock& b) const;
  // Where each class of a block ends.
  std::vector<std::size_t> ClassEnds(const ReleasedTable& block) const;

 private:
  std::vector<std::size_t> quasi_identifying_;  // columns
  std::vector<std::size_t> others_;
};

class MergedPiece {
 public:
  // Groups from a place on, up to `end`. The block must stay until they are gathered.
  void Add(const PlaceInBlock& from, std::size_t end);
  std::size_t groups() const { return groups_; }
  ReleasedTable Gather(const PrintedValues::Sorted& values) const;

 private:
  struct Range {
    PlaceInBlock from;
    std::size_t end = 0;
  };
  template <typename T, typename Find>
  std::vector<T> Gathered(const Find& find) const;
  ReleasedColumn GatherColumn(std::size_t column, const PrintedValues::Sorted& values) const;

  std::vector<Range> ranges_;
  std::size_t groups_ = 0;
};

}  // namespace gauze
