#include "gauze/release/prepare/proposal.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gauze/policy/preset.h"
#include "gauze/release/prepare/column_values.h"
#include "gauze/taxonomy/suggest/suggest.h"

namespace gauze {
namespace {

// Cells that hold no value, as the policy reads them.
std::uint64_t CellsWithout(const ColumnProfile& column) {
  return std::accumulate(
      column.marks.begin(), column.marks.end(), column.facts.missing,
      [](std::uint64_t sum, const MarkedCells& mark) { return sum + mark.cells; });
}

bool IsHardlyFilled(const ColumnProfile& column) {
  return CellsWithout(column) * 10 >= column.facts.rows * 9;
}

// If most people have the same value, a class with another one as well must be large.
bool IsMostlyTheSame(const ColumnProfile& column) {
  constexpr double kMostAgreement = 0.7;
  return column.agreement > kMostAgreement || column.facts.distinct < 2 + column.marks.size();
}

void Drop(FirstPolicy::Column& column, std::string_view why) {
  column.role = Role::kIdentifying;
  column.comment += fmt::format(" Dropped: {}.", why);
}

// Ranges of numbers and dates are found without a hierarchy, and of two values nothing is.
Status AddHierarchy(const InitOptions& options, const FirstPolicy& policy,
                    FirstPolicy::Column& column) {
  GAUZE_ASSIGN(const ColumnValues text, ReadColumnValues({.files = {options.source},
                                                          .csv = options.dialect,
                                                          .attribute = {.name = column.name},
                                                          .markers = policy.markers}));
  if (text.values.empty()) return {};
  for (const HierarchySuggestion& suggestion : SuggestHierarchies(text, column.name)) {
    if (suggestion.policy.empty()) continue;
    column.hierarchy = suggestion.policy;
    column.comment += fmt::format(" Hierarchy: {}.", suggestion.reason);
    return {};
  }
  return {};
}

std::string SummaryOf(std::string_view preset) {
  return std::ranges::find(Presets(), preset,
                           [](const Preset& one) { return std::string_view(one.descriptor.name); })
      ->descriptor.summary;
}

// The purpose's l if the column has more than twice as many values, else two of them.
FirstPolicy::Entry DiversityOf(const Purpose& purpose, const ColumnProfile& column) {
  const std::uint64_t values = column.facts.distinct - column.marks.size();
  return {.text = fmt::format("l_diversity: {{attribute: {}, kind: distinct, l: {}}}",
                              YamlText(column.facts.name), values > 2 * purpose.l ? purpose.l : 2),
          .comment = ""};
}

}  // namespace

Result<FirstPolicy> ProposalFor(const Purpose& purpose, const FirstLook& look,
                                const InitOptions& options) {
  FirstPolicy policy = look.policy;
  policy.to_do =
      fmt::format("For {}. Roles and promises are suggestions: look at each", purpose.readers);
  if (purpose.preset.empty()) {
    policy.promises.push_back(
        {fmt::format("k_anonymity: {{k: {}}}", purpose.k), std::string(purpose.source)});
  } else {
    policy.preset = {std::string(purpose.preset), SummaryOf(purpose.preset)};
  }
  for (std::size_t i = 0; i < policy.columns.size(); ++i) {
    FirstPolicy::Column& column = policy.columns[i];
    const ColumnProfile& profile = look.profile.columns[i];
    if (column.role == Role::kQuasiIdentifying) {
      if (IsHardlyFilled(profile)) {
        Drop(column, "nine cells in ten are missing");
      } else if (column.type == ValueType::kText && profile.facts.distinct > 2) {
        GAUZE_TRY(AddHierarchy(options, policy, column));
      }
    } else if (column.role == Role::kSensitive && purpose.l > 0) {
      if (IsMostlyTheSame(profile)) {
        Drop(column, "most rows have the same value, and hiding the others would cost too much");
      } else {
        policy.promises.push_back(DiversityOf(purpose, profile));
      }
    }
  }
  policy.transform = RecommendedTransform();
  return policy;
}

}  // namespace gauze
