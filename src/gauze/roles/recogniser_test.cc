#include "gauze/roles/recogniser.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include "gauze/roles/characters.h"
#include "gauze/roles/column_concept.h"

namespace gauze {
namespace {

const Recogniser& RecogniserNamed(std::string_view name) {
  const auto found = std::ranges::find(Recognisers(), name, &Recogniser::name);
  if (found == Recognisers().end()) throw std::invalid_argument(std::string(name));
  return *found;
}

struct Examples {
  std::string_view name;
  std::vector<std::string> fit;     // published specimens, or invented
  std::vector<std::string> do_not;  // nearly the same
};

const std::vector<Examples>& AllExamples() {
  static const std::vector<Examples> examples = {
      {"e_mail",
       {"ada@example.org", "ada.abel+list@mail.example.co.uk", "ädä@exämple.de"},
       {"ada@example", "ada example.org", "@example.org", "ada@@example.org", "ada@-x.org",
        "write to ada@example.org", "ada@10.0"}},
      {"url",
       {"https://example.org/ada?x=1", "www.example.org", "ftp://example.org"},
       {"example.org", "http://", "www.", "see https://example.org", "://x"}},
      {"ipv4",
       {"192.0.2.17", "0.0.0.0", "255.255.255.255"},
       {"192.0.2", "192.0.2.256", "192.0.2.017", "192.0.2.1.5", "1..2.3", "192.0.2.17 "}},
      {"ipv6",
       {"2001:db8::8a2e:370:7334", "2001:0db8:85a3:0000:0000:8a2e:0370:7334", "::1",
        "fe80::", "::ffff:192.0.2.128"},
       {"12:30:45", "2001:db8:::1", "2001:db8::g", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", ":1", ""}},
      {"mac",
       {"00:00:5e:00:53:af", "00-00-5E-00-53-AF", "0000.5e00.53af"},
       {"00:00:5e:00:53", "00:00:5e:00:53:ag", "00:00:5e-00:53:af", "00:00:5e:00:53:af:00"}},
      {"uuid",
       {"123e4567-e89b-12d3-a456-426614174000", "{123E4567-E89B-12D3-A456-426614174000}"},
       {"123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"}},
      {"digest",
       {"9e107d9d372bb6826bd81d3542a419d6", "CBF29CE484222325",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
       {"9e107d9d372bb6826bd81d3542a419d", "1234567890123456", "abcdefabcdefabcd",
        "9e107d9d372bb6826bd81d3542a419dg"}},
      {"international_phone",
       {"+1 555 010 0123", "+49 (0)30 1234567", "+442079460958", "0044 20 7946 0958"},
       {"+1 555", "555 010 0123", "+0 123 456 789", "+1234567890123456", "004420794609",
        "+49 30 ext"}},
      {"national_phone",
       {"(555) 010-0123", "555-010-0123", "030 1234567", "0171/1234567", "01 23 45 67 89"},
       {"0301234567", "0.123456789", "1234567890", "01-02-2003", "555-0123", "030 12345 ext"}},
      {"iban",
       {"GB82 WEST 1234 5698 7654 32", "DE89370400440532013000",
        "FR14 2004 1010 0505 0001 3M02 606", "NL91ABNA0417164300"},
       {"GB82 WEST 1234 5698 7654 3", "DE88370400440532013000", "XX82WEST12345698765432",
        "DE8937040044053201300"}},
      {"payment_card",
       {"4111 1111 1111 1111", "5555555555554444", "378282246310005", "6011-1111-1111-1117",
        "3530111333300000", "30569309025904"},
       {"4111 1111 1111 1112", "1111111111111117", "411111111111", "4111  1111 1111 1111"}},
      {"vehicle_number",
       {"1M8GDM9AXKP042788", "11111111111111111", "1m8gdm9axkp042788"},
       {"1M8GDM9A1KP042788", "1M8GDM9AXKP04278", "1M8GDM9AXKO042788", "1M8GDM9AXKP04278-"}},
      {"us_ssn",
       {"078-05-1120", "219 09 9999"},
       {"000-12-3456", "666-12-3456", "987-65-4320", "123-00-4567", "123-45-0000", "123456789"}},
      {"uk_nhs_number",
       {"943 476 5919", "9434765919", "943-476-5870"},
       {"943 476 5918", "943476591", "0000000000"}},
      {"italian_fiscal_code",
       {"RSSMRA85T10A562S", "rssmra85t10a562s"},
       {"RSSMRA85T10A562T", "RSSMRA85T10A562", "RSSMRA85T32A562S", "RSSMRA85F10A562S"}},
      {"french_nir",
       {"2 55 08 14 168 025 38", "255081416802538"},
       {"2 55 08 14 168 025 39", "555081416802538", "2550814168025", "255131416802538"}},
      {"swedish_personal_number",
       {"811218-9876", "198112189876", "19640823-3234", "670919-9530"},
       {"811218-9875", "811318-9876", "8112-189876", "811218 9876"}},
      {"finnish_personal_code",
       {"131052-308T", "131052-308t"},
       {"131052-308U", "321052-308T", "131052*308T", "131052308T"}},
      {"dutch_bsn",
       {"111222333", "123456782", "1112.22.333"},
       {"111222334", "000000000", "12345678", "1234567820"}},
      {"spanish_dni",
       {"12345678Z", "X1234567L", "12.345.678-Z"},
       {"12345678A", "W1234567L", "1234567Z", "123456789"}},
      {"german_tax_number",
       {"86095742719", "47036892816", "65 929 970 489"},
       {"86095742718", "01234567890", "12345678901", "11111111111"}},
      {"polish_pesel",
       {"44051401359", "02070803628"},
       {"44051401358", "44131401359", "4405140135", "44051401359 "}},
      {"turkish_identity", {"10000000146"}, {"10000000147", "00000000146", "1000000014"}},
      {"brazilian_cpf",
       {"529.982.247-25", "11144477735"},
       {"529.982.247-24", "111.111.111-11", "5299822472"}},
      {"us_zip", {"80215"}, {"8021", "802155", "8021a"}},
      {"us_zip_plus_4", {"80215-1234"}, {"80215", "80215 1234", "8021-51234"}},
      {"uk_postcode",
       {"EC1A 1BB", "W1A 0AX", "M1 1AE", "B338TH", "CR2 6XH", "DN55 1PT"},
       {"EC1A 1BC", "1A1 1AA", "ABC1 1AA", "M1", "M1 1A1"}},
      {"canadian_postal_code", {"K1A 0B1", "k1a0b1"}, {"K1A 0O1", "W1A 0B1", "K1A 0B", "K11 0B1"}},
      {"coordinates",
       {"52.5200, 13.4050", "(-33.8688;151.2093)", "48°51'24\"N"},
       {"52.5, 13.4", "95.1234, 13.4050", "52.5200", "48°", "1234.567 1.234"}},
      {"date",
       {"2024-02-29", "29.02.2024", "2/29/2024", "29/02/24", "29 Feb 2024", "February 29, 2024",
        "29-FEB-24", "03-OCT-2001", "2024/2/29", "2024-02-29T10:15:00Z", "29/02/2024 10:15",
        "3. Mai 2001"},
       {"2023-02-29", "32.01.2024", "29.13.2024", "10.11.12.13", "2024-02-29 x", "24-2-9",
        "Ada Abel 12", "2024"}},
      {"compact_date",
       {"20240229", "2024-02", "02/2024"},
       {"20230229", "17000101", "20241301", "2024-13", "13/2024", "202402"}},
      {"icd_10",
       {"E11.9", "A00", "S72.001A", "C7A.1", "I10.-", "U071"},
       {"E1", "11.9", "e11.9", "E11.", "E11.12345", "ABC"}},
      {"icd_9_cm",
       {"250.83", "428", "V57", "E909", "V45.81"},
       {"25", "250.831", "W57", "E90", "250."}},
      {"atc", {"A10BA02", "C09AA05"}, {"A10BA2", "E10BA02", "A10ba02", "A10BA022"}},
      {"loinc", {"4548-4", "2345-7", "718-7", "2160-0"}, {"4548-5", "45484", "12345678-1", "-4"}},
      {"street_address",
       {"221B Baker Street", "Hauptstraße 5", "12 rue de la Paix", "Via Roma 1", "Calle Mayor 3, 2",
        "Kerkstraat 12", "ul. Długa 7"},
       {"Baker Street", "5 apples", "Hauptstraße", "Flat 12"}},
      {"person_name",
       {"Ada Abel", "Abel, Ada", "Jean-Luc O'Neil", "Ludwig van Beethoven", "J. Haas",
        "Émile Zola"},
       {"Ada", "ada abel", "ADA ABEL", "Ada 2", "Ada, Abel, Haas", "Ada Abel, ", "Abel,"}},
      {"given_name", {"Anna", "JOSÉ", "matti"}, {"Annabel", "Anna Maria", "kettle", "Anna2"}},
      {"surname", {"Schröder", "GARCIA", "tanaka"}, {"Garciaz", "de Garcia", "oak"}},
      {"term_set",
       {"cough;fever", "a|b|c", "sore throat; runny nose;"},
       {"cough", "cough,fever", ";", "a;;b",
        "He came at noon and left again; we saw nobody else there at all"}},
      {"free_text",
       {"He came at noon and left", "Пациент жалуется на сильную боль"},
       {"Married, spouse absent", "1 2 3 4 5 6", "a b c d"}},
  };
  return examples;
}

TEST(Recognisers, KnowTheirExamplesAndNothingNearby) {
  for (const Examples& examples : AllExamples()) {
    const Recogniser& recogniser = RecogniserNamed(examples.name);
    for (const std::string& text : examples.fit) {
      EXPECT_TRUE(recogniser.fits(text)) << examples.name << " should know " << text;
    }
    for (const std::string& text : examples.do_not) {
      EXPECT_FALSE(recogniser.fits(text)) << examples.name << " should not know " << text;
    }
    EXPECT_FALSE(recogniser.fits("")) << examples.name;
  }
}

TEST(Recognisers, AllHaveExamplesAndConcepts) {
  std::set<std::string_view> names;
  for (const Recogniser& recogniser : Recognisers()) {
    EXPECT_TRUE(names.insert(recogniser.name).second) << recogniser.name;
    EXPECT_TRUE(std::ranges::any_of(ColumnConcepts(), [&](const ColumnConcept& about) {
      return about.name == recogniser.kind;
    })) << recogniser.name;
    EXPECT_EQ(std::ranges::count(AllExamples(), recogniser.name, &Examples::name), 1)
        << recogniser.name;
  }
  EXPECT_EQ(names.size(), AllExamples().size());
}

// Those whose check digit notices every single digit that is wrong. The vehicle number does only
// for digits, the CPF for nearly all, the rest have no check digit.
const std::vector<std::string_view> kNoticeEveryDigit = {
    "iban",           "payment_card",     "uk_nhs_number", "italian_fiscal_code",
    "french_nir",     "dutch_bsn",        "spanish_dni",   "german_tax_number",
    "polish_pesel",   "turkish_identity", "loinc",         "finnish_personal_code",
    "vehicle_number", "brazilian_cpf"};

TEST(Recognisers, RefuseSpecimensWithOneChangedDigit) {
  for (const std::string_view name : kNoticeEveryDigit) {
    const auto examples = std::ranges::find(AllExamples(), name, &Examples::name);
    for (const std::string& specimen : examples->fit) {
      for (std::size_t i = 0; i < specimen.size(); ++i) {
        for (char digit = '0'; IsDigit(specimen[i]) && digit <= '9'; ++digit) {
          std::string changed = specimen;
          changed[i] = digit;
          EXPECT_EQ(RecogniserNamed(name).fits(changed), changed == specimen) << name << changed;
        }
      }
    }
  }
}

// Any number of the right form that passes, however it was made: change one digit, and it does not.
struct NumberForm {
  std::string_view name;
  std::string_view form;  // 9: any digit; the last two places are tried until it passes
};

TEST(Recognisers, RefuseRandomNumbersWithOneChangedDigit) {
  const std::vector<NumberForm> forms = {
      {"uk_nhs_number", "9999999999"},      {"dutch_bsn", "999999999"},
      {"payment_card", "4999999999999999"}, {"swedish_personal_number", "8101019999"},
      {"polish_pesel", "44051499999"},      {"turkish_identity", "19999999999"},
      {"french_nir", "299019999999999"},    {"german_tax_number", "86095742999"},
      {"iban", "DE99999999999999999999"},   {"loinc", "99999-9"},
  };
  for (const NumberForm& form : forms) {
    EXPECT_TRUE(rc::check([&] {
      const Recogniser& recogniser = RecogniserNamed(form.name);
      std::string number(form.form);
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < number.size(); ++i) {
        if (number[i] != '9') continue;
        places.push_back(i);
        number[i] = *rc::gen::inRange('0', static_cast<char>('9' + 1));
      }
      const bool passes = [&] {
        const std::size_t one = form.name == "iban" ? 2 : places[places.size() - 2];
        const std::size_t two = form.name == "iban" ? 3 : places.back();
        for (char tens = '0'; tens <= '9'; ++tens) {
          for (char ones = '0'; ones <= '9'; ++ones) {
            number[one] = tens;
            number[two] = ones;
            if (recogniser.fits(number)) return true;
          }
        }
        return false;
      }();
      RC_PRE(passes);
      const std::size_t place = *rc::gen::elementOf(places);
      const char digit = *rc::gen::inRange('0', static_cast<char>('9' + 1));
      RC_PRE(digit != number[place]);
      number[place] = digit;
      RC_ASSERT(!recogniser.fits(number));
    })) << form.name;
  }
}

TEST(Recognisers, AcceptAnyBytes) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    for (const Recogniser& recogniser : Recognisers()) (void)recogniser.fits(bytes);
  }));
}

}  // namespace
}  // namespace gauze
