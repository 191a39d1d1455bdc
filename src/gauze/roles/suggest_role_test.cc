#include "gauze/roles/suggest_role.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "gauze/roles/column_concept.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// A thousand rows of text, a hundred values that no recogniser knows.
ColumnFacts FactsOf(std::string name) {
  ColumnFacts facts{.name = std::move(name),
                    .rows = 1000,
                    .distinct = 100,
                    .repeated = 1000,
                    .shortest = 4,
                    .longest = 12,
                    .mean_length = 8,
                    .mean_words = 1,
                    .looked_at = 100};
  facts.recognised.resize(Recognisers().size());
  return facts;
}

// The same, with so many of its hundred values known to a recogniser.
ColumnFacts FactsWith(std::string name, std::string_view recogniser, std::uint64_t count) {
  ColumnFacts facts = FactsOf(std::move(name));
  const auto found = std::ranges::find(Recognisers(), recogniser, &Recogniser::name);
  facts.recognised[static_cast<std::size_t>(found - Recognisers().begin())] = count;
  return facts;
}

ColumnFacts AllDifferent(ColumnFacts facts) {
  facts.distinct = facts.rows;
  facts.repeated = 0;
  return facts;
}

ColumnFacts TwoValues(ColumnFacts facts) {
  facts.distinct = 2;
  return facts;
}

ColumnFacts OfType(ColumnFacts facts, ValueType type) {
  facts.type = type;
  return facts;
}

TEST(SuggestRole, BelievesWhatValuesProve) {
  const RoleSuggestion mail = SuggestRole(FactsWith("x17", "e_mail", 99));
  EXPECT_EQ(mail.role, Role::kIdentifying);
  EXPECT_EQ(mail.concept_name, "e-mail");
  EXPECT_EQ(mail.safe_harbor, 6);
  EXPECT_EQ(mail.reason, "Of 100 values that were looked at, 99 % are e-mail addresses.");
  EXPECT_GT(mail.confidence, 0.9);

  // Some of them are enough where nothing else looks like them; a check digit may be chance.
  EXPECT_EQ(SuggestRole(FactsWith("city", "e_mail", 5)).role, Role::kIdentifying);
  EXPECT_EQ(SuggestRole(FactsWith("city", "e_mail", 4)).role, Role::kQuasiIdentifying);
  EXPECT_EQ(SuggestRole(FactsWith("x17", "dutch_bsn", 95)).role, Role::kIdentifying);
  EXPECT_NE(SuggestRole(FactsWith("x17", "dutch_bsn", 9)).role, Role::kIdentifying);
}

TEST(SuggestRole, KnowsDates) {
  EXPECT_EQ(SuggestRole(OfType(FactsOf("x"), ValueType::kDate)).role, Role::kQuasiIdentifying);
  EXPECT_EQ(SuggestRole(FactsWith("diagnosis_date", "date", 95)).concept_name, "date");
  const RoleSuggestion birth = SuggestRole(FactsWith("Geburtsdatum", "date", 95));
  EXPECT_EQ(birth.concept_name, "birth date");
  EXPECT_EQ(birth.safe_harbor, 3);
}

TEST(SuggestRole, ListensToNames) {
  EXPECT_EQ(SuggestRole(FactsOf("Nachname")).role, Role::kIdentifying);
  EXPECT_EQ(SuggestRole(FactsOf("PLZ")).role, Role::kQuasiIdentifying);
  EXPECT_EQ(SuggestRole(FactsOf("sueldo")).role, Role::kSensitive);
  EXPECT_EQ(SuggestRole(FactsOf("product_name")).role, Role::kInsensitive);
  EXPECT_EQ(SuggestRole(TwoValues(FactsOf("DIABETES"))).role, Role::kSensitive);
}

