#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gauze/roles/role_rules.h"

namespace gauze {
namespace {

constexpr double kMost = 0.8;  // shares of values: nearly all but for typing errors
constexpr double kMany = 0.6;
constexpr double kSome = 0.05;
constexpr std::uint64_t kByChance = 3;  // fewer values may pass a check digit by chance
constexpr std::uint64_t kRowsToRepeat = 10;

// Concepts that are one number of a person each, so that it tells rows of one person from others'.
constexpr std::array<std::string_view, 5> kPersonNumbers = {
    "national number", "medical record number", "insurance number", "user name", "account"};

bool IsPersonNumber(const ColumnConcept& about) {
  return std::ranges::find(kPersonNumbers, about.name) != kPersonNumbers.end();
}

std::string Percent(double share) {
  return share >= 0.995 ? "all" : fmt::format("{:.0f} %", std::max(1.0, share * 100));
}

// "patient_nbr", and "patient" alone unless it has names in it.
bool NamesPersonNumber(const Evidence& evidence) {
  constexpr double kOneWord = 1.2;
  if (evidence.says != nullptr) return IsPersonNumber(*evidence.says->about);
  return evidence.Hears("person") &&
         (evidence.Hears("number") || evidence.facts.mean_words < kOneWord);
}

// Values as the identifier that the name speaks of could have them. A flag "email_verified" and
// a code "phone_type" could not be.
bool CanBe(const ColumnConcept& about, const Evidence& evidence) {
  constexpr std::array<std::string_view, 4> kNeverNumbers = {"name", "e-mail", "web address",
                                                             "photo"};
  constexpr std::uint64_t kShortestNumber = 4;
  constexpr std::uint64_t kShortestDecimal = 9;  // a long number that a spreadsheet gave a ".0"
  const ColumnFacts& facts = evidence.facts;
  if (evidence.present == 0) return true;
  if (evidence.few_values || facts.type == ValueType::kDate ||
      facts.type == ValueType::kTimestamp) {
    return false;
  }
  if (!evidence.is_number) return true;
  if (std::ranges::find(kNeverNumbers, about.name) != kNeverNumbers.end()) return false;
  // A house has a short number; where nobody counted, lengths are 0.
  if (about.name == "address" || facts.longest == 0) return true;
  const bool is_decimal = facts.type == ValueType::kDecimal;
  return facts.longest >= (is_decimal ? kShortestDecimal : kShortestNumber);
}

// The form of so many values is that of an identifier, and of nothing else.
bool Proves(const SeenForm& form) {
  const ColumnConcept& about = FindConcept(form.recogniser->kind);
  if (about.role != Role::kIdentifying && about.name != "number") return false;
  switch (form.recogniser->weight) {
    case Weight::kForm:
      return false;
    case Weight::kChecked:
      return form.count >= kByChance && form.share >= kMost;
    default:
      return form.share >= kSome;
  }
}

}  // namespace

MaybeRole PersonKeyRule(const Evidence& evidence) {
  const ColumnFacts& facts = evidence.facts;
  if (!evidence.is_key_type || facts.distinct < 2) return std::nullopt;
  const bool names_number = NamesPersonNumber(evidence);
  if (evidence.few_values && !(names_number && facts.person_key)) return std::nullopt;
  const bool repeats = facts.repeated * kRowsToRepeat >= evidence.present && facts.repeated > 0;
  const ColumnConcept& about =
      evidence.says != nullptr && names_number ? *evidence.says->about : FindConcept("number");
  RoleSuggestion entity{.role = Role::kEntity,
                        .concept_name = std::string(about.name),
                        .safe_harbor = about.safe_harbor};
  if (names_number && repeats) {
    entity.confidence = facts.person_key ? 0.95 : 0.85;
    entity.reason = fmt::format(
        "The name is that of a person's number ({}), and {} of {} rows share their value with "
        "another row, as rows of one person do.",
        about.name, facts.repeated, evidence.present);
    return entity;
  }
  if (facts.person_key && (evidence.says == nullptr || evidence.Hears("number"))) {
    entity.confidence = 0.7;
    entity.reason = fmt::format(
        "{} values in {} rows repeat as those of people with several rows do, and {} other columns "
        "are the same in all rows of one value.",
        facts.distinct, evidence.present, facts.constant_columns);
    return entity;
  }
  return std::nullopt;
}

MaybeRole ProvenIdentifierRule(const Evidence& evidence) {
  const SeenForm* best = nullptr;
  for (const SeenForm& form : evidence.seen) {
    if (Proves(form) && (best == nullptr || form.share > best->share)) best = &form;
  }
  if (best == nullptr) return std::nullopt;
  const ColumnConcept& about = FindConcept(best->recogniser->kind);
  return RoleSuggestion{.role = Role::kIdentifying,
                        .confidence = best->share >= kMost ? 0.99 : 0.75,
                        .reason = fmt::format("Of {} values that were looked at, {} are {}.",
                                              evidence.facts.looked_at, Percent(best->share),
                                              best->recogniser->finds),
                        .concept_name = std::string(about.name),
                        .safe_harbor = about.safe_harbor};
}

MaybeRole NamedIdentifierRule(const Evidence& evidence) {
  if (evidence.says == nullptr || evidence.says->about->role != Role::kIdentifying ||
      !CanBe(*evidence.says->about, evidence)) {
    return std::nullopt;
  }
  const ColumnConcept& about = *evidence.says->about;
  const bool confirmed = evidence.near_unique || evidence.ShareOf(about.name) >= kMany;
  const std::string values = evidence.present == 0
                                 ? "and the column is empty"
                                 : fmt::format("and {} could be such", evidence.DifferentValues());
  return SuggestConcept(about, confirmed ? 0.95 : 0.8,
                        fmt::format("The name says {}, {}.", about.name, values));
}

MaybeRole NumberedRule(const Evidence& evidence) {
  const bool all_different =
      evidence.near_unique || (evidence.present > 1 && evidence.facts.distinct == evidence.present);
  const bool of_something =
      evidence.Hears("number") || evidence.Hears("person") || evidence.Says("stay");
  // "encounter_id" is a number; "diagnosis_code" in a small table is a diagnosis all the same.
  const bool of_records = evidence.says == nullptr || evidence.Says("stay") ||
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

MaybeRole FreeTextRule(const Evidence& evidence) {
  constexpr double kWordsOfANote = 2.5;
  constexpr std::uint64_t kRepeatedPhrase = 5;  // rows with the same text, on average
  const ColumnFacts& facts = evidence.facts;
  if (facts.type != ValueType::kText || evidence.few_values ||
      facts.distinct * kRepeatedPhrase < evidence.present) {
    return std::nullopt;
  }
  const double share = evidence.ShareOf("comment");
  const bool named = evidence.Hears("comment") && facts.mean_words >= kWordsOfANote;
  if (share < 0.3 && !named) return std::nullopt;
  const ColumnConcept& about = FindConcept("comment");
  return RoleSuggestion{
      .role = Role::kIdentifying,
      .confidence = named ? 0.9 : 0.8,
      .reason = fmt::format("Free text, {:.1f} words on average, may name people in any cell; "
                            "Gauze cannot clean it, and drops it.",
                            facts.mean_words),
      .concept_name = std::string(about.name),
      .safe_harbor = about.safe_harbor};
}

MaybeRole LooksLikeNamesRule(const Evidence& evidence) {
  constexpr std::uint64_t kRowsOfAName = 3;  // more rows to a name, and it is one of a city
  constexpr double kListed = 0.3;  // lists have half of the names; of other words hardly any
  constexpr std::uint64_t kFewestListed = 5;
  const ColumnFacts& facts = evidence.facts;
  if (facts.type != ValueType::kText || evidence.few_values) return std::nullopt;
  for (const SeenForm& form : evidence.seen) {
    if (form.recogniser->kind != "name") continue;
    const bool listed = form.recogniser->name != "person_name";
    const bool enough =
        listed ? form.share >= kListed && form.count >= kFewestListed
               : form.share >= kMany && facts.distinct * kRowsOfAName >= evidence.present;
    if (!enough) continue;
    return SuggestConcept(
        FindConcept("name"), listed ? 0.75 : 0.65,
        fmt::format("Of {} values that were looked at, {} are {}; {} different ones in {} rows.",
                    facts.looked_at, Percent(form.share), form.recogniser->finds, facts.distinct,
                    evidence.present));
  }
  return std::nullopt;
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
