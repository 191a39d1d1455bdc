#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "gauze/transform/boxes.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/label.h"
#include "gauze/transform/mondrian/scratch.h"

namespace gauze::mondrian {

struct Options {
  enum class Choose : std::uint8_t { kSpan, kLoss };
  Choose choose = Choose::kSpan;
  Boxes boxes;
  LabelStyle labels = LabelStyle::kNode;
  Ratio suppress_rows{0, 1};  // largest share of rows that may be left out
  MissingPolicy missing = MissingPolicy::kOwnValue;
};

// A region of the table: the tuples order[begin, end). A node with children was cut in two along
// one attribute: codes up to `cut` went left.
struct Node {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint64_t rows = 0;
  std::uint64_t budget = 0;  // rows below that may still be suppressed
  // One per quasi-identifier: what the cuts left of the domain. Empty unless boxes are cells.
  std::vector<Span> cells;
  bool suppressed = false;  // its rows are not released
  Node* parent = nullptr;
  std::size_t attribute = 0;  // index among the quasi-identifiers
  Code cut = 0;
  std::unique_ptr<Node> left;
  std::unique_ptr<Node> right;

  bool leaf() const { return left == nullptr; }
  // Undoes all cuts below.
  void Collapse();
};

// The table as Mondrian works on it: an order of tuples in which every node is an interval.
struct Workspace {
  Workspace(const Constraints& constraints, const Options& options);

  const Constraints& constraints;
  const Table& table;
  Options options;
  std::vector<std::size_t> quasi_identifiers;
  std::vector<Labeler> labelers;     // one per quasi-identifier
  std::vector<std::uint32_t> order;  // tuple ids
  // Codes and rows of each place of `order`: they move with it, so that a node is read from one end
  // to the other.
  std::vector<Code> codes;  // [place * QIs + qi]
  std::vector<std::uint64_t> rows;
  mutable tbb::enumerable_thread_specific<Scratch> scratch;

  Code CodeAt(std::uint32_t place, std::size_t qi) const {
    return codes[place * quasi_identifiers.size() + qi];
  }
  // What the node's rows have in one quasi-identifier.
  ClassValues ValuesOf(const Node& node, std::size_t qi) const;
};

}  // namespace gauze::mondrian
