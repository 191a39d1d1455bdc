// Dates in the spellings that tables have, beside those that are a column's type anyway.

#include <algorithm>
#include <array>

#include "gauze/roles/characters.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// How months begin in the languages of header_words.inc, without accents and in small letters.
constexpr std::string_view kMonthBegins =
    " jan feb mar apr may jun jul aug sep oct nov dec"  // English
    " mae mrz mai okt dez"                              // German
    " fev avr juin juil aou"                            // French
    " ene abr ago dic"                                  // Spanish
    " gen mag giu lug set ott"                          // Italian
    " out"                                              // Portuguese
    " mrt mei"                                          // Dutch
    " maj"                                              // Swedish
    " sty lut kwi cze lip sie wrz paz lis gru"          // Polish
    " tam hel maa huh tou kes hei elo syy lok mar jou"  // Finnish
    " oca sub nis haz tem eyl eki kas ara ";            // Turkish

// Whichever of the two is the day.
bool IsDateOf(int one, int two, int year) { return IsDay(year, one, two) || IsDay(year, two, one); }

bool IsMonthName(std::string_view word) {
  if (word.ends_with('.')) word.remove_suffix(1);
  if (word.size() < 3 || word.size() > 12) return false;
  if (!std::ranges::all_of(word, IsLetter)) return false;
  std::string begin = " ";
  for (const char c : word.substr(0, 3)) begin += ToLower(c);
  return kMonthBegins.find(begin) != std::string_view::npos;
}

// The first three parts of the value between separators; the rest, if any, has to be a time.
struct DateParts {
  std::array<std::string_view, 3> parts;
  std::string_view rest;
  bool found = false;
};

DateParts PartsOfDate(std::string_view value) {
  DateParts date;
  std::size_t count = 0;
  while (count < 3) {
    const std::size_t begin = value.find_first_not_of(" ,-/.");
    if (begin == std::string_view::npos) return date;
    value.remove_prefix(begin);
    // "29T10:15" ends at its T, "OCT" does not.
    const std::string_view ends = IsDigit(value.front()) ? " ,-/.T" : " ,-/.";
    const std::size_t end = std::min(value.find_first_of(ends), value.size());
    if (end == 0) return date;
    date.parts[count++] = value.substr(0, end);
    value.remove_prefix(end);
  }
  date.rest = value;
  date.found = true;
  return date;
}

// Nothing, or "T10:15", " 10:15:00.5+02:00", " 3:15 PM".
bool IsTimeOrNothing(std::string_view text) {
  if (text.empty() || text == ".") return true;
  if (text.front() != ' ' && text.front() != 'T') return false;
  return text.size() <= 24 && text.find(':') != std::string_view::npos &&
         text.find_first_not_of(" T0123456789:.+-ZAPMapm") == std::string_view::npos;
}

bool IsYear(std::string_view text) { return AllDigits(text) && text.size() == 4; }
bool IsDayOrMonth(std::string_view text) { return AllDigits(text) && text.size() <= 2; }

bool IsSpelledDate(std::string_view value) {
  if (value.size() < 6 || value.size() > 48) return false;
  const DateParts date = PartsOfDate(value);
  if (!date.found || !IsTimeOrNothing(date.rest)) return false;
  const auto& [one, two, three] = date.parts;
  if (IsYear(one) && IsDayOrMonth(two) && IsDayOrMonth(three)) {
    return IsDateOf(NumberOf(two), NumberOf(three), NumberOf(one));
  }
  const bool ends_in_year = IsYear(three) || (AllDigits(three) && three.size() == 2);
  if (!ends_in_year) return false;
  const int year = NumberOf(three) + (three.size() == 2 ? 2000 : 0);
  if (IsDayOrMonth(one) && IsDayOrMonth(two)) return IsDateOf(NumberOf(one), NumberOf(two), year);
  const std::string_view day = IsMonthName(two) ? one : two;
  return (IsMonthName(one) || IsMonthName(two)) && IsDayOrMonth(day) && NumberOf(day) >= 1 &&
         NumberOf(day) <= 31;
}

// "20240229", and months: "2024-02", "02/2024". Other numbers look like the first.
bool IsCompactDate(std::string_view value) {
  if (HasForm(value, "99999999")) {
    const int year = NumberOf(value.substr(0, 4));
    return year >= 1850 && year <= 2100 &&
           IsDay(year, NumberOf(value.substr(4, 2)), NumberOf(value.substr(6)));
  }
  std::string_view year;
  std::string_view month;
  if (HasForm(value, "9999-99") || HasForm(value, "9999/99")) {
    year = value.substr(0, 4);
    month = value.substr(5);
  } else if (HasForm(value, "99/9999") || HasForm(value, "99.9999") || HasForm(value, "99-9999")) {
    year = value.substr(3);
    month = value.substr(0, 2);
  } else {
    return false;
  }
  return NumberOf(year) >= 1850 && NumberOf(year) <= 2100 && IsDay(2000, NumberOf(month), 1);
}

}  // namespace

Recogniser SpelledDateRecogniser() {
  return {.name = "date",
          .finds = "dates",
          .form = "day, month (a number or a name) and year in any order, perhaps with a time",
          .kind = "date",
          .weight = Weight::kCertain,
          .fits = IsSpelledDate};
}

Recogniser CompactDateRecogniser() {
  return {.name = "compact_date",
          .finds = "dates without separators, or months of a year",
          .form = "eight digits with a year from 1850 to 2100, or a month and such a year",
          .kind = "date",
          .weight = Weight::kForm,
          .fits = IsCompactDate};
}

}  // namespace gauze
