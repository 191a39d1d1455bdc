#include "gauze/attack/guarded_release.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "gauze/attack/node_labels.h"
#include "gauze/attack/release_rows.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/profile/guarded_columns.h"
#include "gauze/model/freeform/make_tree.h"

namespace gauze {
namespace {

using Cell = std::optional<std::string>;

class GuardedReader {
 public:
  GuardedReader(Database& database, const AttackInput& input, const PolicyEntry& promise)
      : database_(database), input_(input), promise_(promise) {}

  Result<GuardedRelease> Read() {
    GAUZE_ASSIGN(const CodedTable source, ReadGuardedColumns(database_, input_.policy, promise_));
    GAUZE_ASSIGN(const SourceColumns columns, OpenRelease(database_, input_));
    std::vector<std::string> labels;
    for (const PolicyAttribute& attribute : input_.policy.attributes) {
      const std::string& name = attribute.attribute.name;
      if (attribute.attribute.role != Role::kQuasiIdentifying && !IsGuarded(name)) continue;
      GAUZE_ASSIGN(std::string label, LabelExpression(columns, attribute, input_));
      labels.push_back(std::move(label));
      made_.columns.push_back({.name = name});
    }
    GAUZE_TRY(ReadRows(labels));
    for (std::size_t c = 0; c < labels.size(); ++c) {
      GAUZE_TRY(IsGuarded(made_.columns[c].name) ? AddGuarded(source, c) : AddObserved(c));
    }
    return std::move(made_);
  }

 private:
  bool IsGuarded(const std::string& name) const {
    return std::ranges::find(promise_.columns, name, &PolicyEntry::Column::name) !=
           promise_.columns.end();
  }

  Status ReadRows(const std::vector<std::string>& labels) {
    // Row numbers are in the order of the file. Groups are sorted: the same in every run.
    const std::string number = QuoteName("row of the file");
    GAUZE_ASSIGN(rows_, database_.Rows(fmt::format(
                            "SELECT {}, count(*), min({}) FROM (SELECT *, row_number() OVER () AS "
                            "{} FROM released) GROUP BY ALL ORDER BY ALL",
                            fmt::join(labels, ", "), number, number)));
    if (rows_.empty()) {
      return InputError("the file has no rows", input_.release(),
                        "is this a release of this policy?");
    }
    for (const Database::Row& row : rows_) {
      made_.table.counts.push_back(NumberIn(row[labels.size()]));
      made_.first_row.push_back(NumberIn(row[labels.size() + 1]));
      made_.rows += made_.table.counts.back();
    }
    return {};
  }

  Cell LabelAt(std::size_t row, std::size_t column) const {
    const Cell& cell = rows_[row][column];
    return cell && !IsMissing(input_.policy, *cell) ? cell : Cell();
  }

  Status AddGuarded(const CodedTable& source, std::size_t column) {
    const std::size_t attribute = source.table.Find(made_.columns[column].name);
    GAUZE_ASSIGN(freeform::GuardedTree tree, freeform::MakeTree(source, attribute, promise_));
    const Hierarchy& hierarchy = *source.HierarchyOf(attribute);
    for (const Hierarchy::Node& node : hierarchy.nodes()) {
      made_.columns[column].levels_up.push_back(node.height);
    }
    const NodeLabels reader(source.table.attributes[attribute], source.table.domains[attribute],
                            hierarchy);
    std::map<Cell, std::optional<NodeLabels::LabelNode>> found;
    CodeColumn cells(static_cast<Code>(tree.size()), rows_.size());
    std::uint64_t unknown = 0;
    std::uint64_t first_unknown = ~std::uint64_t{0};
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const Cell label = LabelAt(row, column);
      const auto [place, fresh] = found.try_emplace(label);
      if (fresh) place->second = reader.Find(label);
      const auto& node = place->second;
      if (!node) {
        unknown += made_.table.counts[row];
        first_unknown = std::min(first_unknown, made_.first_row[row]);
        continue;
      }
      cells.Set(row, node->node);
      if (!node->exact) made_.cells_between_nodes += made_.table.counts[row];
    }
    if (unknown > 0) {
      return InputError(
          fmt::format("{} row{} of column {} cannot be found in its hierarchy over the source, see "
                      "row {}",
                      unknown, unknown == 1 ? "" : "s", made_.columns[column].name, first_unknown),
          input_.release(), "the source must be the table that the release was made from");
    }
    made_.trees.push_back(std::move(tree));
    made_.table.cells.push_back(std::move(cells));
    return {};
  }

  // Labels by number, all directly under the root.
  Status AddObserved(std::size_t column) {
    std::map<Cell, std::string> name_of;
    TaxonomyBuilder builder;
    std::vector<Value> values;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const auto [place, fresh] = name_of.try_emplace(LabelAt(row, column));
      if (!fresh) continue;
      place->second = std::to_string(name_of.size());
      values.push_back({.text = place->second});
      GAUZE_TRY(builder.Add({place->second}, input_.release()));
    }
    GAUZE_ASSIGN(const Taxonomy taxonomy, builder.Finish(input_.release()));
    GAUZE_ASSIGN(const auto bound, Hierarchy::Bind(taxonomy, std::move(values), ValueType::kText,
                                                   false, input_.release()));
    GAUZE_ASSIGN(
        freeform::GuardedTree tree,
        freeform::GuardedTree::Make({.hierarchy = bound.hierarchy}, {},
                                    promise_.parameters.Number("observable_from"), promise_.where));
    std::map<std::string, NodeId> node_of;
    for (NodeId node = 0; node < tree.size(); ++node) node_of[bound.hierarchy[node].label] = node;
    CodeColumn cells(static_cast<Code>(tree.size()), rows_.size());
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      cells.Set(row, node_of.at(name_of.at(LabelAt(row, column))));
    }
    GuardedRelease::Column& made = made_.columns[column];
    made.levels_up.assign(tree.size(), 0);
    if (const auto star = name_of.find(Cell("*")); star != name_of.end()) {
      made.suppressed = node_of.at(star->second);
    }
    made_.trees.push_back(std::move(tree));
    made_.table.cells.push_back(std::move(cells));
    return {};
  }

  Database& database_;
  const AttackInput& input_;
  const PolicyEntry& promise_;
  std::vector<Database::Row> rows_;
  GuardedRelease made_;
};

}  // namespace

Result<GuardedRelease> ReadGuardedRelease(Database& database, const AttackInput& input,
                                          const PolicyEntry& promise) {
  return GuardedReader(database, input, promise).Read();
}

}  // namespace gauze
