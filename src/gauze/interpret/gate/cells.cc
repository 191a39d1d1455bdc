#include "gauze/interpret/gate/cells.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "gauze/interpret/gate/pair_counts.h"

namespace gauze {
namespace {

// Which cells the groups are in. Most are in one; each different set of cells has a number.
struct Memberships {
  std::vector<std::uint32_t> of;                 // of each group, in order
  std::vector<std::vector<std::uint32_t>> sets;  // sorted; the rest counts as one more cell
};

Memberships Read(const Cells& cells, const VaultIndex& index, const Bits& rows) {
  Memberships members;
  for (std::uint32_t cell = 0; cell <= cells.count; ++cell) members.sets.push_back({cell});
  const auto cell_of = [&](std::size_t row, Code code) {
    if (cells.in_rest != nullptr && cells.in_rest->Has(row)) return cells.count;
    return std::min(cells.of[code], cells.count);
  };
  cells.column->OwnCodes().Visit([&](const auto& codes) {
    if (index.group_of().empty()) {
      members.of.reserve(rows.Count());
      rows.ForEach([&](std::size_t row) { members.of.push_back(cell_of(row, codes[row])); });
      return;
    }
    std::map<std::vector<std::uint32_t>, std::uint32_t> known;
    for (std::uint32_t i = 0; i < members.sets.size(); ++i) known.emplace(members.sets[i], i);
    std::vector<std::uint32_t> set;
    const auto close = [&] {
      if (set.empty()) return;
      std::ranges::sort(set);
      const auto [first, last] = std::ranges::unique(set);
      set.erase(first, last);
      const auto number = static_cast<std::uint32_t>(members.sets.size());
      const auto [found, fresh] = known.emplace(set, number);
      if (fresh) members.sets.push_back(set);
      members.of.push_back(found->second);
      set.clear();
    };
    std::uint32_t group = 0;
    rows.ForEach([&](std::size_t row) {
      if (index.group_of()[row] != std::exchange(group, index.group_of()[row])) close();
      set.push_back(cell_of(row, codes[row]));
    });
    close();
  });
  return members;
}

// Persons of one atom that are in the same cells; they are never told apart.
struct Alike {
  std::uint32_t block = 0;
  std::uint32_t members = 0;
  std::uint32_t persons = 0;
  std::uint32_t untold = 0;  // of their cells; none left: they are not in the rest
};

// The atoms as far as they are asked about, split further by each cell that is told. A person
// leaves the rest with the last of their cells, so a block is split by that, too.
class Blocks {
 public:
  Blocks(std::vector<Alike> groups, const Memberships& members, std::size_t cells, std::uint32_t k)
      : groups_(std::move(groups)), in_cell_(cells), k_(k) {
    for (std::uint32_t i = 0; i < groups_.size(); ++i) {
      const Alike& group = groups_[i];
      if (group.block >= persons_.size()) persons_.resize(std::size_t{group.block} + 1);
      persons_[group.block] += group.persons;
      for (const std::uint32_t cell : members.sets[group.members]) {
        if (cell < cells) in_cell_[cell].push_back(i);
      }
    }
  }

  // Before anything is told, blocks have the numbers of their atoms.
  bool AreBorneBy(const Atoms& atoms) const {
    for (std::uint32_t block = 0; block < persons_.size(); ++block) {
      const std::uint32_t outside = atoms.PersonsIn(block) - persons_[block];
      if (!Enough(persons_[block]) || !Enough(outside)) return false;
    }
    return true;
  }

  std::uint64_t PersonsIn(std::uint32_t cell) const {
    std::uint64_t persons = 0;
    for (const std::uint32_t i : in_cell_[cell]) persons += groups_[i].persons;
    return persons;
  }

  // Splits by the cell if every block bears it.
  bool Tell(std::uint32_t cell) {
    std::map<std::uint32_t, std::array<std::uint32_t, 2>> leaving;  // block -> still in the rest?
    for (const std::uint32_t i : in_cell_[cell]) {
      leaving[groups_[i].block].at(StaysInRest(groups_[i])) += groups_[i].persons;
    }
    for (const auto& [block, parts] : leaving) {
      const std::uint32_t left = persons_[block] - parts[0] - parts[1];
      for (const std::uint32_t persons : {parts[0], parts[1], left}) {
        if (!Enough(persons)) return false;
      }
    }
    std::map<std::pair<std::uint32_t, bool>, std::uint32_t> moved_to;
    for (const auto& [block, parts] : leaving) {
      for (const bool rest : {false, true}) {
        const std::uint32_t persons = parts.at(rest);
        if (persons == 0) continue;
        moved_to[{block, rest}] = static_cast<std::uint32_t>(persons_.size());
        persons_.push_back(persons);
        persons_[block] -= persons;
      }
    }
    for (const std::uint32_t i : in_cell_[cell]) {
      Alike& group = groups_[i];
      group.block = moved_to.at({group.block, StaysInRest(group)});
      --group.untold;
    }
    return true;
  }

