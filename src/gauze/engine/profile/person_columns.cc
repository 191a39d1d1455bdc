#include "gauze/engine/profile/person_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace gauze {
namespace {

// Whoever has several rows shows it among so many, and no more than these are worth waiting for.
constexpr std::uint64_t kLookedAt = 1'000'000;
constexpr std::uint64_t kFewestValues = 10;   // fewer are groups of people: wards, cities
constexpr std::uint64_t kRowsOfAPerson = 20;  // on average, at most
constexpr std::uint64_t kByChance = 1'000;    // one row in so many may share a name with another

constexpr std::array kPersons = {
    "beneficiary", "client",  "customer", "employee",    "individual",  "insured",
    "member",      "patient", "person",   "participant", "pupil",       "respondent",
    "resident",    "student", "subject",  "user",        "policyholder"};
constexpr std::array kNumbers = {"code", "id", "identifier", "key",   "nbr",
                                 "no",   "nr", "num",        "number"};
constexpr std::array kWhole = {"mrn", "nhs", "patient", "person", "pid", "ssn", "subject"};

bool IsAmong(const std::string& word, const auto& words) {
  return std::ranges::find(words, word) != words.end();
}

// "PatientNbr" and "patient_nbr" are the same two words.
std::vector<std::string> WordsOf(std::string_view name) {
  std::vector<std::string> words(1);
  bool lower = false;  // was the character before
  for (const char c : name) {
    const auto letter = static_cast<unsigned char>(c);
    const bool capital = std::isupper(letter) != 0;
    if (std::isalnum(letter) == 0 || (capital && lower)) words.emplace_back();
    if (std::isalnum(letter) != 0) words.back() += static_cast<char>(std::tolower(letter));
    lower = std::islower(letter) != 0;
  }
  std::erase(words, "");
  return words;
}

// "patientid": two words that nothing parts.
bool IsJoined(const std::string& word) {
  return std::ranges::any_of(kPersons, [&](const std::string& person) {
    return word.starts_with(person) && IsAmong(word.substr(person.size()), kNumbers);
  });
}

}  // namespace

bool RepeatsLikePersons(std::string_view column, std::uint64_t cells, std::uint64_t values) {
  const std::uint64_t repeats = cells - std::min(values, cells);
  if (NamesPersons(column)) return repeats > 0 && values > 1;
  return values >= kFewestValues && values * kRowsOfAPerson >= cells &&
         repeats * kByChance >= cells && repeats > 0;
}

bool NamesPersons(std::string_view column) {
  const std::vector<std::string> words = WordsOf(column);
  if (words.size() == 1) return IsAmong(words.front(), kWhole) || IsJoined(words.front());
  const auto among = [&](const auto& list) {
    return std::ranges::any_of(words, [&](const std::string& word) { return IsAmong(word, list); });
  };
  return !words.empty() && among(kNumbers) && (among(kPersons) || IsAmong(words.front(), kWhole));
}

Result<std::vector<std::string>> RepeatingPersons(Database& database, const std::string& view,
                                                  const std::vector<std::string>& columns) {
  std::vector<std::string> repeating;
  if (columns.empty()) return repeating;
  std::vector<std::string> cells;
  std::vector<std::string> counts;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    // Compared as numbers: cells are counted, never shown.
    cells.push_back(fmt::format("CASE WHEN {0}::VARCHAR <> '' THEN hash({0}) END AS c{1}",
                                QuoteName(columns[i]), i));
    counts.push_back(fmt::format("count(c{0}), count(DISTINCT c{0})", i));
  }
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format("SELECT {} FROM (SELECT {} FROM {} LIMIT {})",
                                         fmt::join(counts, ", "), fmt::join(cells, ", "),
                                         QuoteName(view), kLookedAt)));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (RepeatsLikePersons(columns[i], NumberIn(rows[0][2 * i]), NumberIn(rows[0][2 * i + 1]))) {
      repeating.push_back(columns[i]);
    }
  }
  return repeating;
}

}  // namespace gauze
