#include "gauze/roles/header_words.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <set>

namespace gauze {
namespace {

std::string Loudest(std::string_view header) {
  const auto heard = HearHeader(header);
  return heard.empty() ? "" : std::string(heard.front().about->name);
}

TEST(HeaderWords, PartAtCaseDigitsAndAnythingElse) {
  const HeaderWords header = SplitHeader("PatientID_2");
  EXPECT_EQ(header.text, "patientid2");
  EXPECT_EQ(header.cuts, (std::vector<std::size_t>{0, 7, 9, 10}));
  EXPECT_EQ(SplitHeader("IDNumber").cuts, (std::vector<std::size_t>{0, 2, 8}));
  EXPECT_EQ(SplitHeader("date of-birth").cuts, (std::vector<std::size_t>{0, 4, 6, 11}));
  EXPECT_TRUE(SplitHeader(" _-").cuts.empty());
}

TEST(HeaderWords, HaveNoAccents) {
  EXPECT_EQ(SplitHeader("Prénom").text, "prenom");
  EXPECT_EQ(SplitHeader("Pre\xCC\x81nom").text, "prenom");  // the accent after its letter
  EXPECT_EQ(SplitHeader("Pre\xCC\x81nom").cuts, (std::vector<std::size_t>{0, 6}));
  EXPECT_EQ(SplitHeader("STRAßE").text, "strasse");
  EXPECT_EQ(SplitHeader("PRÉNOM").cuts, (std::vector<std::size_t>{0, 6}));
  EXPECT_EQ(SplitHeader("Płeć").text, "plec");
  EXPECT_EQ(SplitHeader("ФАМИЛИЯ").text, "фамилия");
  EXPECT_EQ(SplitHeader("氏名").text, "氏名");
}

TEST(HeaderWords, AreHeardWhereTheyAreGlued) {
  EXPECT_EQ(Loudest("hospitaladmitsource"), "facility");
  EXPECT_EQ(Loudest("totalincome"), "income");
  EXPECT_EQ(Loudest("xsurname"), "");  // identifiers are not heard so
}

TEST(HeaderWords, OfTwoLettersNeedTheirAccents) {
  EXPECT_EQ(Loudest("iş"), "occupation");
  EXPECT_EQ(Loudest("is_late"), "");
}

TEST(HeaderWords, AreHeardInManyLanguages) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"Geburtsdatum", "birth date"},
      {"fecha_nacimiento", "birth date"},
      {"dateOfBirth", "birth date"},
      {"DOB", "birth date"},
      {"PLZ", "postcode"},
      {"codigo postal", "postcode"},
      {"kod_pocztowy", "postcode"},
      {"e-mail", "e-mail"},
      {"EmailAddress", "e-mail"},
      {"sähköpostiosoite", "e-mail"},
      {"Nachname", "name"},
      {"prénom", "name"},
      {"city_name", "city"},
      {"name", "name"},
      {"Krankenhaus", "facility"},
      {"sukupuoli", "sex"},
      {"doğum tarihi", "birth date"},
      {"生年月日", "birth date"},
      {"Дата рождения", "birth date"},
      {"telefonnummer_privat", "phone"},
      {"postnummer", "postcode"},
      {"sexual_orientation", "sexuality"},
      {"hba1c", "test result"},
      {"ICD10", "diagnosis"},
      {"product_name", "thing"},
      {"Wohnstrasse", "address"},
  };
  for (const auto& [header, about] : expected) EXPECT_EQ(Loudest(header), about) << header;
}

TEST(HeaderWords, AreHeardAsTheyAreSpelled) {
  EXPECT_EQ(Loudest("Lön"), "income");
  ASSERT_EQ(HearHeader("lön").size(), 1U) << "nobody shortens longitude to that";
  EXPECT_EQ(Loudest("lon"), "coordinates");
}

TEST(HeaderWords, AreWholeWords) {
  EXPECT_EQ(Loudest("agency"), "");
  EXPECT_EQ(Loudest("package"), "");
  EXPECT_EQ(Loudest("surnames_of_horses"), "");
  EXPECT_EQ(Loudest("capacity"), "");
  EXPECT_EQ(Loudest(""), "");
}

TEST(HeaderWords, InsideALongerPhraseAreNotHeard) {
  for (const HeardConcept& one : HearHeader("ip_address")) EXPECT_NE(one.about->name, "address");
  for (const HeardConcept& one : HearHeader("postnummer")) EXPECT_NE(one.about->name, "number");
}

TEST(HeaderWords, MayBeCutShort) {
  EXPECT_EQ(Loudest("relig"), "religion");
  EXPECT_EQ(Loudest("Geschl"), "sex");
  EXPECT_EQ(Loudest("reli"), "");   // too short
  EXPECT_EQ(Loudest("passp"), "");  // identifiers have to be spelled out
  EXPECT_EQ(Loudest("relig_city"), "city");
}

TEST(HeaderWords, KnowWhichPartsOfANameTheyHeard) {
  const auto heard = HearHeader("admission_type_id");
  ASSERT_EQ(heard.size(), 2U);
  EXPECT_EQ(heard[0].about->name, "stay");
  EXPECT_EQ(heard[0].language, "en");
  EXPECT_EQ(heard[1].about->name, "number");
}

// Every concept has words, in a dozen languages but for a few; every name can be found.
TEST(HeaderWords, CoverTheConcepts) {
  std::map<std::string_view, std::set<std::string_view>> languages;
#define GAUZE_WORDS(Concept, Language, Words) languages[Concept].insert(Language);
#include "gauze/roles/header_words.inc"
#undef GAUZE_WORDS
  for (const ColumnConcept& about : ColumnConcepts()) {
    EXPECT_EQ(&FindConcept(about.name), &about);
    EXPECT_NE(languages.contains(about.name), about.name == "set") << about.name;
    EXPECT_LE(about.safe_harbor, 18);
  }
  EXPECT_GE(languages["birth date"].size(), 12U);
  EXPECT_EQ(languages.size() + 1, ColumnConcepts().size());
  EXPECT_EQ(SafeHarborIdentifiers().size(), 18U);
}

TEST(HeaderWords, CanBeAnyBytes) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    const HeaderWords header = SplitHeader(bytes);
    RC_ASSERT(header.cuts.empty() == header.text.empty());
    if (!header.cuts.empty()) RC_ASSERT(header.cuts.back() == header.text.size());
    (void)HearHeader(bytes);
  }));
}

}  // namespace
}  // namespace gauze
