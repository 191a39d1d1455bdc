#include "gauze/page/report_page.h"

#include <gtest/gtest.h>

#include "gauze/base/json.h"
#include "gauze/page/example_document.h"
#include "gauze/page/html.h"
#include "gauze/page/section/section.h"
#include "gauze/page/style.h"
#include "gauze/page/well_formed.h"

namespace gauze::page {
namespace {

Json Example() { return Json::parse(kExampleDocument); }

// The page without its links, which would stand in the middle of sentences, and with spaces that
// may break.
std::string Unlinked(std::string page) {
  for (std::size_t at = page.find("\xC2\xA0"); at != std::string::npos;
       at = page.find("\xC2\xA0", at)) {
    page.replace(at, 2, " ");
  }
  for (const char* tag : {"<a ", "</a>"}) {
    for (std::size_t at = page.find(tag); at != std::string::npos; at = page.find(tag, at)) {
      page.erase(at, page.find('>', at) + 1 - at);
    }
  }
  return page;
}

bool Has(const std::string& page, std::string_view text) {
  return page.find(text) != std::string::npos;
}

TEST(ReportPage, ShowsEverySectionThatTheDocumentHas) {
  const std::string page = ReportPage(Example());
  ASSERT_TRUE(IsWellFormed(page));
  for (const Section& section : Sections()) {
    EXPECT_TRUE(Has(page, std::string("<section id=\"") + section.id + "\"")) << section.id;
    EXPECT_TRUE(Has(page, std::string("href=\"#") + section.id + "\"")) << section.id;
  }
}

// Two that need half of a screen share a line; one that is left alone does not leave half of it
// empty.
TEST(ReportPage, LeavesNoHalfOfALineEmpty) {
  Json document = Example();
  const auto is_half = [&](const char* id) {
    return Has(ReportPage(document), std::string("<section id=\"") + id + "\" class=\"half\"");
  };
  EXPECT_TRUE(is_half("loss") && is_half("learning"));
  document.erase("learning");
  EXPECT_FALSE(is_half("loss"));
}

TEST(ReportPage, LeavesOutWhatIsAbsent) {
  const Json whole = Example();
  for (const auto& [name, value] : whole.items()) {
    Json document = Example();
    document.erase(name);
    EXPECT_TRUE(IsWellFormed(ReportPage(document))) << name;
  }
  const std::string empty = ReportPage(Json::object());
  EXPECT_TRUE(IsWellFormed(empty));
  EXPECT_FALSE(Has(empty, "<section"));
  EXPECT_TRUE(IsWellFormed(ReportPage(Json())));
}

// Whoever opens the page of a personal release reads of the attacks before anything else.
TEST(ReportPage, BeginsWithWhatAdversariesRecover) {
  const std::string page = Unlinked(ReportPage(Example()));
  const std::size_t body = page.find("<body>");
  const std::size_t rate = page.find("Adversaries guess up to 40 %");
  ASSERT_NE(rate, std::string::npos);
  EXPECT_LT(rate, page.find("<h1>"));
  EXPECT_EQ(page.substr(body, rate - body).find("</"), std::string::npos) << "words before it";
}

// What people who look alike suggest is no guess at a hidden value.
TEST(ReportPage, CountsNoConclusionAsAGuess) {
  Json document = Example();
  document["personal"]["attacks"]["frequency"]["illness"] = {{"blindly", 0.1}, {"by_rank", 0.3}};
  document["personal"]["attacks"]["divergence"]["illness"] = {{"breached", 0.15}, {"highest", 0.9}};
  const std::string page = Unlinked(ReportPage(document));
  EXPECT_TRUE(Has(page, "Adversaries guess up to 30 %"));
  EXPECT_TRUE(Has(page, ">knows how frequent each value is</text>"));
  EXPECT_TRUE(Has(page,
                  "<bdi>illness</bdi>: for 15 % of the people, at least half of those who look "
                  "alike suggest something unrelated to their own value."));
}

TEST(ReportPage, PutsNumbersUnderEachOther) {
  const std::string page = Unlinked(ReportPage(Example()));
  EXPECT_TRUE(Has(page, "<th scope=\"col\" class=\"number\"><bdi>unique rows</bdi></th>"));
  EXPECT_TRUE(Has(page, "<td class=\"number\">12</td>"));
  EXPECT_FALSE(Has(page, "<td class=\"number\">about")) << "words are no numbers";
}

// Neither nobody nor everybody by rounding alone.
TEST(ReportPage, RoundsNobodyAway) {
  Json document = Example();
  const auto shown = [&](double share, const char* text) {
    document["uniqueness"]["all"]["share"] = share;
    return Has(Unlinked(ReportPage(document)),
               std::string("<td class=\"number\">") + text + "</td>");
  };
  EXPECT_TRUE(shown(0, "0 %"));
  EXPECT_TRUE(shown(0.0004, "&lt; 0.1 %"));
  EXPECT_TRUE(shown(0.9988, "99.9 %"));
  EXPECT_TRUE(shown(0.99999, "&gt; 99.9 %"));
  EXPECT_TRUE(shown(1, "100 %"));
}

TEST(ReportPage, HasTheHeadOfADocument) {
  Json document = Example();
  const std::string page = Unlinked(ReportPage(document));
  for (const char* text : {"<h1><bdi>Patients of a clinic</bdi></h1>", "Purpose", "the clinic",
                           "a university", "a law", "2026-11-18", "sha256:00", "sha256:22",
                           "Gauze <bdi>0.1.0</bdi>", "Prepared by", "Approved by"}) {
    EXPECT_TRUE(Has(page, text)) << text;
  }
  document["about"]["document"].erase("owner");
  EXPECT_TRUE(Has(Unlinked(ReportPage(document)), "not stated"));
  document["about"].erase("document");
  EXPECT_TRUE(Has(Unlinked(ReportPage(document)), "The policy states no title"));
  EXPECT_FALSE(Has(Unlinked(ReportPage(document)), "not stated"));
}

// The risk that is told first, by what the document holds.
TEST(ReportPage, TellsTheWorstRiskFirst) {
  Json document = Example();
  const auto worst = [&] {
    const std::string page = Unlinked(ReportPage(document));
    const std::size_t at = page.find("The worst risk that remains");
    const std::size_t begin = page.find("<strong>", at) + 8;
    return page.substr(begin, page.find("</strong>", begin) - begin);
  };
  EXPECT_TRUE(worst().starts_with("A promise does not hold: ")) << worst();
  document["promises"].erase(1);
  document["attacks"][0]["holds"] = false;
  EXPECT_TRUE(worst().starts_with("An attack succeeded: <bdi>linkage</bdi>")) << worst();
  document["attacks"][0]["holds"] = true;
  EXPECT_EQ(worst(),
            "About 4 of 38 rows (10.5 %) are unique by the 2 released columns that are not "
            "sensitive. Anyone who knows these columns of a person finds the row, and no promise "
            "rules that out.");
  document["uniqueness"]["open"]["unique_rows"] = 0;
  EXPECT_EQ(worst(),
            "12 of 38 rows are unique. Anyone who knows so much of a person finds the row, and all "
            "else that it says.");
  document["uniqueness"]["all"]["unique_rows"] = 0;
  EXPECT_EQ(worst(), "Look here.");
  document.erase("warnings");
  EXPECT_TRUE(worst().ends_with("with a chance of at most 20 %.")) << worst();
  document.erase("uniqueness");
  EXPECT_TRUE(worst().ends_with("was not counted.")) << worst();
}

// The run warns of rows that are unique by columns that are not sensitive; the page counts them.
TEST(ReportPage, TellsNothingTwiceAtTheTop) {
  Json document = Example();
  document["warnings"] = {"about 4 of 38 rows (10.5 %) are unique by the 2 released columns"};
  const std::string page = Unlinked(ReportPage(document));
  const std::size_t first = page.find("4 of 38 rows (10.5 %)");
  ASSERT_NE(first, std::string::npos);
  EXPECT_GT(page.find("4 of 38 rows (10.5 %)", first + 1), page.find("<main>"));
}

TEST(ReportPage, TellsAReleaseInOneParagraph) {
  Json document = Example();
  const auto told = [&] {
    const std::string page = Unlinked(ReportPage(document));
    const std::size_t begin = page.find("<p class=\"short\">") + 17;
    return page.substr(begin, page.find("</p>", begin) - begin);
  };
  const auto diverse = [](const std::string& column) {
    return Json{{"model", "l_diversity"},
                {"holds", true},
                {"plainly", "Among people who look alike, " + column + " has at least 3 values."}};
  };
  document["promises"][1] = diverse("illness");
  const std::string alike =
      "Anyone who knows <bdi>age</bdi> of a person finds at least 5 people who look alike. ";
  const std::string among = "Among people who look alike, <bdi>illness</bdi> has at least 3 values";
  const std::string rest =
      "38 of 40 rows are released; the others wait. Of the detail of these columns, 25 % was "
      "lost, most of all in <bdi>age</bdi> (25 %).";
  EXPECT_EQ(told(), alike + among + ". " + rest);
  // Sentences that begin alike are joined, as long as one is short.
  document["promises"][2] = diverse("pay");
  EXPECT_EQ(told(), alike + among + ", and pay has at least 3 values. " + rest);
  document["promises"][3] = diverse("the number of all debts of a person");
  EXPECT_EQ(told(), alike + among +
                        ", and pay has at least 3 values. Among people who look alike, the number "
                        "of all debts of a person has at least 3 values. " +
                        rest);
  // Of many alike, the first.
  document["promises"].erase(document["promises"].begin() + 1, document["promises"].end());
  for (const char* column : {"illness", "pay", "job", "debts"}) {
    Json promise = diverse(column);
    promise["parameters"]["attribute"] = column;
    document["promises"].push_back(promise);
  }
  EXPECT_EQ(told(), alike + among +
                        ". Similar bounds hold for <bdi>pay</bdi>, <bdi>job</bdi> and "
                        "<bdi>debts</bdi>. " +
                        rest);
  document["promises"] = Json::array();
  document["class_sizes"]["smallest"] = 1;
  EXPECT_TRUE(
      told().starts_with("Anyone who knows <bdi>age</bdi> of a person may find that one "
                         "person alone."))
      << told();
}

// Rows that show a range are not told as rows that show a value.
TEST(ReportPage, CoarserLabelsHaveBarsOfTheirOwn) {
  const std::string page = Unlinked(ReportPage(Example()));
  EXPECT_TRUE(Has(page, ">[20, 39]</text>"));
  EXPECT_TRUE(Has(page, ">(other coarser labels)</text>"));
  EXPECT_TRUE(Has(page, ">* (not shown)</text>"));
  EXPECT_TRUE(Has(page, ">24 % → 21 %</text>")) << "10 of 41, and 8 of 38";
  EXPECT_TRUE(Has(page, "Coarser in 21 % of the rows, not shown in 5.3 %."));
}

// Run, verify, manifest and page say it in the same words.
TEST(ReportPage, TellsAPromiseByItsSentence) {
  Json document = Example();
  const std::string page = Unlinked(ReportPage(document));
  EXPECT_TRUE(Has(page,
                  "<code><bdi>k_anonymity(k=5)</bdi></code>\n holds: the smallest of 4 classes has "
                  "5 people.</p>"));
  EXPECT_TRUE(Has(page,
                  " does not hold: the least diverse class has one value of "
                  "<bdi>illness</bdi>.</p>"));
  document["promises"][0].erase("sentence");
  EXPECT_TRUE(
      Has(Unlinked(ReportPage(document)), "<code><bdi>k_anonymity(k=5)</bdi></code>\n holds.</p>"));
}

// A column that is called as one of the words that the page explains is still a column.
TEST(ReportPage, ExplainsNoNames) {
  Json document = Example();
  document["about"]["columns"][1]["name"] = "grade";
  document["promises"][0]["plainly"] = "Anyone who knows grade of a person finds 5 grades.";
  const std::string page = ReportPage(document);
  EXPECT_TRUE(Has(page, "Anyone who knows <bdi>grade</bdi> of a person"));
  EXPECT_TRUE(Has(page, "<a href=\"#word-grade\">grades</a>"));
}

TEST(ReportPage, SaysLoudlyThatAPromiseIsBroken) {
  Json document = Example();
  EXPECT_TRUE(
      Has(Unlinked(ReportPage(document)), "✗ 1 promise does not hold of 2. Do not share it."));
  document["promises"].erase(1);
  EXPECT_TRUE(
      Has(Unlinked(ReportPage(document)), "! The promise holds. But"));  // there is a warning
  document.erase("warnings");
  EXPECT_TRUE(
      Has(Unlinked(ReportPage(document)), "! The promise holds. But"));  // and rows are unique
  document["uniqueness"]["open"]["unique_rows"] = 0;
  EXPECT_TRUE(Has(Unlinked(ReportPage(document)), "! The promise holds. But"));  // by all columns
  document["uniqueness"]["all"]["unique_rows"] = 0;
  EXPECT_TRUE(Has(Unlinked(ReportPage(document)), "✓ The promise holds."));
  document["uniqueness"]["all"].erase("unique_rows");  // not told is not none
  EXPECT_FALSE(Has(Unlinked(ReportPage(document)), "✓ The promise holds."));
  document.erase("uniqueness");
  EXPECT_FALSE(Has(Unlinked(ReportPage(document)), "✓ The promise holds."));
  document["uniqueness"]["all"]["unique_rows"] = 0;
  EXPECT_TRUE(Has(Unlinked(ReportPage(document)), "✓ The promise holds."));
  document["promises"][0].erase("holds");  // not told is not held
  EXPECT_FALSE(Has(Unlinked(ReportPage(document)), "✓ The promise holds."));
}

TEST(ReportPage, AllowsNothingButItsStyleSheet) {
  const std::string page = Unlinked(ReportPage(Example()));
  EXPECT_TRUE(Has(page, "content=\"default-src 'none'; style-src 'sha256-"));
  EXPECT_FALSE(Has(page, "unsafe"));
  EXPECT_FALSE(Has(page, " style="));
  EXPECT_FALSE(Has(page, "<script"));
  EXPECT_FALSE(Has(page, "src="));
  EXPECT_EQ(page.find("<style>"), page.rfind("<style>"));
  EXPECT_TRUE(Has(page, "<style>" + PageStyle() + "</style>")) << "the digest is of another text";
}

// The same hostile text at every place of the document that holds a text, and as every name.
TEST(ReportPage, TextsAreNeverMarkup) {
  const Json places = Example().flatten();
  for (const std::string& text :
       {std::string("<script>alert(1)</script>"), std::string("\"'><img src=x onerror=x>"),
        std::string(10'000, 'W'), std::string("\xE2\x80\xAEgnp\xE2\x81\xA6"),
        std::string("\xFF\xC0"), std::string("a\0b\x07", 4), std::string("]]>&lt;<!--")}) {
    Json document = Example();
    for (const auto& [path, value] : places.items()) {
      if (value.is_string()) document[Json::json_pointer(path)] = text;
    }
    document["measures"][text] = 1;
    document["personal"]["attacks"][text][text][text] = 0.5;
    const std::string page = ReportPage(document);
    EXPECT_TRUE(IsWellFormed(page)) << text.substr(0, 30);
    EXPECT_FALSE(Has(page, "<script")) << text.substr(0, 30);
    EXPECT_FALSE(Has(page, "<img"));
    EXPECT_FALSE(Has(page, std::string(2001, 'W')));
    EXPECT_FALSE(Has(page, "\xE2\x80\xAE"));
  }
}

// Fifty columns of twenty bins, twenty of them compared: what the widest tables give.
TEST(ReportPage, OfAWideTableIsSmall) {
  Json document = Example();
  document["distributions"] = Json::array();
  for (int i = 0; i < 50; ++i) {
    Json bins = Json::array();
    for (int j = 0; j < 20; ++j) {
      bins.push_back(
          {{"label", "a label of usual length"}, {"original", 1000 * j}, {"released", 999.5 * j}});
    }
    document["distributions"].push_back(
        {{"attribute", "column"}, {"bins", bins}, {"distance", 0.1}});
    document["about"]["columns"].push_back(document["about"]["columns"][1]);
  }
  document["dependence"]["attributes"] = Json(20, "column");
  for (const char* which : {"original", "released"}) {
    document["dependence"][which] = Json(20, Json(20, 0.5));
  }
  EXPECT_LT(ReportPage(document).size(), 2'000'000U);
}

TEST(ReportPage, LongListsEnd) {
  Json document = Example();
  document["parameters"] = Json(1000, document["parameters"][0]);
  EXPECT_TRUE(Has(Unlinked(ReportPage(document)), "800 more parameters are in evidence.json."));
}

TEST(WellFormed, FindsWhatIsNot) {
  EXPECT_TRUE(IsWellFormed("<p class=\"a\">b &amp; c</p>\n"));
  for (const char* bad :
       {"<p>", "</p>", "<p></b>", "<p><b></p></b>", "<script></script>", "<p onclick=\"x\"></p>",
        "<p class=a></p>", "<p class=\"a\" class=\"b\"></p>", "a & b", "a > b", "<p", "&nbsp;",
        "<a href=\"http://x\"></a>", "<p class=\"<\"></p>", "\xFF", "\x01", "\xE2\x80\xAE",
        "<style>a<b></style>", "<img>"}) {
    EXPECT_FALSE(IsWellFormed(bad)) << bad;
  }
}

}  // namespace
}  // namespace gauze::page
