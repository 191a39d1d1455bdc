#pragma once

#include <cstdint>
#include <vector>

#include "gauze/attack/channels/series.h"

namespace gauze::channels {

// What an earlier and a later release tell together: the inference-enabling sets of J.-W. Byun, Y.
// Sohn, E. Bertino, N. Li: Secure Anonymization for Incremental Datasets (SDM 2006), figure 6. Two
// classes are compatible if their boxes touch. Since nobody leaves, the rows of an earlier class
// are all in the later classes that are compatible with it, however many these are.
class Pair {
 public:
  // Both must outlive it.
  Pair(const ShownRelease& earlier, const ShownRelease& later, std::size_t columns);

  // What somebody can have who is in one of these classes of the later release and not in the
  // earlier one, as one earlier class tells: what its successors have in excess of it.
  Multiset Newcomer(const Places& later, std::size_t earlier, std::size_t column) const;
  // The same as all earlier classes tell that are compatible with the later ones.
  Multiset Newcomer(const Places& later, std::size_t column) const;

  // What somebody can have who is in these classes of both.
  Multiset Stayed(const Places& earlier, const Places& later, std::size_t column) const;

  // Later classes that are compatible with an earlier one, and the reverse.
  const Places& Successors(std::size_t earlier) const { return successors_[earlier]; }
  const Places& Predecessors(std::size_t later) const { return predecessors_[later]; }

 private:
  const ShownRelease& earlier_;
  const ShownRelease& later_;
  std::vector<Places> successors_;
  std::vector<Places> predecessors_;
  std::vector<std::vector<Multiset>> excess_;    // [column][earlier class], of its successors
  std::vector<std::vector<Multiset>> newcomer_;  // [column][later class]
};

}  // namespace gauze::channels
