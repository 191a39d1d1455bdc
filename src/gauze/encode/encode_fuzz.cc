// Any cells under any declared types: an error without a cell in it, or a table whose codes and
// counts are sound.
#include <cstdint>

#include "gauze/base/testing/fuzz_input.h"
#include "gauze/encode/encode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gauze::FuzzInput input{data, size};
  gauze::Policy policy;
  policy.missing = static_cast<gauze::MissingPolicy>(input.Byte() % 3);
  policy.missing_markers = {"?"};
  gauze::RawTable raw;
  const std::size_t tuples = 1 + input.Byte() % 8;
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < tuples; ++i) rows += raw.counts.emplace_back(1 + input.Byte());
  for (int c = 0; c < 2; ++c) {
    gauze::PolicyAttribute attribute;
    attribute.attribute = {
        .name = c == 0 ? "first" : "second",
        .role = c == 0 ? gauze::Role::kQuasiIdentifying : gauze::Role::kInsensitive,
        .type = static_cast<gauze::ValueType>(input.Byte() % 7)};
    const auto& builders = gauze::HierarchyBuilders();
    const std::size_t choice = input.Byte() % (2 * builders.size());
    if (choice < builders.size()) {
      const auto& builder = builders[choice];
      std::vector<gauze::RawParameter> given;
      for (const auto& parameter : builder.descriptor.parameters) {
        if (parameter.name == builder.short_form) {
          const auto& choices = parameter.choices;
          given.push_back({parameter.name, choices[input.Byte() % choices.size()], ""});
        }
        if (parameter.name == "unknown") given.push_back({"unknown", "keep", ""});
        if (parameter.name == "width") given.push_back({"width", "2.5", ""});
      }
      auto parameters = gauze::Parameters::Make(builder.descriptor, given, "");
      if (parameters) {
        attribute.hierarchy.builder = &builder;
        attribute.hierarchy.parameters = *parameters;
      }
    }
    policy.attributes.push_back(attribute);
    gauze::RawColumn column{.name = attribute.attribute.name};
    for (std::size_t i = 0; i < tuples; ++i) {
      const std::uint8_t kind = input.Byte();
      if (kind == 0) {
        column.codes.push_back(gauze::RawColumn::kNull);
      } else if (kind % 4 == 1 && !column.values.empty()) {
        column.codes.push_back(kind % column.values.size());
      } else {
        column.codes.push_back(static_cast<std::uint32_t>(column.values.size()));
        column.values.push_back(input.Word(24));
      }
    }
    raw.columns.push_back(std::move(column));
  }
  const auto coded = gauze::Encode(std::move(raw), policy, {});
  if (!coded) return 0;
  std::uint64_t counted = 0;
  for (const std::uint64_t count : coded->table.counts) counted += count;
  if (counted != rows || coded->table.rows != rows) __builtin_trap();
  for (std::size_t j = 0; j < 2; ++j) {
    for (std::size_t i = 0; i < coded->table.tuples(); ++i) {
      if (coded->table.columns[j].Get(i) >= coded->table.domains[j].size()) __builtin_trap();
    }
  }
  return 0;
}
