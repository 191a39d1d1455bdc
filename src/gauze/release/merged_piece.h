#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gauze/table/released_table.h"

// Private to sorted_runs.cc: groups of equal rows out of several tables.

namespace gauze {

struct PlaceInBlock {
  std::shared_ptr<const ReleasedTable> block;
  std::size_t group = 0;
};

// The order of released_groups.h between groups of different tables with the same columns.
// Negative, 0 or positive.
class PrintedOrder {
 public:
  PrintedOrder() = default;
  PrintedOrder(const ReleasedTable& table, const std::set<std::string>& quasi_identifiers);

  int CompareClasses(const PlaceInBlock& a, const PlaceInBlock& b) const;
  int Compare(const PlaceInBlock& a, const PlaceInBlock& b) const;

 private:
  std::vector<std::size_t> quasi_identifying_;  // columns
  std::vector<std::size_t> others_;
};

class MergedPiece {
 public:
  void Add(const PlaceInBlock& place) { places_.push_back(place); }
  std::size_t groups() const { return places_.size(); }
  ReleasedTable Gather() const;

 private:
  ReleasedColumn GatherColumn(std::size_t column) const;

  std::vector<PlaceInBlock> places_;
};

}  // namespace gauze
