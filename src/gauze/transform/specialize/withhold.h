#pragma once

#include "gauze/transform/specialize/schedule.h"
#include "gauze/transform/specialize/specialize_input.h"
#include "gauze/transform/specialize/specialized.h"

namespace gauze::freeform {

// One run from the top that may withhold cells. A specialisation that makes breaches is performed
// all the same if withholding enough cells of their targets undoes them within the share allowed.
// What an adversary can observe of a row is the same whether a guarded cell of it is withheld or
// not, so only numerators of threats change, and only downwards.
//
// Greedy: candidates are tried by falling loss and rejected for good, so the result has no breach
// but need not be minimal. Each try looks at all rows below the candidate, and at the whole table
// where it has guarded children. Memory: 8 bytes per distinct row and guarded attribute.
Specialized SpecializeWithholding(const SpecializeInput& input, const SpecializeOptions& options,
                                  const Order& order, const Schedule& schedule);

// Distinct rows as they are released: one comes in several pieces if cells of some of its rows are
// withheld, from its first rows on.
struct Pieces {
  std::vector<std::uint32_t> tuples;
  std::vector<std::uint64_t> rows;   // of each piece; empty: nothing is withheld
  std::vector<std::uint64_t> first;  // row of the tuple; empty likewise
};
Pieces PiecesOf(const SpecializeInput& input, const Specialized& specialized);
// The node that each piece shows of an attribute.
std::vector<NodeId> NodesOf(const SpecializeInput& input, const Specialized& specialized,
                            const Pieces& pieces, std::size_t attribute);

// The table that an adversary sees.
NodeTable Released(const SpecializeInput& input, const Specialized& specialized);

}  // namespace gauze::freeform
