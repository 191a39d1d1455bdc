#include "gauze/interpret/gate/witnesses.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace gauze {
namespace {

// So many that a question hardly ever misses all that it could split, and few enough that looking
// at all of them is little beside a pass over a large table.
constexpr std::uint64_t kPersons = 8192;

// The small atoms of rows that differ most, with no more persons than that together: what is alike
// is never split, and what is large bears most splits.
std::vector<std::uint32_t> Telling(const Atoms& atoms) {
  std::vector<std::uint32_t> rows_in(atoms.count(), 0);
  for (std::size_t row = 0; row < atoms.elements(); ++row) ++rows_in[atoms.Of(row)];
  std::vector<std::uint32_t> order(atoms.count());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&](std::uint32_t atom) { return rows_in[atom] < 2; });
  std::ranges::sort(order, {}, [&](std::uint32_t atom) {
    const std::uint32_t persons = atoms.PersonsIn(atom);
    return std::tuple(persons - rows_in[atom], persons, atom);
  });
  std::uint64_t persons = 0;
  const auto end = std::ranges::find_if(
      order, [&](std::uint32_t atom) { return (persons += atoms.PersonsIn(atom)) > kPersons; });
  order.erase(end, order.end());
  return order;
}

}  // namespace

Witnesses::Witnesses(const Atoms& atoms) : k_(atoms.k()) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  const std::vector<std::uint32_t> chosen = Telling(atoms);
  std::vector<std::uint32_t> place_of(atoms.count(), kNone);
  for (std::uint32_t i = 0; i < chosen.size(); ++i) place_of[chosen[i]] = i;
  std::vector<std::vector<Member>> witnesses(chosen.size());
  for (std::uint32_t row = 0; row < atoms.elements(); ++row) {
    const std::uint32_t place = place_of[atoms.Of(row)];
    if (place != kNone) witnesses[place].push_back({row, atoms.SizeOf(row)});
  }
  for (const auto& witness : witnesses) {
    starts_.push_back(static_cast<std::uint32_t>(members_.size()));
    members_.insert(members_.end(), witness.begin(), witness.end());
  }
  starts_.push_back(static_cast<std::uint32_t>(members_.size()));
}

bool Witnesses::Refuse(std::span<const ColumnTest> tests) const {
  const RowFilter filter(tests);
  for (std::size_t witness = 0; witness + 1 < starts_.size(); ++witness) {
    std::uint32_t inside = 0;
    std::uint32_t outside = 0;
    for (std::uint32_t i = starts_[witness]; i < starts_[witness + 1]; ++i) {
      (filter.Passes(members_[i].row) ? inside : outside) += members_[i].persons;
    }
    if ((inside > 0 && inside < k_) || (outside > 0 && outside < k_)) return true;
  }
  return false;
}

}  // namespace gauze
