#include <fmt/format.h>

#include <algorithm>

#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/candidate_values.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/interval.h"

// Somebody knows a person's quasi-identifiers, and that the person is in several releases, each
// made by itself (Ganta, Kasiviswanathan, Smith: Composition Attacks and Auxiliary Information in
// Data Privacy, KDD 2008). In each release the person has one of the values of all classes whose
// labels cover them, so in all together one of the values that are left in each. Exact: a value is
// left out if and only if no row of some release can be the person's and has it.
//
// Time: grouping, then finding classes (find_classes.h) and what the covering ones hold.

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Scene;

// Rows by value that can be a person's, one release after the other; least over all releases.
struct Candidates {
  RowsByValue least;
  std::uint32_t fewest = 0;  // values that the best release alone leaves
  bool absent = false;       // some release has no row for the person
};

struct ComposedTally {
  double people = 0;
  double different = 0;  // of them, who are not alike
  double absent = 0;
  double one_alone = 0;      // one value is left by a release alone
  double one_left = 0;       // by all together
  double one_right = 0;      // and it is the person's
  double fewer = 0;          // fewer values are left than by the best release alone
  double contradictory = 0;  // none is left: the person is not in all of them
  double values_alone = 0;
  double values_left = 0;
  double guess_alone = 0;  // right, by the first release
  double guess_left = 0;
};

// Of one sensitive column.
ComposedTally Compose(const Scene& scene, const KnownPeople& people, std::size_t sensitive,
                      Progress& progress) {
  const std::size_t columns = scene.sensitive.size();
  const std::size_t values = scene.values[sensitive].size();
  // People by block would need all releases at once; the least counts are kept instead, 8 bytes a
  // value and person.
  std::vector<Candidates> left(people.size());
  std::vector<double> first_guess(people.size());
  progress.Stage("looking for people", people.size() * scene.releases.size());
  for (const AnyRelease& release : scene.releases) {
    const bool first = &release == &scene.releases.front();
    ForEachCandidateValues(
        scene, release, people, sensitive, progress, [&](std::size_t person, RowsByValue&& rows) {
          Candidates& own = left[person];
          const std::uint32_t alone = CountLeft(rows);
          own.absent = own.absent || alone == 0;
          own.fewest = first ? alone : std::min(own.fewest, alone);
          if (first) {
            first_guess[person] = RightGuess(rows, people.own[person * columns + sensitive]);
            own.least = std::move(rows);
          } else {
            for (std::size_t v = 0; v < values; ++v) own.least[v] = std::min(own.least[v], rows[v]);
          }
        });
  }
  ComposedTally tally;
  for (std::size_t i = 0; i < people.size(); ++i) {
    const auto weight = static_cast<double>(people.rows[i]);
    if (left[i].absent) {
      tally.absent += weight;
      continue;
    }
    const std::uint32_t own = people.own[i * columns + sensitive];
    const std::uint32_t together = CountLeft(left[i].least);
    tally.people += weight;
    ++tally.different;
    tally.one_alone += left[i].fewest == 1 ? weight : 0;
    tally.one_left += together == 1 ? weight : 0;
    const bool right = together == 1 && own < values && left[i].least[own] > 0;
    tally.one_right += right ? weight : 0;
    tally.fewer += together < left[i].fewest ? weight : 0;
    tally.contradictory += together == 0 ? weight : 0;
    tally.values_alone += weight * left[i].fewest;
    tally.values_left += weight * together;
    tally.guess_alone += weight * first_guess[i];
    tally.guess_left += weight * RightGuess(left[i].least, own);
  }
  return tally;
}

void AddTally(std::vector<Figure>& figures, const std::string& column, const ComposedTally& tally,
              bool control) {
  const std::string of = control ? column + ".control" : column;
  if (tally.people == 0) return;
  if (!control) {
    figures.push_back({of + ".values.best_release", tally.values_alone / tally.people});
    figures.push_back({of + ".values.together", tally.values_left / tally.people});
    AddShare(figures, of + ".one_left.best_release", tally.one_alone, tally.people,
             tally.different);
    AddShare(figures, of + ".fewer_together", tally.fewer, tally.people, tally.different);
    AddShare(figures, of + ".guess_right.first_release", tally.guess_alone, tally.people,
             tally.different);
  }
  AddShare(figures, of + ".one_left", tally.one_left, tally.people, tally.different);
  AddShare(figures, of + ".one_left.right", tally.one_right, tally.one_left);
  AddShare(figures, of + ".guess_right", tally.guess_left, tally.people, tally.different);
  AddShare(figures, of + ".none_left", tally.contradictory, tally.people, tally.different);
}

