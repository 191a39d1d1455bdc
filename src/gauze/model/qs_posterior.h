#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/taxonomy/knowledge.h"

namespace gauze {

// What whoever holds the knowledge table believes of a row drawn from some rows: beta(L), the mean
// over the rows of 1/|K| where the row's terms link to L, K being all labels they link to. A row
// that links to nothing adds nothing, and the shares are not scaled up for it: they sum to the
// share of rows that link to something.
//
// Exact: kept as counts of rows by |K|, never as a quotient. Posteriors of parts add up to that of
// the whole. The prior of t-closeness is one too: of the whole table, or of one row without terms,
// which makes all labels equally likely.
// Costs memory for each pair of a label and a |K|; rows that link to every label cost nothing.
//
// P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive Attribute Values. CIKM
// 2010, section 2.1.
class QsPosterior {
 public:
  // So many rows link to a label and `linked` - 1 others: they add rows/linked to its sum.
  struct LabelRows {
    LabelId label = 0;
    std::uint32_t linked = 0;
    std::uint64_t rows = 0;
  };

  explicit QsPosterior(std::size_t labels) : labels_(labels) {}
  static QsPosterior Uniform(std::size_t labels);

  // Rows whose K is exactly `linked`; labels in any order, none twice.
  void Add(std::span<const LabelId> linked, std::uint64_t rows);
  // Rows with these terms.
  void Add(const Knowledge& knowledge, std::span<const TermId> terms, std::uint64_t rows) {
    Add(knowledge.Linked(terms), rows);
  }
  void Add(const QsPosterior& other);

  std::size_t labels() const { return labels_; }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t unlinked_rows() const { return unlinked_; }
  // Rows that link to every label: each label's sum has everywhere/labels more.
  std::uint64_t everywhere_rows() const { return everywhere_; }
  // Sorted by label and |K|, each pair once.
  std::span<const LabelRows> parts() const;
  // All shares, rounded: for guides and reports, not for decisions.
  std::vector<double> Shares() const;

 private:
  std::size_t labels_;
  std::uint64_t rows_ = 0;
  std::uint64_t unlinked_ = 0;
  std::uint64_t everywhere_ = 0;
  mutable std::vector<LabelRows> parts_;
  mutable std::size_t tidy_ = 0;  // how many parts, from the first, are sorted and joined
};

}  // namespace gauze
