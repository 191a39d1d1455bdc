#include <gtest/gtest.h>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/widen/printed_classes.h"
#include "gauze/transform/widen/widen_case.h"

namespace gauze {
namespace {

// Every label that a class could print of a quasi-identifier.
std::vector<std::uint32_t> Possible(widen::PrintedClasses& classes, std::size_t c, std::size_t q,
                                    bool weighing) {
  std::vector<std::uint32_t> labels = {classes.label(c, q)};
  if (classes.IsStar(c, q)) return labels;
  const double loss = classes.LossOf(q, labels.front());
  const widen::Ladder& ladder = classes.ladder(q);
  for (widen::Rung rung = classes.lowest(c, q); rung != widen::Ladder::Top();
       rung = ladder.Above(rung)) {
    if (ladder.loss(rung) > loss && ladder.loss(rung) < 1) {
      labels.push_back(classes.LabelOf(q, rung));
    }
  }
  if (weighing || !classes.Weighs(c, q)) labels.push_back(classes.star(q));
  return labels;
}

// The least loss of all ways to print these classes with nobody above delta; nothing if there are
// too many ways, or none.
std::optional<double> LeastLoss(const WidenCase& made, double delta, bool weighing) {
  constexpr std::size_t kMostWays = 3'000;
  Generalization generalization = made.classes;
  auto classes = widen::PrintedClasses::Make(made.Input(), true, generalization);
  if (!classes) return std::nullopt;
  std::vector<std::vector<std::uint32_t>> labels;
  std::size_t ways = 1;
  for (std::size_t c = 0; c < classes->classes(); ++c) {
    for (std::size_t q = 0; q < classes->width(); ++q) {
      labels.push_back(Possible(*classes, c, q, weighing));
      ways *= labels.back().size();
      if (ways > kMostWays) return std::nullopt;
    }
  }
  const auto label_in = [&](std::size_t way, auto&& use) {
    for (std::size_t cell = 0; cell < labels.size(); ++cell) {
      use(cell / classes->width(), cell % classes->width(),
          labels[cell][way % labels[cell].size()]);
      way /= labels[cell].size();
    }
  };
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t way = 0; way < ways; ++way) {
    double loss = 0;
    label_in(way, [&](std::size_t c, std::size_t q, std::uint32_t label) {
      loss += static_cast<double>(classes->rows(c)) * classes->LossOf(q, label);
    });
    order.emplace_back(loss, way);
  }
  std::ranges::sort(order);
  for (const auto& [loss, way] : order) {
    label_in(way, [&](std::size_t c, std::size_t q, std::uint32_t label) {
      if (classes->label(c, q) != label) (void)classes->Print(c, q, label);
    });
    const risk::RandomRisk now{classes->table(), classes->settings()};
    if (HighestRisk(now) <= static_cast<long double>(delta) * (1 + 1e-11L)) return loss;
  }
  return std::nullopt;
}

// GAUZE_ROUNDS=10 tries 5,000 tables.
TEST(Widen, LosesHardlyMoreThanTheLeast) {
  std::mt19937_64 random(2);
  std::uint64_t tables = 0;
  std::uint64_t least_of_all = 0;
  double ratios = 0;
  double lost = 0;
  double least = 0;
  // Means of fewer say little.
  const std::uint64_t enough = std::max<std::uint64_t>(125, TestRounds(500));
  while (tables < enough) {
    auto made = MakeWidenCase(random, false);
    if (!made || made->classes.classes() < 2) continue;
    if (!Constraints::Make(made->example.coded, made->example.policy.protect)->monotone()) continue;
    const bool weighing = random() % 2 == 0;
    const long double highest = HighestRisk(AsPrinted(*made, made->classes));
    const double delta = Shortened(highest * static_cast<double>(random() % 100) / 100);
    const Table& table = made->example.coded.table;
    const double before = LossOf(made->classes, table);
    const auto optimum = LeastLoss(*made, delta, weighing);
    if (!optimum || *optimum <= before + 1e-9) continue;
    Generalization classes = made->classes;
    const auto figures = RunStepOn(*made, delta, weighing ? "any" : "harmless", classes);
    if (!figures) continue;  // literally compared, stars can lead astray
    ++tables;
    const double added = LossOf(classes, table) - before;
    ASSERT_GE(added, *optimum - before - 1e-6);
    if (added <= *optimum - before + 1e-6) ++least_of_all;
    ratios += added / (*optimum - before);
    lost += added;
    least += *optimum - before;
  }
  RecordProperty("mean_ratio", std::to_string(ratios / static_cast<double>(tables)));
  RecordProperty("ratio_of_sums", std::to_string(lost / least));
  RecordProperty("optimal_share",
                 std::to_string(static_cast<double>(least_of_all) / static_cast<double>(tables)));
  EXPECT_LE(ratios / static_cast<double>(tables), 1.25);
  EXPECT_LE(lost / least, 1.15);
}

}  // namespace
}  // namespace gauze
