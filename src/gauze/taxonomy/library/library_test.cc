#include "gauze/taxonomy/library/library.h"

#include <fmt/format.h>
#include <rapidcheck.h>

#include "gauze/taxonomy/library/code_ranges.h"
#include "gauze/taxonomy/library/known_codes.h"
#include "gauze/taxonomy/library/library_data.h"

namespace gauze {
namespace {

using Labels = std::vector<std::string>;

std::optional<LibraryPlace> FindWith(const std::string& library, const std::string& text,
                                     const RawParameter& parameter,
                                     ValueType type = ValueType::kText) {
  const auto parameters = Parameters::Make(FindHierarchyBuilder("library")->descriptor,
                                           {{"name", library, ""}, parameter}, "");
  Check(parameters.has_value(), "a test gives parameters that exist");
  return FindHierarchyLibrary(library)->find({.text = text}, type, *parameters);
}

TEST(UsZip, KnowsWhereCodesStand) {
  EXPECT_GE(CheckKnownCodes("us_zip", R"(
00501|005**|0****
00601|006**|0****
01001|010**|0****
02108|021**|0****
02139|021**|0****
02139-4307|021**|0****
021394307|021**|0****
2139|021**|0****
021|021**|0****
02903|029**|0****
03031|030**|0****
03601|036**|0****
04101|041**|0****
05401|054**|0****
06103|061**|0****
07030|070**|0****
08540|085**|0****
10001|100**|1****
10282|102**|1****
11201|112**|1****
12207|122**|1****
15213|152**|1****
19104|191**|1****
19801|198**|1****
20001|200**|2****
20301|203**|2****
21201|212**|2****
23219|232**|2****
27701|277**|2****
29401|294**|2****
30301|303**|3****
33101|331**|3****
35203|352**|3****
37201|372**|3****
39201|392**|3****
40202|402**|4****
43215|432**|4****
46204|462**|4****
48104|481**|4****
50309|503**|5****
53202|532**|5****
55401|554**|5****
55604|556**|5****
57104|571**|5****
58102|581**|5****
59101|591**|5****
60601|606**|6****
63101|631**|6****
66101|661**|6****
69201|692**|6****
70112|701**|7****
73102|731**|7****
75201|752**|7****
79001|790**|7****
80202|802**|8****
82190|821**|8****
87901|879**|8****
90210|902**|9****
94103|941**|9****
96813|968**|9****
98101|981**|9****
99501|995**|9****
)"),
            60U);
  for (const char* text : {"", "?", "00012", "12", "123456", "1234-56789", "02139-43", "021**",
                           "D-10115", "02139 4307"}) {
    EXPECT_EQ(LabelsAbove("us_zip", text), Labels{"not known"}) << text;
  }
  // As numbers, codes of New England and Puerto Rico have lost their zeros.
  EXPECT_EQ(LabelsAbove("us_zip", "601", ValueType::kInteger), (Labels{"006**", "0****"}));
  EXPECT_EQ(LabelsAbove("us_zip", "2139", ValueType::kInteger), (Labels{"021**", "0****"}));
}

TEST(UsZip, HidesSmallAreas) {
  const RawParameter small{"small_areas", "census_2000", ""};
  for (const char* area : {"036", "059", "063", "102", "203", "556", "692", "790", "821", "823",
                           "830", "831", "878", "879", "884", "890", "893"}) {
    EXPECT_EQ(FindWith("us_zip", std::string(area) + "01", small)->above, Labels{"000**"}) << area;
    EXPECT_EQ(FindWith("us_zip", area, small)->above, Labels{"000**"}) << area;
  }
  EXPECT_EQ(FindWith("us_zip", "02139", small)->above, (Labels{"021**", "0****"}));
  int hidden = 0;
  for (int area = 1; area < 1000; ++area) {
    const auto place = FindWith("us_zip", fmt::format("{:03}99", area), small);
    hidden += place->above == Labels{"000**"} ? 1 : 0;
  }
  EXPECT_EQ(hidden, 17);
}

TEST(Age, IsInBandsAndHasATop) {
  for (int years = 0; years < 90; ++years) {
    const auto above = LabelsAbove("age", std::to_string(years));
    const auto band = [&](int width) {
      const int low = years / width * width;
      return fmt::format("[{}, {}]", low, std::min(low + width, 90) - 1);
    };
    Labels expected = {band(5), band(10)};
    if (years < 80) expected.push_back(band(20));
    EXPECT_EQ(above, expected) << years;
  }
  for (const char* text : {"90", "91", "104", "130"}) {
    EXPECT_EQ(LabelsAbove("age", text), Labels{"90+"}) << text;
  }
  EXPECT_EQ(LabelsAbove("age", "0.5"), (Labels{"[0, 4]", "[0, 9]", "[0, 19]"}));
  for (const char* text : {"", "-1", "131", "999", "x", "1.", "1e2", "[20, 24]", "90+", "40-44"}) {
    EXPECT_EQ(LabelsAbove("age", text), Labels{"not known"}) << text;
  }
  EXPECT_EQ(FindWith("age", "84", {"top", "85", ""})->above, (Labels{"[80, 84]"}));
  EXPECT_EQ(FindWith("age", "85", {"top", "85", ""})->above, (Labels{"85+"}));
  EXPECT_LT(FindWith("age", "9", {"top", "85", ""})->order,
            FindWith("age", "10", {"top", "85", ""})->order);
}

TEST(Libraries, HaveSoundData) {
  for (const char* name : {"icd9cm", "icd10", "atc", "isco08", "nace2"}) {
    const CodeRanges ranges(name);
    EXPECT_GT(ranges.all().size(), 10U) << name;
    for (const auto& range : ranges.all()) {
      EXPECT_EQ(ranges.Find(range.level, range.first), &range) << name << " " << range.first;
      EXPECT_EQ(ranges.Find(range.level, range.last), &range) << name << " " << range.last;
      EXPECT_FALSE(range.title.empty()) << name << " " << range.first;
    }
  }
  EXPECT_EQ(LibraryRecords("countries").size(), 250U);  // 249 and the heading
  EXPECT_EQ(LibraryRecords("us_states").size(), 57U);   // 50, the capital, five areas, the heading
}

// Blocks lie inside one chapter: their ends, and so all codes between.
TEST(Libraries, HaveBlocksInsideChapters) {
  for (const auto& [name, chapters] : {std::pair("icd9cm", 19), std::pair("icd10", 22)}) {
    const CodeRanges ranges(name);
    int seen = 0;
    for (const auto& range : ranges.all()) {
      seen += range.level == "chapter" ? 1 : 0;
      const auto* first = ranges.Find("chapter", range.first);
      ASSERT_NE(first, nullptr) << name << " " << range.first;
      EXPECT_EQ(first, ranges.Find("chapter", range.last)) << name << " " << range.first;
    }
    EXPECT_EQ(seen, chapters) << name;
  }
}

// A column may hold codes of any level: none of them is a label.
TEST(Libraries, HaveNoLabelThatIsAValue) {
  EXPECT_TRUE(rc::check([] {
    const auto text = *rc::gen::oneOf(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123456789.AEVX"))),
        rc::gen::map(rc::gen::inRange(0, 100000), [](int n) { return fmt::format("{:05}", n); }),
        rc::gen::map(rc::gen::inRange(0, 2600),
                     [](int n) {
                       return fmt::format("{}{:02}", static_cast<char>('A' + n / 100), n % 100);
                     }),
        rc::gen::element<std::string>("DE", "GUM", "Hawaii", "JE", "AQ", "NY"));
    for (const HierarchyLibrary& library : HierarchyLibraries()) {
      const Parameters defaults = LibraryDefaults(library);
      const auto place = library.find({.text = text}, ValueType::kText, defaults);
      if (!place) continue;
      RC_CLASSIFY(true, library.name);
      for (const std::string& label : place->above) {
        RC_ASSERT(label != text);
        RC_ASSERT(!library.find({.text = label}, ValueType::kText, defaults));
      }
    }
  }));
}

}  // namespace
}  // namespace gauze
