#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/interpret/index/bits.h"

namespace gauze {

// A partition of elements (rows, or groups of persons) into atoms, kept so that every atom holds at
// least k persons. Atoms are split by sets and never merged: after any number of sets, each of them
// is a union of atoms, and so is whatever a Boolean formula or a sum with weights makes of them.
class Atoms {
 public:
  // Elements that are groups of persons: how many each has; empty: 1 each. All in one atom. What
  // the spans show must outlive the atoms.
  static Atoms OfGroups(std::size_t groups, std::span<const std::uint32_t> sizes, std::uint32_t k);
  // Elements that are rows: whose each is, rising from 0.
  static Atoms OfRows(std::span<const std::uint32_t> persons, std::uint32_t k);

  // Persons in the set, and whether each atom would still have k persons, or be none, after a split
  // by it. Costs a step for each element of the set; for rows, a step for every one there is.
  struct Load {
    std::uint64_t persons = 0;  // of rows: those of each atom by themselves
    bool borne = false;
  };
  Load Weigh(const Bits& set) const;

  // Splits by the set, which they must bear.
  void Split(const Bits& set);
  // Splits by several sets at once: elements of `set`, in order, have labels, and those with
  // different labels part. For elements that are groups.
  void Split(const Bits& set, std::span<const std::uint32_t> labels);

  std::uint32_t Of(std::size_t element) const { return of_[element]; }
  // Persons of a group.
  std::uint32_t SizeOf(std::size_t group) const { return sizes_.empty() ? 1 : sizes_[group]; }
  std::size_t elements() const { return of_.size(); }
  std::size_t count() const { return persons_in_.size(); }
  std::uint32_t PersonsIn(std::uint32_t atom) const { return persons_in_[atom]; }
  std::uint32_t k() const { return k_; }

 private:
  // Persons of each atom inside the set, and outside of it.
  struct Sides {
    std::vector<std::uint32_t> inside;
    std::vector<std::uint32_t> outside;
  };
  Atoms(std::size_t elements, std::uint32_t k) : k_(k), of_(elements, 0) {}
  Sides Count(const Bits& set) const;
  bool Enough(std::uint32_t persons) const { return persons == 0 || persons >= k_; }

  std::span<const std::uint32_t> persons_;  // of rows
  std::span<const std::uint32_t> sizes_;    // of groups
  std::uint32_t k_;
  std::vector<std::uint32_t> of_;
  std::vector<std::uint32_t> persons_in_;
};

}  // namespace gauze
