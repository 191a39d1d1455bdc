// What transforms make where somebody is in two classes that come to print the same.
#include <gtest/gtest.h>

#include <algorithm>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/cluster/cluster.h"
#include "gauze/transform/mondrian/mondrian.h"
#include "gauze/transform/random_case.h"

namespace gauze {
namespace {

int MergingTables() { return static_cast<int>(TestRounds(2'000)); }

// Few persons, all in several cities, which are printed as themselves or as *: what is cut apart
// often prints the same and becomes one class again, with persons who were in both.
RandomCase MakeMergingCase(const std::vector<std::vector<std::uint32_t>>& rows, bool frequency) {
  RandomCase made;
  RawTable raw;
  const auto add = [&](const char* name, Role role, std::vector<std::string> values) {
    PolicyAttribute attribute;
    attribute.attribute = {.name = name, .role = role, .type = ValueType::kText};
    made.policy.attributes.push_back(attribute);
    raw.columns.push_back({.name = name, .values = std::move(values)});
  };
  add("city", Role::kQuasiIdentifying, {"a", "b", "c", "d", "e"});
  add("disease", Role::kSensitive, {"w", "x", "y", "z"});
  add("person", Role::kEntity, {"1", "2", "3", "4", "5"});
  for (const auto& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) raw.columns[j].codes.push_back(row[j]);
    raw.counts.push_back(1);
  }
  made.coded = *Encode(std::move(raw), made.policy, {});
  for (std::uint32_t tuple = 0; tuple < made.coded.table.tuples(); ++tuple) {
    made.tuple_of.insert(made.tuple_of.end(), made.coded.table.counts[tuple], tuple);
  }
  const ModelEntry* model = FindModel("l_diversity");
  PolicyEntry entry;
  entry.descriptor = &model->descriptor;
  entry.parameters = *Parameters::Make(model->descriptor,
                                       {{"attribute", "disease", ""},
                                        {"kind", frequency ? "frequency" : "distinct", ""},
                                        {"l", "2", ""}},
                                       "test");
  made.policy.protect = {entry};
  made.promises = {{.kind = frequency ? Promise::Kind::kFrequency : Promise::Kind::kDistinct,
                    .attribute = made.coded.table.Find("disease"),
                    .level = 2}};
  return made;
}

// Runs a transform; how many classes it made, or 0 if it refused. Every class must keep the
// promise.
std::size_t CheckedClasses(const RandomCase& example, const TransformEntry& transform) {
  NoProgress progress;
  const auto result = transform.run({example.coded, example.policy.protect, example.policy.missing},
                                    *Parameters::Make(transform.descriptor, {}, "test"), progress);
  const auto all = example.AllRows();
  EXPECT_EQ(result.has_value(), example.KeepsAll(all, all));
  if (!result) return 0;
  for (std::size_t c = 0; c < result->classes(); ++c) {
    std::vector<std::uint32_t> rows;
    for (const std::uint32_t row : all) {
      const auto begin = result->tuples.begin();
      const auto end = begin + static_cast<std::ptrdiff_t>(result->class_begin[c + 1]);
      const auto first = begin + static_cast<std::ptrdiff_t>(result->class_begin[c]);
      if (std::find(first, end, example.tuple_of[row]) != end) rows.push_back(row);
    }
    EXPECT_TRUE(example.KeepsAll(rows, all)) << transform.descriptor.name;
  }
  return result->classes();
}

TEST(Persons, ClassesThatPrintTheSameAreJudgedTogether) {
  // Cut apart, a and b hold, c and d hold, and e does. The first two print *, and together 1 and 2
  // have both x and y.
  const RandomCase known =
      MakeMergingCase({{0, 1, 0}, {1, 2, 1}, {2, 2, 0}, {3, 1, 1}, {4, 3, 2}, {4, 0, 3}}, true);
  EXPECT_EQ(CheckedClasses(known, MondrianEntry()), 1U);
  EXPECT_GT(CheckedClasses(known, ClusterEntry()), 0U);
  std::mt19937_64 random(4);
  int several = 0;
  for (int table = 0; table < MergingTables(); ++table) {
    std::vector<std::vector<std::uint32_t>> rows;
    for (std::uint64_t i = 5 + random() % 5; i > 0; --i) {
      rows.push_back({static_cast<std::uint32_t>(random() % 5),
                      static_cast<std::uint32_t>(random() % 4),
                      static_cast<std::uint32_t>(random() % 5)});
    }
    const RandomCase example = MakeMergingCase(rows, random() % 2 == 0);
    for (const TransformEntry& transform : {MondrianEntry(), ClusterEntry()}) {
      several += CheckedClasses(example, transform) > 1 ? 1 : 0;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(several, MergingTables() / 10);
}

}  // namespace
}  // namespace gauze
