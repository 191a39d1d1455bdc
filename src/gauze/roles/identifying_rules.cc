#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gauze/base/counted.h"
#include "gauze/roles/role_rules.h"

namespace gauze {
namespace {

constexpr double kMost = 0.8;  // shares of values: nearly all but for typing errors
constexpr double kMany = 0.6;
constexpr double kSome = 0.05;
constexpr std::uint64_t kByChance = 3;     // fewer values may pass a check digit by chance
constexpr std::uint64_t kRowsOfAName = 3;  // more rows to a name, and it is one of a city

std::string Percent(double share) {
  return share >= 0.995 ? "all" : fmt::format("{:.0f} %", std::max(1.0, share * 100));
}

// Places and firms have names with capitals, too.
bool HasNames(const ColumnConcept& about) {
  constexpr std::array<std::string_view, 9> kNamed = {"birth place", "city",      "region",
                                                      "state",       "country",   "facility",
                                                      "employer",    "education", "language"};
  return std::ranges::find(kNamed, about.name) != kNamed.end();
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

// "spouse", "nurse_name": what others know of somebody, if the cells did not have names in them.
MaybeRole NamesOfPeopleRule(const Evidence& evidence) {
  constexpr double kNearlyAll = 0.9;
  const ColumnFacts& facts = evidence.facts;
  if (facts.type != ValueType::kText || evidence.says == nullptr ||
      (evidence.says->about->role != Role::kQuasiIdentifying && evidence.says->letters > 1)) {
    return std::nullopt;
  }
  const bool called_name = evidence.Hears("name");
  const bool differ =
      called_name ? facts.distinct * kRowsOfAName >= evidence.present : evidence.near_unique;
  if (!differ || (HasNames(*evidence.says->about) && !called_name) ||
      evidence.ShareOf("name") < kNearlyAll) {
    return std::nullopt;
  }
  return SuggestConcept(
      FindConcept("name"), 0.7,
      fmt::format("The name says {}, and nearly all of {} look like names of people.",
                  evidence.says->about->name, evidence.DifferentValues()));
}

MaybeRole LooksLikeNamesRule(const Evidence& evidence) {
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
                    facts.looked_at, Percent(form.share), form.recogniser->finds,
                    Grouped(facts.distinct), Grouped(evidence.present)));
  }
  return std::nullopt;
}

}  // namespace gauze
