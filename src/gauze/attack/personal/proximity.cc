#include <fmt/format.h>

#include "gauze/attack/attack.h"
#include "gauze/attack/personal/victim_candidates.h"
#include "gauze/measure/guess/short_interval.h"

// Somebody who knows the quasi-identifiers of a person, and so some rows of which one is the
// person's, sees that most of them have nearly the same number. Which of the rows it is does not
// matter then.

namespace gauze {
namespace {

std::vector<Figure> FiguresOf(const Candidates& candidates, std::size_t c, double length) {
  const Candidates::Column& column = candidates.columns[c];
  const ValueType type = column.attribute->attribute.type;
  const auto conclude = [&](const Candidates::RowsByValue& rows) {
    std::map<double, std::uint64_t> numbers;
    std::uint64_t all = 0;
    for (const auto& [value, count] : rows) {
      all += count;
      if (const auto& shown = column.shown[value]) numbers[InUnit(type, *shown)] += count;
    }
    return ConcludeInterval(numbers, all, length);
  };
  const auto judge = [&](const NearConclusion& near, const Value& own) {
    return near.Judge(InUnit(type, own));
  };
  return candidates.Tally(c, conclude, judge);
}

Result<AttackReport> RunProximity(const AttackInput& input, Progress& progress) {
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
    const PolicyEntry* promise = ProximityPromise(policy, name);
    const auto& numbers = candidates.columns[c].original.values;
    const double length = numbers.empty() ? 0
                                          : ShortInterval(policy, columns[c]->attribute,
                                                          numbers.front(), numbers.back());
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

std::vector<std::string> ReadProximity(const FiguresByName& figures) {
  return ReadBreaches(figures, "are close to their own number");
}

}  // namespace

AttackEntry ProximityAttack() {
  return {.descriptor =
              {.name = "proximity",
               .summary =
                   "Looks for people whose number is close to that of most rows that can be theirs",
               .guarantees = "counts the victims for whom at least half of the candidates have "
                             "numbers in one short interval that also contains their own",
               .not_covered = "an adversary who knows more than the quasi-identifiers; "
                              "longer intervals",
               .reference = "E. Poovammal, M. Ponnavaikko: Categorical Grading Based "
                            "Personalized Privacy Preservation Against Attacks, 2009"},
          .run = RunProximity,
          .reading = ReadProximity,
          .knows = true};
}

}  // namespace gauze
