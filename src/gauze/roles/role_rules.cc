#include "gauze/roles/role_rules.h"

#include "gauze/roles/column_concept.h"

namespace gauze {
namespace {

// In this order; the first that has something to say decides.
constexpr RuleEntry kRoleRules[] = {
    {{"person_key",
      "values repeat as those of people with several rows do, and the name allows it"},
     PersonKeyRule},
    {{"proven_identifier",
      "a twentieth of the values has a form that nothing else has, or four fifths pass a check"},
     ProvenIdentifierRule},
    {{"date", "the type is a date or a timestamp, or four fifths of the values are dates"},
     DateRule},
    {{"named_identifier", "the name says an identifier, and the values can be such"},
     NamedIdentifierRule},
    {{"numbered", "the name says a number, code, person or stay, and nearly all values differ"},
     NumberedRule},
    {{"term_set", "three tenths of the values are sets of terms"}, TermSetRule},
    {{"free_text",
      "three tenths of the values have five words or more, or the name says a comment"},
     FreeTextRule},
    {{"names_of_people",
      "the name says what others know, and nearly all values differ and look like names"},
     NamesOfPeopleRule},
    {{"named_concept", "the name says something that others know, or nobody should learn"},
     NamedConceptRule},
    {{"looks_like_names",
      "three fifths of the values are capitalised words that repeat little, or three tenths are "
      "frequent names"},
     LooksLikeNamesRule},
    {{"looks_like_codes",
      "three fifths of the values look like postal codes, coordinates, or codes of illness"},
     LooksLikeCodesRule},
    {{"looks_like_keys",
      "values repeat, and are called an id or are numbers of seven digits or more, all as long"},
     LooksLikeKeysRule},
    {{"near_unique", "four fifths of the texts differ, or all integers do"}, NearUniqueRule},
    {{"misnamed", "the name says an identifier, but the values cannot be such"}, MisnamedRule},
    {{"one_value", "all rows have the same value"}, OneValueRule},
    {{"thing", "the name speaks of a thing or of the table"}, ThingRule},
    {{"many_values",
      "more than twelve values; decimals only if they are long and nearly all differ"},
     ManyValuesRule},
    {{"nothing_known", "nothing else applies"}, NothingKnownRule},
};

}  // namespace

RoleSuggestion SuggestConcept(const ColumnConcept& about, double confidence, std::string reason) {
  return {.role = about.role,
          .confidence = confidence,
          .reason = std::move(reason),
          .concept_name = std::string(about.name),
          .safe_harbor = about.safe_harbor};
}

std::span<const RuleEntry> RuleEntries() { return kRoleRules; }

}  // namespace gauze
