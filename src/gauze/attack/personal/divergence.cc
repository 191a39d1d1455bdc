#include "gauze/attack/attack.h"
#include "gauze/attack/numbers.h"
#include "gauze/attack/personal/victim_candidates.h"
#include "gauze/encode/encode.h"

// Somebody who knows the quasi-identifiers of a person, and so some rows of which one is the
// person's, takes the person for what most of them are, and is not even nearly right. The paper
// calls it worse than the truth.

namespace gauze {
namespace {

// Values are related if they lie below the same node under the root.
class Branches {
 public:
  static Result<Branches> Make(const Candidates::Column& column) {
    GAUZE_ASSIGN(Taxonomy taxonomy, MakeTaxonomy(column.attribute->hierarchy, column.original,
                                                 column.attribute->where));
    return Branches(std::move(taxonomy));
  }

  // Values that the hierarchy does not have are all in a branch of their own.
  std::size_t operator()(const Value& value) const {
    NodeId node = taxonomy_.FindLeaf(value.text);
    while (taxonomy_[node].parent != Taxonomy::kRoot) node = taxonomy_[node].parent;
    return node;
  }

 private:
  explicit Branches(Taxonomy taxonomy) : taxonomy_(std::move(taxonomy)) {}

  Taxonomy taxonomy_;
};

struct BranchRows {
  std::map<std::size_t, std::uint64_t> branches;
  std::uint64_t rows = 0;
};

std::vector<Figure> FiguresOf(const Candidates& candidates, std::size_t c,
                              const Branches& branch_of) {
  const Candidates::Column& column = candidates.columns[c];
  const auto conclude = [&](const Candidates::RowsByValue& rows) {
    BranchRows found;
    for (const auto& [value, count] : rows) {
      found.rows += count;
      if (const auto& shown = column.shown[value]) found.branches[branch_of(*shown)] += count;
    }
    return found;
  };
  const auto judge = [&](const BranchRows& found, const Value& own) {
    return JudgeBranch(found.branches, found.rows, branch_of(own));
  };
  return candidates.Tally(c, conclude, judge);
}

Result<AttackReport> RunDivergence(const AttackInput& input, Progress& progress) {
  const Policy& policy = input.policy;
  std::vector<const PolicyAttribute*> columns;
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role != Role::kSensitive) continue;
    if (!IsNumeric(attribute.attribute.type)) columns.push_back(&attribute);
  }
  if (columns.empty()) {
    return InputError("the policy names no sensitive category", policy.file,
                      "give a column the role sensitive, and a hierarchy that says which values "
                      "are related");
  }
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const Candidates candidates, ReadCandidates(database, input, columns, progress));
  AttackReport report{.figures = candidates.VictimFigures()};
  for (std::size_t c = 0; c < columns.size(); ++c) {
    GAUZE_ASSIGN(const Branches branch_of, Branches::Make(candidates.columns[c]));
    const std::vector<Figure> figures = FiguresOf(candidates, c, branch_of);
    report.figures.insert(report.figures.end(), figures.begin(), figures.end());
  }
  return report;
}

std::vector<std::string> ReadDivergence(const FiguresByName& figures) {
  return ReadBreaches(figures, "suggest something unrelated to their own value");
}

}  // namespace

AttackEntry DivergenceAttack() {
  return {
      .descriptor = {.name = "divergence",
                     .summary =
                         "Looks for people whose candidates suggest a value unrelated to their own",
                     .guarantees =
                         "counts the victims for whom at least half of the candidates lie in one "
                         "branch of the hierarchy, and their own value in another",
                     .not_covered = "values without a hierarchy have no relations: any other "
                                    "value is then unrelated",
                     .reference = "E. Poovammal, M. Ponnavaikko: Categorical Grading Based "
                                  "Personalized Privacy Preservation Against Attacks, 2009"},
      .run = RunDivergence,
      .reading = ReadDivergence,
      .knows = true};
}

}  // namespace gauze
