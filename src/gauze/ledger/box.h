#pragma once

#include <vector>

#include "gauze/ledger/state.h"
#include "gauze/transform/label.h"

namespace gauze::ledger {

// A class in the space of the quasi-identifiers: one interval of codes each.
using Box = std::vector<Span>;

// Do they have a point in common? Then classes with these boxes are compatible (the paper's
// definition 6): there may be records that are in both.
bool Touch(const Box& a, const Box& b);

// Boxes of groups of one table, and what they lose. Spans and nodes; sets of values are not known
// here. One thread at a time: it remembers what it has looked up.
class BoxBook {
 public:
  BoxBook(const CodedTable& coded, MissingPolicy missing);

  std::size_t width() const { return columns_.size(); }
  Code CodeOf(std::uint32_t tuple, std::size_t qi) const { return columns_[qi]->Get(tuple); }

  // From the lowest to the highest code that occurs.
  Box Tight(const Group& group) const;
  void Grow(Box& box, std::uint32_t tuple) const;
  static void Join(const Box& other, Box& box);
  // What a reader sees: the range, or everything below the lowest node.
  Box Printed(const Box& tight) const;
  // Of a row: the sum of G/D.
  double Loss(const Box& tight);
  // The same for the box with one more tuple in it.
  double LossWith(const Box& tight, std::uint32_t tuple);

 private:
  double SpanLoss(std::size_t qi, Span span);

  const CodedTable& coded_;
  std::vector<std::size_t> quasi_identifiers_;
  std::vector<const CodeColumn*> columns_;
  std::vector<Labeler> labelers_;
  std::vector<std::vector<double>> known_;  // small domains: [low * size + high], or -1
};

}  // namespace gauze::ledger
