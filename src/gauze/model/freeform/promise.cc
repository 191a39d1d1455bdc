#include "gauze/model/freeform/promise.h"

#include <fmt/format.h>

#include "gauze/base/file.h"
#include "gauze/model/freeform/instantiation.h"
#include "gauze/taxonomy/csv_records.h"

namespace gauze::freeform {
namespace {

template <typename Entries>
std::vector<std::string> NamesOf(const Entries& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

template <typename Entries>
std::string SummaryOf(const std::string& what, const Entries& entries) {
  std::string summary = what;
  for (const auto& entry : entries) summary += fmt::format("; {}: {}", entry.name, entry.summary);
  return summary;
}

std::vector<Parameter> Fields() {
  return {
      {.name = "guard",
       .type = ParameterType::kNames,
       .summary = "the sensitive values, by name; a name of the hierarchy stands for all values "
                  "below it, \"*\" for every value"},
      {.name = "sensitivity",
       .type = ParameterType::kChoice,
       .summary = SummaryOf("how sensitive a node of the hierarchy is", Sensitivities()),
       .fallback = "aggregate",
       .choices = NamesOf(Sensitivities())},
      {.name = "observability",
       .type = ParameterType::kChoice,
       .summary = SummaryOf("how well a node can be observed on a person", Observabilities()),
       .fallback = "sensitivity",
       .choices = NamesOf(Observabilities())},
      {.name = "belief",
       .type = ParameterType::kFile,
       .summary = "CSV of value, belief from 0 to 1: how likely the value is observed",
       .only_with = "observability",
       .only_with_value = "belief"},
      {.name = "boost",
       .type = ParameterType::kNumber,
       .summary = "what each step up the hierarchy adds to a belief",
       .minimum = "0",
       .maximum = "1",
       .only_with = "observability",
       .only_with_value = "belief"},
  };
}

// Lines of value, belief; a header whose second cell is no number is passed over.
Result<std::vector<std::pair<std::string, Ratio>>> ReadBeliefs(const std::string& file) {
  GAUZE_ASSIGN(const std::string text, ReadFile(file));
  std::vector<std::pair<std::string, Ratio>> beliefs;
  CsvScanner scanner(text, file);
  bool first = true;
  while (!scanner.AtEnd()) {
    GAUZE_ASSIGN(const CsvRecord record, scanner.Next());
    if (record.cells.size() == 1 && record.cells.front().text.empty()) continue;
    const std::string where = fmt::format("{}:{}", file, record.line);
    if (record.cells.size() != 2) {
      return InputError("a line of beliefs has a value and a number", where,
                        "write `influenza,0.9`, one value per line");
    }
    const auto belief = Ratio::Parse(record.cells[1].text);
    const bool header = first && !belief;
    first = false;
    if (header) continue;
    if (!belief) {
      return InputError("the belief is not a number", where,
                        "0: nobody can observe the value; 1: everybody can");
    }
    beliefs.emplace_back(record.cells[0].text, *belief);
  }
  return beliefs;
}

}  // namespace

Descriptor FreeformDescriptor() {
  return {
      .name = kFreeform,
      .summary =
          "no guarded value becomes likelier than a threshold, whatever observable values of a "
          "person are known",
      .parameters =
          {
              {.name = "threat",
               .type = ParameterType::kNumber,
               .summary = "how likely a guarded value may become, times its sensitivity; smaller "
                          "demands more",
               .minimum = "0",
               .maximum = "1"},
              {.name = "observable_from",
               .type = ParameterType::kNumber,
               .summary = "a value is observable if its observability is at least this; smaller "
                          "gives an adversary more to start from, and leaves fewer targets",
               .minimum = "0",
               .maximum = "1"},
              {.name = "attributes",
               .type = ParameterType::kColumns,
               .summary = "the columns with guarded values: "
                          "disease: {guard: [AIDS, TB]}",
               .fields = Fields()},
              {.name = "own",
               .type = ParameterType::kBoolean,
               .summary = "true: the adversary may also know what is observable of the guarded "
                          "column itself",
               .fallback = "false"},
              {.name = "targets",
               .type = ParameterType::kChoice,
               .summary =
                   "each: every guarded value by itself; any: also that it is any one of them",
               .fallback = "each",
               .choices = {"each", "any"}},
              {.name = "leaves",
               .type = ParameterType::kChoice,
               .summary = "which values count when a node's sensitivity is worked out; occurring: "
                          "those of the data; taxonomy: all that the hierarchy lists",
               .fallback = "occurring",
               .choices = {"occurring", "taxonomy"}},
          },
      .guarantees =
          "for every guarded value and every combination of observable values of other "
          "columns that occurs, at any level of the hierarchies, the chance of the value "
          "times its sensitivity is at most the threshold",
      .not_covered =
          "somebody who knows values that the policy calls not observable, or facts "
          "that are not in the table; values that no guard names",
      .reference =
          "K. Wang, Y. Xu, A. W. C. Fu, R. C. W. Wong: FF-Anonymity: When "
          "Quasi-Identifiers Are Missing, ICDE 2009",
  };
}

Result<BreachRules> BreachRulesOf(const PolicyEntry& promise) {
  const Parameters& parameters = promise.parameters;
  BreachRules rules{.threat = parameters.Number("threat"),
                    .observable_from = parameters.Number("observable_from"),
                    .own = parameters.Boolean("own")};
  if (parameters.Text("targets") == "any") rules.targets = BreachRules::Targets::kAny;
  GAUZE_TRY(rules.Validate(promise.where));
  return rules;
}

Result<AttributeRules> AttributeRulesOf(const PolicyEntry& promise,
                                        const PolicyEntry::Column& column) {
  const Parameters& parameters = column.parameters;
  AttributeRules rules{.guard = parameters.Names("guard"),
                       .sensitivity = parameters.Text("sensitivity"),
                       .observability = parameters.Text("observability")};
  if (promise.parameters.Text("leaves") == "taxonomy") rules.leaves = Leaves::kTaxonomy;
  if (parameters.Has("belief")) {
    GAUZE_ASSIGN(rules.beliefs, ReadBeliefs(parameters.Text("belief")));
    rules.boost = parameters.Number("boost");
  }
  return rules;
}

}  // namespace gauze::freeform
