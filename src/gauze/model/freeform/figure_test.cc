#include <gtest/gtest.h>

#include <map>

#include "gauze/model/freeform/breaches.h"

namespace gauze::freeform {
namespace {

// The example of the paper: sex, income and disease; tables T1, T2 and T3. Its figure is not quoted
// row by row in the text, so the rows here are chosen to have every property that the text states:
// two men of high income with AIDS, one woman with influenza, who earns 190K, two women with a
// viral infection, and no value with a share above one half among women or among men.
class Figure1 : public testing::Test {
 protected:
  using Row = std::vector<std::string>;

  Figure1() {
    AddColumn({{"F"}, {"M"}}, {});
    // A2: an exact income is sensitive and cannot be observed, a bracket can.
    AddColumn({{"190K", "High"},
               {"160K", "High"},
               {"80K", "Middle"},
               {"70K", "Middle"},
               {"40K", "Low"},
               {"30K", "Low"},
               {"20K", "Low"}},
              {.guard = {"*"},
               .observability = "belief",
               .beliefs = {{"*", {.numerator = 0}}},
               .boost = {.numerator = 1}});
    // A1: AIDS and TB are sensitive and cannot be observed; the rest can.
    AddColumn({{"Flu", "VI"}, {"AIDS", "VI"}, {"E.Coli", "BI"}, {"TB", "BI"}},
              {.guard = {"AIDS", "TB"}});
  }

  void AddColumn(const std::vector<Row>& paths, const AttributeRules& rules) {
    TaxonomyBuilder builder;
    std::vector<Value> values;
    for (const Row& path : paths) {
      ASSERT_TRUE(builder.Add(path, "figure"));
      values.push_back({.text = path.front()});
    }
    const Taxonomy taxonomy = *builder.Finish("figure");
    auto bound = Hierarchy::Bind(taxonomy, values, ValueType::kText, false, "figure");
    auto tree = GuardedTree::Make({.hierarchy = bound->hierarchy, .taxonomy = &taxonomy}, rules,
                                  {.numerator = 1}, "figure");
    ASSERT_TRUE(tree) << tree.error().Text();
    trees_.push_back(*std::move(tree));
    auto& names = names_.emplace_back();
    for (NodeId node = 0; node < bound->hierarchy.nodes().size(); ++node) {
      names[bound->hierarchy[node].label] = node;
    }
  }

  // The table with some values replaced, in the columns named by index.
  NodeTable Table(const std::map<std::string, std::string>& replaced) const {
    const std::vector<Row> rows = {
        {"F", "190K", "Flu"},   {"F", "40K", "AIDS"},   {"F", "30K", "E.Coli"},
        {"F", "40K", "E.Coli"}, {"F", "20K", "TB"},     {"M", "190K", "AIDS"},
        {"M", "160K", "AIDS"},  {"M", "80K", "E.Coli"}, {"M", "70K", "E.Coli"},
    };
    NodeTable table;
    table.counts.assign(rows.size(), 1);
    for (std::size_t k = 0; k < trees_.size(); ++k) {
      table.cells.emplace_back(static_cast<Code>(trees_[k].size()), rows.size());
      for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto found = replaced.find(rows[row][k]);
        table.cells[k].Set(row,
                           names_[k].at(found == replaced.end() ? rows[row][k] : found->second));
      }
    }
    return table;
  }

  BreachReport Find(const NodeTable& table, const char* threat) const {
    const BreachRules rules{.threat = *Ratio::Parse(threat), .observable_from = {.numerator = 1}};
    return FindBreaches(trees_, table, rules, Breadth::kAll, 1000);
  }

  // The threat of the attack; 0 if it is not among those listed.
  double ThreatOf(const BreachReport& report, const Row& known, std::size_t attribute,
                  const std::string& target) const {
    for (const Breach& breach : report.listed) {
      bool same = breach.attribute == attribute && breach.target == names_[attribute].at(target);
      for (std::size_t k = 0; k < known.size(); ++k) {
        same = same && breach.known[k] == names_[k].at(known[k]);
      }
      if (same) return breach.threat.ToDouble();
    }
    return 0;
  }

