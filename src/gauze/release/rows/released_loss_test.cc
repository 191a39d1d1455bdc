#include "gauze/release/rows/released_loss.h"

#include <gtest/gtest.h>

namespace gauze {
namespace {

Label Range(double from, double to) {
  return {.text = "range",
          .loss = 0.5,  // a share of the table, which must not count
          .from = {.text = "from", .real = from},
          .to = {.text = "to", .real = to}};
}

// One column of numbers; a class of two rows for each label.
ReleasedLoss LossOf(const std::vector<Label>& labels) {
  CodedTable coded;
  coded.table.attributes = {{.name = "age", .role = Role::kQuasiIdentifying}};
  coded.table.domains.resize(1);
  coded.table.counts.assign(labels.size(), 2);
  coded.hierarchies.resize(1);
  Generalization generalization{.quasi_identifiers = {0}, .labels = {labels}};
  generalization.class_begin = {0};
  for (std::uint32_t c = 0; c < labels.size(); ++c) {
    generalization.tuples.push_back(c);
    generalization.class_begin.push_back(c + 1);
    generalization.class_labels.push_back(c);
  }
  return {coded, generalization};
}

TEST(ReleasedLoss, RangesAreSharesOfWhatIsPrintedInAllRegions) {
  ReleasedLoss loss = LossOf({Range(20, 30), Range(40, 40)});
  EXPECT_EQ(loss.Sums(), (std::vector<double>{2 * 0.5}));
  loss.Add(LossOf({Range(0, 25), {.text = "*", .loss = 1}}));
  EXPECT_EQ(loss.Sums(), (std::vector<double>{2 * 0.25 + 2 * 0.625 + 2}));
  EXPECT_EQ(ReleasedLoss::From(loss.Numbers(), 1).Sums(), loss.Sums());
  loss.Add({});
  EXPECT_EQ(loss.Sums(), ReleasedLoss::From(loss.Numbers(), 1).Sums());
}

TEST(ReleasedLoss, OneValueIsNoLossAndTheLargestNumbersAreNoTrouble) {
  EXPECT_EQ(LossOf({Range(7, 7)}).Sums(), (std::vector<double>{0}));
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(LossOf({Range(-most, most), Range(-most, most)}).Sums(), (std::vector<double>{4}));
}

TEST(ReleasedLoss, LedgersHadOneNumberAColumn) {
  ReleasedLoss loss = ReleasedLoss::From({1.5}, 1);
  EXPECT_EQ(loss.Sums(), (std::vector<double>{1.5}));
  loss.Add(LossOf({Range(20, 30)}));
  EXPECT_EQ(loss.Sums(), (std::vector<double>{3.5}));
}

}  // namespace
}  // namespace gauze
