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
  Pair(const ShownRelease& earlier, const ShownRelease& later, std::size_t columns);

  // The values possible for somebody who is in one of these classes of the later release and not in
  // the earlier one, as one earlier class tells: of its successors only what they have in excess of
  // it. One set for each earlier class that rules something out. `all`: the values of these
  // classes.
  std::vector<Multiset> Differences(const Places& later, const Multiset& all,
                                    std::size_t column) const;
  // The same as all earlier classes tell together.
  Multiset Newcomer(const Places& later, std::size_t column) const;

  // Later classes that are compatible with an earlier one, and the reverse.
  const Places& Successors(std::size_t earlier) const { return successors_[earlier]; }
  const Places& Predecessors(std::size_t later) const { return predecessors_[later]; }

 private:
  // What a newcomer to a later class cannot have, as one earlier class tells. With overlapping
  // boxes a class has many predecessors, and hardly any of them rules something out.
  struct RuledOut {
    std::uint32_t earlier = 0;
    Multiset values;
  };

  std::vector<Places> successors_;
  std::vector<Places> predecessors_;
  std::vector<std::vector<std::vector<RuledOut>>> ruled_out_;  // [column][later class]
  std::vector<std::vector<Multiset>> newcomer_;                // [column][later class]
};

}  // namespace gauze::channels
