#include "gauze/roles/column_concept.h"

#include <algorithm>
#include <cassert>

namespace gauze {

// Of concepts that a name speaks for with equally many letters the earlier one counts: direct
// identifiers first.
const std::vector<ColumnConcept>& ColumnConcepts() {
  using enum Role;
  static const std::vector<ColumnConcept> concepts = {
      // Direct identifiers: whoever has one has the person.
      {"name", kIdentifying, 1},
      {"e-mail", kIdentifying, 6},
      {"phone", kIdentifying, 4},
      {"fax", kIdentifying, 5},
      {"address", kIdentifying, 2},
      {"national number", kIdentifying, 7},
      {"medical record number", kIdentifying, 8},
      {"insurance number", kIdentifying, 9},
      {"account", kIdentifying, 10},
      {"licence", kIdentifying, 11},
      {"vehicle", kIdentifying, 12},
      {"device", kIdentifying, 13},
      {"web address", kIdentifying, 14},
      {"IP address", kIdentifying, 15},
      {"biometrics", kIdentifying, 16},
      {"photo", kIdentifying, 17},
      {"user name", kIdentifying, 18},

      // What alone decides nothing: "patient" and "number" do together, "comment" with free text.
      {"person", kUndecided, 0},
      {"number", kUndecided, 18},
      {"comment", kUndecided, 18},
      {"set", kUndecided, 0},

      // Quasi-identifiers: what others know of a person or can look up.
      {"birth date", kQuasiIdentifying, 3},
      {"death date", kQuasiIdentifying, 3},
      {"age", kQuasiIdentifying, 3},
      {"year", kQuasiIdentifying, 0},
      {"date", kQuasiIdentifying, 3},
      {"sex", kQuasiIdentifying, 0},
      {"birth place", kQuasiIdentifying, 2},
      {"postcode", kQuasiIdentifying, 2},
      {"city", kQuasiIdentifying, 2},
      {"region", kQuasiIdentifying, 2},
      {"state", kQuasiIdentifying, 0},
      {"country", kQuasiIdentifying, 0},
      {"coordinates", kQuasiIdentifying, 2},
      {"race", kQuasiIdentifying, 0},
      {"language", kQuasiIdentifying, 0},
      {"marital status", kQuasiIdentifying, 0},
      {"household", kQuasiIdentifying, 0},
      {"education", kQuasiIdentifying, 0},
      {"occupation", kQuasiIdentifying, 0},
      {"employer", kQuasiIdentifying, 0},
      {"body", kQuasiIdentifying, 0},
      {"facility", kQuasiIdentifying, 0},
      {"stay", kQuasiIdentifying, 0},
      {"insurance", kQuasiIdentifying, 0},

      // What nobody should learn of a person.
      {"income", kSensitive, 0},
      {"religion", kSensitive, 0},
      {"politics", kSensitive, 0},
      {"sexuality", kSensitive, 0},
      {"crime", kSensitive, 0},
      {"diagnosis", kSensitive, 0},
      {"illness", kSensitive, 0},
      {"symptom", kSensitive, 0},
      {"drug", kSensitive, 0},
      {"procedure", kSensitive, 0},
      {"test result", kSensitive, 0},
      {"habit", kSensitive, 0},
      {"genetics", kSensitive, 0},

      // What is about things, or about the table.
      {"thing", kInsensitive, 0},
      {"bookkeeping", kInsensitive, 0},
  };
  return concepts;
}

const ColumnConcept& FindConcept(std::string_view name) {
  const auto& concepts = ColumnConcepts();
  const auto found = std::ranges::find(concepts, name, &ColumnConcept::name);
  assert(found != concepts.end());
  return *found;
}

const std::vector<std::string_view>& SafeHarborIdentifiers() {
  static const std::vector<std::string_view> identifiers = {
      "names",
      "places smaller than a state, with streets and postal codes",
      "dates of a person except the year, and ages over 89",
      "telephone numbers",
      "fax numbers",
      "e-mail addresses",
      "Social Security numbers, and national numbers like them",
      "medical record numbers",
      "numbers of health plans",
      "account numbers",
      "numbers of certificates and licences",
      "vehicles and their plates",
      "devices and their serial numbers",
      "web addresses",
      "IP addresses",
      "fingerprints, voice prints and other biometrics",
      "photographs of the full face and the like",
      "any other unique number, characteristic or code",
  };
  return identifiers;
}

}  // namespace gauze
