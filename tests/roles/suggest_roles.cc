// For tests/roles.py: reads the facts of columns, one JSON object per line, and writes what
// SuggestRole says of each. `sample` are the values that recognisers look at.
#include <iostream>
#include <string>

#include "gauze/base/json.h"
#include "gauze/roles/column_concept.h"
#include "gauze/roles/recogniser.h"
#include "gauze/roles/suggest_role.h"

namespace {

gauze::ColumnFacts FactsIn(const gauze::Json& line) {
  gauze::ColumnFacts facts;
  facts.name = line["name"];
  facts.type = *gauze::ValueTypeFromName(line["type"].get<std::string>());
  facts.rows = line["rows"];
  facts.missing = line["missing"];
  facts.distinct = line["distinct"];
  facts.repeated = line["repeated"];
  facts.shortest = line["shortest"];
  facts.longest = line["longest"];
  facts.mean_length = line["mean_length"];
  facts.mean_words = line["mean_words"];
  for (const auto& shape : line["shapes"]) facts.shapes.push_back({shape.get<std::string>(), 1});
  facts.looked_at = line["sample"].size();
  for (const gauze::Recogniser& recogniser : gauze::Recognisers()) {
    std::uint64_t known = 0;
    for (const auto& value : line["sample"]) {
      known += recogniser.fits(value.get<std::string>()) ? 1 : 0;
    }
    facts.recognised.push_back(known);
  }
  return facts;
}

// The lists of the room, for the docs: recognisers, rules, concepts.
gauze::Json Lists() {
  gauze::Json lists;
  for (const gauze::Recogniser& recogniser : gauze::Recognisers()) {
    lists["recognisers"].push_back({{"name", recogniser.name},
                                    {"finds", recogniser.finds},
                                    {"form", recogniser.form},
                                    {"kind", recogniser.kind}});
  }
  for (const gauze::RoleRule& rule : gauze::RoleRules()) {
    lists["rules"].push_back({{"name", rule.name}, {"summary", rule.summary}});
  }
  for (const gauze::ColumnConcept& about : gauze::ColumnConcepts()) {
    lists["concepts"].push_back({{"name", about.name},
                                 {"role", gauze::Name(about.role)},
                                 {"safe_harbor", about.safe_harbor}});
  }
  lists["identifiers"] = gauze::SafeHarborIdentifiers();
  return lists;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::string(arguments[1]) == "--lists") {
    std::cout << Lists().dump() << "\n";
    return 0;
  }
  for (std::string text; std::getline(std::cin, text);) {
    const gauze::RoleSuggestion suggestion = gauze::SuggestRole(FactsIn(gauze::ParseJson(text)));
    std::cout << gauze::Json({{"role", gauze::Name(suggestion.role)},
                              {"confidence", suggestion.confidence},
                              {"reason", suggestion.reason},
                              {"concept", suggestion.concept_name},
                              {"safe_harbor", suggestion.safe_harbor}})
                     .dump()
              << "\n";
  }
  return 0;
}
