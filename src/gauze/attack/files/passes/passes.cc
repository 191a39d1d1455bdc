#include "gauze/attack/files/passes/passes.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>

#include "gauze/attack/files/passes/left_over.h"
#include "gauze/attack/files/passes/levelled_column.h"
#include "gauze/base/parallel.h"

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::Scene;

// Classes of these levels. If of none it is certain that it is of no higher ones, nothing is
// released, and there may have been no such pass.
struct Pass {
  CellTuples released;
  std::vector<std::size_t> classes;
};
using PassMap = std::map<Levels, Pass>;

PassMap FindPasses(const AnyRelease& release, const std::vector<LevelledColumn>& columns) {
  PassMap passes;
  for (std::size_t one = 0; one < release.classes(); ++one) {
    Levels levels;
    CellTuple cells;
    bool certain = true;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const auto cell = columns[j].Of(release.class_labels[one * columns.size() + j]);
      levels.push_back(cell.level);
      cells.push_back(cell.number);
      certain = certain && !cell.lowest_only;
    }
    Pass& pass = passes[levels];
    if (certain) pass.released.insert(std::move(cells));
    pass.classes.push_back(one);
  }
  return passes;
}

bool IsFiner(const Levels& one, const Levels& other) {
  if (one == other) return false;
  for (std::size_t j = 0; j < one.size(); ++j) {
    if (one[j] > other[j]) return false;
  }
  return true;
}

// Whether anything is shown of rows on these levels. If not they were given up, and kept nothing.
bool ShowsSomething(const Levels& levels, const std::vector<LevelledColumn>& columns) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (levels[j] < columns[j].top()) return true;
  }
  return false;
}

// Finds k, and whether nothing else was asked for. The smallest class may be larger than what was
// promised, and then less is learned.
void FindPromise(const AnyRelease& release, const PassMap& passes,
                 const std::vector<LevelledColumn>& columns, Passes& found) {
  found.k = std::numeric_limits<std::uint64_t>::max();
  std::vector<bool> one_value(release.class_values.size());
  for (const auto& [levels, pass] : passes) {
    if (!ShowsSomething(levels, columns)) continue;
    for (const std::size_t one : pass.classes) {
      found.k = std::min(found.k, release.class_rows[one]);
      for (std::size_t s = 0; s < one_value.size(); ++s) {
        if (release.class_values[s][one].size() == 1) one_value[s] = true;
      }
    }
  }
  found.only_k = std::ranges::find(one_value, false) == one_value.end();
}

std::uint64_t RowsOf(const std::vector<NarrowedCell>& cells) {
  std::uint64_t rows = 0;
  for (const NarrowedCell& cell : cells) rows += cell.rows;
  return rows;
}

// Of each class and column, what the pass that tells most about it tells.
class BestFindings {
 public:
  void Add(const LeftOver& left) {
    for (const LeftOverClass& one : left.classes) {
      std::uint64_t& tuples = tuples_[one.one];
      tuples = std::max(tuples, one.tuples);
      std::map<std::size_t, std::vector<NarrowedCell>> columns;
      for (const NarrowedCell& cell : one.cells) columns[cell.column].push_back(cell);
      for (auto& [column, cells] : columns) {
        auto& best = cells_[{one.one, column}];
        if (RowsOf(cells) > RowsOf(best)) best = std::move(cells);
      }
    }
  }

  void Give(Passes& passes) const {
    passes.classes = tuples_.size();
    for (const auto& [one, tuples] : tuples_) passes.tuples[one] = tuples;
    for (const auto& [place, cells] : cells_) {
      passes.cells.insert(passes.cells.end(), cells.begin(), cells.end());
    }
  }

 private:
  std::map<std::size_t, std::uint64_t> tuples_;  // by class
  std::map<std::pair<std::size_t, std::size_t>, std::vector<NarrowedCell>> cells_;
};

}  // namespace

Result<Passes> ReadPasses(const Scene& scene, const AnyRelease& release, Progress& progress) {
  std::vector<LevelledColumn> columns;
  for (std::size_t j = 0; j < release.columns.size(); ++j) {
    GAUZE_ASSIGN(columns.emplace_back(),
                 LevelledColumn::Make(scene.domains[j], release.columns[j]));
  }
  const PassMap passes = FindPasses(release, columns);
  std::vector<const PassMap::value_type*> listed;
  for (const auto& pass : passes) {
    if (!pass.second.released.empty()) listed.push_back(&pass);
  }
  Passes found{.passes = listed.size()};
  FindPromise(release, passes, columns, found);
  const LeftOverReader reader(release, columns, found.only_k ? found.k - 1 : release.rows);
  std::vector<LeftOver> left(listed.size());
  std::atomic<bool> refuted = false;
  progress.Stage("going through passes", listed.size());
  ForEach(listed.size(), [&](std::size_t number) {
    progress.Advance(1);
    if (refuted) return;
    const auto& [levels, pass] = *listed[number];
    std::vector<std::size_t> coarser;
    for (const auto& [other, its] : passes) {
      if (IsFiner(levels, other))
        coarser.insert(coarser.end(), its.classes.begin(), its.classes.end());
    }
    left[number] = reader.Read(levels, pass.released, coarser);
    if (left[number].refuted) refuted = true;
  });
  if (refuted) {
    found.refuted = true;
    return found;
  }
  if (std::ranges::none_of(left, &LeftOver::nested)) {
    return InputError("no class lies within another, so nothing was recoded in passes");
  }
  BestFindings best;
  for (const LeftOver& each : left) {
    found.skipped += each.skipped;
    best.Add(each);
  }
  found.tuples.resize(release.classes());
  best.Give(found);
  return found;
}

}  // namespace gauze
