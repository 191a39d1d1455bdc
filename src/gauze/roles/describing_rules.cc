#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gauze/base/counted.h"
#include "gauze/roles/role_rules.h"

namespace gauze {
namespace {

constexpr std::uint64_t kMostAnswers = 12;  // more values are no answers to tick

// Sets of these lead to a secret through what everybody can read: which symptoms a disease has,
// what a drug is for, who buys what.
constexpr std::array<std::string_view, 9> kLinkedSets = {"diagnosis",   "illness",   "symptom",
                                                         "drug",        "procedure", "habit",
                                                         "test result", "thing",     "genetics"};

// What the name says of a person, identifiers aside.
const HeardConcept* DescribedBy(const Evidence& evidence) {
  const auto found = std::ranges::find_if(evidence.heard, [](const HeardConcept& one) {
    return one.about->role == Role::kQuasiIdentifying || one.about->role == Role::kSensitive;
  });
  return found == evidence.heard.end() ? nullptr : &*found;
}

bool AreYears(const ColumnFacts& facts) {
  return facts.type == ValueType::kInteger && facts.shortest == 4 && facts.longest == 4;
}

// With zeros in front, so that they are texts.
bool AreThreeDigits(const ColumnFacts& facts) {
  return facts.longest == 3 && !facts.shapes.empty() &&
         std::ranges::all_of(facts.shapes,
                             [](const ShapeCount& one) { return one.shape == "999"; });
}

}  // namespace

MaybeRole DateRule(const Evidence& evidence) {
  constexpr double kDates = 0.8;
  const ValueType type = evidence.facts.type;
  const bool typed = type == ValueType::kDate || type == ValueType::kTimestamp;
  const double share = evidence.ShareOf("date");
  if (!typed && share < kDates) return std::nullopt;
  const std::string_view name = evidence.Hears("birth date")   ? "birth date"
                                : evidence.Hears("death date") ? "death date"
                                                               : "date";
  const std::string reason =
      typed ? fmt::format(
                  "Every cell is a {}, {} different ones: others know when something happened.",
                  Name(type), Grouped(evidence.facts.distinct))
            : fmt::format(
                  "{:.0f} % of {} values that were looked at are dates: others know when "
                  "something happened.",
                  share * 100, evidence.facts.looked_at);
  return SuggestConcept(FindConcept(name), 0.9, reason);
}

MaybeRole TermSetRule(const Evidence& evidence) {
  constexpr double kSets = 0.3;  // many sets have one term, which looks like none
  const double share = evidence.ShareOf("set");
  const bool typed = evidence.facts.type == ValueType::kSet;
  if ((!typed && share < kSets) || (!typed && evidence.is_number)) return std::nullopt;
  const std::string_view about = evidence.says == nullptr ? "" : evidence.says->about->name;
  const bool linked = std::ranges::find(kLinkedSets, about) != kLinkedSets.end();
  RoleSuggestion set{
      .role = Role::kQuasiIdentifying,
      .confidence = 0.4,
      .reason = fmt::format("{} different sets of terms in {} rows single people out; "
                            "choose quasi_sensitive if terms lead to a secret.",
                            Grouped(evidence.facts.distinct), Grouped(evidence.present)),
      .concept_name = "set"};
  if (linked) {
    set.role = Role::kQuasiSensitive;
    set.confidence = 0.75;
    set.reason = fmt::format(
        "Sets of terms, and the name says {}: a set that is harmless term by "
        "term leads to a secret through what everybody can read.",
        about);
    set.concept_name = about;
  } else if (evidence.says != nullptr && evidence.says->about->role == Role::kSensitive) {
    set = SuggestConcept(*evidence.says->about, 0.7,
                         fmt::format("Sets of terms, and the name says {}.", about));
  }
  return set;
}

MaybeRole NamedConceptRule(const Evidence& evidence) {
  const HeardConcept* described = DescribedBy(evidence);
  // "Year of diagnosis" tells no diagnosis.
  if (described != nullptr && evidence.Hears("year") && AreYears(evidence.facts)) {
    return SuggestConcept(FindConcept("year"), 0.8,
                          fmt::format("The name says year; {}.", evidence.DifferentValues()));
  }
  // Where the name says a thing, a word beside it does not make it a person's.
  if (described == nullptr ||
      (evidence.says != described && evidence.says->about->role == Role::kInsensitive)) {
    return std::nullopt;
  }
  const ColumnConcept& about = *described->about;
  const bool known = about.role == Role::kQuasiIdentifying;
  return SuggestConcept(
      about, described->letters > 1 ? 0.85 : 0.6,
      fmt::format("The name says {}, which {}; {}.", about.name,
                  known ? "others know of a person" : "nobody should learn of a person",
                  evidence.DifferentValues()));
}

MaybeRole LooksLikeCodesRule(const Evidence& evidence) {
  constexpr double kMany = 0.6;
  for (const SeenForm& form : evidence.seen) {
    const ColumnConcept& about = FindConcept(form.recogniser->kind);
    const bool describes = about.role == Role::kQuasiIdentifying || about.role == Role::kSensitive;
    // Numbers of three and of five digits are anything.
    const bool tells = form.recogniser->weight != Weight::kForm ||
                       (!evidence.is_number && !AreThreeDigits(evidence.facts));
    if (!describes || !tells || form.share < kMany) continue;
    return SuggestConcept(
        about, form.recogniser->weight == Weight::kForm ? 0.55 : 0.8,
        fmt::format("{:.0f} % of {} values that were looked at are {}.", form.share * 100,
                    evidence.facts.looked_at, form.recogniser->finds));
  }
  return std::nullopt;
}

// Called like an identifier, with values that are none: "phone_type". Not to be trusted.
MaybeRole MisnamedRule(const Evidence& evidence) {
  if (evidence.says == nullptr || evidence.says->about->role != Role::kIdentifying) {
    return std::nullopt;
  }
  return RoleSuggestion{
      .role = Role::kQuasiIdentifying,
      .confidence = 0.35,
      .reason = fmt::format("The name says {}, but {} could not be such; look at it.",
                            evidence.says->about->name, evidence.DifferentValues()),
      .concept_name = std::string(evidence.says->about->name)};
}

MaybeRole OneValueRule(const Evidence& evidence) {
  if (evidence.facts.distinct > 1 || evidence.facts.missing > 0) return std::nullopt;
  return RoleSuggestion{.role = Role::kInsensitive,
                        .confidence = 0.8,
                        .reason = "All rows have the same value, which tells nobody apart."};
}

MaybeRole ThingRule(const Evidence& evidence) {
  if (evidence.says == nullptr || evidence.says->about->role != Role::kInsensitive) {
    return std::nullopt;
  }
  return SuggestConcept(*evidence.says->about, 0.6,
                        fmt::format("The name speaks of a {}, not of a person; {}.",
                                    evidence.says->about->name, evidence.DifferentValues()));
}

MaybeRole ManyValuesRule(const Evidence& evidence) {
  // Decimals are measured, and unknown to others; but numbers too long for an integer are decimals,
  // too, and so are those that a spreadsheet gave a ".0".
  constexpr std::uint64_t kLongNumber = 9;
  const bool measured = evidence.facts.type == ValueType::kDecimal &&
                        (!evidence.near_unique || evidence.facts.longest < kLongNumber);
  if (measured || evidence.facts.distinct <= kMostAnswers) return std::nullopt;
  return RoleSuggestion{.role = Role::kQuasiIdentifying,
                        .confidence = 0.3,
                        .reason = fmt::format("The name says nothing, and {} help to single "
                                              "people out; look at it.",
                                              evidence.DifferentValues())};
}

MaybeRole NothingKnownRule(const Evidence& evidence) {
  return RoleSuggestion{.role = Role::kInsensitive,
                        .confidence = 0.3,
                        .reason = fmt::format("Neither the name nor the form of {} speaks of a "
                                              "person; look at it.",
                                              evidence.DifferentValues())};
}

}  // namespace gauze
