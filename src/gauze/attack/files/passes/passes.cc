#include "gauze/attack/files/passes/passes.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "gauze/attack/files/passes/left_over.h"
#include "gauze/attack/files/passes/levelled_column.h"
#include "gauze/base/parallel.h"
#include "gauze/base/stop.h"

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::Scene;

// Classes of these levels.
struct Pass {
  std::vector<std::size_t> classes;
  // Classes that are the same, however they are spelled.
  std::unordered_map<CellTuple, std::vector<std::size_t>, CellTupleHash> same;
  // Those of which it is certain that they are of no higher levels. If there are none, there may
  // have been no such pass.
  CellTuples released;
};
using PassMap = std::map<Levels, Pass>;
using ListedPass = const PassMap::value_type*;

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
    pass.classes.push_back(one);
    pass.same[cells].push_back(one);
    if (certain) pass.released.insert(std::move(cells));
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

// A finer pass, and all that are coarser.
struct Comparison {
  ListedPass finer = nullptr;
  std::vector<ListedPass> coarser;
};

// Passes that were certainly made, the largest first.
std::vector<ListedPass> ListPasses(const PassMap& passes) {
  std::vector<ListedPass> listed;
  for (const auto& pass : passes) {
    if (!pass.second.released.empty()) listed.push_back(&pass);
  }
  std::ranges::sort(listed, [](ListedPass one, ListedPass other) {
    const std::size_t its = one->second.released.size();
    const std::size_t others = other->second.released.size();
    return its != others ? its > others : one->first < other->first;
  });
  return listed;
}

std::vector<Comparison> Compare(const PassMap& passes, const std::vector<ListedPass>& listed) {
  std::vector<Comparison> comparisons;
  std::uint64_t done = 0;
  for (const ListedPass pass : listed) {
    StopIfAsked();
    if (done > kMostComparisons) break;
    done += passes.size();
    Comparison& made = comparisons.emplace_back(Comparison{.finer = pass});
    for (const auto& other : passes) {
      if (!IsFiner(pass->first, other.first)) continue;
      made.coarser.push_back(&other);
      done += other.second.classes.size() + pass->second.released.size();
    }
  }
  return comparisons;
}

// Whether a class of the finer pass lies within one of a coarser.
bool IsNested(const Comparison& compared, const std::vector<LevelledColumn>& columns) {
  const auto& [levels, finer] = *compared.finer;
  for (const ListedPass coarser : compared.coarser) {
    for (const CellTuple& cell : finer.released) {
      CellTuple above;
      for (std::size_t j = 0; j < columns.size(); ++j) {
        above.push_back(columns[j].Above(levels[j], cell[j], coarser->first[j]));
      }
      if (coarser->second.same.contains(above)) return true;
    }
  }
  return false;
}

// Finds k, and whether nothing else was asked for. The smallest class may be larger than what was
// promised, and then less is learned. Rows of which nothing is shown were given up, and nothing
// was promised of them.
void FindPromise(const Scene& scene, const AnyRelease& release, const PassMap& passes,
                 const std::vector<LevelledColumn>& columns, const ShowsValue& shows_value,
                 Passes& found) {
  const auto shows_something = [&](std::size_t one) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const std::size_t label = release.class_labels[one * columns.size() + j];
      if (!columns[j].Of(label).shows_nothing) return true;
    }
    return false;
  };
  found.k = std::numeric_limits<std::uint64_t>::max();
  std::vector<bool> one_value(release.class_values.size());
  for (const auto& [levels, pass] : passes) {
    for (const auto& [cells, same] : pass.same) {
      if (!shows_something(same.front())) continue;
      std::uint64_t rows = 0;
      for (const std::size_t one : same) rows += release.class_rows[one];
      found.k = std::min(found.k, rows);
      for (std::size_t s = 0; s < one_value.size(); ++s) {
        std::set<std::uint32_t> values;
        for (const std::size_t one : same) {
          for (const auto& [value, count] : release.class_values[s][one]) values.insert(value);
        }
        if (values.size() == 1 && shows_value(scene.values[s][*values.begin()])) {
          one_value[s] = true;
        }
      }
    }
  }
  found.only_k = !one_value.empty() && std::ranges::find(one_value, false) == one_value.end();
}

std::uint64_t RowsOf(const std::vector<CellClaim>& claims) {
  std::uint64_t rows = 0;
  for (const CellClaim& claim : claims) rows += claim.rows;
  return rows;
}

// Of each class and column, what the pass that tells most about it tells.
class BestFindings {
 public:
  void Add(const LeftOver& left) {
    for (const LeftOverClass& one : left.classes) {
      std::uint64_t& tuples = tuples_[one.one];
      tuples = std::max(tuples, one.tuples);
      std::map<std::size_t, std::vector<CellClaim>> columns;
      for (const CellClaim& claim : one.claims) columns[claim.column].push_back(claim);
      for (auto& [column, claims] : columns) {
        auto& best = claims_[{one.one, column}];
        if (RowsOf(claims) > RowsOf(best)) best = std::move(claims);
      }
    }
  }

  void Give(Passes& passes) const {
    passes.classes = tuples_.size();
    for (const auto& [one, tuples] : tuples_) passes.tuples[one] = tuples;
    for (const auto& [place, claims] : claims_) {
      passes.claims.insert(passes.claims.end(), claims.begin(), claims.end());
    }
  }

 private:
  std::map<std::size_t, std::uint64_t> tuples_;  // by class
  std::map<std::pair<std::size_t, std::size_t>, std::vector<CellClaim>> claims_;
};

}  // namespace

Result<Passes> ReadPasses(const Scene& scene, const AnyRelease& release,
                          const ShowsValue& shows_value, Progress& progress) {
  std::vector<LevelledColumn> columns;
  for (std::size_t j = 0; j < release.columns.size(); ++j) {
    GAUZE_ASSIGN(columns.emplace_back(),
                 LevelledColumn::Make(scene.domains[j], release.columns[j]));
  }
  const PassMap passes = FindPasses(release, columns);
  const std::vector<ListedPass> listed = ListPasses(passes);
  const std::vector<Comparison> comparisons = Compare(passes, listed);
  if (std::ranges::none_of(comparisons,
                           [&](const Comparison& each) { return IsNested(each, columns); })) {
    return InputError(
        "no class lies within another, so nothing shows that passes were made", "",
        "this attack is for local recoding level by level; try downcoding on other releases");
  }
  Passes found{.passes = listed.size(), .tried = comparisons.size()};
  FindPromise(scene, release, passes, columns, shows_value, found);
  const LeftOverReader reader(release, columns, found.only_k ? found.k - 1 : release.rows);
  std::vector<LeftOver> left(comparisons.size());
  std::atomic<bool> refuted = false;
  progress.Stage("going through passes", comparisons.size());
  ForEach(comparisons.size(), [&](std::size_t number) {
    progress.Advance(1);
    if (refuted) return;
    const Comparison& compared = comparisons[number];
    std::vector<std::size_t> classes;
    for (const ListedPass coarser : compared.coarser) {
      classes.insert(classes.end(), coarser->second.classes.begin(), coarser->second.classes.end());
    }
    left[number] = reader.Read(compared.finer->first, compared.finer->second.released, classes);
    if (left[number].refuted) refuted = true;
  });
  if (refuted) {
    found.refuted = true;
    return found;
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
