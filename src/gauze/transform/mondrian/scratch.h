#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "gauze/table/table.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/label.h"

namespace gauze::mondrian {

// The labels that a growing set of tuples would print, as loss summed over the quasi-identifiers.
class LossTally {
 public:
  LossTally(const Table& table, const std::vector<std::size_t>& quasi_identifiers,
            const std::vector<Labeler>& labelers)
      : table_(table),
        quasi_identifiers_(quasi_identifiers),
        labelers_(labelers),
        spans_(labelers.size()),
        distinct_(labelers.size()),
        marks_(labelers.size()) {
    for (std::size_t j = 0; j < marks_.size(); ++j) {
      if (labelers[j].prints_set()) marks_[j].resize(table.domains[quasi_identifiers[j]].size());
    }
  }

  void Reset() {
    ++round_;
    std::ranges::fill(distinct_, 0);
    std::ranges::fill(spans_, Span{std::numeric_limits<Code>::max(), 0});
  }

  void Add(std::uint32_t tuple) {
    for (std::size_t j = 0; j < spans_.size(); ++j) {
      const Code code = table_.columns[quasi_identifiers_[j]].Get(tuple);
      spans_[j].low = std::min(spans_[j].low, code);
      spans_[j].high = std::max(spans_[j].high, code);
      if (!marks_[j].empty() && marks_[j][code] != round_) {
        marks_[j][code] = round_;
        ++distinct_[j];
      }
    }
  }

  // `cells` with the cut attribute's own cell replaced.
  double Loss(const std::vector<Span>& cells, std::size_t attribute, Span cell) const {
    double sum = 0;
    for (std::size_t j = 0; j < spans_.size(); ++j) {
      const Span whole = cells.empty() ? Span{} : cells[j];
      sum += labelers_[j].Loss(spans_[j], j == attribute ? cell : whole, distinct_[j]);
    }
    return sum;
  }

 private:
  const Table& table_;
  const std::vector<std::size_t>& quasi_identifiers_;
  const std::vector<Labeler>& labelers_;
  std::vector<Span> spans_;
  std::vector<std::uint64_t> distinct_;
  std::vector<std::vector<std::uint32_t>> marks_;
  std::uint32_t round_ = 0;
};

// Counters that one thread reuses from cut to cut: they are as large as the domains, so making them
// again for every small node would cost more than the node.
struct Scratch {
  Tally tally;
  LossTally loss;
  // The upper side of a cut while the lower one is put together.
  std::vector<std::uint32_t> order;
  std::vector<std::uint64_t> rows;
  std::vector<Code> codes;
  // Rows per code of one attribute, and the codes of a node that has few tuples for its range.
  std::vector<std::uint64_t> histogram;
  std::vector<std::pair<Code, std::uint64_t>> sorted;
};

}  // namespace gauze::mondrian
