#include <algorithm>

#include "gauze/base/error.h"
#include "gauze/transform/random_case.h"

namespace gauze {

CodedTable MakeMixedTable(std::mt19937_64& random, int tuples) {
  struct Column {
    const char* name;
    Role role;
    ValueType type;
    const char* builder;
    int values;
    bool missing;
  };
  constexpr auto kQi = Role::kQuasiIdentifying;
  const std::vector<Column> columns = {
      {"born", kQi, ValueType::kInteger, nullptr, 5000, true},
      {"sex", kQi, ValueType::kText, nullptr, 2, false},
      {"city", kQi, ValueType::kText, "order", 100, true},
      {"zip", kQi, ValueType::kText, "order", 3000, false},
      {"weight", kQi, ValueType::kDecimal, nullptr, 30, true},
      {"job", kQi, ValueType::kText, nullptr, 12, true},
      {"disease", Role::kSensitive, ValueType::kText, nullptr, 6, false},
  };
  Policy policy;
  RawTable raw;
  for (const Column& column : columns) {
    PolicyAttribute attribute;
    attribute.attribute = {.name = column.name, .role = column.role, .type = column.type};
    if (column.builder != nullptr) {
      attribute.hierarchy.builder = FindHierarchyBuilder(column.builder);
      attribute.hierarchy.parameters =
          *Parameters::Make(attribute.hierarchy.builder->descriptor, {{"fanout", "4", ""}}, "test");
    }
    policy.attributes.push_back(attribute);
    raw.columns.push_back({.name = column.name});
    for (int value = 0; value < column.values; ++value) {
      raw.columns.back().values.push_back(std::to_string(value * value % 9973 + value));
    }
    auto& values = raw.columns.back().values;
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (column.missing) values.emplace_back();
  }
  for (int tuple = 0; tuple < tuples; ++tuple) {
    for (RawColumn& column : raw.columns) {
      // Low codes more often, so that some tuples differ little.
      const std::uint64_t size = column.values.size();
      const std::uint64_t bound = random() % 3 == 0 ? size : std::min<std::uint64_t>(size, 4);
      column.codes.push_back(static_cast<std::uint32_t>(random() % bound));
    }
    raw.counts.push_back(random() % 8 == 0 ? 20 : 1 + random() % 3);
  }
  auto coded = Encode(std::move(raw), policy, {});
  Check(coded.has_value(), "the table is sound");
  return *std::move(coded);
}

}  // namespace gauze
