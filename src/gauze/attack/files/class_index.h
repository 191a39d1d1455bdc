#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gauze/attack/scene/any_release.h"
#include "gauze/base/progress.h"

namespace gauze {

// Finds the classes of a release whose labels cover a person. People are looked for in blocks: for
// each column and place that occurs in a block, the classes that cover it are one row of bits, and
// a person's are their intersection. Memory: (people of a block) * columns * classes bits. Time
// grows with people times classes / 64.
class ClassIndex {
 public:
  // By the columns that are `known`, at least one.
  ClassIndex(const labels::AnyRelease& release, const std::vector<bool>& known);

  // Calls visit(person, classes in increasing order) for each, from several threads at once.
  void ForEachPerson(
      const labels::KnownPeople& people, Progress& progress,
      const std::function<void(std::size_t, const std::vector<std::uint32_t>&)>& visit) const;

 private:
  using Bits = std::vector<std::uint64_t>;

  Bits Covering(std::size_t column, Code place) const;

  const labels::AnyRelease& release_;
  std::vector<std::size_t> known_;
  // Classes by their label in a column: those of label l are from begins_[l] to begins_[l + 1].
  std::vector<std::vector<std::uint32_t>> classes_;
  std::vector<std::vector<std::uint32_t>> begins_;
};

}  // namespace gauze
