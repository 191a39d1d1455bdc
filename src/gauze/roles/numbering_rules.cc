#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gauze/base/counted.h"
#include "gauze/roles/role_rules.h"

// Identifying rules that are about numbers, keys and codes that were given out.

namespace gauze {
namespace {

constexpr std::uint64_t kRowsToRepeat = 10;
constexpr double kOneWord = 1.2;    // words in a cell, on average
constexpr double kShortestKey = 5;  // characters, on average

// Concepts that are one number of a person each, so that it tells rows of one person from others'.
constexpr std::array<std::string_view, 5> kPersonNumbers = {
    "national number", "medical record number", "insurance number", "user name", "account"};

bool IsPersonNumber(const ColumnConcept& about) {
  return std::ranges::find(kPersonNumbers, about.name) != kPersonNumbers.end();
}

// "patient_nbr", and "patient" alone unless it has names in it.
bool NamesPersonNumber(const Evidence& evidence) {
  // "encounter_patient_id"
  const bool of_stay = evidence.Says("stay") && evidence.Hears("number");
  if (evidence.says != nullptr && !of_stay) return IsPersonNumber(*evidence.says->about);
  return evidence.Hears("person") &&
         (evidence.Hears("number") || evidence.facts.mean_words < kOneWord);
}

bool Repeats(const Evidence& evidence) {
  const std::uint64_t repeated = evidence.facts.repeated;
  return repeated > 0 && repeated * kRowsToRepeat >= evidence.present;
}

// "host_id" and, if its values are long enough, "hostid", of whatever that may be.
bool IsCalledId(const ColumnFacts& facts) {
  constexpr double kLong = 7;
  const HeaderWords words = SplitHeader(facts.name);
  if (words.cuts.size() < 2) return false;
  const std::string_view last = std::string_view(words.text).substr(*(words.cuts.end() - 2));
  const bool word = last == "id" || last == "identifier" || last == "uid" || last == "pseudonym";
  return facts.mean_length >= (word ? kShortestKey : kLong) && (word || last.ends_with("id"));
}

// Amounts have different lengths; numbers that were given out often have the same.
bool AreLongNumbers(const ColumnFacts& facts) {
  constexpr std::uint64_t kLong = 7;
  const auto has_only_digits = [](const ShapeCount& one) {
    return one.shape.find_first_not_of("9+") == std::string::npos;
  };
  const bool digits = facts.type == ValueType::kInteger ||
                      (!facts.shapes.empty() && std::ranges::all_of(facts.shapes, has_only_digits));
  return digits && facts.shortest == facts.longest && facts.longest >= kLong;
}

// Concepts that have numbers of their own, as those of a beneficiary or a certificate: where these
// tell rows apart, they tell people apart. Nobody has a postal code to himself.
bool HasNumbers(const ColumnConcept& about) {
  constexpr std::array<std::string_view, 7> kNumbered = {
      "stay", "insurance", "state", "facility", "education", "employer", "death date"};
  return std::ranges::find(kNumbered, about.name) != kNumbered.end();
}

}  // namespace

MaybeRole PersonKeyRule(const Evidence& evidence) {
  const ColumnFacts& facts = evidence.facts;
  if (!evidence.is_key_type || facts.distinct < 2) return std::nullopt;
  const bool names_number = NamesPersonNumber(evidence);
  if (evidence.few_values && !(names_number && facts.person_key)) return std::nullopt;
  const bool repeats = Repeats(evidence);
  const bool known = evidence.says != nullptr && IsPersonNumber(*evidence.says->about);
  const ColumnConcept& about = known ? *evidence.says->about : FindConcept("number");
  RoleSuggestion entity{.role = Role::kEntity,
                        .concept_name = std::string(about.name),
                        .safe_harbor = about.safe_harbor};
  if (names_number && repeats) {
    entity.confidence = facts.person_key ? 0.95 : 0.85;
    entity.reason = fmt::format(
        "The name is that of a person's number ({}), and {} of {} rows share their value with "
        "another row, as rows of one person do.",
        about.name, Grouped(facts.repeated), Grouped(evidence.present));
    return entity;
  }
  if (facts.person_key && (evidence.says == nullptr || evidence.Hears("number"))) {
    entity.confidence = 0.7;
    entity.reason = fmt::format(
        "{} values in {} rows repeat as those of people with several rows do, and {} other columns "
        "are the same in all rows of one value.",
        Grouped(facts.distinct), Grouped(evidence.present), facts.constant_columns);
    return entity;
  }
  return std::nullopt;
}

MaybeRole NumberedRule(const Evidence& evidence) {
  const bool all_different =
      evidence.near_unique || (evidence.present > 1 && evidence.facts.distinct == evidence.present);
  const bool of_something =
      evidence.Hears("number") || evidence.Hears("person") || evidence.Says("stay");
  // "encounter_id" is a number; "diagnosis_code" in a small table is a diagnosis all the same.
  const bool numbered = evidence.says != nullptr && HasNumbers(*evidence.says->about) &&
                        (evidence.is_number || evidence.facts.mean_words < kOneWord) &&
                        evidence.facts.mean_length >= kShortestKey;
  const bool of_records = evidence.says == nullptr || evidence.Says("stay") || numbered ||
                          evidence.says->about->role == Role::kInsensitive;
  if (!of_something || !all_different || !of_records || !evidence.is_key_type) return std::nullopt;
  const ColumnConcept& about = FindConcept("number");
  return RoleSuggestion{
      .role = Role::kIdentifying,
      .confidence = 0.9,
      .reason = fmt::format("The name is that of a number or code, and {} tell nearly all "
                            "rows apart.",
                            evidence.DifferentValues()),
      .concept_name = std::string(about.name),
      .safe_harbor = about.safe_harbor};
}

// Keys of nobody knows whom, several rows each.
MaybeRole LooksLikeKeysRule(const Evidence& evidence) {
  const ColumnFacts& facts = evidence.facts;
  if (evidence.says != nullptr || evidence.few_values || !evidence.is_key_type ||
      !Repeats(evidence) || !(IsCalledId(facts) || AreLongNumbers(facts))) {
    return std::nullopt;
  }
  const ColumnConcept& about = FindConcept("number");
  return RoleSuggestion{
      .role = Role::kEntity,
      .confidence = 0.45,
      .reason = fmt::format("{} look like those of a number that somebody may have; look at it.",
                            evidence.DifferentValues()),
      .concept_name = std::string(about.name),
      .safe_harbor = about.safe_harbor};
}

MaybeRole NearUniqueRule(const Evidence& evidence) {
  constexpr std::uint64_t kTextsOfTen = 8;
  constexpr std::uint64_t kFewestCells = 10;
  const ColumnFacts& facts = evidence.facts;
  const bool is_text = facts.type == ValueType::kText;
  // Amounts are near-unique, too; numbers that were given out never repeat. A text need not be all
  // that different to be a key.
  const bool is_key = is_text ? facts.distinct * 10 >= evidence.present * kTextsOfTen
                              : facts.type == ValueType::kInteger && evidence.near_unique &&
                                    facts.distinct >= evidence.present;
  if (!is_key || evidence.present < kFewestCells) return std::nullopt;
  const ColumnConcept& about = FindConcept("number");
  return RoleSuggestion{.role = Role::kIdentifying,
                        .confidence = is_text && evidence.near_unique ? 0.6 : 0.45,
                        .reason = fmt::format("{} tell most rows apart, and the name does not "
                                              "say why.",
                                              evidence.DifferentValues()),
                        .concept_name = std::string(about.name),
                        .safe_harbor = about.safe_harbor};
}

}  // namespace gauze
