#include "gauze/transform/specialize/class_promises.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/specialize/random_specialize.h"
#include "gauze/transform/specialize/specialize.h"

// Promises about classes beside freeform attacks: rows are grouped by what they print and counted
// from the definitions, for the cuts that come out and for each that is one step finer.

namespace gauze::freeform {
namespace {

// Random tables whose rows have a sensitive value, and in every fourth case belong to few people.
struct ClassCase {
  RandomFreeform made;  // a row here is a row of one person with one value
  CodedTable coded;
  std::vector<PolicyEntry> protect;
  std::vector<Code> sensitive;
  std::vector<Code> person;
  bool with_people = false;
  std::uint64_t k = 1;
  std::uint64_t l = 0;  // 0: no promise
  bool frequency = false;
};

PolicyEntry Entry(std::string_view model, const std::vector<RawParameter>& parameters) {
  const Descriptor& descriptor = FindModel(model)->descriptor;
  return {.descriptor = &descriptor,
          .parameters = *Parameters::Make(descriptor, parameters, "test")};
}

void AddColumn(CodedTable& coded, Attribute attribute, Domain domain, CodeColumn codes) {
  coded.table.attributes.push_back(std::move(attribute));
  coded.table.domains.push_back(std::move(domain));
  coded.table.columns.push_back(std::move(codes));
  coded.hierarchies.emplace_back();
  coded.taxonomies.emplace_back();
}

void AddTextColumn(CodedTable& coded, const char* name, Role role, Code size,
                   const std::vector<Code>& codes) {
  std::vector<Value> values;
  for (Code code = 0; code < size; ++code) values.push_back({.text = fmt::format("v{}", code)});
  CodeColumn column(size, codes.size());
  for (std::size_t row = 0; row < codes.size(); ++row) column.Set(row, codes[row]);
  AddColumn(coded, {.name = name, .role = role}, Domain(ValueType::kText, values, false),
            std::move(column));
}

// One entry for every row of the table.
void Spread(RandomFreeform& made) {
  std::vector<std::size_t> source;
  for (std::size_t row = 0; row < made.counts.size(); ++row) {
    source.insert(source.end(), made.counts[row], row);
  }
  for (std::size_t k = 0; k < made.columns.size(); ++k) {
    CodeColumn codes(made.columns[k].domain.size(), source.size());
    CodeColumn leaves(static_cast<Code>(made.trees[k].size()), source.size());
    for (std::size_t row = 0; row < source.size(); ++row) {
      codes.Set(row, made.codes[k].Get(source[row]));
      leaves.Set(row, made.leaves.cells[k].Get(source[row]));
    }
    made.codes[k] = codes;
    made.leaves.cells[k] = leaves;
  }
  made.counts.assign(source.size(), 1);
  made.leaves.counts = made.counts;
}

ClassCase MakeClassCase(std::mt19937_64& random) {
  ClassCase test{.made = MakeRandomFreeform(random, 9)};
  // Two cases in three leave the classes to decide.
  if (Below(random, 3) > 0) test.made.rules.threat = {.numerator = 9, .denominator = 10};
  Spread(test.made);
  const std::size_t rows = test.made.counts.size();
  for (std::size_t row = 0; row < rows; ++row) {
    test.sensitive.push_back(static_cast<Code>(Below(random, 3)));
    test.person.push_back(static_cast<Code>(row));
  }
  test.with_people = rows > 2 && Below(random, 4) == 0;
  if (test.with_people) {
    for (Code& person : test.person) person = static_cast<Code>(Below(random, rows));
  }
  for (std::size_t k = 0; k < test.made.columns.size(); ++k) {
    AddColumn(test.coded, {.name = fmt::format("a{}", k), .role = Role::kQuasiIdentifying},
              test.made.columns[k].domain, test.made.codes[k]);
  }
  AddTextColumn(test.coded, "s", Role::kSensitive, 3, test.sensitive);
  if (test.with_people) {
    // Codes of people who are there.
    const std::set<Code> there(test.person.begin(), test.person.end());
    for (Code& person : test.person) {
      person = static_cast<Code>(std::distance(there.begin(), there.find(person)));
    }
    AddTextColumn(test.coded, "p", Role::kEntity, static_cast<Code>(there.size()), test.person);
  }
  Table& table = test.coded.table;
  table.counts = test.made.counts;
  table.rows = rows;
  std::vector<std::vector<std::uint64_t>> totals;
  for (std::size_t at = 0; at < table.attributes.size(); ++at) {
    auto& of = totals.emplace_back(table.domains[at].size());
    for (std::size_t row = 0; row < rows; ++row) ++of[table.columns[at].Get(row)];
  }
  test.coded.totals =
      std::make_shared<const std::vector<std::vector<std::uint64_t>>>(std::move(totals));
  test.k = 1 + Below(random, 3);
  test.protect = {Entry("k_anonymity", {{.name = "k", .text = std::to_string(test.k)}})};
  if (!test.with_people && Below(random, 2) == 0) {
    test.l = 2;
    test.frequency = Below(random, 2) == 0;
    test.protect.push_back(
        Entry("l_diversity", {{.name = "attribute", .text = "s"},
                              {.name = "kind", .text = test.frequency ? "frequency" : "distinct"},
                              {.name = "l", .text = "2"}}));
  }
  return test;
}

struct Counted {
  std::uint64_t classes = 0;
  std::uint64_t failing = 0;
};

// The classes that print one of these nodes in the attribute; all of them if there are none.
Counted CountClasses(const ClassCase& test, const std::vector<std::vector<NodeId>>& cuts,
                     std::size_t attribute = 0, const std::vector<NodeId>& nodes = {}) {
  const NodeTable released = ReleasedBy(test.made, cuts);
  std::map<std::vector<NodeId>, std::vector<std::size_t>> classes;
  for (std::size_t row = 0; row < test.made.counts.size(); ++row) {
    std::vector<NodeId> printed;
    for (const CodeColumn& cells : released.cells) printed.push_back(cells.Get(row));
    if (nodes.empty() || std::ranges::find(nodes, printed[attribute]) != nodes.end()) {
      classes[printed].push_back(row);
    }
  }
  Counted counted{.classes = classes.size()};
  for (const auto& [printed, rows] : classes) {
    std::set<Code> people;
    std::map<Code, std::uint64_t> values;
    std::uint64_t most = 0;
    for (const std::size_t row : rows) {
      people.insert(test.person[row]);
      most = std::max(most, ++values[test.sensitive[row]]);
    }
    const bool kept =
        people.size() >= test.k &&
        (test.l == 0 || (test.frequency ? most * test.l <= rows.size() : values.size() >= test.l));
    counted.failing += kept ? 0 : 1;
  }
  return counted;
}

bool Breaches(const RandomFreeform& made, const std::vector<std::vector<NodeId>>& cuts) {
  return ThreatOf(made.rules.threat) < LiteralWorst(made, cuts);
}

TEST(ClassPromises, AreKeptByAMinimalCut) {
  std::mt19937_64 random(7);
  const std::uint64_t tables = TestRounds(5'000);
  std::uint64_t by_classes = 0;
  std::uint64_t by_attacks = 0;
  std::uint64_t steps = 0;
  std::uint64_t people = 0;
  for (std::uint64_t run = 0; run < tables; ++run) {
    const ClassCase test = MakeClassCase(random);
    const auto constraints = Constraints::Make(test.coded, test.protect);
    ASSERT_TRUE(constraints.has_value());
    ASSERT_TRUE(constraints->monotone());
    std::vector<std::vector<NodeId>> top(test.made.trees.size(), {Hierarchy::kRoot});
    const bool feasible = CountClasses(test, top).failing == 0;
    ASSERT_EQ(constraints->CheckFeasible().has_value(), feasible) << "run " << run;
    if (!feasible) continue;
    NoProgress progress;
    SpecializeOptions options{.rules = test.made.rules, .classes = &*constraints};
    options.order.choose = static_cast<Order::Choose>(Below(random, 2));
    options.portfolio = static_cast<std::uint32_t>(1 + Below(random, 3));
    const SpecializeInput input = InputOf(test.made);
    const auto made = Specialize(input, options, progress);
    ASSERT_TRUE(made.has_value());
    ASSERT_EQ(CountClasses(test, made->cuts).failing, 0U) << "run " << run;
    ASSERT_FALSE(Breaches(test.made, made->cuts)) << "run " << run;
    ASSERT_EQ(made->worst, LiteralWorst(test.made, made->cuts)) << "run " << run;
    std::size_t coarse = 0;
    for (std::size_t k = 0; k < test.made.trees.size(); ++k) {
      for (const NodeId node : made->cuts[k]) {
        const auto& children = test.made.trees[k].Children(node);
        if (children.empty()) continue;
        ASSERT_LT(coarse, made->blocked.size());
        const Blocked& why = made->blocked[coarse++];
        ASSERT_EQ(std::pair(why.attribute, why.node), std::pair(k, node));
        const auto finer = Refine(test.made, made->cuts, k, node);
        const Counted counted = CountClasses(test, finer, k, children);
        ASSERT_TRUE(counted.failing > 0 || Breaches(test.made, finer)) << "run " << run;
        if (!why.classes) {
          ASSERT_TRUE(Breaches(test.made, finer)) << "run " << run;
          ++by_attacks;
          continue;
        }
        ASSERT_EQ(why.classes->classes, counted.classes) << "run " << run;
        ASSERT_EQ(why.classes->failing, counted.failing) << "run " << run;
        ++by_classes;
      }
    }
    ASSERT_EQ(coarse, made->blocked.size());
    steps += made->steps;
    people += test.with_people ? 1 : 0;
  }
  EXPECT_GT(by_classes, tables / 4);
  EXPECT_GT(by_attacks, tables / 20);
  EXPECT_GT(steps, tables / 4);
  EXPECT_GT(people, tables / 20);
}

}  // namespace
}  // namespace gauze::freeform
