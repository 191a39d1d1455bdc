#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gauze/model/qs_condition.h"
#include "gauze/taxonomy/knowledge.h"
#include "gauze/transform/suppress/removal_cost.h"
#include "gauze/transform/suppress/search_budget.h"

// Suppression of terms in one class until a condition on its labels holds, as cheaply as can be
// found. Removing a term from a row that has w terms left costs 1/w, so a row's cost depends only
// on how many terms it loses.
//
// The condition is not monotone in suppression: a term less can link a row that linked to nothing.
// Every search therefore evaluates each removal that it reports.
//
// P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive Attribute Values. CIKM
// 2010, section 2.2.

namespace gauze::suppress {

// Rows of a class that have the same terms, each at most once; terms that the knowledge does not
// have are Knowledge::kNoTerm, once for each.
struct TermRows {
  std::vector<TermId> terms;
  std::uint64_t rows = 1;
};

enum class Search : std::uint8_t {
  kExact,       // greedy with jumps and local search, then bounds: mostly proves its result
  kAdaptive,    // the paper's: depth first, the most promising term first
  kDepthFirst,  // the paper's baseline: depth first in the order of rows and terms
};

// So many rows of an input set lose the terms at these positions.
struct Removal {
  std::size_t set = 0;
  std::uint64_t rows = 0;
  std::vector<std::uint32_t> positions;
};

struct Outcome {
  bool found = false;   // a removal after which the condition holds, perhaps of nothing
  bool proven = false;  // none is cheaper; or, if none was found, there is none
  Cost cost = 0;        // of what was found
  Cost bound = 0;       // no removal is cheaper than this
  std::uint64_t nodes = 0;
  // For each input set in order, the rows that lose the same terms together, those that lose
  // nothing included.
  std::vector<Removal> removals;
};

// Suppresses class after class; keeps tables of the latest term sets, which come back in other
// classes. One for each thread. Knowledge and condition must outlive it.
class Suppressor {
 public:
  Suppressor(const Knowledge& knowledge, const QsCondition& condition, Search search,
             Budget budget = {});
  ~Suppressor();
  Suppressor(const Suppressor&) = delete;
  Suppressor& operator=(const Suppressor&) = delete;

  // Up to 512 rows, each is on its own; in a larger class equal rows move together, and then only
  // a cost of 0 is proven. Terms of a row beyond the 63 rarest are only removed together.
  Outcome Run(std::span<const TermRows> rows);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace gauze::suppress
