#include "gauze/engine/profile/person_keys.h"

#include <algorithm>

#include "gauze/base/parallel.h"
#include "gauze/engine/profile/person_columns.h"

namespace gauze {
namespace {

constexpr double kMostlyTheSame = 0.75;          // chance that two rows agree
constexpr std::size_t kOneValueIn = 100;         // may be different
constexpr std::uint64_t kFewestWithoutName = 2;  // constant columns of a key that no name tells

bool IsConstantBy(const Partition& key, const ColumnCodes& column) {
  const std::size_t allowed = key.ends.size() / kOneValueIn;
  std::size_t different = 0;
  column.Visit([&](const auto& codes) {
    std::size_t begin = 0;
    for (const std::uint32_t end : key.ends) {
      const auto first = codes[key.rows[begin]];
      for (std::size_t i = begin + 1; i < end; ++i) {
        if (codes[key.rows[i]] == first) continue;
        ++different;
        break;
      }
      begin = end;
      if (different > allowed) return;
    }
  });
  return different <= allowed;
}

}  // namespace

void FindPersonKeys(Profile& profile) {
  ForEach(profile.columns.size(), [&](std::size_t c) {
    ColumnFacts& facts = profile.columns[c].facts;
    if (facts.type != ValueType::kText && facts.type != ValueType::kInteger) return;
    if (!RepeatsLikePersons(facts.name, facts.rows - facts.missing, facts.distinct)) return;
    if (profile.codes.empty()) return;
    const Partition key = PartitionMaker().ByColumn(profile.codes[c]);
    for (std::size_t other = 0; other < profile.columns.size(); ++other) {
      if (other == c || profile.columns[other].agreement > kMostlyTheSame) continue;
      if (IsConstantBy(key, profile.codes[other])) ++facts.constant_columns;
    }
    facts.person_key = NamesPersons(facts.name) || facts.constant_columns >= kFewestWithoutName;
  });
}

}  // namespace gauze
