#include "gauze/policy/read_risk.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/ratio.h"
#include "gauze/base/text/suggest.h"
#include "gauze/policy/keys.h"

namespace gauze {
namespace {

Result<double> Number(const YamlReader& yaml, const YAML::Node& node, const std::string& what,
                      double most) {
  GAUZE_ASSIGN(const std::string text, yaml.Scalar(node, what));
  const auto ratio = Ratio::Parse(text);
  if (!ratio || ratio->ToDouble() < 0 || ratio->ToDouble() > most) {
    return InputError(fmt::format("{} must be a number from 0 to {}", what, most), yaml.Where(node),
                      "write it without an exponent, as in 0.005");
  }
  return ratio->ToDouble();
}

Result<std::size_t> Choice(const YamlReader& yaml, const YAML::Node& node, const std::string& what,
                           const std::vector<std::string>& names) {
  GAUZE_ASSIGN(const std::string text, yaml.Scalar(node, what));
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) {
    return InputError(fmt::format("unknown {} \"{}\"", what, text), yaml.Where(node),
                      DidYouMean(text, names));
  }
  return static_cast<std::size_t>(found - names.begin());
}

// `dropout: 1`, or `dropout: {weight: 1, values: {"yes": 1, "no": 0}}`.
Result<RiskSection::Weight> ReadWeight(const YamlReader& yaml, const YamlReader::Entry& entry) {
  RiskSection::Weight weight{.column = entry.key, .where = entry.where};
  const std::string what = fmt::format("the weight of \"{}\"", entry.key);
  if (entry.value.IsScalar()) {
    GAUZE_ASSIGN(weight.weight, Number(yaml, entry.value, what, 1));
    return weight;
  }
  GAUZE_ASSIGN(const auto parts, yaml.Map(entry.value, what, keys::kRiskWeight));
  bool given = false;
  for (const auto& [key, node, where] : parts) {
    if (key == "weight") {
      given = true;
      GAUZE_ASSIGN(weight.weight, Number(yaml, node, what, 1));
    } else if (key == "others") {
      GAUZE_ASSIGN(weight.others, Number(yaml, node, "others", 1));
    } else {
      GAUZE_ASSIGN(const auto values, yaml.Map(node, "values", {}));
      for (const auto& value : values) {
        GAUZE_ASSIGN(weight.values[value.key],
                     Number(yaml, value.value,
                            fmt::format("the weight of a value of \"{}\"", entry.key), 1));
      }
    }
  }
  if (!given) {
    return InputError(fmt::format("\"{}\" has no weight", entry.key), entry.where,
                      "write weight: 1 for a column that is fully sensitive, less for others");
  }
  if (weight.others && weight.values.empty()) {
    return InputError("others: is the weight of values that are not listed, but no value is listed",
                      entry.where, "list the values that weigh something: values: {\"yes\": 1}");
  }
  return weight;
}

Result<double> ReadAlpha(const YamlReader& yaml, const YAML::Node& node) {
  GAUZE_ASSIGN(const double alpha, Number(yaml, node, "alpha", 1e9));
  if (alpha <= 0) {
    return InputError("alpha must be above 0", yaml.Where(node),
                      "the paper uses 100; it only scales delta");
  }
  return alpha;
}

}  // namespace

Result<RiskSection> ReadRiskSection(const YamlReader& yaml, const YAML::Node& node) {
  RiskSection risk{.where = yaml.Where(node)};
  GAUZE_ASSIGN(const auto entries, yaml.Map(node, "risk", keys::kRisk));
  for (const auto& [key, value, where] : entries) {
    if (key == "alpha") {
      GAUZE_ASSIGN(risk.alpha, ReadAlpha(yaml, value));
    } else if (key == "known") {
      GAUZE_ASSIGN(const auto columns, yaml.Map(value, "known", {}));
      for (const auto& column : columns) {
        GAUZE_ASSIGN(const double chance,
                     Number(yaml, column.value,
                            fmt::format("the chance that \"{}\" is known", column.key), 1));
        risk.known.emplace_back(column.key, chance);
      }
    } else if (key == "weights") {
      GAUZE_ASSIGN(const auto columns, yaml.Map(value, "weights", {}));
      for (const auto& column : columns) {
        GAUZE_ASSIGN(auto weight, ReadWeight(yaml, column));
        risk.weights.push_back(std::move(weight));
      }
    } else if (key == "reading") {
      GAUZE_ASSIGN(const std::size_t choice, Choice(yaml, value, key, keys::kRiskReadings));
      risk.reading = static_cast<RiskReading>(choice);
    } else {
      GAUZE_ASSIGN(const std::size_t choice, Choice(yaml, value, key, keys::kSuppressedCells));
      risk.suppressed = static_cast<SuppressedCells>(choice);
    }
  }
  if (risk.alpha == 0 || risk.known.empty() || risk.weights.empty()) {
    return InputError("risk needs alpha, known and weights", risk.where,
                      "known: {age: 0.05} is the chance that somebody knows a person's age, "
                      "weights: {diagnosis: 1} how sensitive it is");
  }
  return risk;
}

}  // namespace gauze
