#include "gauze/labels/column_domain.h"

#include <gtest/gtest.h>

#include "gauze/taxonomy/read.h"

namespace gauze::labels {
namespace {

struct Read {
  ColumnDomain domain;

  Label operator[](const Cell& label) const { return domain.Read(label); }
  // The known values that the label covers.
  std::string Covered(const Cell& label, const std::vector<Cell>& known) const {
    std::string all;
    for (const Cell& value : known) {
      const auto place = domain.Find(value);
      if (place && domain.Read(label).Covers(*place)) all += value.value_or("missing") + " ";
    }
    return all;
  }
  std::string Certain(const Cell& label) const {
    std::string all;
    for (const Code place : domain.Read(label).certain) all += domain.places()[place].name + " ";
    return all;
  }
};

Read Reads(const std::vector<Cell>& shown, const std::vector<Cell>& known = {},
           const char* taxonomy = nullptr) {
  ColumnDescription column{.name = "column"};
  if (taxonomy != nullptr) column.taxonomy = ParseTaxonomy(taxonomy, "tree.csv").value();
  return {ColumnDomain::Make(column, Description(), shown, known).value()};
}

TEST(ColumnDomain, Numbers) {
  const std::vector<Cell> shown = {"37", "[20, 29]", "30-34", "[40, 50)", "65+", "*", "NA"};
  const std::vector<Cell> known = {"19", "20", "25", "29", "34", "37", "49", "50", "80"};
  const Read read = Reads(shown, known);
  EXPECT_EQ(read.domain.type(), ValueType::kInteger);
  EXPECT_EQ(read.Covered("37", known), "37 ");
  EXPECT_EQ(read.Covered("[20, 29]", known), "20 25 29 ");
  EXPECT_EQ(read.Covered("30-34", known), "34 ");
  EXPECT_EQ(read.Covered("[40, 50)", known), "49 ");
  EXPECT_EQ(read.Covered("65+", known), "80 ");
  EXPECT_EQ(read.Covered("*", known), "19 20 25 29 34 37 49 50 80 ");
  EXPECT_EQ(read.Covered("NA", known), "19 20 25 29 34 37 49 50 80 ");
  EXPECT_EQ(read["[20, 29]"].values, 10);
  EXPECT_EQ(read["[40, 50)"].values, 10);
  EXPECT_FALSE(read["37"].hidden());
  EXPECT_EQ(read.Certain("[20, 29]"), "20 29 ");
  EXPECT_EQ(read.Certain("[40, 50)"), "40 ");
  EXPECT_EQ(read.Certain("65+"), "65 ");
  EXPECT_EQ(read.Certain("*"), "");
}

TEST(ColumnDomain, NeighboursHaveNothingBetween) {
  const Read read = Reads({"[1, 2]", "(1, 2)", "[1, 1]"});
  EXPECT_EQ(read["[1, 2]"].values, 2);
  EXPECT_EQ(read["(1, 2)"].values, 0);
  EXPECT_EQ(read["[1, 1]"].values, 1);
  EXPECT_EQ(read.Certain("[1, 1]"), "1 ");
}

TEST(ColumnDomain, DatesAndDecimals) {
  const std::vector<Cell> days = {"2024-01-01", "2024-01-31", "2024-02-01"};
  const Read dates = Reads({"[2024-01-01, 2024-01-31]", "2024-02-01"}, days);
  EXPECT_EQ(dates.domain.type(), ValueType::kDate);
  EXPECT_EQ(dates["[2024-01-01, 2024-01-31]"].values, 31);
  EXPECT_EQ(dates.Covered("[2024-01-01, 2024-01-31]", days), "2024-01-01 2024-01-31 ");
  const Read decimals = Reads({"[0.5, 1.50]", "2"}, {"1"});
  EXPECT_EQ(decimals.domain.type(), ValueType::kDecimal);
  EXPECT_EQ(decimals.Covered("[0.5, 1.50]", {"1", "1.5", "2"}), "1 1.5 ");
}

constexpr const char* kTree =
    "a;left;top;*\nb;left;top;*\nc;right;top;*\nd;right;top;*\ne;right;top;*\nf;*\n";

TEST(ColumnDomain, Nodes) {
  const std::vector<Cell> known = {"a", "b", "c", "d", "e", "f"};
  const Read read = Reads({"left", "right", "top", "*", "a", "{a|right}", "c,d"}, known, kTree);
  EXPECT_EQ(read.Covered("left", known), "a b ");
  EXPECT_EQ(read.Covered("top", known), "a b c d e ");
  EXPECT_EQ(read.Covered("*", known), "a b c d e f ");
  EXPECT_EQ(read.Covered("{a|right}", known), "a c d e ");
  EXPECT_EQ(read.Covered("c,d", known), "c d ");
  EXPECT_EQ(read["left"].kind, Kind::kNode);
  EXPECT_EQ(read["a"].kind, Kind::kValue);
  EXPECT_EQ(read["c,d"].kind, Kind::kSet);
  EXPECT_EQ(read.Certain("left"), "a b ");
  EXPECT_EQ(read.Certain("right"), "");  // two of three
  EXPECT_EQ(read.Certain("top"), "");    // left and right, but nobody knows which of their values
  EXPECT_EQ(read.Certain("*"), "f ");    // top and f
  EXPECT_EQ(read.Certain("{a|right}"), "a ");
}

TEST(ColumnDomain, MissingHangsUnderTheRoot) {
  const Read read = Reads({"*", std::nullopt, "a"}, {}, "a;*\nb;*\n");
  EXPECT_EQ(read.Certain("*"), "");  // a, b or missing
  EXPECT_EQ(read[std::nullopt].kind, Kind::kMissing);
  EXPECT_EQ(read["*"].values, 3);
  EXPECT_EQ(Reads({"*", "a"}, {}, "a;*\nb;*\n").Certain("*"), "a b ");
  // A value that the hierarchy lacks: the root may have more below it than it says.
  EXPECT_EQ(Reads({"*", "z"}, {}, "a;*\nb;*\n").Certain("*"), "");
}

TEST(ColumnDomain, RangesOnAGridGiveNoEndAway) {
  const auto reads = [](const char* step) {
    const ColumnDescription ages{.name = "age", .type = ValueType::kInteger, .step = step};
    return Read{
        ColumnDomain::Make(ages, Description(), {"[30, 39]", "[30, 31]", "[31, 39]"}, {}).value()};
  };
  EXPECT_EQ(reads("5").Certain("[30, 39]"), "");
  EXPECT_EQ(reads("5").Certain("[31, 39]"), "31 39 ");  // not a label of this grid
  EXPECT_EQ(reads("2").Certain("[30, 39]"), "");
  EXPECT_EQ(reads("2").Certain("[30, 31]"), "30 31 ");  // there are no others
  const ColumnDescription wrong{.name = "age", .type = ValueType::kInteger, .step = "month"};
  EXPECT_FALSE(ColumnDomain::Make(wrong, Description(), {"[30, 39]"}, {}));
}

TEST(ColumnDomain, AStarOfTwoValuesIsBoth) {
  EXPECT_EQ(Reads({"*", "f", "m"}).Certain("*"), "f m ");
  EXPECT_EQ(Reads({"*", "f", "m", std::nullopt}).Certain("*"), "");
  EXPECT_EQ(Reads({"*", "130**", "13053"}).Certain("*"), "");
}

TEST(ColumnDomain, ListsWithoutBraces) {
  EXPECT_EQ(Reads({"a,b", "a"})["a,b"].kind, Kind::kSet);
  EXPECT_EQ(Reads({"Doe, Jane", "Roe, Jane"})["Doe, Jane"].kind, Kind::kValue);
}

TEST(ColumnDomain, Masks) {
  const std::vector<Cell> known = {"13053", "13068", "14850"};
  const Read read = Reads({"130**", "13***", "14850"}, known);
  EXPECT_EQ(read.domain.type(), ValueType::kText);
  EXPECT_EQ(read.Covered("130**", known), "13053 13068 ");
  EXPECT_EQ(read.Covered("13***", known), "13053 13068 ");
  EXPECT_TRUE(read["130**"].hidden());
  EXPECT_TRUE(Reads({"130**"})["130**"].hidden());
}

TEST(ColumnDomain, NumbersWithAHierarchy) {
  const std::vector<Cell> known = {"1", "2", "3", "4"};
  const Read read = Reads({"1-2", "[2, 3]", "4"}, known, "1;1-2;*\n2;1-2;*\n3;3-4;*\n4;3-4;*\n");
  EXPECT_EQ(read.domain.type(), ValueType::kInteger);
  EXPECT_EQ(read["1-2"].kind, Kind::kNode);
  EXPECT_EQ(read.Covered("[2, 3]", known), "2 3 ");
  EXPECT_EQ(read.Certain("[2, 3]"), "2 3 ");
  EXPECT_FALSE(read.domain.IsAmbiguous("1-2"));
  // A hierarchy whose names do not say what is below them.
  const Read shifted = Reads({"1-2"}, known, "1;0-1;*\n2;1-2;*\n3;1-2;*\n4;3-4;*\n");
  EXPECT_EQ(shifted.Covered("1-2", known), "2 3 ");
  EXPECT_TRUE(shifted.domain.IsAmbiguous("1-2"));
}

TEST(ColumnDomain, AStarHidesWhereNothingElseIsShown) {
  EXPECT_TRUE(Reads({"*"})["*"].hidden());
  EXPECT_TRUE(Reads({"*", "a"})["*"].hidden());
}

TEST(ColumnDomain, UnknownNamesAreValues) {
  const Read read = Reads({"Higher education", "10th", "<=50K"}, {"10th", "9th"});
  EXPECT_EQ(read["Higher education"].kind, Kind::kValue);
  EXPECT_EQ(read.Covered("10th", {"10th", "9th"}), "10th ");
}

TEST(ColumnDomain, PeopleMayHaveTheirOwnFormOfDates) {
  const ColumnDescription column{
      .name = "born", .type = ValueType::kDate, .people_format = "%d.%m.%Y"};
  const std::vector<Cell> shown = {"[2001-03-05, 2001-03-09]", "2001-04-01"};
  const std::vector<Cell> known = {"05.03.2001", "10.03.2001", "01.04.2001"};
  const Read read{ColumnDomain::Make(column, Description(), shown, known).value()};
  EXPECT_EQ(read.Covered(shown[0], known), "05.03.2001 ");
  EXPECT_EQ(read.Covered(shown[1], known), "01.04.2001 ");
  EXPECT_FALSE(ColumnDomain::Make(column, Description(), shown, {"2001-03-05"}));
}

TEST(ColumnDomain, ValuesThatLookLikeListsAndMasks) {
  const std::vector<Cell> known = {"a", "b", "{a|b}", "a*", "a,b"};
  const auto covered = [&](const Description& all, const Cell& label) {
    const std::vector<Cell> shown = {label, "a"};
    return Read{ColumnDomain::Make({.name = "c"}, all, shown, known).value()}.Covered(label, known);
  };
  Description other;
  EXPECT_EQ(covered(other, "{a|b}"), "a b ");
  EXPECT_EQ(covered(other, "\\{a\\|b\\}"), "{a|b} ");
  EXPECT_EQ(covered(other, "a,b"), "a b ");
  Description nodes;  // as a policy with `labels: node` describes its releases
  nodes.lists = nodes.foreign = false;
  for (const Cell& value : known) EXPECT_EQ(covered(nodes, value), *value + " ");
  Description sets;
  sets.foreign = false;
  EXPECT_EQ(covered(sets, "{a|b}"), "a b ");
  EXPECT_EQ(covered(sets, "a,b"), "a,b ");
}

TEST(ColumnDomain, LevelsOfAHierarchyWhosePathsAreEquallyLong) {
  const auto tree = [](const char* text) { return ParseTaxonomy(text, "tree.csv").value(); };
  const auto levels = [&](ColumnDescription column, const std::vector<Cell>& shown) {
    return ColumnDomain::Make(column, {}, shown, {})->Levels();
  };
  const ColumnDescription even{.name = "town", .taxonomy = tree("a;left;*\nb;left;*\nc;right;*\n")};
  using Spans = std::vector<std::vector<Span>>;
  EXPECT_EQ(*levels(even, {}), (Spans{{{0, 0}, {1, 1}, {2, 2}}, {{0, 1}, {2, 2}}, {{0, 2}}}));
  // A value that the hierarchy lacks, and a missing one, are on none.
  EXPECT_EQ(*levels(even, {"z", std::nullopt}), *levels(even, {}));
  EXPECT_FALSE(levels({.name = "town", .taxonomy = tree("a;left;*\nb;*\n")}, {}).has_value());
  EXPECT_TRUE(levels({.name = "sex"}, {"f", "m", "*"})->empty());
}

}  // namespace
}  // namespace gauze::labels