Result<AttackReport> RunComposition(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_TRY(RequireSensitive(input));
  GAUZE_ASSIGN(const Scene scene, ReadAttackScene(database, input, input.victims, progress));
  AttackReport report;
  auto& figures = report.figures;
  figures = {{"releases", static_cast<double>(scene.releases.size())},
             {"people", static_cast<double>(scene.people.front().people)}};
  for (std::size_t s = 0; s < scene.sensitive.size(); ++s) {
    for (std::size_t t = 0; t < scene.people.size(); ++t) {
      const ComposedTally tally = Compose(scene, scene.people[t], s, progress);
      const bool control = t == 1;
      if (s == 0 && !control) figures.push_back({"people.not_in_all", tally.absent});
      // A value is found out if it is the only one left, and the right one.
      if (s == 0)
        AddShare(figures, control ? "control" : "success", tally.one_right, tally.people,
                 tally.different);
      AddTally(figures, scene.sensitive[s], tally, control);
    }
    figures.push_back(
        {scene.sensitive[s] + ".commonest", CommonestShare(scene, scene.releases.front(), s)});
  }
  for (const AnyRelease& release : scene.releases) {
    report.findings.push_back(
        fmt::format("{}: {} rows in {} classes.", release.file, release.rows, release.classes()));
  }
  AddKnown(scene, figures);
  return report;
}

std::vector<std::string> ReadComposition(const FiguresByName& figures) {
  std::vector<std::string> sentences;
  for (const std::string& column : figures.Columns("", ".values.together")) {
    sentences.push_back(fmt::format(
        "By {} together, {} of {} are left with one value of {}; by the best release alone, {}.",
        figures.Count("releases", "release", "releases"), figures.Share(column + ".one_left"),
        figures.Count("people", "person", "people"), column,
        figures.Share(column + ".one_left.best_release")));
    if (figures.Find(column + ".one_left.right")) {
      sentences.push_back(
          fmt::format("It is their own in {}.", figures.Share(column + ".one_left.right")));
    }
    sentences.push_back(fmt::format(
        "On average {:.1f} values are left, {:.1f} by the best release alone; the likeliest is "
        "right for {}, and for {} by the first release alone.",
        figures[column + ".values.together"], figures[column + ".values.best_release"],
        figures.Share(column + ".guess_right"),
        figures.Share(column + ".guess_right.first_release")));
    if (figures.Find(column + ".control.one_left")) {
      const std::string right = column + ".control.one_left.right";
      sentences.push_back(
          fmt::format("Of people who are not in all of them, {} are left with one value{}.",
                      figures.Share(column + ".control.one_left"),
                      figures.Find(right) ? ", which is right in " + figures.Share(right) : ""));
    }
  }
  if (figures["people.not_in_all"] > 0) {
    sentences.push_back(
        fmt::format("{} no row in one of the releases.",
                    figures.Count("people.not_in_all", "person has", "people have")));
  }
  for (std::string& known : ReadKnown(figures)) sentences.push_back(std::move(known));
  return sentences;
}

}  // namespace

FileAttackEntry CompositionAttack() {
  return {.descriptor = {.name = "composition",
                         .summary = "Intersects what several releases of the same people allow",
                         .guarantees = "leaves out a value if and only if some release has no row "
                                       "with it that can be the person's",
                         .not_covered = "people whose class can be told apart, and what is "
                                        "known of the others in it",
                         .reference = "Ganta, Kasiviswanathan, Smith: Composition Attacks and "
                                      "Auxiliary Information in Data Privacy, KDD 2008"},
          .needs = Needs::kPeople,
          .fewest_releases = 2,
          .most_releases = 64,
          .knows = true,
          .seconds = SecondsToRead,
          .run = RunComposition,
          .reading = ReadComposition};
}

}  // namespace gauze
