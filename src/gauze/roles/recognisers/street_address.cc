// A street with a number: some word that streets are called by, in the languages of
// header_words.inc, and a word that begins with a digit.

#include <algorithm>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// Words of their own, with spaces around them, in small letters and without a point at the end.
constexpr std::string_view kStreetWords =
    " street st road rd avenue ave lane ln drive dr boulevard blvd court square terrace crescent "
    "close"
    " highway hwy parkway pkwy place"
    " strasse straße str platz weg allee gasse postfach"
    " rue chemin impasse quai place allée cours"
    " calle avenida avda paseo plaza carrer camino"
    " via viale piazza corso vicolo largo"
    " rua travessa praça praca estrada alameda"
    " straat laan plein gracht postbus"
    " gatan vägen gränd torget"
    " ulica ul aleja plac"
    " katu tie kuja"
    " sokak sk cadde cad mahalle mah bulvarı"
    " ulitsa улица ул проспект пр переулок ";

// Ends of words in languages that write them together: "Hauptstraße", "Kerkstraat", "Storgatan".
constexpr std::string_view kStreetEnds[] = {
    "strasse", "straße", "straat", "gatan", "vägen",  "katu",  "tie",  "weg",   "platz",
    "gasse",   "laan",   "plein",  "str.",  "gracht", "allee", "kuja", "sokak", "caddesi"};

bool IsStreetWord(std::string word) {
  for (const std::string_view end : kStreetEnds) {
    if (word.size() > end.size() + 1 && word.ends_with(end)) return true;
  }
  while (word.ends_with('.') || word.ends_with(',')) word.pop_back();
  return !word.empty() && kStreetWords.find(" " + word + " ") != std::string_view::npos;
}

bool IsStreetAddress(std::string_view value) {
  if (value.size() < 6 || value.size() > 160) return false;
  bool has_number = false;
  bool has_street = false;
  std::size_t words = 0;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find_first_of(" \n\r\t"), value.size());
    std::string word;
    for (const char c : value.substr(0, end)) word += ToLower(c);
    if (!word.empty()) {
      ++words;
      has_number = has_number || IsDigit(word.front());
      has_street = has_street || IsStreetWord(std::move(word));
    }
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return has_number && has_street && words >= 2 && words <= 14;
}

}  // namespace

Recogniser StreetAddressRecogniser() {
  return {.name = "street_address",
          .finds = "street addresses",
          .form = "a word for a street in one of twelve languages, and a number",
          .kind = "address",
          .weight = Weight::kChecked,
          .fits = IsStreetAddress};
}

}  // namespace gauze