  std::uint64_t PersonsInRest() const {
    std::uint64_t persons = 0;
    for (const Alike& group : groups_) persons += group.untold > 0 ? group.persons : 0;
    return persons;
  }

 private:
  bool Enough(std::uint32_t persons) const { return persons == 0 || persons >= k_; }
  static bool StaysInRest(const Alike& group) { return group.untold > 1; }

  std::vector<Alike> groups_;
  std::vector<std::vector<std::uint32_t>> in_cell_;
  std::vector<std::uint32_t> persons_;  // of each block
  std::uint32_t k_;
};

std::vector<Alike> Count(const Memberships& members, const Bits& groups, const Atoms& atoms) {
  PairCounts counts(atoms.count(), members.sets.size());
  std::size_t next = 0;
  groups.ForEach([&](std::size_t group) {
    counts.At(atoms.Of(group), members.of[next++]) += atoms.SizeOf(group);
  });
  std::vector<Alike> counted;
  counts.ForEach([&](std::size_t atom, std::size_t set, std::uint32_t count) {
    counted.push_back({.block = static_cast<std::uint32_t>(atom),
                       .members = static_cast<std::uint32_t>(set),
                       .persons = count,
                       .untold = static_cast<std::uint32_t>(members.sets[set].size())});
  });
  return counted;
}

// Equal for persons who are in the same told cells and alike in the rest.
std::vector<std::uint32_t> LabelsOf(const Memberships& members, const std::vector<bool>& told) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  std::vector<std::uint32_t> label_of;
  const auto rest = static_cast<std::uint32_t>(told.size());
  for (const auto& set : members.sets) {
    std::vector<std::uint32_t> seen;
    for (const std::uint32_t cell : set) {
      if (cell < rest && told[cell]) seen.push_back(cell);
    }
    if (seen.size() < set.size()) seen.push_back(rest);
    label_of.push_back(
        known.emplace(std::move(seen), static_cast<std::uint32_t>(known.size())).first->second);
  }
  std::vector<std::uint32_t> labels(members.of.size());
  std::ranges::transform(members.of, labels.begin(),
                         [&](std::uint32_t set) { return label_of[set]; });
  return labels;
}

}  // namespace

Cells EachValue(const HeldColumn& column) {
  Cells cells{.column = &column, .count = static_cast<std::uint32_t>(column.Own().size())};
  cells.of.resize(cells.count);
  std::iota(cells.of.begin(), cells.of.end(), 0U);
  return cells;
}

Cells OneCell(const HeldColumn& column, const std::vector<Code>& own) {
  Cells cells{.column = &column, .count = 1};
  cells.of.assign(column.Own().size(), Cells::kRest);
  for (const Code code : own) cells.of[code] = 0;
  return cells;
}

std::optional<CellNumbers> NumbersOf(const Cells& cells, const VaultIndex& index, const Bits& rows,
                                     const Bits& groups, const Atoms& atoms) {
  const Memberships members = Read(cells, index, rows);
  Blocks blocks(Count(members, groups, atoms), members, cells.count, atoms.k());
  if (!blocks.AreBorneBy(atoms)) return std::nullopt;
  CellNumbers numbers;
  for (std::uint32_t cell = 0; cell < cells.count; ++cell) {
    numbers.persons.push_back(blocks.PersonsIn(cell));
  }
  std::vector<std::uint32_t> order(cells.count);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(numbers.persons[b], a) < std::pair(numbers.persons[a], b);
  });
  numbers.told.assign(cells.count, false);
  for (const std::uint32_t cell : order) numbers.told[cell] = blocks.Tell(cell);
  numbers.rest = blocks.PersonsInRest();
  numbers.labels = LabelsOf(members, numbers.told);
  return numbers;
}

}  // namespace gauze
