#include "gauze/transform/mondrian/mondrian.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <set>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/mondrian/grow.h"
#include "gauze/transform/mondrian/make_classes.h"
#include "gauze/transform/random_case.h"

namespace gauze {
namespace {

int MondrianTables() { return static_cast<int>(TestRounds(5'000)); }

Parameters RandomParameters(std::mt19937_64& random) {
  const auto pick = [&](const char* a, const char* b) { return random() % 2 == 0 ? a : b; };
  std::vector<RawParameter> raw = {{"choose", pick("span", "loss"), ""},
                                   {"suppress_rows", pick("0", "0.3"), ""}};
  if (random() % 3 == 0) {
    raw.push_back({"boxes", "grid", ""});
    raw.push_back({.name = "grid", .names = {"age=5", "weight=0.5"}});
  } else {
    raw.push_back({"boxes", pick("tight", "cells"), ""});
    raw.push_back({"labels", pick("node", "set"), ""});
  }
  return *Parameters::Make(MondrianEntry().descriptor, raw, "test");
}

// Rows behind a list of tuples.
std::vector<std::uint32_t> RowsOf(const RandomCase& example,
                                  const std::vector<std::uint32_t>& tuples) {
  std::vector<std::uint32_t> rows;
  for (const std::uint32_t row : example.AllRows()) {
    if (std::ranges::find(tuples, example.tuple_of[row]) != tuples.end()) rows.push_back(row);
  }
  return rows;
}

std::vector<std::uint32_t> ClassTuples(const Generalization& result, std::size_t index) {
  return {result.tuples.begin() + static_cast<std::ptrdiff_t>(result.class_begin[index]),
          result.tuples.begin() + static_cast<std::ptrdiff_t>(result.class_begin[index + 1])};
}

// The result is judged by looking at every row of every class.
TEST(Mondrian, EveryClassKeepsEveryPromise) {
  std::mt19937_64 random(1);
  int released = 0;
  int refused = 0;
  int suppressing = 0;
  for (int i = 0; i < MondrianTables(); ++i) {
    const RandomCase example = MakeRandomCase(random);
    const Parameters parameters = RandomParameters(random);
    NoProgress progress;
    const auto result = MondrianEntry().run(
        {example.coded, example.policy.protect, example.policy.missing}, parameters, progress);
    const auto all = example.AllRows();
    // A run is refused exactly when the whole table as one class breaks a promise.
    ASSERT_EQ(result.has_value(), example.KeepsAll(all, all)) << "table " << i;
    if (!result) {
      ++refused;
      continue;
    }
    ++released;
    const auto shown = RowsOf(example, result->tuples);
    std::set<std::vector<std::uint32_t>> printed;
    const std::size_t width = result->quasi_identifiers.size();
    for (std::size_t c = 0; c < result->classes(); ++c) {
      const auto tuples = ClassTuples(*result, c);
      ASSERT_TRUE(example.KeepsAll(RowsOf(example, tuples), shown)) << "table " << i;
      const auto labels = result->class_labels.begin() + static_cast<std::ptrdiff_t>(c * width);
      ASSERT_TRUE(printed.emplace(labels, labels + static_cast<std::ptrdiff_t>(width)).second);
      for (std::size_t j = 0; j < width; ++j) {
        const Label& label = result->labels[j][result->class_labels[c * width + j]];
        ASSERT_GE(label.loss, 0);
        ASSERT_LE(label.loss, 1);
        for (const std::uint32_t tuple : tuples) {
          const std::size_t attribute = result->quasi_identifiers[j];
          ASSERT_TRUE(Covers(example.coded, attribute, label,
                             example.coded.table.columns[attribute].Get(tuple)))
              << "table " << i << " label " << label.text;
        }
      }
    }
    // Every tuple is released once or suppressed, within the limit.
    std::vector<std::uint32_t> seen = result->tuples;
    seen.insert(seen.end(), result->suppressed.begin(), result->suppressed.end());
    std::ranges::sort(seen);
    ASSERT_EQ(seen.size(), example.coded.table.tuples());
    ASSERT_TRUE(std::ranges::adjacent_find(seen) == seen.end());
    const auto limit =
        parameters.Number("suppress_rows").ToDouble() * static_cast<double>(all.size());
    ASSERT_LE(static_cast<double>(all.size() - shown.size()), limit);
    suppressing += result->suppressed.empty() ? 0 : 1;
  }
  // The test means something only if all three happen often.
  EXPECT_GT(released, MondrianTables() / 4);
  EXPECT_GT(refused, MondrianTables() / 20);
  EXPECT_GT(suppressing, MondrianTables() / 100);
}

// Every place where a node could be cut, judged by the oracle.
struct Place {
  std::size_t attribute;
  Code code;
  bool allowed;
};

std::vector<Place> Places(const RandomCase& example, const mondrian::Workspace& workspace,
                          const mondrian::Node& node) {
  std::vector<Place> places;
  const std::vector<std::uint32_t> tuples(workspace.order.begin() + node.begin,
                                          workspace.order.begin() + node.end);
  for (std::size_t j = 0; j < workspace.quasi_identifiers.size(); ++j) {
    const auto code_of = [&](std::uint32_t tuple) {
      return workspace.table.columns[workspace.quasi_identifiers[j]].Get(tuple);
    };
    std::set<Code> codes;
    for (const std::uint32_t tuple : tuples) codes.insert(code_of(tuple));
    for (const Code code : codes) {
      if (code == *codes.rbegin()) continue;
      std::vector<std::uint32_t> left;
      std::vector<std::uint32_t> right;
      for (const std::uint32_t tuple : tuples) {
        (code_of(tuple) <= code ? left : right).push_back(tuple);
      }
      const auto all = example.AllRows();
      places.push_back({j, code,
                        example.KeepsAll(RowsOf(example, left), all) &&
                            example.KeepsAll(RowsOf(example, right), all)});
    }
  }
  return places;
}

// At every split decision: a cut that was made is allowed, and where none was made none is.
TEST(Mondrian, EverySplitDecisionIsRight) {
  std::mt19937_64 random(2);
  int cuts = 0;
  int stops = 0;
  for (int i = 0; i < MondrianTables(); ++i) {
    const RandomCase example = MakeRandomCase(random);
    const auto all = example.AllRows();
    if (!example.KeepsAll(all, all)) continue;
    const auto constraints = Constraints::Make(example.coded, example.policy.protect);
    ASSERT_TRUE(constraints);
    mondrian::Workspace workspace(
        *constraints,
        {.choose = i % 2 == 0 ? mondrian::Options::Choose::kSpan : mondrian::Options::Choose::kLoss,
         .labels = i % 3 == 0 ? LabelStyle::kSet : LabelStyle::kNode});
    NoProgress progress;
    const auto root = mondrian::Grow(workspace, progress);
    std::vector<const mondrian::Node*> pending = {root.get()};
    while (!pending.empty()) {
      const mondrian::Node* node = pending.back();
      pending.pop_back();
      const auto places = Places(example, workspace, *node);
      if (node->leaf()) {
        ++stops;
        ASSERT_TRUE(std::ranges::none_of(places, &Place::allowed)) << "table " << i;
        continue;
      }
      ++cuts;
      ASSERT_TRUE(std::ranges::any_of(places,
                                      [&](const Place& place) {
                                        return place.allowed &&
                                               place.attribute == node->attribute &&
                                               place.code == node->cut;
                                      }))
          << "table " << i;
      pending.push_back(node->left.get());
      pending.push_back(node->right.get());
    }
  }
  EXPECT_GT(cuts, MondrianTables() / 4);
  EXPECT_GT(stops, MondrianTables() / 4);
}

TEST(Mondrian, IsTheSameOnOneThreadAndOnMany) {
  std::mt19937_64 random(3);
  // One larger table, so that tasks really run side by side.
  Policy policy;
  RawTable raw;
  for (const char* name : {"a", "b", "c", "d"}) {
    PolicyAttribute attribute;
    attribute.attribute = {
        .name = name, .role = Role::kQuasiIdentifying, .type = ValueType::kInteger};
    policy.attributes.push_back(attribute);
    raw.columns.push_back({.name = name});
    for (int value = 0; value < 40; ++value) {
      raw.columns.back().values.push_back(std::to_string(value));
    }
  }
  for (int tuple = 0; tuple < 20'000; ++tuple) {
    for (auto& column : raw.columns) column.codes.push_back(random() % 40);
    raw.counts.push_back(1 + random() % 3);
  }
  const auto coded = Encode(std::move(raw), policy, {});
  ASSERT_TRUE(coded);
  const ModelEntry* model = FindModel("k_anonymity");
  PolicyEntry entry;
  entry.descriptor = &model->descriptor;
  entry.parameters = *Parameters::Make(model->descriptor, {{"k", "5", ""}}, "test");
  const std::vector<PolicyEntry> protect = {entry};
  const auto run = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    NoProgress progress;
    return *MondrianEntry().run({*coded, protect, MissingPolicy::kOwnValue},
                                *Parameters::Make(MondrianEntry().descriptor, {}, "test"),
                                progress);
  };
  const auto one = run(1);
  const auto many = run(8);
  EXPECT_EQ(one.tuples, many.tuples);
  EXPECT_EQ(one.class_begin, many.class_begin);
  EXPECT_EQ(one.class_labels, many.class_labels);
  EXPECT_GT(one.classes(), 1000U);
}

}  // namespace
}  // namespace gauze
