#include "gauze/transform/cluster/cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/random_case.h"

namespace gauze {
namespace {

int ClusterTables() { return static_cast<int>(TestRounds(5'000)); }

Parameters MakeParameters(const std::string& labels, int search, bool on_grid = false) {
  std::vector<RawParameter> raw = {{"labels", labels, ""}, {"search", std::to_string(search), ""}};
  if (on_grid) {
    raw.push_back({"boxes", "grid", ""});
    raw.push_back({.name = "grid", .names = {"age=5", "weight=0.5"}});
  }
  return *Parameters::Make(ClusterEntry().descriptor, raw, "test");
}

Result<Generalization> RunCluster(const CodedTable& coded, const std::vector<PolicyEntry>& protect,
                                  MissingPolicy missing, const Parameters& parameters,
                                  bool whole_tuples = false) {
  NoProgress progress;
  return ClusterEntry().run({coded, protect, missing, whole_tuples}, parameters, progress);
}

// What a class loses in one attribute, from its values and the definition alone.
double LossOf(const CodedTable& coded, std::size_t attribute, const std::set<Code>& codes,
              bool as_set, MissingPolicy missing) {
  const Domain& domain = coded.table.domains[attribute];
  if (domain.IsMissing(*codes.rbegin())) {
    return codes.size() > 1 || missing == MissingPolicy::kWildcard ? 1 : 0;
  }
  if (codes.size() == 1) return 0;
  const Hierarchy* hierarchy = coded.HierarchyOf(attribute);
  if (hierarchy == nullptr) {
    return (domain[*codes.rbegin()].real - domain[*codes.begin()].real) /
           (domain[domain.value_count() - 1].real - domain[0].real);
  }
  const double leaves = domain.value_count();
  if (as_set) return (static_cast<double>(codes.size()) - 1) / (leaves - 1);
  // Leaves below the lowest node that is above every value, found by walking up.
  const auto below = [&](NodeId node) {
    std::set<Code> found;
    for (Code code = 0; code < domain.value_count(); ++code) {
      for (NodeId up = hierarchy->leaf(code);; up = (*hierarchy)[up].parent) {
        if (up == node) found.insert(code);
        if (up == Hierarchy::kRoot) break;
      }
    }
    return found;
  };
  NodeId node = hierarchy->leaf(*codes.begin());
  while (!std::ranges::includes(below(node), codes)) node = (*hierarchy)[node].parent;
  return (static_cast<double>(below(node).size()) - 1) / (leaves - 1);
}

// Labels cover the class's values and say what they lose; no two classes print the same. On a grid
// they lose no less.
void CheckLabels(const CodedTable& coded, const Generalization& result, bool as_set,
                 MissingPolicy missing, bool on_grid = false) {
  const std::size_t width = result.quasi_identifiers.size();
  std::set<std::vector<std::uint32_t>> printed;
  for (std::size_t c = 0; c < result.classes(); ++c) {
    const auto labels = result.class_labels.begin() + static_cast<std::ptrdiff_t>(c * width);
    ASSERT_TRUE(printed.emplace(labels, labels + static_cast<std::ptrdiff_t>(width)).second);
    for (std::size_t j = 0; j < width; ++j) {
      const std::size_t attribute = result.quasi_identifiers[j];
      const Label& label = result.labels[j][result.class_labels[c * width + j]];
      std::set<Code> codes;
      for (std::size_t i = result.class_begin[c]; i < result.class_begin[c + 1]; ++i) {
        codes.insert(coded.table.columns[attribute].Get(result.tuples[i]));
      }
      for (const Code code : codes)
        ASSERT_TRUE(Covers(coded, attribute, label, code)) << label.text;
      const double tight = LossOf(coded, attribute, codes, as_set, missing);
      if (on_grid) {
        ASSERT_GE(label.loss, tight - 1e-12);
        ASSERT_LE(label.loss, 1);
      } else {
        ASSERT_NEAR(label.loss, tight, 1e-12);
      }
    }
  }
}

// Every row is released once: the rows of a tuple add up, and none is empty.
void CheckRows(const CodedTable& coded, const Generalization& result, bool whole_tuples) {
  std::vector<std::uint64_t> released(coded.table.tuples());
  std::vector<int> classes(coded.table.tuples());
  for (std::size_t c = 0; c < result.classes(); ++c) {
    ASSERT_LT(result.class_begin[c], result.class_begin[c + 1]);
    std::set<std::uint32_t> seen;
    for (std::size_t i = result.class_begin[c]; i < result.class_begin[c + 1]; ++i) {
      ASSERT_GT(result.RowsOf(coded.table, i), 0U);
      ASSERT_TRUE(seen.insert(result.tuples[i]).second);
      released[result.tuples[i]] += result.RowsOf(coded.table, i);
      ++classes[result.tuples[i]];
    }
  }
  ASSERT_EQ(released, coded.table.counts);
  if (whole_tuples) {
    ASSERT_TRUE(std::ranges::all_of(classes, [](int n) { return n == 1; }));
  }
  ASSERT_TRUE(result.suppressed.empty());
}

// The result is judged by looking at every row of every class.
TEST(Cluster, EveryClassKeepsEveryPromise) {
  std::mt19937_64 random(1);
  int released = 0;
  int refused = 0;
  int several = 0;
  for (int i = 0; i < ClusterTables(); ++i) {
    SCOPED_TRACE(i);
    const RandomCase example = MakeRandomCase(random);
    const bool as_set = random() % 2 == 0;
    const bool whole_tuples = random() % 4 == 0;
    const bool on_grid = !as_set && random() % 2 == 0;
    const Parameters parameters =
        MakeParameters(as_set ? "set" : "node", static_cast<int>(random() % 3), on_grid);
    const auto result = RunCluster(example.coded, example.policy.protect, example.policy.missing,
                                   parameters, whole_tuples);
    const auto all = example.AllRows();
    // Refused exactly when the whole table as one class breaks a promise.
    ASSERT_EQ(result.has_value(), example.KeepsAll(all, all));
    if (!result) {
      ++refused;
      continue;
    }
    ++released;
    // Rows of a tuple are alike: classes take them one after another.
    std::vector<std::uint32_t> next(example.coded.table.tuples());
    for (std::uint32_t row = static_cast<std::uint32_t>(all.size()); row-- > 0;) {
      next[example.tuple_of[row]] = row;
    }
    for (std::size_t c = 0; c < result->classes(); ++c) {
      std::vector<std::uint32_t> rows;
      for (std::size_t m = result->class_begin[c]; m < result->class_begin[c + 1]; ++m) {
        for (std::uint64_t n = result->RowsOf(example.coded.table, m); n > 0; --n) {
          rows.push_back(next[result->tuples[m]]++);
        }
      }
      ASSERT_TRUE(example.KeepsAll(rows, all));
    }
    CheckRows(example.coded, *result, whole_tuples);
    CheckLabels(example.coded, *result, as_set, example.policy.missing, on_grid);
    several += result->classes() > 1 ? 1 : 0;
    if (testing::Test::HasFatalFailure()) return;
  }
  // The test means something only if all of these happen often.
  EXPECT_GT(released, ClusterTables() / 4);
  EXPECT_GT(refused, ClusterTables() / 20);
  EXPECT_GT(several, ClusterTables() / 10);
}

PolicyEntry Entry(const std::string& name, const std::vector<RawParameter>& raw) {
  const ModelEntry* model = FindModel(name);
  PolicyEntry entry;
  entry.descriptor = &model->descriptor;
  entry.parameters = *Parameters::Make(model->descriptor, raw, "test");
  return entry;
}

double TotalLoss(const CodedTable& coded, const Generalization& result) {
  double total = 0;
  const std::size_t width = result.quasi_identifiers.size();
  for (std::size_t c = 0; c < result.classes(); ++c) {
    std::uint64_t rows = 0;
    for (std::size_t i = result.class_begin[c]; i < result.class_begin[c + 1]; ++i) {
      rows += result.RowsOf(coded.table, i);
    }
    for (std::size_t j = 0; j < width; ++j) {
      total +=
          static_cast<double>(rows) * result.labels[j][result.class_labels[c * width + j]].loss;
    }
  }
  return total;
}

// Rows per disease in a class.
std::map<Code, std::uint64_t> Diseases(const CodedTable& coded, const Generalization& result,
                                       std::size_t c) {
  std::map<Code, std::uint64_t> counts;
  const std::size_t attribute = coded.table.Find("disease");
  for (std::size_t i = result.class_begin[c]; i < result.class_begin[c + 1]; ++i) {
    counts[coded.table.columns[attribute].Get(result.tuples[i])] += result.RowsOf(coded.table, i);
  }
  return counts;
}

bool Close(const CodedTable& coded, const std::map<Code, std::uint64_t>& counts, double t) {
  const auto& totals = (*coded.totals)[coded.table.Find("disease")];
  double rows = 0;
  for (const auto& [code, count] : counts) rows += static_cast<double>(count);
  double distance = 0;
  for (Code code = 0; code < totals.size(); ++code) {
    const auto found = counts.find(code);
    const double share = found == counts.end() ? 0 : static_cast<double>(found->second) / rows;
    distance +=
        std::abs(share - static_cast<double>(totals[code]) / static_cast<double>(coded.table.rows));
  }
  return distance / 2 <= t + 1e-12;
}

TEST(Cluster, KeepsPromisesOnLargerTables) {
  std::mt19937_64 random(2);
  int divided = 0;
  const std::uint64_t rounds = std::max<std::uint64_t>(8, TestRounds(32));
  for (std::uint64_t i = 0; i < rounds; ++i) {
    SCOPED_TRACE(i);
    const CodedTable coded = MakeMixedTable(random, 50 + static_cast<int>(random() % 1500));
    const int k = 2 + static_cast<int>(random() % 6);
    std::vector<PolicyEntry> protect = {Entry("k_anonymity", {{"k", std::to_string(k), ""}})};
    const std::uint64_t kind = i % 4;
    if (kind == 1 || kind == 2) {
      protect.push_back(Entry("l_diversity", {{"attribute", "disease", ""},
                                              {"kind", kind == 1 ? "distinct" : "frequency", ""},
                                              {"l", kind == 1 ? "3" : "2", ""}}));
    }
    if (kind == 3) {
      protect.push_back(
          Entry("t_closeness",
                {{"attribute", "disease", ""}, {"distance", "equal", ""}, {"t", "0.25", ""}}));
    }
    const bool as_set = random() % 2 == 0;
    const bool whole_tuples = random() % 3 == 0;
    const MissingPolicy missing =
        random() % 2 == 0 ? MissingPolicy::kOwnValue : MissingPolicy::kWildcard;
    const std::string labels = as_set ? "set" : "node";
    const auto result =
        RunCluster(coded, protect, missing, MakeParameters(labels, 2), whole_tuples);
    ASSERT_TRUE(result);
    for (std::size_t c = 0; c < result->classes(); ++c) {
      const auto counts = Diseases(coded, *result, c);
      std::uint64_t rows = 0;
      std::uint64_t largest = 0;
      for (const auto& [code, count] : counts) {
        rows += count;
        largest = std::max(largest, count);
      }
      ASSERT_GE(rows, static_cast<std::uint64_t>(k));
      ASSERT_TRUE(kind != 1 || counts.size() >= 3);
      ASSERT_TRUE(kind != 2 || largest * 2 <= rows);
      ASSERT_TRUE(kind != 3 || Close(coded, counts, 0.25));
    }
    CheckRows(coded, *result, whole_tuples);
    CheckLabels(coded, *result, as_set, missing);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_GT(result->classes(), 1U);
    divided += result->rows.empty() ? 0 : 1;
    // The same table gives the same classes, and a search never loses more.
    const auto again = RunCluster(coded, protect, missing, MakeParameters(labels, 2), whole_tuples);
    EXPECT_EQ(result->tuples, again->tuples);
    EXPECT_EQ(result->rows, again->rows);
    EXPECT_EQ(result->class_labels, again->class_labels);
    const auto unsearched =
        RunCluster(coded, protect, missing, MakeParameters(labels, 0), whole_tuples);
    EXPECT_LE(TotalLoss(coded, *result), TotalLoss(coded, *unsearched) * 1.001);
  }
  EXPECT_GT(divided, FewerRounds() > 1 ? 0 : 2);
}

TEST(Cluster, ExplainsWithoutValues) {
  std::mt19937_64 random(3);
  const CodedTable coded = MakeMixedTable(random, 300);
  const std::vector<PolicyEntry> protect = {Entry("k_anonymity", {{"k", "5", ""}})};
  const Parameters parameters = MakeParameters("set", 2);
  const auto result = RunCluster(coded, protect, MissingPolicy::kOwnValue, parameters);
  ASSERT_TRUE(result);
  for (std::size_t c = 0; c < result->classes(); c += 7) {
    const auto lines =
        ClusterEntry().explain({coded, protect, MissingPolicy::kOwnValue}, parameters, c);
    ASSERT_TRUE(lines);
    EXPECT_GE(lines->size(), result->quasi_identifiers.size() + 1);
  }
}

}  // namespace
}  // namespace gauze
