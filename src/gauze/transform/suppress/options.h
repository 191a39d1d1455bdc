#pragma once

#include <limits>
#include <span>
#include <vector>

#include "gauze/transform/suppress/removal_search.h"

namespace gauze::suppress {

// How many terms each row loses, up to RowLinks::kMostTabled.
using Counts = std::vector<std::uint16_t>;

// What a row can become when it loses a number of terms, and a condition that no class can do
// without. For rows with tables only, none of which move together.
//
// A removal has a value: |K| for diversity, and for closeness what it takes off the squared
// distance if no other row shares a label. The value stands for the best that can come of it,
// because labels that rows share only make the largest shares larger:
//   diversity  Treat the K as disjoint, but for one label that several rows link to already and
//              will always link to. Then shares are spread more evenly than they can be, the tail
//              is as large as can be, and it grows with every |K|.
//   closeness  d^2 >= |prior|^2 - sum of values: the cross terms between rows are not negative.
// A removal that leaves a row unlinked does nothing that leaving the row alone would not do, so it
// is no option.
class Options {
 public:
  static constexpr double kUseless = -std::numeric_limits<double>::infinity();

  struct Option {
    Cost cost = 0;
    double value = kUseless;  // the best of all removals of so many terms
    Mask mask = 0;            // the first that has it
  };

  explicit Options(const ClassState& state);

  std::size_t rows() const { return set_of_.size(); }
  // By number of terms that the row loses.
  const std::vector<Option>& of(std::size_t row) const { return sets_[set_of_[row]].options; }
  bool SameSet(std::size_t row, std::size_t other) const { return set_of_[row] == set_of_[other]; }
  double Value(std::size_t row, Mask removed) const;
  // All removals of so many terms that link the row to something, best value first.
  const std::vector<Mask>& Subsets(std::size_t row, int removed);

  bool diversity() const { return diversity_; }
  double c() const { return c_; }
  double l() const { return l_; }
  // Rows that share a label whatever is removed, each row in one clump at most; for diversity.
  static constexpr std::size_t kNoClump = static_cast<std::size_t>(-1);
  std::size_t clumps() const { return clump_sizes_.size(); }
  std::size_t clump_of(std::size_t row) const { return clump_of_[row]; }
  // Largest first.
  double clump_size(std::size_t clump) const { return clump_sizes_[clump]; }
  // Of closeness: what the values must sum up to.
  double need() const { return need_; }

  // False only if no removals of these values, one for each row, can satisfy the condition.
  bool Possible(std::span<const double> values) const;

 private:
  struct SetOptions {
    const RowLinks* links = nullptr;
    std::vector<Option> options;
    std::vector<std::vector<Mask>> subsets;
  };

  double ValueOf(const RowLinks& links, Mask removed) const;
  void FindClumps(const ClassState& state);
  bool PossibleApart(std::span<const double> values) const;
  bool PossibleClumped(std::span<const double> values) const;

  bool diversity_;
  double c_ = 0;
  double l_ = 0;
  double need_ = 0;
  double total_rows_;
  std::vector<std::size_t> set_of_;
  std::vector<SetOptions> sets_;
  std::vector<std::size_t> clump_of_;
  std::vector<double> clump_sizes_;
  mutable std::vector<double> sorted_;
  mutable std::vector<std::pair<double, double>> shares_;
  mutable std::vector<double> sums_;
};

}  // namespace gauze::suppress
