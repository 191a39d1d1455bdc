#include "gauze/release/personal/personal_rates.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "gauze/base/json.h"
#include "gauze/measure/guess/breach.h"
#include "gauze/measure/guess/short_interval.h"
#include "gauze/release/personal/guessed_column.h"

namespace gauze {
namespace {

// Rows of a class by what they are taken for, and by what they are.
struct CodesOfClass {
  std::map<std::uint32_t, std::uint64_t> guessed;
  std::map<std::uint32_t, std::uint64_t> own;
};

// By row: its class, the rows that show the same quasi-identifiers.
std::vector<std::uint32_t> ClassesOf(const Vault& vault, const Policy& policy) {
  std::vector<std::uint32_t> class_of(vault.rows);
  for (const VaultColumn& column : vault.columns) {
    const bool quasi_identifier =
        std::ranges::any_of(policy.attributes, [&](const PolicyAttribute& attribute) {
          const std::string& name = attribute.attribute.name;
          return attribute.attribute.role == Role::kQuasiIdentifying &&
                 (column.name == name || column.name == name + "_from" ||
                  column.name == name + "_to");
        });
    if (!quasi_identifier) continue;
    std::unordered_map<std::uint64_t, std::uint32_t> finer;
    for (std::size_t row = 0; row < vault.rows; ++row) {
      const std::uint64_t both = std::uint64_t{class_of[row]} << 32U | column.shown_codes[row];
      class_of[row] = finer.emplace(both, static_cast<std::uint32_t>(finer.size())).first->second;
    }
  }
  return class_of;
}

std::vector<CodesOfClass> CountClasses(const std::vector<std::uint32_t>& class_of,
                                       const VaultColumn& column, const GuessedColumn& guessed) {
  std::vector<CodesOfClass> classes;
  for (std::size_t row = 0; row < class_of.size(); ++row) {
    if (class_of[row] >= classes.size()) classes.resize(class_of[row] + 1);
    CodesOfClass& one = classes[class_of[row]];
    ++one.guessed[guessed.guess_of_shown[column.shown_codes[row]]];
    ++one.own[column.own_codes[row]];
  }
  return classes;
}

Json Rates(const BreachTally& tally) {
  if (tally.victims() == 0) return Json::object();
  return {{"breached", tally.breached()}, {"highest", tally.highest()}, {"mean", tally.mean()}};
}

Json ProximityRates(const std::vector<CodesOfClass>& classes, const Domain& domain,
                    const Policy& policy, const Attribute& attribute) {
  // Of released rows: how far those reach that were left out, nobody is to learn.
  Code lowest = domain.value_count();
  Code highest = 0;
  for (const CodesOfClass& one : classes) {
    for (const auto& [code, count] : one.own) {
      if (domain.IsMissing(code)) continue;
      lowest = std::min(lowest, code);
      highest = std::max(highest, code);
    }
  }
  if (lowest == domain.value_count()) return Json::object();
  const auto number = [&](std::uint32_t code) { return InUnit(attribute.type, domain[code]); };
  const double length = ShortInterval(policy, attribute, domain[lowest], domain[highest]);
  BreachTally tally;
  for (const CodesOfClass& one : classes) {
    std::map<double, std::uint64_t> numbers;
    std::uint64_t rows = 0;
    for (const auto& [code, count] : one.guessed) {
      rows += count;
      if (code != GuessedColumn::kNoValue) numbers[number(code)] += count;
    }
    const NearConclusion near = ConcludeInterval(numbers, rows, length);
    for (const auto& [code, count] : one.own) {
      if (!domain.IsMissing(code)) tally.Add(near.Judge(number(code)), count);
    }
  }
  return Rates(tally);
}

Json DivergenceRates(const std::vector<CodesOfClass>& classes, const Domain& domain,
                     const Hierarchy* hierarchy) {
  const auto branch_of = [&](std::uint32_t code) -> std::size_t {
    if (hierarchy == nullptr) return code;
    NodeId node = hierarchy->leaf(code);
    while ((*hierarchy)[node].parent != Hierarchy::kRoot) node = (*hierarchy)[node].parent;
    return node;
  };
  BreachTally tally;
  for (const CodesOfClass& one : classes) {
    std::map<std::size_t, std::uint64_t> branches;
    std::uint64_t rows = 0;
    for (const auto& [code, count] : one.guessed) {
      rows += count;
      if (code != GuessedColumn::kNoValue) branches[branch_of(code)] += count;
    }
    for (const auto& [code, count] : one.own) {
      if (domain.IsMissing(code)) continue;
      tally.Add(JudgeBranch(branches, rows, branch_of(code)), count);
    }
  }
  return Rates(tally);
}

}  // namespace

Json PersonalRates(const Vault& vault, const Policy& policy, const CodedTable& schema) {
  const std::vector<std::uint32_t> class_of = ClassesOf(vault, policy);
  Json rates = Json::object();
  for (const PersonalSection::Column& about : policy.personal->columns) {
    const auto column = std::ranges::find(vault.columns, about.name, &VaultColumn::name);
    if (column == vault.columns.end()) continue;  // not a row was released
    const std::size_t attribute = schema.table.Find(about.name);
    const Domain& domain = schema.table.domains[attribute];
    const Hierarchy* hierarchy = schema.HierarchyOf(attribute);
    const bool aliased = about.aliases.has_value();
    const GuessedColumn guessed =
        aliased ? GuessAliased(vault, *column, about, hierarchy) : GuessGraded(*column, domain);
    const auto classes = CountClasses(class_of, *column, guessed);
    rates[aliased ? "frequency" : "sorting"][about.name] = guessed.rates;
    rates[aliased ? "divergence" : "proximity"][about.name] =
        aliased ? DivergenceRates(classes, domain, hierarchy)
                : ProximityRates(classes, domain, policy, schema.table.attributes[attribute]);
  }
  return rates;
}

}  // namespace gauze
