#include "gauze/measure/measure.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace gauze {
namespace {

using Figures = std::map<std::string, double>;

Figures Compute(const ReleaseShape& shape) {
  Figures figures;
  for (const Figure& figure : ComputeMeasures(shape)) {
    EXPECT_TRUE(figures.emplace(figure.name, figure.value).second) << figure.name << " twice";
  }
  return figures;
}

// 10 rows in; classes of 2 and 5, 3 rows left out; losses (0.5, 0) and (0.1, 1).
ReleaseShape Small() {
  ReleaseShape shape;
  shape.rows_in = 10;
  shape.class_sizes = {{2, 1}, {5, 1}};
  shape.quasi_identifiers = {"age", "sex"};
  shape.loss = {2 * 0.5 + 5 * 0.1, 2 * 0 + 5 * 1};
  shape.k = 2;
  return shape;
}

TEST(IndividualRisk, IsOneByThePersonsBehindAClass) {
  ReleaseShape shape{.rows_in = 5, .class_sizes = {{2, 1}, {3, 1}}};
  shape.weighted = {.smallest = 10, .expected = 2.0 / 40 + 3.0 / 10};
  std::map<std::string, double> figures;
  for (const Figure& figure : ComputeMeasures(shape)) figures[figure.name] = figure.value;
  EXPECT_EQ(figures.at("individual_risk.fk_smallest"), 2);
  EXPECT_EQ(figures.at("individual_risk.Fk_smallest"), 10);
  EXPECT_DOUBLE_EQ(figures.at("individual_risk.highest"), 0.1);
  EXPECT_DOUBLE_EQ(figures.at("individual_risk.mean"), 0.07);
}

TEST(Measure, LossByHand) {
  const Figures figures = Compute(Small());
  // age: 2·0.5 + 5·0.1 + 3 = 4.5 of 10; sex: 0 + 5 + 3 = 8 of 10.
  EXPECT_DOUBLE_EQ(figures.at("attribute_loss.age"), 0.45);
  EXPECT_DOUBLE_EQ(figures.at("attribute_loss.sex"), 0.8);
  EXPECT_DOUBLE_EQ(figures.at("ncp"), 0.625);
  EXPECT_DOUBLE_EQ(figures.at("gcp"), 0.625);
  EXPECT_DOUBLE_EQ(figures.at("average_information_loss"), 1.25);
}

TEST(Measure, IsReadAsSentences) {
  ReleaseShape shape = Small();
  shape.singled_out = {.all = 0.5, .open = 0.0001};
  EXPECT_EQ(
      ReadMeasures(ComputeMeasures(shape)),
      (std::vector<std::string>{
          ("Rows lost 62.5 % of the detail of their quasi-identifiers on average: 0 % is an "
           "unchanged table, 100 % one that shows nothing."),
          "sex lost most, 80 %; age least, 45 %.",
          ("Rows look alike in 2 classes: the smallest has 2 rows, a middle one 3.5. 3 rows were "
           "left out."),
          ("Anyone who knows the quasi-identifiers of a person who is in it finds the right row "
           "with a chance of at most 50 %, and of 28.6 % on average."),
          ("50 % of the rows are unique by all released columns together, less than 0.1 % by those "
           "that are not sensitive.")}));
  EXPECT_TRUE(ReadMeasures({}).empty());
}

TEST(Measure, ClassesByHand) {
  const Figures figures = Compute(Small());
  EXPECT_EQ(figures.at("discernibility"), 4 + 25 + 3 * 10);
  EXPECT_DOUBLE_EQ(figures.at("average_class_size"), 3.5 / 2);
  EXPECT_EQ(figures.at("class_sizes.classes"), 2);
  EXPECT_EQ(figures.at("class_sizes.smallest"), 2);
  EXPECT_DOUBLE_EQ(figures.at("class_sizes.median"), 3.5);
  EXPECT_DOUBLE_EQ(figures.at("class_sizes.mean"), 3.5);
  EXPECT_EQ(figures.at("class_sizes.largest"), 5);
  EXPECT_EQ(figures.at("class_sizes.suppressed_rows"), 3);
}

TEST(Measure, RiskByHand) {
  const Figures figures = Compute(Small());
  EXPECT_DOUBLE_EQ(figures.at("prosecutor_risk.highest"), 0.5);
  EXPECT_DOUBLE_EQ(figures.at("prosecutor_risk.mean"), 2.0 / 7);
  EXPECT_DOUBLE_EQ(figures.at("journalist_risk.highest"), 0.5);
  EXPECT_DOUBLE_EQ(figures.at("journalist_risk.mean"), 2.0 / 7);
  EXPECT_DOUBLE_EQ(figures.at("marketer_risk"), 2.0 / 7);
  EXPECT_EQ(figures.at("uniques.rows"), 0);
  EXPECT_FALSE(figures.contains("singling_out.share"));  // nobody looked
  EXPECT_EQ(figures.at("uniques.share"), 0);
}

TEST(Measure, SinglingOutIsToldAsItWasCounted) {
  ReleaseShape shape = Small();
  shape.singled_out = {.all = 0.75, .open = 0.25};
  EXPECT_EQ(Compute(shape).at("singling_out.share"), 0.75);
  EXPECT_EQ(Compute(shape).at("singling_out.open_share"), 0.25);
  shape.singled_out->open = std::nullopt;
  EXPECT_FALSE(Compute(shape).contains("singling_out.open_share"));
}

TEST(Measure, ThresholdsAreCellSizes) {
  ReleaseShape shape;
  for (const std::uint64_t size : {1, 2, 3, 4, 5, 10, 11, 19, 20}) shape.class_sizes[size] = 1;
  shape.rows_in = shape.rows_out();
  const Figures figures = Compute(shape);
  EXPECT_DOUBLE_EQ(figures.at("risk_above.0.33"), 3.0 / 75);   // 1, 2
  EXPECT_DOUBLE_EQ(figures.at("risk_above.0.2"), 10.0 / 75);   // and 3, 4
  EXPECT_DOUBLE_EQ(figures.at("risk_above.0.09"), 25.0 / 75);  // and 5, 10
  EXPECT_DOUBLE_EQ(figures.at("risk_above.0.05"), 55.0 / 75);  // and 11, 19
  EXPECT_EQ(figures.at("uniques.rows"), 1);
  EXPECT_DOUBLE_EQ(figures.at("uniques.share"), 1.0 / 75);
  EXPECT_EQ(figures.at("class_sizes.median"), 5);
}

TEST(Measure, LeavesOutWhatItCannotKnow) {
  ReleaseShape shape = Small();
  shape.loss.clear();
  shape.k = 0;
  const Figures figures = Compute(shape);
  for (const char* name :
       {"ncp", "gcp", "average_information_loss", "attribute_loss.age", "average_class_size"}) {
    EXPECT_FALSE(figures.contains(name)) << name;
  }
  EXPECT_TRUE(figures.contains("discernibility"));
}

TEST(Measure, AnEmptyReleaseHasNoNan) {
  const Figures nothing = Compute(ReleaseShape{});
  EXPECT_EQ(nothing, (Figures{{"class_sizes.classes", 0}, {"class_sizes.suppressed_rows", 0}}));

  ReleaseShape all_suppressed;
  all_suppressed.rows_in = 4;
  all_suppressed.quasi_identifiers = {"age", "sex"};
  all_suppressed.loss = {0, 0};
  all_suppressed.k = 5;
  EXPECT_EQ(Compute(all_suppressed), (Figures{{"ncp", 1},
                                              {"gcp", 1},
                                              {"average_information_loss", 2},
                                              {"attribute_loss.age", 1},
                                              {"attribute_loss.sex", 1},
                                              {"discernibility", 16},
                                              {"class_sizes.classes", 0},
                                              {"class_sizes.suppressed_rows", 4}}));
}

TEST(Measure, CountsBeyond32Bits) {
  ReleaseShape shape;
  shape.class_sizes = {{std::uint64_t{1} << 40, 1}, {std::uint64_t{1} << 41, 1}};
  shape.rows_in = shape.rows_out() + 1;
  shape.quasi_identifiers = {"age"};
  shape.loss = {std::ldexp(0.5, 41)};
  shape.k = 1;
  const Figures figures = Compute(shape);
  const double rows_in = std::ldexp(3.0, 40) + 1;
  EXPECT_DOUBLE_EQ(figures.at("discernibility"), std::ldexp(5.0, 80) + rows_in);
  EXPECT_DOUBLE_EQ(figures.at("class_sizes.largest"), std::ldexp(1.0, 41));
  EXPECT_DOUBLE_EQ(figures.at("class_sizes.median"), std::ldexp(3.0, 39));
  EXPECT_DOUBLE_EQ(figures.at("average_class_size"), std::ldexp(3.0, 39));
  EXPECT_DOUBLE_EQ(figures.at("ncp"), (std::ldexp(1.0, 40) + 1) / rows_in);
  EXPECT_DOUBLE_EQ(figures.at("prosecutor_risk.highest"), std::ldexp(1.0, -40));
}

TEST(Measure, AShapeThatContradictsItselfIsABug) {
  ReleaseShape shape = Small();
  shape.rows_in = 6;
  EXPECT_THROW(ComputeMeasures(shape), std::logic_error);
  shape = Small();
  shape.class_sizes[0] = 1;
  EXPECT_THROW(ComputeMeasures(shape), std::logic_error);
  shape = Small();
  shape.loss.pop_back();
  EXPECT_THROW(ComputeMeasures(shape), std::logic_error);
}

// The oracle works on single rows, the other way round from the measures: a row is its class
// number, or -1 when it was left out.
TEST(Measure, AgreeWithATableOfRows) {
  EXPECT_TRUE(rc::check([]() {
    const int classes = *rc::gen::inRange(1, 5);
    const int width = *rc::gen::inRange(1, 4);
    // Each class has a row, so none is empty.
    auto rows = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-1, classes));
    for (int c = 0; c < classes; ++c) rows.push_back(c);
    const auto loss = *rc::gen::container<std::vector<int>>(
        static_cast<std::size_t>(classes) * width, rc::gen::inRange(0, 9));

    ReleaseShape shape;
    shape.rows_in = rows.size();
    std::vector<std::uint64_t> class_rows(classes);
    shape.k = *rc::gen::inRange(1, 6);
    for (int j = 0; j < width; ++j) shape.quasi_identifiers.push_back(std::to_string(j));
    for (const int row : rows) {
      if (row >= 0) ++class_rows[row];
    }
    for (const std::uint64_t size : class_rows) ++shape.class_sizes[size];
    shape.loss.resize(width);
    for (int c = 0; c < classes; ++c) {
      for (int j = 0; j < width; ++j) {
        shape.loss[j] += static_cast<double>(class_rows[c]) * loss[c * width + j] / 8.0;
      }
    }

    double cells = 0, discernibility = 0, risk = 0, released = 0, alone = 0, below_five = 0;
    for (const int row : rows) {
      const auto size = static_cast<double>(std::ranges::count(rows, row));
      for (int j = 0; j < width; ++j) {
        cells += row < 0 ? 1 : loss[static_cast<std::size_t>(row) * width + j] / 8.0;
      }
      discernibility += row < 0 ? static_cast<double>(rows.size()) : size;
      if (row < 0) continue;
      ++released;
      risk += 1 / size;
      alone += size == 1 ? 1 : 0;
      below_five += 1 / size > 0.2 ? 1 : 0;
    }

    const Figures figures = Compute(shape);
    const auto near = [](double a, double b) { return std::abs(a - b) < 1e-9; };
    RC_ASSERT(near(figures.at("ncp"), cells / (static_cast<double>(rows.size()) * width)));
    RC_ASSERT(
        near(figures.at("average_information_loss"), cells / static_cast<double>(rows.size())));
    RC_ASSERT(figures.at("discernibility") == discernibility);
    RC_ASSERT(near(figures.at("prosecutor_risk.mean"), risk / released));
    RC_ASSERT(near(figures.at("marketer_risk"), risk / released));
    RC_ASSERT(
        near(figures.at("average_class_size"), released / classes / static_cast<double>(shape.k)));
    RC_ASSERT(figures.at("uniques.rows") == alone);
    RC_ASSERT(near(figures.at("risk_above.0.2"), below_five / released));
    for (const auto& [name, value] : figures) RC_ASSERT(std::isfinite(value));
  }));
}

TEST(Measure, EveryEntryIsDescribed) {
  std::ifstream file(GAUZE_SOURCE_DIR "/docs/measures.md");
  std::stringstream docs;
  docs << file.rdbuf();
  std::set<std::string> names;
  for (const MeasureEntry& entry : Measures()) {
    const Descriptor& descriptor = entry.descriptor;
    EXPECT_TRUE(names.insert(descriptor.name).second) << descriptor.name << " twice";
    for (const std::string* text : {&descriptor.summary, &descriptor.guarantees,
                                    &descriptor.not_covered, &descriptor.reference}) {
      EXPECT_FALSE(text->empty()) << descriptor.name;
    }
    EXPECT_TRUE(descriptor.parameters.empty()) << descriptor.name;
    EXPECT_NE(docs.str().find("\n## `" + descriptor.name + "`\n"), std::string::npos)
        << "docs/measures.md has no section on " << descriptor.name;
  }
}

}  // namespace
}  // namespace gauze
