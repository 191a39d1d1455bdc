#include "gauze/interpret/gate/person_atoms.h"

#include <algorithm>
#include <limits>

#include "gauze/base/error.h"
#include "gauze/interpret/gate/pair_counts.h"

namespace gauze {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Atoms Atoms::OfGroups(std::size_t groups, std::span<const std::uint32_t> sizes, std::uint32_t k) {
  Atoms atoms(groups, k);
  atoms.sizes_ = sizes;
  std::uint32_t persons = 0;
  for (std::size_t group = 0; group < groups; ++group) persons += atoms.SizeOf(group);
  if (groups > 0) atoms.persons_in_.push_back(persons);
  return atoms;
}

Atoms Atoms::OfRows(std::span<const std::uint32_t> persons, std::uint32_t k) {
  Atoms atoms(persons.size(), k);
  atoms.persons_ = persons;
  if (!persons.empty()) atoms.persons_in_.push_back(persons.back() + 1);
  return atoms;
}

Atoms::Sides Atoms::Count(const Bits& set) const {
  Sides sides;
  sides.inside.assign(persons_in_.size(), 0);
  if (persons_.empty()) {
    set.ForEach([&](std::size_t element) { sides.inside[of_[element]] += SizeOf(element); });
    sides.outside = persons_in_;
    for (std::size_t atom = 0; atom < sides.outside.size(); ++atom) {
      sides.outside[atom] -= sides.inside[atom];
    }
    return sides;
  }
  // A person can have elements on both sides. Theirs lie side by side, so the last person seen is
  // enough to count each once.
  sides.outside.assign(persons_in_.size(), 0);
  std::vector<std::uint32_t> last_inside(persons_in_.size(), kNone);
  std::vector<std::uint32_t> last_outside(persons_in_.size(), kNone);
  for (std::size_t element = 0; element < of_.size(); ++element) {
    const std::uint32_t atom = of_[element];
    const bool in = set.Has(element);
    std::uint32_t& last = in ? last_inside[atom] : last_outside[atom];
    if (last == persons_[element]) continue;
    last = persons_[element];
    ++(in ? sides.inside : sides.outside)[atom];
  }
  return sides;
}

Atoms::Load Atoms::Weigh(const Bits& set) const {
  const Sides sides = Count(set);
  Load load{.borne = true};
  for (std::size_t atom = 0; atom < sides.inside.size(); ++atom) {
    load.persons += sides.inside[atom];
    load.borne = load.borne && Enough(sides.inside[atom]) && Enough(sides.outside[atom]);
  }
  return load;
}

void Atoms::Split(const Bits& set) {
  const Sides sides = Count(set);
  std::vector<std::uint32_t> moved_to(persons_in_.size(), kNone);
  for (std::uint32_t atom = 0; atom < moved_to.size(); ++atom) {
    Check(Enough(sides.inside[atom]) && Enough(sides.outside[atom]), "an atom fell below k");
    if (sides.inside[atom] == 0 || sides.outside[atom] == 0) continue;
    moved_to[atom] = static_cast<std::uint32_t>(persons_in_.size());
    persons_in_.push_back(sides.inside[atom]);
    persons_in_[atom] = sides.outside[atom];
  }
  set.ForEach([&](std::size_t element) {
    const std::uint32_t to = moved_to[of_[element]];
    if (to != kNone) of_[element] = to;
  });
}

void Atoms::Split(const Bits& set, std::span<const std::uint32_t> labels) {
  Check(persons_.empty(), "labels are for groups");
  if (labels.empty()) return;
  const std::size_t label_count = std::size_t{*std::ranges::max_element(labels)} + 1;
  PairCounts parts(persons_in_.size(), label_count);
  std::size_t next = 0;
  set.ForEach(
      [&](std::size_t element) { parts.At(of_[element], labels[next++]) += SizeOf(element); });

  std::vector<std::uint32_t> outside = persons_in_;
  parts.ForEach([&](std::size_t atom, std::size_t, std::uint32_t persons) {
    Check(Enough(persons), "an atom fell below k");
    outside[atom] -= persons;
  });
  Check(std::ranges::all_of(outside, [&](std::uint32_t persons) { return Enough(persons); }),
        "an atom fell below k");

  // The part outside keeps the atom's number; if there is none, one of the others does.
  std::vector<bool> kept(outside.size());
  for (std::size_t atom = 0; atom < outside.size(); ++atom) kept[atom] = outside[atom] != 0;
  PairCounts new_number(outside.size(), label_count);
  next = 0;
  set.ForEach([&](std::size_t element) {
    const std::uint32_t atom = of_[element];
    const std::uint32_t label = labels[next++];
    std::uint32_t& number = new_number.At(atom, label);  // one more, so that 0 is none
    if (number == 0) {
      const std::uint32_t persons = parts.At(atom, label);
      if (kept[atom]) {
        persons_in_.push_back(persons);
        number = static_cast<std::uint32_t>(persons_in_.size());
      } else {
        kept[atom] = true;
        outside[atom] = persons;
        number = atom + 1;
      }
    }
    of_[element] = number - 1;
  });
  std::ranges::copy(outside, persons_in_.begin());
}

}  // namespace gauze