  std::vector<GuardedTree> trees_;
  std::vector<std::map<std::string, NodeId>> names_;
};

// Examples 2.1 to 2.3, with the guarding set {AIDS, TB}.
TEST_F(Figure1, SensitivityAndObservability) {
  const auto& disease = names_[2];
  const auto sensitivity = [&](const char* name) {
    const Share share = trees_[2].SensitivityOf(disease.at(name));
    return static_cast<double>(share.numerator) / static_cast<double>(share.denominator);
  };
  EXPECT_EQ(sensitivity("AIDS"), 1);
  EXPECT_EQ(sensitivity("TB"), 1);
  EXPECT_EQ(sensitivity("Flu"), 0);
  EXPECT_EQ(sensitivity("E.Coli"), 0);
  EXPECT_EQ(sensitivity("VI"), 0.5);
  EXPECT_EQ(sensitivity("BI"), 0.5);
  EXPECT_EQ(sensitivity("*"), 0.5);
  for (const char* name : {"Flu", "E.Coli", "VI", "BI", "*"}) {
    EXPECT_TRUE(trees_[2].Observable(disease.at(name))) << name;
  }
  for (const char* name : {"AIDS", "TB"}) EXPECT_FALSE(trees_[2].Observable(disease.at(name)));
  for (const char* name : {"High", "Middle", "Low"}) {
    EXPECT_TRUE(trees_[1].Observable(names_[1].at(name))) << name;
  }
  EXPECT_FALSE(trees_[1].Observable(names_[1].at("190K")));
}

TEST_F(Figure1, T1FallsToBothAttacks) {
  const NodeTable t1 = Table({});
  const BreachReport all = Find(t1, "0");
  // Both forms of 2-diversity over sex hold: no disease and no income above one half.
  EXPECT_EQ(ThreatOf(all, {"M", "*", "*"}, 2, "AIDS"), 0.5);
  EXPECT_EQ(ThreatOf(all, {"F", "*", "*"}, 2, "AIDS"), 0.2);
  EXPECT_EQ(ThreatOf(all, {"F", "*", "*"}, 1, "40K"), 0.4);
  EXPECT_EQ(ThreatOf(all, {"M", "*", "*"}, 1, "190K"), 0.25);
  EXPECT_EQ(ThreatOf(all, {"M", "High", "*"}, 2, "AIDS"), 1);
  EXPECT_EQ(ThreatOf(all, {"F", "*", "Flu"}, 1, "190K"), 1);
  const BreachReport breaches = Find(t1, "0.5");
  EXPECT_EQ(ThreatOf(breaches, {"M", "High", "*"}, 2, "AIDS"), 1);
  EXPECT_EQ(ThreatOf(breaches, {"F", "*", "Flu"}, 1, "190K"), 1);
  EXPECT_EQ(ThreatOf(breaches, {"M", "*", "*"}, 2, "AIDS"), 0);  // not strictly above
}

TEST_F(Figure1, T2HasNothingSensitiveLeft) {
  const BreachReport t2 = Find(Table({{"AIDS", "*"},
                                      {"TB", "*"},
                                      {"190K", "*"},
                                      {"160K", "*"},
                                      {"80K", "*"},
                                      {"70K", "*"},
                                      {"40K", "*"},
                                      {"30K", "*"},
                                      {"20K", "*"}}),
                               "0");
  EXPECT_EQ(t2.breaches, 0U);
  EXPECT_EQ(t2.worst.numerator, 0);
}

TEST_F(Figure1, T3IsSafe) {
  const NodeTable t3 = Table({{"Flu", "VI"}, {"AIDS", "VI"}});
  EXPECT_EQ(Find(t3, "0.5").breaches, 0U);
  const BreachReport all = Find(t3, "0");
  EXPECT_EQ(ThreatOf(all, {"F", "*", "VI"}, 1, "190K"), 0.5);
  EXPECT_EQ(ThreatOf(all, {"M", "*", "VI"}, 1, "190K"), 0.5);
  EXPECT_EQ(ThreatOf(all, {"M", "High", "*"}, 2, "VI"), 0);  // observable, so no target
  EXPECT_EQ(all.worst.ToDouble(), 0.5);
}

}  // namespace
}  // namespace gauze::freeform
