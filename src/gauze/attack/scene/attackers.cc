#include "gauze/attack/scene/attackers.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/roles/header_words.h"

namespace gauze::labels {
namespace {

bool IsKnownTo(const NamedAttacker& attacker, const std::string& column) {
  const auto heard = HearHeader(column);
  return !heard.empty() &&
         std::ranges::find(attacker.knows, heard.front().about->name) != attacker.knows.end();
}

Result<std::vector<bool>> Listed(const std::vector<std::string>& columns,
                                 const std::vector<std::string>& quasi_identifiers) {
  std::vector<bool> known(quasi_identifiers.size());
  for (const std::string& column : columns) {
    const auto found = std::ranges::find(quasi_identifiers, column);
    if (found == quasi_identifiers.end()) {
      return InputError(fmt::format("\"{}\" is no quasi-identifying column", column), "--knows",
                        "an attacker looks for people by quasi-identifiers: --qi lists them");
    }
    known[static_cast<std::size_t>(found - quasi_identifiers.begin())] = true;
  }
  return known;
}

}  // namespace

const std::vector<NamedAttacker>& NamedAttackers() {
  static const std::vector<NamedAttacker> kAttackers = {
      {"neighbour",
       "sees who lives next door",
       {"age", "sex", "race", "language", "marital status", "household", "occupation", "postcode",
        "city", "region", "state", "country", "coordinates"}},
      {"employer",
       "has the files of the staff",
       {"birth date", "age", "sex", "marital status", "education", "occupation", "employer",
        "income", "postcode", "city", "region", "state", "country", "language"}},
      {"insurer",
       "has contracts and bills",
       {"birth date", "age", "sex", "occupation", "insurance", "body", "facility", "stay", "date",
        "postcode", "city", "region", "state", "country"}},
      {"journalist",
       "has a public register of everybody",
       {"birth date", "year", "age", "sex", "postcode", "city", "region", "state", "country"}},
  };
  return kAttackers;
}

std::vector<std::string> AttackerNames() {
  std::vector<std::string> names;
  for (const NamedAttacker& attacker : NamedAttackers()) names.emplace_back(attacker.name);
  return names;
}

Result<std::vector<bool>> KnownColumns(const Description& description,
                                       const std::vector<std::string>& quasi_identifiers) {
  if (!description.knows.empty()) return Listed(description.knows, quasi_identifiers);
  if (description.attacker.empty()) return std::vector<bool>(quasi_identifiers.size(), true);
  const auto attacker =
      std::ranges::find(NamedAttackers(), description.attacker, &NamedAttacker::name);
  Check(attacker != NamedAttackers().end(), "only names of the list get here");
  std::vector<bool> known;
  for (const std::string& column : quasi_identifiers) known.push_back(IsKnownTo(*attacker, column));
  if (std::ranges::find(known, true) == known.end()) {
    return InputError(fmt::format("no quasi-identifier is recognised, by its name, as something "
                                  "that the {} knows",
                                  attacker->name),
                      "--attacker", "say which columns are known with --knows");
  }
  return known;
}

}  // namespace gauze::labels
