#include <fmt/format.h>

#include <string>

#include "gauze/measure/measure.h"

// Three adversaries who know the quasi-identifiers and nothing else. They differ in what they know
// of the population; as long as no larger population is known, the release is taken as the
// population, and the figures of the journalist are those of the prosecutor.

namespace gauze {
namespace {

// The sum over rows of 1 / size is 1 for each class, so the mean is classes / rows.
double MeanRisk(const ReleaseShape& shape) {
  return static_cast<double>(shape.classes()) / static_cast<double>(shape.rows_out());
}

std::vector<Figure> HighestAndMean(const std::string& name, const ReleaseShape& shape) {
  if (shape.class_sizes.empty()) return {};
  const auto smallest = static_cast<double>(shape.class_sizes.begin()->first);
  return {{name + ".highest", 1 / smallest}, {name + ".mean", MeanRisk(shape)}};
}

std::vector<Figure> ComputeProsecutor(const ReleaseShape& shape) {
  return HighestAndMean("prosecutor_risk", shape);
}

std::vector<Figure> ComputeJournalist(const ReleaseShape& shape) {
  return HighestAndMean("journalist_risk", shape);
}

std::vector<Figure> ComputeMarketer(const ReleaseShape& shape) {
  if (shape.class_sizes.empty()) return {};
  return {{"marketer_risk", MeanRisk(shape)}};
}

std::string ReadProsecutor(const FiguresByName& figures) {
  if (!figures.Find("prosecutor_risk.highest")) return "";
  return fmt::format(
      "Anyone who knows the quasi-identifiers of a person who is in it finds the right row with a "
      "chance of at most {}, and of {} on average.",
      figures.Share("prosecutor_risk.highest"), figures.Share("prosecutor_risk.mean"));
}

constexpr const char* kReference =
    "El Emam: Guide to the De-Identification of Personal Health Information, CRC Press 2013";

}  // namespace

MeasureEntry ProsecutorRisk() {
  return {{.name = "prosecutor_risk",
           .summary = "Chance of picking the right row of a person known to be in the release",
           .guarantees = "For an adversary who knows a person's quasi-identifiers and that the "
                         "person is in the release: the highest chance over all rows (1 / smallest "
                         "class) and the mean chance (classes / released rows).",
           .not_covered =
               "What a class reveals without picking a row: if all its sensitive values are equal, "
               "the adversary learns the value at any class size. Sizes are rows, not people.",
           .reference = kReference},
          ComputeProsecutor,
          ReadProsecutor};
}

MeasureEntry JournalistRisk() {
  return {
      {.name = "journalist_risk",
       .summary = "The same for a person who may or may not be in the release",
       .guarantees = "The highest and the mean chance of a right match for an adversary who "
                     "does not know who is in the release. The release is taken as the whole "
                     "population, so the figures equal the prosecutor's and are an upper bound: "
                     "in a larger population the same classes are at least as large.",
       .not_covered = "How much smaller the risk is in the real population, which is not "
                      "estimated; and what a class reveals without picking a row.",
       .reference = kReference},
      ComputeJournalist};
}

MeasureEntry MarketerRisk() {
  return {{.name = "marketer_risk",
           .summary = "Expected share of released rows that mass linking gets right",
           .guarantees = "For an adversary who links every released row to a register of exactly "
                         "these people, choosing at random inside a class: the expected share of "
                         "right links, classes / released rows.",
           .not_covered = "A single person may be at far higher risk than the mean: see "
                          "prosecutor_risk.",
           .reference = kReference},
          ComputeMarketer};
}

}  // namespace gauze
