#include "gauze/transform/suppress_cells/risk_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gauze {
namespace {

const RiskSection::Weight* WeightOf(const RiskSection& risk, const std::string& column) {
  const auto found = std::ranges::find(risk.weights, column, &RiskSection::Weight::column);
  return found == risk.weights.end() ? nullptr : &*found;
}

std::optional<double> ChanceOf(const RiskSection& risk, const std::string& column) {
  for (const auto& [name, chance] : risk.known) {
    if (name == column) return chance;
  }
  return std::nullopt;
}

constexpr std::string_view kStar = "*";

// The weight of every value; stars, where they are suppressed cells, have none.
Result<std::vector<double>> WeightsOf(const RiskSection::Weight& weight, const Domain& domain,
                                      bool stars) {
  std::vector<double> weights;
  std::size_t unlisted = 0;
  for (const Value& value : domain.values()) {
    if (stars && value.text == kStar) {
      weights.push_back(0);
      continue;
    }
    if (weight.values.empty()) {
      weights.push_back(weight.weight);
      continue;
    }
    const auto found = weight.values.find(value.text);
    if (found == weight.values.end()) {
      ++unlisted;
      weights.push_back(weight.weight * weight.others.value_or(0));
    } else {
      weights.push_back(weight.weight * found->second);
    }
  }
  if (unlisted > 0 && !weight.others) {
    return InputError(
        fmt::format("{} value{} of \"{}\" {} no weight", unlisted, unlisted == 1 ? "" : "s",
                    weight.column, unlisted == 1 ? "has" : "have"),
        weight.where, "list every value under values, or add `others: 0` for all that are not");
  }
  return weights;
}

std::vector<std::size_t> ColumnsOf(const Table& table, const RiskSection& risk) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < table.attributes.size(); ++i) {
    const std::string& name = table.attributes[i].name;
    if (ChanceOf(risk, name) || WeightOf(risk, name) != nullptr) columns.push_back(i);
  }
  return columns;
}

// Which tuples are equal in these columns: their numbers, the first of each, and their rows.
void Merge(const Table& table, RiskInput& input, std::vector<std::uint32_t>& first) {
  const std::size_t tuples = table.counts.size();
  std::vector<std::uint32_t> order(tuples);
  std::iota(order.begin(), order.end(), 0);
  const auto compare = [&](std::uint32_t a, std::uint32_t b) {
    for (const std::size_t attribute : input.attributes) {
      const Code x = table.columns[attribute].Get(a);
      const Code y = table.columns[attribute].Get(b);
      if (x != y) return x < y ? -1 : 1;
    }
    return 0;
  };
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const int difference = compare(a, b);
    return difference != 0 ? difference < 0 : a < b;
  });
  input.tuple_of.resize(tuples);
  for (std::size_t i = 0; i < tuples; ++i) {
    if (i == 0 || compare(order[i - 1], order[i]) != 0) {
      first.push_back(order[i]);
      input.table.counts.push_back(0);
    }
    input.tuple_of[order[i]] = static_cast<std::uint32_t>(first.size() - 1);
    input.table.counts.back() += table.counts[order[i]];
  }
}

}  // namespace

Result<RiskInput> MakeRiskInput(const CodedTable& coded, const RiskSection& risk,
                                MissingPolicy missing, bool released) {
  const Table& table = coded.table;
  if (missing == MissingPolicy::kWildcard && risk.suppressed == SuppressedCells::kLiteral) {
    return InputError("missing cells match everything, but suppressed cells do not", risk.where,
                      "both are released as *: use missing: own_value, or suppressed: wildcard");
  }
  RiskInput input;
  input.attributes = ColumnsOf(table, risk);
  input.settings = {.alpha = risk.alpha};
  input.settings.reading =
      risk.reading == RiskReading::kPaper ? risk::Reading::kPaper : risk::Reading::kProbability;
  input.settings.matching = risk.suppressed == SuppressedCells::kWildcard
                                ? risk::Matching::kWildcard
                                : risk::Matching::kLiteral;
  std::vector<std::uint32_t> first;
  Merge(table, input, first);
  for (const std::size_t attribute : input.attributes) {
    const std::string& name = table.attributes[attribute].name;
    const Domain& domain = table.domains[attribute];
    const auto chance = ChanceOf(risk, name);
    const bool stars = released && chance;
    std::vector<double> weights(domain.value_count(), 0);
    if (const auto* weight = WeightOf(risk, name); weight != nullptr) {
      GAUZE_ASSIGN(weights, WeightsOf(*weight, domain, stars));
    }
    // As a wildcard the code of missing cells, which follows the values, is that of suppressed
    // ones.
    if (domain.has_missing() && missing != MissingPolicy::kWildcard) weights.push_back(0);
    const auto suppressed = static_cast<Code>(weights.size());
    CodeColumn column(suppressed + 1, first.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
      const Code code = table.columns[attribute].Get(first[i]);
      const bool star = stars && !domain.IsMissing(code) && domain[code].text == kStar;
      column.Set(i, star ? suppressed : code);
    }
    input.table.columns.push_back(std::move(column));
    input.table.domain_sizes.push_back(suppressed);
    input.settings.known.push_back(chance.value_or(0));
    input.settings.weights.push_back(std::move(weights));
  }
  return input;
}

}  // namespace gauze
