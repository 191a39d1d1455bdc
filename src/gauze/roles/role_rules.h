#pragma once

#include <optional>
#include <span>
#include <string>

#include "gauze/roles/evidence.h"
#include "gauze/roles/role_suggestion.h"

// Private to roles/: the rules that SuggestRole goes through. What values prove comes before what
// the name says, and that before what values merely look like. Adding a rule is one function and
// one line in role_rules.cc, a case in suggest_role_test.cc and a row in docs/roles.md.

namespace gauze {

using MaybeRole = std::optional<RoleSuggestion>;

// A suggestion for a concept, with the role that it has.
RoleSuggestion SuggestConcept(const ColumnConcept& about, double confidence, std::string reason);

struct RuleEntry {
  RoleRule rule;
  MaybeRole (*apply)(const Evidence& evidence);
};

// In the order in which they are asked.
std::span<const RuleEntry> RuleEntries();

// identifying_rules.cc: who is it?
MaybeRole ProvenIdentifierRule(const Evidence& evidence);
MaybeRole NamedIdentifierRule(const Evidence& evidence);
MaybeRole FreeTextRule(const Evidence& evidence);
MaybeRole NamesOfPeopleRule(const Evidence& evidence);
MaybeRole LooksLikeNamesRule(const Evidence& evidence);

// numbering_rules.cc: whose number is it?
MaybeRole PersonKeyRule(const Evidence& evidence);
MaybeRole NumberedRule(const Evidence& evidence);
MaybeRole LooksLikeKeysRule(const Evidence& evidence);
MaybeRole NearUniqueRule(const Evidence& evidence);

// describing_rules.cc: what is said of them?
MaybeRole DateRule(const Evidence& evidence);
MaybeRole TermSetRule(const Evidence& evidence);
MaybeRole NamedConceptRule(const Evidence& evidence);
MaybeRole LooksLikeCodesRule(const Evidence& evidence);
MaybeRole MisnamedRule(const Evidence& evidence);
MaybeRole OneValueRule(const Evidence& evidence);
MaybeRole ThingRule(const Evidence& evidence);
MaybeRole ManyValuesRule(const Evidence& evidence);
MaybeRole NothingKnownRule(const Evidence& evidence);

}  // namespace gauze