TEST(SuggestRole, DoesNotTakeAFlagForAnIdentifier) {
  for (const char* name : {"email_verified", "phone_type", "has_passport"}) {
    const RoleSuggestion flag = SuggestRole(TwoValues(FactsOf(name)));
    EXPECT_EQ(flag.role, Role::kQuasiIdentifying) << name;
    EXPECT_LT(flag.confidence, 0.5) << name;
  }
  const RoleSuggestion count = SuggestRole(OfType(FactsOf("name_length"), ValueType::kInteger));
  EXPECT_EQ(count.role, Role::kQuasiIdentifying);
}

TEST(SuggestRole, TellsKeysOfRowsFromKeysOfPeople) {
  const ColumnFacts integer = OfType(FactsOf("patient_nbr"), ValueType::kInteger);
  EXPECT_EQ(SuggestRole(integer).role, Role::kEntity);
  EXPECT_EQ(SuggestRole(AllDifferent(integer)).role, Role::kIdentifying);
  EXPECT_EQ(SuggestRole(AllDifferent(FactsOf("encounter_id"))).role, Role::kIdentifying);
  EXPECT_EQ(SuggestRole(TwoValues(FactsOf("admission_type_id"))).role, Role::kQuasiIdentifying);

  ColumnFacts unnamed = FactsOf("x17");
  unnamed.person_key = true;
  unnamed.constant_columns = 3;
  EXPECT_EQ(SuggestRole(unnamed).role, Role::kEntity);
  // Rows of one city look alike, too.
  unnamed.name = "city";
  EXPECT_EQ(SuggestRole(unnamed).role, Role::kQuasiIdentifying);
}

TEST(SuggestRole, KnowsKeysThatNoNameExplains) {
  EXPECT_EQ(SuggestRole(FactsOf("host_id")).role, Role::kEntity);
  EXPECT_EQ(SuggestRole(FactsOf("uniquepid")).role, Role::kEntity);
  EXPECT_EQ(SuggestRole(FactsOf("visit_patient_id")).role, Role::kEntity);
  EXPECT_EQ(SuggestRole(FactsOf("product_id")).role, Role::kInsensitive);
  EXPECT_EQ(SuggestRole(AllDifferent(FactsOf("medicareBeneficiaryIdentifier"))).role,
            Role::kIdentifying);
  EXPECT_EQ(SuggestRole(FactsWith("x17", "digest", 100)).role, Role::kIdentifying);

  ColumnFacts folio = FactsOf("x17");
  folio.shapes = {{"99999999+", 1000}};
  EXPECT_EQ(SuggestRole(folio).role, Role::kQuasiIdentifying);
  folio.shortest = folio.longest;
  EXPECT_EQ(SuggestRole(folio).role, Role::kEntity);
}

TEST(SuggestRole, FindsPeopleInColumnsThatAreCalledOtherwise) {
  EXPECT_EQ(SuggestRole(AllDifferent(FactsWith("Spouse", "person_name", 95))).role,
            Role::kIdentifying);
  EXPECT_EQ(SuggestRole(FactsWith("Spouse", "person_name", 95)).role, Role::kQuasiIdentifying);
  EXPECT_EQ(SuggestRole(AllDifferent(FactsWith("provider_name", "person_name", 95))).role,
            Role::kIdentifying);
  EXPECT_EQ(SuggestRole(AllDifferent(FactsWith("city", "person_name", 95))).role,
            Role::kQuasiIdentifying);
}

TEST(SuggestRole, KnowsPartsOfAddresses) {
  EXPECT_EQ(SuggestRole(FactsOf("ADDRESS_CITY")).concept_name, "city");
  EXPECT_EQ(SuggestRole(FactsWith("address_city", "street_address", 40)).concept_name, "address");
  EXPECT_EQ(SuggestRole(FactsOf("address")).concept_name, "address");
}

