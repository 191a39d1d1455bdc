#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/find_classes.h"
#include "gauze/attack/files/interval.h"

// Two lists of the same people have no column in common. Whoever has both looks for each entry in
// the release, and takes two entries that lead to the same class for one person's (Giomi et al.: A
// Unified Framework for Quantifying Privacy Risk in Synthetic Data, PoPETs 2023, section 3.2, where
// the released row that is nearest takes the place of the likeliest class). The likeliest class of
// an entry is the one that would show it most often, if values behind a label are equally likely.
//
// Time: grouping, then finding classes (find_classes.h) and those that cover half of a person.

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Scene;

// Chances that differ by less than this share are equal.
constexpr double kAlmostEqual = 1e-9;

// The chance of a row of a class to be an entry with these columns, times the rows.
double ChanceOfEntry(const AnyRelease& release, const std::vector<bool>& half, std::uint32_t one) {
  auto chance = static_cast<double>(release.class_rows[one]);
  for (std::size_t j = 0; j < half.size(); ++j) {
    if (half[j]) chance /= release.LabelOf(one, j).values;
  }
  return chance;
}

// The likeliest classes of each person by half of the columns; none if no class covers it.
std::vector<std::vector<std::uint32_t>> LikeliestClasses(const AnyRelease& release,
                                                         const KnownPeople& people,
                                                         const std::vector<bool>& half,
                                                         Progress& progress) {
  std::vector<double> chances;
  for (std::uint32_t one = 0; one < release.classes(); ++one) {
    chances.push_back(ChanceOfEntry(release, half, one));
  }
  std::vector<std::vector<std::uint32_t>> likeliest(people.size());
  FindClasses(release, half, people, progress,
              [&](std::size_t person, const std::vector<std::uint32_t>& classes) {
                double most = 0;
                for (const std::uint32_t one : classes) most = std::max(most, chances[one]);
                for (const std::uint32_t one : classes) {
                  if (chances[one] >= most * (1 - kAlmostEqual)) {
                    likeliest[person].push_back(one);
                  }
                }
              });
  return likeliest;
}

struct LinkedEntries {
  double people = 0;
  double different = 0;
  double linked = 0;
};

// Of several equally likely classes any is taken.
LinkedEntries LinkEntries(const AnyRelease& release, const KnownPeople& people,
                          const std::vector<bool>& first, const std::vector<bool>& second,
                          Progress& progress) {
  const auto one = LikeliestClasses(release, people, first, progress);
  const auto other = LikeliestClasses(release, people, second, progress);
  LinkedEntries sum{.different = static_cast<double>(people.size())};
  for (std::size_t i = 0; i < people.size(); ++i) {
    const auto weight = static_cast<double>(people.rows[i]);
    sum.people += weight;
    if (one[i].empty() || other[i].empty()) continue;
    std::vector<std::uint32_t> both;
    std::ranges::set_intersection(one[i], other[i], std::back_inserter(both));
    sum.linked += weight * static_cast<double>(both.size()) /
                  static_cast<double>(one[i].size() * other[i].size());
  }
  return sum;
}

// What the attacker knows, and the rest; without an attacker, the columns in the middle.
std::vector<bool> FirstHalf(const Scene& scene) {
  if (std::ranges::find(scene.known, false) != scene.known.end()) return scene.known;
  std::vector<bool> half(scene.known.size());
  std::fill_n(half.begin(), (half.size() + 1) / 2, true);
  return half;
}

std::string NamesOf(const Scene& scene, const std::vector<bool>& half) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < half.size(); ++j) {
    if (half[j]) names.push_back(scene.quasi_identifiers[j]);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<AttackReport> RunLinkability(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const Scene scene,
               ReadAttackScene(database, input, input.victims, progress, labels::Values::kLeftOut));
  if (scene.quasi_identifiers.size() < 2) {
    return InputError("there is one quasi-identifier, and two lists need one each");
  }
  const AnyRelease& release = scene.releases.front();
  const std::vector<bool> first = FirstHalf(scene);
  std::vector<bool> second = first;
  second.flip();
  AttackReport report;
  auto& figures = report.figures;
  for (std::size_t t = 0; t < scene.people.size(); ++t) {
    const KnownPeople& people = scene.people[t];
    progress.Stage("linking lists", 2 * people.size());
    const LinkedEntries sum = LinkEntries(release, people, first, second, progress);
    const bool control = t == 1;
    figures.push_back({control ? "control.people" : "people", sum.people});
    AddShare(figures, control ? "control" : "success", sum.linked, sum.people, sum.different);
    if (control && sum.linked < sum.people) {
      const double success = FiguresByName(figures)["success"];
      const double chance = sum.linked / sum.people;
      figures.push_back({"risk", (success - chance) / (1 - chance)});
    }
  }
  double alike = 0;
  for (const std::uint64_t rows : release.class_rows) {
    alike += std::pow(static_cast<double>(rows) / static_cast<double>(release.rows), 2);
  }
  figures.push_back({"guess", alike});
  report.findings = {fmt::format("One list has {}.", NamesOf(scene, first)),
                     fmt::format("The other has {}.", NamesOf(scene, second))};
  for (const std::string& sentence : DescribeReading(scene, release)) {
    report.findings.push_back(sentence);
  }
  AddKnown(scene, figures);
  return report;
}

std::vector<std::string> ReadLinkability(const FiguresByName& figures) {
  std::vector<std::string> sentences = {
      fmt::format("Two lists without a column in common lead to the same class for {} of {}.",
                  figures.Share("success"), figures.Count("people", "person", "people"))};
  if (figures.Find("control")) {
    sentences.push_back(fmt::format("Of people who are not in the table they do for {}.",
                                    figures.Share("control")));
  }
  sentences.push_back(
      fmt::format("Two rows by chance are of the same class in {}.", figures.Share("guess")));
  for (std::string& known : ReadKnown(figures)) sentences.push_back(std::move(known));
  return sentences;
}

}  // namespace

FileAttackEntry LinkabilityAttack() {
  return {.descriptor = {.name = "linkability",
                         .summary = "Joins two lists of the same people through the release",
                         .guarantees = "counts for how many people both halves of the columns lead "
                                       "to the same class, in and out of the table",
                         .not_covered = "which of the people of a class it is, and attackers who "
                                        "know how values depend on each other",
                         .reference = "Giomi et al.: A Unified Framework for Quantifying Privacy "
                                      "Risk in Synthetic Data, PoPETs 2023"},
          .needs = Needs::kPeople,
          .knows = true,
          .seconds = SecondsToRead,
          .run = RunLinkability,
          .reading = ReadLinkability};
}

}  // namespace gauze
