#include "gauze/release/input/risk_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/engine/read/source/source.h"

namespace gauze {
namespace {

Result<RiskRows> Read(Database& database, const Policy& policy, const RiskSection& risk,
                      bool released, const InputOptions& options, Progress& progress) {
  GAUZE_ASSIGN(Input input, ReadInput(database, policy, options, progress));
  RiskRows result{.rows = input.rows};
  GAUZE_ASSIGN(result.region,
               MakeRegion(std::move(input.spool), input.packing, input.schema, input.carried));
  GAUZE_ASSIGN(result.input, MakeRiskInput(result.region.coded, risk, policy.missing, released));
  for (const std::size_t attribute : result.input.attributes) {
    result.columns.push_back(result.region.coded.table.attributes[attribute].name);
  }
  return result;
}

bool TakesPart(const RiskSection& risk, const std::string& column) {
  return std::ranges::any_of(risk.known, [&](const auto& pair) { return pair.first == column; }) ||
         std::ranges::find(risk.weights, column, &RiskSection::Weight::column) !=
             risk.weights.end();
}

}  // namespace

Result<RiskRows> ReadRiskRows(Database& database, const Policy& policy, const InputOptions& options,
                              Progress& progress) {
  return Read(database, policy, *policy.risk, false, options, progress);
}

Result<RiskRows> ReadReleasedRiskRows(Database& database, const FileUnderTest& file,
                                      const RiskSection& risk, const InputOptions& options,
                                      Progress& progress) {
  GAUZE_ASSIGN(const SourceColumns columns,
               OpenSource(database, file.paths, file.dialect, "source"));
  Policy policy{.file = file.paths.front(),
                .sources = file.paths,
                .csv = file.dialect,
                .missing_markers = file.missing_markers};
  for (const std::string& name : columns.names) {
    // Nothing is to be done with these columns but to compare their cells.
    const Role role = TakesPart(risk, name) ? Role::kSensitive : Role::kIdentifying;
    policy.attributes.push_back({.attribute = {.name = name, .role = role}});
  }
  const auto missing = [&](const std::string& column) {
    return std::ranges::find(columns.names, column) == columns.names.end();
  };
  for (const auto& [column, chance] : risk.known) {
    if (!missing(column)) continue;
    return InputError(fmt::format("the file has no column \"{}\"", column), file.paths.front(),
                      "the risk needs every column that may be known, with one value per cell");
  }
  for (const RiskSection::Weight& weight : risk.weights) {
    if (!missing(weight.column)) continue;
    return InputError(fmt::format("the file has no column \"{}\"", weight.column),
                      file.paths.front(), "the risk needs every column that has a weight");
  }
  return Read(database, policy, risk, true, options, progress);
}

}  // namespace gauze