TEST(SuggestRole, TakesYearsAndThreeDigitsForNoDiagnosis) {
  ColumnFacts year = OfType(FactsOf("Year of diagnosis"), ValueType::kInteger);
  year.shortest = year.longest = 4;
  EXPECT_EQ(SuggestRole(year).concept_name, "year");

  ColumnFacts digits = FactsWith("x17", "icd_9_cm", 100);
  digits.shortest = digits.longest = 3;
  digits.shapes = {{"999", 900}, {"A99", 100}};
  EXPECT_EQ(SuggestRole(digits).role, Role::kSensitive);
  digits.shapes = {{"999", 1000}};
  EXPECT_EQ(SuggestRole(digits).role, Role::kQuasiIdentifying);
}

TEST(SuggestRole, BelievesAProofWhateverElseFits) {
  // More values have a form that proves nothing: some numbers pass a check digit by chance.
  ColumnFacts facts = FactsWith("sku", "e_mail", 14);
  const auto card = std::ranges::find(Recognisers(), "payment_card", &Recogniser::name);
  ASSERT_NE(card, Recognisers().end());
  facts.recognised[static_cast<std::size_t>(card - Recognisers().begin())] = 30;
  const RoleSuggestion suggestion = SuggestRole(facts);
  EXPECT_EQ(suggestion.role, Role::kIdentifying);
  EXPECT_EQ(suggestion.concept_name, "e-mail");
}

TEST(SuggestRole, DropsFreeText) {
  ColumnFacts notes = AllDifferent(FactsWith("x17", "free_text", 60));
  notes.mean_words = 12;
  const RoleSuggestion text = SuggestRole(notes);
  EXPECT_EQ(text.role, Role::kIdentifying);
  EXPECT_NE(text.reason.find("Free text"), std::string::npos);
  // Long answers to tick are none.
  EXPECT_NE(SuggestRole(TwoValues(notes)).role, Role::kIdentifying);
}

TEST(SuggestRole, AsksOfSetsWhatTheyLeadTo) {
  EXPECT_EQ(SuggestRole(FactsWith("symptoms", "term_set", 60)).role, Role::kQuasiSensitive);
  EXPECT_EQ(SuggestRole(FactsWith("religion", "term_set", 60)).role, Role::kSensitive);
  EXPECT_EQ(SuggestRole(FactsWith("x17", "term_set", 60)).role, Role::kQuasiIdentifying);
}

TEST(SuggestRole, LooksAtFormsWhereTheNameSaysNothing) {
  EXPECT_EQ(SuggestRole(FactsWith("x17", "icd_10", 90)).role, Role::kSensitive);
  EXPECT_EQ(SuggestRole(FactsWith("x17", "uk_postcode", 90)).concept_name, "postcode");
  EXPECT_EQ(SuggestRole(AllDifferent(FactsWith("x17", "person_name", 90))).role,
            Role::kIdentifying);
  EXPECT_EQ(SuggestRole(FactsWith("x17", "person_name", 90)).role, Role::kQuasiIdentifying);
  EXPECT_EQ(SuggestRole(FactsWith("x17", "surname", 40)).role, Role::kIdentifying);
  EXPECT_EQ(SuggestRole(FactsWith("x17", "surname", 10)).role, Role::kQuasiIdentifying);
  EXPECT_EQ(SuggestRole(FactsWith("city", "surname", 40)).role, Role::kQuasiIdentifying);
  EXPECT_EQ(SuggestRole(AllDifferent(FactsOf("x17"))).role, Role::kIdentifying);
}

TEST(SuggestRole, CallsInsensitiveOnlyWhatNothingSpeaksAgainst) {
  EXPECT_EQ(SuggestRole(TwoValues(FactsOf("x17"))).role, Role::kInsensitive);
  EXPECT_LT(SuggestRole(TwoValues(FactsOf("x17"))).confidence, 0.5);
  EXPECT_EQ(SuggestRole(FactsOf("x17")).role, Role::kQuasiIdentifying);
  // Decimals are measured, unless they are long numbers that nobody else has.
  const ColumnFacts decimal = AllDifferent(OfType(FactsOf("x17"), ValueType::kDecimal));
  EXPECT_EQ(SuggestRole(decimal).role, Role::kQuasiIdentifying);
  EXPECT_EQ(SuggestRole(OfType(FactsOf("x17"), ValueType::kDecimal)).role, Role::kInsensitive);
  ColumnFacts empty = FactsOf("x17");
  empty.missing = empty.rows;
  empty.distinct = 0;
  EXPECT_EQ(SuggestRole(empty).role, Role::kInsensitive);
  empty.name = "surname";
  EXPECT_EQ(SuggestRole(empty).role, Role::kIdentifying);
}

