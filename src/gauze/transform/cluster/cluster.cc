#include "gauze/transform/cluster/cluster.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/transform/cluster/agglomerate.h"
#include "gauze/transform/cluster/classes.h"
#include "gauze/transform/cluster/improve.h"
#include "gauze/transform/cluster/standard.h"
#include "gauze/transform/constraints.h"

namespace gauze {
namespace {

Result<Generalization> Run(const TransformInput& input, const Parameters& parameters,
                           Progress& progress) {
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(input.coded, input.protect));
  GAUZE_TRY(constraints.CheckFeasible());
  const LabelStyle labels =
      parameters.Text("labels") == "node" ? LabelStyle::kNode : LabelStyle::kSet;
  const Table& table = input.coded.table;
  const auto quasi_identifiers = table.WithRole(Role::kQuasiIdentifying);
  std::vector<Labeler> labelers;
  std::vector<const Domain*> domains;
  for (const std::size_t attribute : quasi_identifiers) {
    labelers.emplace_back(input.coded, attribute, labels, BoxStyle::kTight, input.missing);
    domains.push_back(&table.domains[attribute]);
  }
  progress.Stage("clustering", table.rows);
  cluster::Units units(table, quasi_identifiers);
  const cluster::Space space(units, labelers, domains, input.missing);
  const cluster::Tree tree(units, space);
  cluster::Standard standard(constraints, units, labels);
  cluster::Clusters clusters(units, space, tree);
  cluster::Agglomerate(tree, space, standard, !input.whole_tuples, clusters, progress);
  cluster::Improve(units, tree, space, standard, !input.whole_tuples, parameters.Integer("search"),
                   clusters);
  return cluster::MakeClasses({constraints, quasi_identifiers, labelers, units, space, tree},
                              clusters);
}

Result<std::vector<std::string>> Explain(const TransformInput& input, const Parameters& parameters,
                                         std::size_t class_index) {
  NoProgress progress;
  GAUZE_ASSIGN(const Generalization result, Run(input, parameters, progress));
  Check(class_index < result.classes(), "the class exists");
  return std::vector<std::string>{};
}

}  // namespace

TransformEntry ClusterEntry() {
  return {
      .descriptor =
          {
              .name = "cluster",
              .summary = "brings rows together with their nearest until every class keeps every "
                         "promise; loses least, boxes may overlap",
              .parameters =
                  {
                      {.name = "labels",
                       .type = ParameterType::kChoice,
                       .summary = "how categories are printed: node, the lowest node of the "
                                  "hierarchy; set, the list of values (keeps more, harder to read)",
                       .fallback = "node",
                       .choices = {"node", "set"}},
                      {.name = "search",
                       .type = ParameterType::kInteger,
                       .summary = "rounds of local search after clustering; more keeps a little "
                                  "more and takes longer, 0 is fastest",
                       .fallback = "2",
                       .minimum = "0",
                       .maximum = "100"},
                  },
              .guarantees = "every class satisfies every model of the policy",
              .not_covered = "boxes that do not overlap: equal rows may carry different labels",
              .reference = "docs/transforms/cluster.md",
          },
      .run = Run,
      .explain = Explain,
  };
}

}  // namespace gauze
