#include <gtest/gtest.h>

#include <set>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/widen/widen_case.h"

namespace gauze {
namespace {

using risk::RandomRisk;

// Everything that may become "*" is.
Generalization AllStars(const WidenCase& made, bool weighing) {
  Generalization classes = made.classes;
  for (std::size_t q = 0; q < classes.quasi_identifiers.size(); ++q) {
    const auto star = static_cast<std::uint32_t>(classes.labels[q].size());
    classes.labels[q].push_back({.text = "*", .loss = 1});
    const RandomRisk printed = AsPrinted(made, made.classes);
    for (std::size_t c = 0; c < classes.classes(); ++c) {
      const std::size_t first = made.classes.class_begin[c];
      const Code code = printed.table.columns[q].Get(first);
      const bool weighs =
          code < printed.table.domain_sizes[q] && printed.settings.weights[q][code] > 0;
      if (weighing || !weighs)
        classes.class_labels[c * classes.quasi_identifiers.size() + q] = star;
    }
  }
  return classes;
}

TEST(Widen, NobodyIsAboveAndEveryClassKeepsWhatItKept) {
  std::mt19937_64 random(1);
  std::uint64_t widened = 0;
  std::uint64_t refused = 0;
  std::uint64_t joined = 0;
  for (std::uint64_t run = 0; run < TestRounds(6'000); ++run) {
    const auto made = MakeWidenCase(random, true);
    if (!made) continue;
    const Table& table = made->example.coded.table;
    const long double highest = HighestRisk(AsPrinted(*made, made->classes));
    const double delta = Shortened(highest * static_cast<double>(random() % 120) / 100);
    const char* cells = random() % 2 == 0 ? "any" : "harmless";
    Generalization classes = made->classes;
    const auto figures = RunStepOn(*made, delta, cells, classes);
    const bool monotone =
        Constraints::Make(made->example.coded, made->example.policy.protect)->monotone();
    if (!figures) {
      ++refused;
      // Stars can stand in each other's way only where classes may not coincide, or stars are told
      // from values.
      const bool free = monotone && made->risk.suppressed == SuppressedCells::kWildcard;
      const auto stars = AllStars(*made, cells == std::string_view("any"));
      if (!free) continue;
      ASSERT_GT(HighestRisk(AsPrinted(*made, stars)), delta * (1 - 1e-9)) << run;
      continue;
    }
    ASSERT_LE(HighestRisk(AsPrinted(*made, classes)), delta * (1 + 1e-11L)) << run;
    ASSERT_GE(LossOf(classes, table), LossOf(made->classes, table) - 1e-9);
    if (classes.class_labels != made->classes.class_labels) ++widened;
    joined += made->classes.classes() - classes.classes();
    // Classes are classes, and cover what is in them.
    std::vector<std::uint32_t> shown;
    std::vector<std::vector<std::uint32_t>> rows(classes.classes());
    std::set<std::vector<std::string>> printed;
    const std::size_t width = classes.quasi_identifiers.size();
    for (std::size_t c = 0; c < classes.classes(); ++c) {
      std::vector<std::string> texts;
      for (std::size_t q = 0; q < width; ++q) {
        const Label& label = classes.labels[q][classes.class_labels[c * width + q]];
        texts.push_back(label.text);
        for (std::size_t i = classes.class_begin[c]; i < classes.class_begin[c + 1]; ++i) {
          const std::size_t attribute = classes.quasi_identifiers[q];
          ASSERT_TRUE(Covers(made->example.coded, attribute, label,
                             table.columns[attribute].Get(classes.tuples[i])))
              << run << " " << label.text;
        }
      }
      ASSERT_TRUE(printed.insert(texts).second) << run;
    }
    if (!classes.rows.empty()) continue;  // a tuple may be in several classes: nobody's rows
    for (std::size_t c = 0; c < classes.classes(); ++c) {
      for (const std::uint32_t row : made->example.AllRows()) {
        const auto begin = classes.tuples.begin();
        const auto end = begin + static_cast<std::ptrdiff_t>(classes.class_begin[c + 1]);
        if (std::find(begin + static_cast<std::ptrdiff_t>(classes.class_begin[c]), end,
                      made->example.tuple_of[row]) != end) {
          rows[c].push_back(row);
          shown.push_back(row);
        }
      }
    }
    for (const auto& one : rows) ASSERT_TRUE(made->example.KeepsAll(one, shown)) << run;
  }
  EXPECT_GT(widened, TestRounds(6'000) / 20);
  EXPECT_GT(refused, TestRounds(6'000) / 100);
  EXPECT_GT(joined, 0);
}

}  // namespace
}  // namespace gauze