// Whatever the counts are: what is named like an identifier, is one by its form, or is text that
// tells all rows apart, is never insensitive; every suggestion is complete.
TEST(SuggestRole, NeverCallsAnIdentifierInsensitive) {
  std::vector<std::string> names = {"x17", "sku", "note", "city"};
  for (const char* name :
       {"surname", "e-mail", "phone", "address", "ssn", "mrn", "iban", "passport", "vin", "imei",
        "url", "ip", "fingerprint", "photo", "login"}) {
    names.emplace_back(name);
  }
  EXPECT_TRUE(rc::check([&] {
    ColumnFacts facts = FactsOf(*rc::gen::elementOf(names));
    facts.type = static_cast<ValueType>(*rc::gen::inRange(0, 7));
    facts.rows = *rc::gen::inRange<std::uint64_t>(0, 5000);
    facts.missing = *rc::gen::inRange<std::uint64_t>(0, facts.rows + 1);
    facts.distinct = *rc::gen::inRange<std::uint64_t>(0, facts.rows - facts.missing + 1);
    facts.repeated = *rc::gen::inRange<std::uint64_t>(0, facts.rows - facts.missing + 1);
    facts.distinct_exact = *rc::gen::arbitrary<bool>();
    facts.person_key = *rc::gen::arbitrary<bool>();
    facts.longest = *rc::gen::inRange<std::uint64_t>(0, 40);
    facts.looked_at = *rc::gen::inRange<std::uint64_t>(0, 100);
    for (std::uint64_t& count : facts.recognised) {
      count = *rc::gen::inRange<std::uint64_t>(0, facts.looked_at + 1);
      if (*rc::gen::inRange(0, 4) > 0) count = 0;
    }
    const RoleSuggestion suggestion = SuggestRole(facts);
    RC_ASSERT(suggestion.role != Role::kUndecided && suggestion.role != Role::kChoice);
    RC_ASSERT(suggestion.confidence > 0 && suggestion.confidence <= 1);
    RC_ASSERT(suggestion.reason.ends_with('.'));
    const bool named = facts.name != "x17" && facts.name != "sku" && facts.name != "note";
    const bool mail = facts.looked_at > 0 && facts.recognised[0] * 20 >= facts.looked_at;
    const std::uint64_t present = facts.rows - facts.missing;
    const bool unique_text =
        facts.type == ValueType::kText && present >= 10 && facts.distinct == present;
    if (named || mail || unique_text) RC_ASSERT(suggestion.role != Role::kInsensitive);
  }));
}

TEST(SafeHarborChecklist, HasEighteenLines) {
  const std::vector<ColumnFacts> columns = {FactsOf("surname"), FactsOf("first_name"),
                                            FactsOf("PLZ"), FactsOf("sex")};
  std::vector<RoleSuggestion> suggestions;
  for (const ColumnFacts& column : columns) suggestions.push_back(SuggestRole(column));
  const auto lines = SafeHarborChecklist(columns, suggestions);
  ASSERT_EQ(lines.size(), 18U);
  EXPECT_EQ(lines[0].columns, (std::vector<std::string>{"surname", "first_name"}));
  EXPECT_EQ(lines[1].columns, (std::vector<std::string>{"PLZ"}));
  EXPECT_EQ(lines[17].number, 18);
  EXPECT_TRUE(lines[17].columns.empty());
}

}  // namespace
}  // namespace gauze
