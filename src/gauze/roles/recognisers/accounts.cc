// Numbers of bank accounts and payment cards.

#include <algorithm>
#include <array>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

struct IbanLength {
  std::string_view country;
  std::size_t characters;
};

// ISO 13616: of each country its own length. The register of SWIFT has more countries; in these
// most accounts are.
constexpr auto kIbanLengths = std::to_array<IbanLength>({
    {"AD", 24}, {"AE", 23}, {"AL", 28}, {"AT", 20}, {"AZ", 28}, {"BA", 20}, {"BE", 16}, {"BG", 22},
    {"BH", 22}, {"BR", 29}, {"CH", 21}, {"CR", 22}, {"CY", 28}, {"CZ", 24}, {"DE", 22}, {"DK", 18},
    {"DO", 28}, {"EE", 20}, {"EG", 29}, {"ES", 24}, {"FI", 18}, {"FO", 18}, {"FR", 27}, {"GB", 22},
    {"GE", 22}, {"GI", 23}, {"GL", 18}, {"GR", 27}, {"GT", 28}, {"HR", 21}, {"HU", 28}, {"IE", 22},
    {"IL", 23}, {"IS", 26}, {"IT", 27}, {"JO", 30}, {"KW", 30}, {"KZ", 20}, {"LB", 28}, {"LI", 21},
    {"LT", 20}, {"LU", 20}, {"LV", 21}, {"MC", 27}, {"MD", 24}, {"ME", 22}, {"MK", 19}, {"MT", 31},
    {"MU", 30}, {"NL", 18}, {"NO", 15}, {"PK", 24}, {"PL", 28}, {"PT", 25}, {"QA", 29}, {"RO", 24},
    {"RS", 22}, {"SA", 24}, {"SE", 24}, {"SI", 19}, {"SK", 24}, {"SM", 27}, {"TN", 24}, {"TR", 26},
    {"UA", 29}, {"VG", 24}, {"XK", 20},
});

bool IsIban(std::string_view value) {
  if (value.size() > 42) return false;
  const auto account = WithoutSeparators(value, " -");
  if (!account || account->size() < 15 || !IsDigit((*account)[2]) || !IsDigit((*account)[3])) {
    return false;
  }
  const std::string_view text = *account;
  const auto length = std::ranges::find(kIbanLengths, text.substr(0, 2), &IbanLength::country);
  return length != kIbanLengths.end() && length->characters == text.size() &&
         RemainderBy97(std::string(text.substr(4)).append(text.substr(0, 4))) == 1;
}

struct CardRange {
  int first;  // of the first four digits
  int last;
  std::size_t shortest;
  std::size_t longest;
};

// Of the networks that issue most cards: Visa, Mastercard, American Express, Diners Club, Discover,
// JCB, UnionPay.
constexpr auto kCardRanges = std::to_array<CardRange>({
    {4000, 4999, 13, 19},
    {5100, 5599, 16, 16},
    {2221, 2720, 16, 16},
    {3400, 3499, 15, 15},
    {3700, 3799, 15, 15},
    {3000, 3059, 14, 19},
    {3600, 3699, 14, 19},
    {3800, 3999, 14, 19},
    {6011, 6011, 16, 19},
    {6440, 6599, 16, 19},
    {3528, 3589, 16, 19},
    {6200, 6299, 16, 19},
});

bool IsPaymentCard(std::string_view value) {
  const auto digits = DigitsOf(value, " -", 13, 19);
  if (!digits || !LuhnHolds(*digits)) return false;
  const int prefix = NumberOf(std::string_view(*digits).substr(0, 4));
  return std::ranges::any_of(kCardRanges, [&](const CardRange& range) {
    return range.first <= prefix && prefix <= range.last && range.shortest <= digits->size() &&
           digits->size() <= range.longest;
  });
}

}  // namespace

Recogniser IbanRecogniser() {
  return {.name = "iban",
          .finds = "IBANs",
          .form = "a country, its length, and a remainder of 1 by 97 (ISO 13616)",
          .kind = "account",
          .weight = Weight::kCertain,
          .fits = IsIban};
}

Recogniser PaymentCardRecogniser() {
  return {.name = "payment_card",
          .finds = "numbers of payment cards",
          .form = "13 to 19 digits that begin as those of a card network, Luhn's check digit",
          .kind = "account",
          .weight = Weight::kChecked,
          .fits = IsPaymentCard};
}

}  // namespace gauze
