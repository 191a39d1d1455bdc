#include <fmt/format.h>

#include "gauze/attack/attack.h"
#include "gauze/attack/candidates.h"

// Somebody who knows the quasi-identifiers of a person, and so some rows of which one is the
// person's, sees that most of them have nearly the same number. Which of the rows it is does not
// matter then.

namespace gauze {
namespace {

constexpr double kShort = 1.0 / 20;  // of the column's range, where the policy does not say

// The promise about this column; of several the first.
const PolicyEntry* PromiseOf(const Policy& policy, const std::string& column) {
  for (const PolicyEntry& entry : policy.protect) {
    if (entry.parameters.Has("epsilon") && entry.parameters.Text("attribute") == column) {
      return &entry;
    }
  }
  return nullptr;
}

// In the unit of the promise: seconds for timestamps.
double NumberOf(ValueType type, const Value& value) {
  return type == ValueType::kTimestamp ? value.real / 1e6 : value.real;
}

double LengthOf(const Candidates::Column& column, const PolicyEntry* promise) {
  if (promise != nullptr) return promise->parameters.Number("epsilon").ToDouble();
  if (column.original.values.empty()) return 0;
  const ValueType type = column.attribute->attribute.type;
  return kShort * (NumberOf(type, column.original.values.back()) -
                   NumberOf(type, column.original.values.front()));
}

std::vector<Figure> FiguresOf(const Candidates& candidates, std::size_t c, double length) {
  const Candidates::Column& column = candidates.columns[c];
  const ValueType type = column.attribute->attribute.type;
  const auto conclude = [&](const Candidates::RowsByValue& rows) {
    std::map<double, std::uint64_t> numbers;
    std::uint64_t without = 0;
    for (const auto& [value, count] : rows) {
      if (const auto& shown = column.shown[value]) {
        numbers[NumberOf(type, *shown)] += count;
      } else {
        without += count;
      }
    }
    NearConclusion near = ConcludeInterval(numbers, length);
    near.of += without;
    return near;
  };
  const auto judge = [&](const NearConclusion& near, const Value& own) {
    const double off = NumberOf(type, own) - near.from;
    return Candidates::Verdict{near.share(), near.Confident() && off >= 0 && off <= length};
  };
  return candidates.Tally(c, conclude, judge);
}

Result<AttackReport> Run(const AttackInput& input, Progress& progress) {
  const Policy& policy = input.policy;
  std::vector<const PolicyAttribute*> columns;
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role != Role::kSensitive) continue;
    if (IsNumeric(attribute.attribute.type)) columns.push_back(&attribute);
  }
  if (columns.empty()) {
    return InputError("the policy names no sensitive number", policy.file,
                      "give a column the role sensitive and a type that has an order");
  }
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const Candidates candidates, ReadCandidates(database, input, columns, progress));
  AttackReport report{.figures = candidates.VictimFigures()};
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::string& name = columns[c]->attribute.name;
    const PolicyEntry* promise = PromiseOf(policy, name);
    const double length = LengthOf(candidates.columns[c], promise);
    report.figures.push_back({name + ".short_interval", length});
    for (Figure& figure : FiguresOf(candidates, c, length)) {
      if (promise != nullptr && figure.name == name + ".highest_if_class_is_known") {
        const double most = 1 / promise->parameters.Number("m").ToDouble();
        report.promise +=
            (report.promise.empty() ? "for every victim, " : " and ") + promise->Text();
        report.holds = report.holds && figure.value <= most * (1 + 1e-12);
      }
      report.figures.push_back(std::move(figure));
    }
  }
  return report;
}

}  // namespace

AttackEntry ProximityAttack() {
  return {.descriptor = {.name = "proximity",
                         .summary = "Looks for people whose number is nearly that of most rows "
                                    "that can be theirs",
                         .guarantees = "counts the victims of whom at least half of the candidates "
                                       "have numbers in one short interval, and theirs with them",
                         .not_covered = "an adversary who knows more than the quasi-identifiers; "
                                        "longer intervals",
                         .reference = "E. Poovammal, M. Ponnavaikko: Categorical Grading Based "
                                      "Personalized Privacy Preservation Against Attacks, 2009"},
          .run = Run,
          .knows = true};
}

}  // namespace gauze
