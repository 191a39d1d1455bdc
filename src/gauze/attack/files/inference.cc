#include <fmt/format.h>

#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/candidate_values.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/interval.h"

// Somebody knows a person's quasi-identifiers, looks for all rows that can be theirs, and takes the
// most frequent sensitive value of these for the person's own. For people who are not in the table
// that works, too, as far as values depend on quasi-identifiers: that is what the release is for,
// and no harm that it does to those who are in it (Giomi et al., PoPETs 2023, section 3.3).

namespace gauze {
namespace {

using labels::KnownPeople;
using labels::Scene;

struct Guessed {
  double people = 0;
  double right = 0;
  double absent = 0;     // no row can be theirs
  double different = 0;  // people who are not alike
};

Guessed GuessValues(const Scene& scene, const KnownPeople& people, std::size_t sensitive,
                    Progress& progress) {
  std::vector<double> right(people.size());
  std::vector<char> absent(people.size());
  progress.Stage("looking for people", people.size());
  ForEachCandidateValues(scene, scene.releases.front(), people, sensitive, progress,
                         [&](std::size_t person, RowsByValue&& rows) {
                           const std::size_t at = person * scene.sensitive.size() + sensitive;
                           right[person] = RightGuess(rows, people.own[at]);
                           absent[person] = CountLeft(rows) == 0 ? 1 : 0;
                         });
  Guessed sum{.different = static_cast<double>(people.size())};
  for (std::size_t i = 0; i < people.size(); ++i) {
    const auto weight = static_cast<double>(people.rows[i]);
    sum.people += weight;
    sum.right += weight * right[i];
    sum.absent += absent[i] != 0 ? weight : 0;
  }
  return sum;
}

Result<AttackReport> RunInference(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_TRY(RequireSensitive(input));
  GAUZE_ASSIGN(const Scene scene, ReadAttackScene(database, input, input.victims, progress));
  AttackReport report;
  auto& figures = report.figures;
  for (std::size_t s = 0; s < scene.sensitive.size(); ++s) {
    const std::string of = s == 0 ? "" : scene.sensitive[s] + ".";
    const Guessed members = GuessValues(scene, scene.people.front(), s, progress);
    if (s == 0) {
      figures = {{"people", members.people}, {"people.without_candidates", members.absent}};
    }
    AddShare(figures, of + "success", members.right, members.people, members.different);
    figures.push_back({of + "guess", CommonestShare(scene, scene.releases.front(), s)});
    if (scene.people.size() < 2) continue;
    const Guessed others = GuessValues(scene, scene.people.back(), s, progress);
    if (s == 0) figures.push_back({"control.people", others.people});
    AddShare(figures, of + "control", others.right, others.people, others.different);
    const double success = members.right / members.people;
    const double control = others.right / others.people;
    if (control < 1) figures.push_back({of + "risk", (success - control) / (1 - control)});
  }
  AddKnown(scene, figures);
  return report;
}

std::vector<std::string> ReadInference(const FiguresByName& figures) {
  std::vector<std::string> sentences = {
      fmt::format("The most frequent value among the rows that can be a person's is their own for "
                  "{} of {}.",
                  figures.Share("success"), figures.Count("people", "person", "people")),
      fmt::format("Always the commonest value would be right for {}.", figures.Share("guess"))};
  if (figures.Find("control")) {
    sentences.push_back(fmt::format(
        "Of people who are not in the table it is right for {}: being in it adds {} of the rest.",
        figures.Share("control"), figures.Share("risk")));
  }
  for (std::string& known : ReadKnown(figures)) sentences.push_back(std::move(known));
  return sentences;
}

}  // namespace

FileAttackEntry InferenceAttack() {
  return {.descriptor = {.name = "inference",
                         .summary = "Guesses a person's sensitive value from the rows that fit",
                         .guarantees = "counts for how many people the most frequent value of all "
                                       "rows that their quasi-identifiers allow is right, in and "
                                       "out of the table",
                         .not_covered = "adversaries who know some columns only, or who learn from "
                                        "other rows, too",
                         .reference = "Giomi et al.: A Unified Framework for Quantifying Privacy "
                                      "Risk in Synthetic Data, PoPETs 2023"},
          .needs = Needs::kPeople,
          .knows = true,
          .seconds = SecondsToRead,
          .run = RunInference,
          .reading = ReadInference};
}

}  // namespace gauze
