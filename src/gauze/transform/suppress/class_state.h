#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gauze/model/qs_condition.h"
#include "gauze/transform/suppress/row_links.h"

namespace gauze::suppress {

// How a class would stand with a removal. Only `holds` is exact; the rest guides searches.
struct Verdict {
  bool holds = false;
  // Diversity: c (p_l + … + p_m) - p1. Closeness: t^2 - d^2. The larger the better.
  double slack = 0;
  double largest = 0;       // p1; 0 for closeness
  std::uint64_t level = 0;  // the largest l for which the class is diverse, if asked for
};

// One row of a search; in large classes several equal ones that move together.
struct SearchRow {
  std::shared_ptr<const RowLinks> links;
  std::size_t set = 0;  // equal rows have the same, and stand side by side
  std::uint64_t weight = 1;
};

// The rows of a class with what is removed from each, made for asking the same question of one row
// many times: Focus() takes the row out and sorts the labels of the others by their shares, and
// Try() costs no more than the labels that the others link to, whatever the row itself links to.
// Rows that link to every label are only counted.
//
// Shares are whole numbers, each rounded down by less than the number of rows, in units of 1/2^62
// of the class. Whatever is within the rounding of a tie is decided by QsCondition.
class ClassState {
 public:
  ClassState(const QsCondition& condition, std::size_t labels);

  // Starts a class, with nothing removed.
  void Reset(std::vector<SearchRow> rows);

  const QsCondition& condition() const { return condition_; }
  const std::vector<SearchRow>& rows() const { return rows_; }
  const RowLinks& links(std::size_t row) const { return *rows_[row].links; }
  std::size_t labels() const { return shares_.size(); }
  std::uint64_t total_rows() const { return total_rows_; }
  const std::vector<Mask>& masks() const { return masks_; }
  Mask mask(std::size_t row) const { return masks_[row]; }
  Cost TotalCost() const;

  void Set(std::size_t row, Mask removed);
  void SetAll(const std::vector<Mask>& masks);
  // The row that Try() is about. Not kept by Set().
  void Focus(std::size_t row);
  Verdict Try(Mask removed, bool with_level = false);
  // The class as it is set.
  Verdict Now(bool with_level = false);

 private:
  static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);
  static constexpr std::int64_t kWhole = std::int64_t{1} << 62U;  // all rows together

  // Labels with the same share: how many, and how many of them the tried row links to.
  struct Group {
    std::int64_t share = 0;
    std::int64_t labels = 0;
    std::int64_t linked = 0;
  };

  struct Step {
    std::int64_t share;
    std::int64_t labels;
  };

  // Adds the row's shares, or takes them away.
  void Apply(std::size_t row, int sign);
  std::int64_t Share(std::size_t row, std::uint32_t linked) const;
  // Drops labels without a share from the list, and prepares for Try().
  void GroupLabels();
  void GroupOthers();
  void SumOthers();
  void CountLinked(const RowLinks& links, Mask removed);
  // Lists the shares, largest first; returns how many labels have one.
  std::int64_t MergeSteps(std::int64_t share, std::int64_t own);
  std::int64_t Rest(std::int64_t total, std::int64_t base) const;
  std::uint64_t Level(std::int64_t largest, std::int64_t base) const;
  Verdict TryDiversity(Mask removed, std::uint32_t linked, bool with_level);
  Verdict TryCloseness(Mask removed, std::uint32_t linked);
  bool Exactly(Mask removed) const;

  const QsCondition& condition_;
  std::vector<SearchRow> rows_;
  std::vector<Mask> masks_;
  std::uint64_t total_rows_ = 0;
  std::int64_t unit_ = 0;  // the share of one row
  std::vector<std::int64_t> shares_;
  std::vector<LabelId> touched_;  // every label with a share, and some without
  std::vector<char> is_touched_;
  std::uint64_t everywhere_ = 0;  // rows that link to every label
  std::size_t focus_ = kNoRow;    // not in the shares
  // Of the others, while there is a focus: labels with a share and their groups.
  std::vector<std::uint32_t> group_of_;
  std::vector<Group> groups_;  // largest share first
  std::int64_t others_total_ = 0;
  double others_square_ = 0;
  double others_dot_ = 0;  // with the prior
  // Scratch.
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> rank_;
  std::vector<Step> steps_;
};

}  // namespace gauze::suppress
