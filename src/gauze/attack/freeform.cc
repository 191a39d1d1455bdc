#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/attack/attack.h"
#include "gauze/attack/guarded_release.h"
#include "gauze/model/freeform/promise.h"

// Somebody observes some values of a person, in whichever columns, at whichever level, and looks at
// the released rows that match. If most of them show the same guarded value, the person has it.

namespace gauze {
namespace {

constexpr std::size_t kListed = 10;

Result<const PolicyEntry*> FreeformPromise(const Policy& policy) {
  const PolicyEntry* promise = nullptr;
  for (const PolicyEntry& entry : policy.protect) {
    if (entry.descriptor->name != freeform::kFreeform) continue;
    if (promise != nullptr) {
      return InputError("freeform is promised more than once", entry.where,
                        "attack with a copy of the policy that has one of the promises");
    }
    promise = &entry;
  }
  if (promise != nullptr) return promise;
  return InputError("the policy does not say what is guarded", policy.file,
                    "add the promise freeform, which says which values an adversary looks for and "
                    "which they can observe; the release need not have been made with it");
}

bool IsAtOrBelow(const freeform::GuardedTree& tree, NodeId node, NodeId above) {
  while (node != above && node != Hierarchy::kRoot) node = tree.Parent(node);
  return node == above;
}

bool ShowsSuspected(const freeform::GuardedTree& tree, NodeId node) {
  for (; !tree.Observable(node); node = tree.Parent(node)) {
    if (tree.SensitivityOf(node).numerator > 0) return true;
  }
  return false;
}

// A row that matches what is known and shows what is suspected: there the guess is right.
bool IsHit(const GuardedRelease& release, const freeform::Breach& breach, std::size_t row) {
  for (std::size_t c = 0; c < release.trees.size(); ++c) {
    const NodeId node = release.table.cells[c].Get(row);
    const bool target = c == breach.attribute;
    if (!IsAtOrBelow(release.trees[c], node, target ? breach.target : breach.known[c])) {
      return false;
    }
    if (target && !ShowsSuspected(release.trees[c], node)) return false;
  }
  return true;
}

std::uint64_t FirstHit(const GuardedRelease& release, const freeform::Breach& breach) {
  std::uint64_t first = ~std::uint64_t{0};
  for (std::size_t row = 0; row < release.first_row.size(); ++row) {
    if (release.first_row[row] < first && IsHit(release, breach, row)) {
      first = release.first_row[row];
    }
  }
  return first;
}

std::string Name(const GuardedRelease::Column& column, NodeId node) {
  const std::uint32_t levels = column.levels_up[node];
  if (levels == 0) return column.name;
  return fmt::format("{} ({} level{} up)", column.name, levels, levels == 1 ? "" : "s");
}

std::string Describe(const GuardedRelease& release, const freeform::Breach& breach, bool any) {
  std::vector<std::string> known;
  for (std::size_t c = 0; c < release.columns.size(); ++c) {
    const NodeId node = breach.known[c];
    if (node == Hierarchy::kRoot || node == release.columns[c].suppressed) continue;
    known.push_back(Name(release.columns[c], node));
  }
  const GuardedRelease::Column& target = release.columns[breach.attribute];
  return fmt::format("{} -> {}: threat {:.6g}, {} row{}, right at row {}",
                     known.empty() ? "nothing" : fmt::format("{}", fmt::join(known, ", ")),
                     any ? target.name : Name(target, breach.target), breach.threat.ToDouble(),
                     breach.support, breach.support == 1 ? "" : "s", FirstHit(release, breach));
}

Result<AttackReport> RunFreeform(const AttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(const PolicyEntry* promise, FreeformPromise(input.policy));
  GAUZE_ASSIGN(const freeform::BreachRules rules, freeform::BreachRulesOf(*promise));
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const GuardedRelease release, ReadGuardedRelease(database, input, *promise));
  progress.Stage("attacking", 0);
  const freeform::BreachReport found = freeform::FindBreaches(
      release.trees, release.table, rules, freeform::Breadth::kCritical, kListed);

  AttackReport report{.promise = promise->Text(), .holds = found.breaches == 0};
  report.figures = {
      {"rows", static_cast<double>(release.rows)},
      {"attacks", static_cast<double>(found.attacks)},
      {"attacks.above_promise", static_cast<double>(found.breaches)},
      {"threat.highest", found.worst.ToDouble()},
      {"threat.highest.rows", static_cast<double>(found.worst_support)},
  };
  if (release.cells_between_nodes > 0) {
    report.figures.push_back(
        {"cells.between_nodes", static_cast<double>(release.cells_between_nodes)});
  }
  for (const freeform::Breach& breach : found.listed) {
    report.findings.push_back(
        Describe(release, breach, rules.targets == freeform::BreachRules::Targets::kAny));
  }
  return report;
}

std::vector<std::string> ReadFreeform(const FiguresByName& figures) {
  return {
      fmt::format("Tried on {}: {} of what can be observed. {} above the promise.",
                  figures.Count("rows", "row", "rows"),
                  figures.Count("attacks", "combination", "combinations"),
                  figures["attacks.above_promise"] == 0
                      ? "None is"
                      : figures.Count("attacks.above_promise", "is", "are")),
      fmt::format("The strongest is a threat of {:.3g} and matches {}.", figures["threat.highest"],
                  figures.Count("threat.highest.rows", "row", "rows"))};
}

}  // namespace

AttackEntry FreeformAttack() {
  return {{.name = "freeform",
           .summary = "Observes any values of a person, and looks for guarded values in rows that "
                      "match",
           .guarantees = "tries every combination of observable values that can be the worst, at "
                         "every level of the guarded columns; the highest threat that it reports "
                         "is the highest of all combinations",
           .not_covered = "an adversary who observes what the policy calls not observable, or who "
                          "knows facts that are not in the table",
           .reference = "K. Wang, Y. Xu, A. W. C. Fu, R. C. W. Wong: FF-Anonymity: When "
                        "Quasi-Identifiers Are Missing, ICDE 2009"},
          RunFreeform,
          ReadFreeform};
}

}  // namespace gauze
