#include "gauze/transform/cluster/cluster.h"

#include <iterator>
#include <numeric>

#include "gauze/transform/boxes.h"
#include "gauze/transform/cluster/agglomerate.h"
#include "gauze/transform/cluster/class_criterion.h"
#include "gauze/transform/cluster/cluster_classes.h"
#include "gauze/transform/cluster/explain_cluster.h"
#include "gauze/transform/cluster/improve.h"
#include "gauze/transform/constraints.h"

namespace gauze {
namespace {

constexpr std::uint64_t kSearchesUnderModels =
    8;  // of a unit, about: measured on tables of a million rows

struct Setting {
  Setting(const TransformInput& input_in, const Parameters& parameters,
          const Constraints& constraints_in, const Boxes& boxes)
      : input(input_in),
        constraints(constraints_in),
        labels(parameters.Text("labels") == "node" ? LabelStyle::kNode : LabelStyle::kSet),
        rounds(parameters.Integer("search")),
        table(input.coded.table),
        quasi_identifiers(table.WithRole(Role::kQuasiIdentifying)),
        labelers(MakeLabelers(input.coded, boxes, labels, input.missing)) {}

  const TransformInput& input;
  const Constraints& constraints;
  LabelStyle labels;
  std::int64_t rounds;
  const Table& table;
  std::vector<std::size_t> quasi_identifiers;
  std::vector<Labeler> labelers;
};

Result<Generalization> RunCluster(const TransformInput& input, const Parameters& parameters,
                                  Progress& progress) {
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(input.coded, input.protect));
  GAUZE_TRY(constraints.CheckFeasible());
  GAUZE_ASSIGN(const Boxes boxes, ReadBoxes(input, parameters));
  const Setting setting(input, parameters, constraints, boxes);
  const bool by_tuple = !constraints.LeastRows().has_value();
  const bool may_donate = !input.whole_tuples;
  cluster::Units units(setting.table, setting.quasi_identifiers, by_tuple);
  const cluster::CostModel cost_model(units, input.coded, setting.quasi_identifiers,
                                      setting.labelers, input.missing);
  std::vector<std::uint32_t> all(units.size());
  std::iota(all.begin(), all.end(), 0U);
  cluster::UnitTree tree(units, cost_model, std::move(all));
  tree.Renumber(units);
  cluster::ClassCriterion criterion(constraints, units, setting.labels);
  cluster::Clusters clusters(units, cost_model);
  // Of a unit: searches for its cluster, one step for each round of the local search, one to be
  // printed. Where models look at more than rows, searches are repeated, and take most of the time.
  const auto others = static_cast<std::uint64_t>(setting.rounds) + 1;
  const std::uint64_t searches = by_tuple ? kSearchesUnderModels : 2;
  const std::uint64_t rows = setting.table.rows;
  const std::uint64_t growing = rows * searches / (searches + others);
  {
    ProgressShare share(progress, growing, searches * units.size());
    cluster::Agglomerate(units, tree, cost_model, criterion, {.may_donate = may_donate}, clusters,
                         share);
  }
  ProgressShare share(progress, rows - growing, others * units.size());
  cluster::Improve(tree, cost_model, criterion, may_donate, setting.rounds, clusters, share);
  auto result = cluster::MakeClasses(constraints, setting.quasi_identifiers, setting.labelers,
                                     cluster::Collect(setting.table, units, clusters), share);
  result.label_style = setting.labels;
  return result;
}

Result<std::vector<std::string>> ExplainCluster(const TransformInput& input,
                                                const Parameters& parameters,
                                                std::size_t class_index) {
  NoProgress progress;
  GAUZE_ASSIGN(const Generalization result, RunCluster(input, parameters, progress));
  Check(class_index < result.classes(), "the class exists");
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(input.coded, input.protect));
  return cluster::ExplainClass(constraints, result, class_index);
}

}  // namespace

TransformEntry ClusterEntry() {
  TransformEntry entry = {
      .descriptor =
          {
              .name = "cluster",
              .summary = "joins rows with their nearest until every class keeps every promise; "
                         "loses least, boxes may overlap",
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
              .reference =
                  "J.-W. Byun, A. Kamra, E. Bertino, N. Li: Efficient k-Anonymization Using "
                  "Clustering Techniques (2007)",
          },
      .run = RunCluster,
      .explain = ExplainCluster,
      .check = CheckBoxes,
      .unit_bytes = 26,
  };
  auto boxes = BoxParameters(
      {"tight", "grid"},
      "what a class claims: tight, only values that occur in it (keeps more); grid, a little more "
      "than occurs, so that labels give no value away");
  auto& parameters = entry.descriptor.parameters;
  parameters.insert(parameters.begin(), std::make_move_iterator(boxes.begin()),
                    std::make_move_iterator(boxes.end()));
  return entry;
}

}  // namespace gauze
