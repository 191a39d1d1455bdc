#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/candidate_values.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/find_classes.h"
#include "gauze/attack/files/interval.h"
#include "gauze/attack/files/uncut_class.h"
#include "gauze/base/parallel.h"

// Somebody knows everybody's quasi-identifiers, so they know who is in each class, and that the
// tool cuts classes wherever k and l allow, as Mondrian does. From each class that could have been
// cut by its people, and was not, they learn about the values of its sides (uncut_class.h). What
// the release promises is taken from its worst class: a tool that promises less cuts more, so that
// this errs towards learning less.
//
// Time: grouping, finding classes (find_classes.h), and up to UncutBelief::kMostSteps a class.

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Scene;

// Who is in which class. Known where nobody in its labels can be anywhere else, and all are there.
struct KnownClasses {
  std::vector<std::vector<std::uint32_t>> people;  // entries of KnownPeople, by class
  std::vector<bool> known;
};

KnownClasses FindMembers(const Scene& scene, const AnyRelease& release, const KnownPeople& people,
                         Progress& progress) {
  constexpr std::uint32_t kNoClass = ~std::uint32_t{0};
  std::vector<std::uint32_t> only(people.size(), kNoClass);
  std::vector<std::uint8_t> shared(release.classes());
  progress.Stage("finding classes", people.size());
  FindClasses(release, std::vector<bool>(scene.domains.size(), true), people, progress,
              [&](std::size_t person, const std::vector<std::uint32_t>& classes) {
                if (classes.size() == 1) only[person] = classes.front();
                if (classes.size() < 2) return;
                for (const std::uint32_t one : classes) {
                  std::atomic_ref(shared[one]).store(1, std::memory_order_relaxed);
                }
              });
  KnownClasses found{.people = std::vector<std::vector<std::uint32_t>>(release.classes())};
  std::vector<std::uint64_t> rows(release.classes());
  for (std::uint32_t i = 0; i < people.size(); ++i) {
    if (only[i] == kNoClass) continue;
    found.people[only[i]].push_back(i);
    rows[only[i]] += people.rows[i];
  }
  for (std::size_t one = 0; one < release.classes(); ++one) {
    found.known.push_back(shared[one] == 0 && rows[one] == release.class_rows[one]);
  }
  return found;
}

// Of one class: its people, and the values that it shows.
struct ShownClass {
  UncutClass uncut;
  std::vector<std::uint32_t> shown;  // numbers of the values, ascending

  // Where a value is among those that the class shows; behind them, if it shows none of it.
  std::size_t PlaceOf(std::uint32_t value) const {
    const auto found = std::ranges::lower_bound(shown, value);
    return found == shown.end() || *found != value
               ? shown.size()
               : static_cast<std::size_t>(found - shown.begin());
  }
};

ShownClass ClassOf(const Scene& scene, const AnyRelease& release, const KnownPeople& people,
                   const std::vector<std::uint32_t>& members, std::size_t one,
                   std::size_t sensitive) {
  const std::size_t columns = scene.domains.size();
  ShownClass found;
  found.uncut.places.resize(columns);
  for (const std::uint32_t entry : members) {
    for (std::size_t j = 0; j < columns; ++j) {
      found.uncut.places[j].insert(found.uncut.places[j].end(), people.rows[entry],
                                   people.places[entry * columns + j]);
    }
  }
  for (const auto& [value, count] : release.class_values[sensitive][one]) {
    found.shown.push_back(value);
    found.uncut.values.push_back(count);
  }
  return found;
}

struct MinimalityTally {
  double people = 0;
  double right = 0;
  double plain = 0;  // right by counting the rows of the class
  double certain = 0;
  double certain_right = 0;
  double classes = 0;
  double narrowed = 0;
  double too_large = 0;
  double refuted = 0;

  void operator+=(const MinimalityTally& other) {
    people += other.people;
    right += other.right;
    plain += other.plain;
    certain += other.certain;
    certain_right += other.certain_right;
    classes += other.classes;
    narrowed += other.narrowed;
    too_large += other.too_large;
    refuted += other.refuted;
  }
};

// The chance that the likeliest value is the own one; of several equally likely ones any is taken.
double RightBet(const std::vector<double>& chances, std::size_t own) {
  constexpr double kEqualChance = 1e-9;
  const double most = *std::ranges::max_element(chances);
  const auto likeliest = [&](double chance) { return chance >= most - kEqualChance; };
  if (own >= chances.size() || !likeliest(chances[own])) return 0;
  return 1.0 / static_cast<double>(std::ranges::count_if(chances, likeliest));
}

MinimalityTally TryClass(const ShownClass& one, const KnownPeople& people,
                         const std::vector<std::uint32_t>& members, std::size_t sensitive,
                         std::size_t sensitive_columns, std::uint64_t k, std::uint32_t l) {
  const UncutBelief belief = BelieveUncut(one.uncut, k, l);
  if (belief.too_large) return {.too_large = 1};
  if (belief.refuted) return {.refuted = 1};
  MinimalityTally tally{.classes = 1, .narrowed = belief.narrowed ? 1.0 : 0.0};
  std::size_t person = 0;
  for (const std::uint32_t entry : members) {
    const std::size_t value = one.PlaceOf(people.own[entry * sensitive_columns + sensitive]);
    const auto weight = static_cast<double>(people.rows[entry]);
    const double right = RightBet(belief.chances[person], value);
    tally.people += weight;
    tally.right += weight * right;
    tally.plain += weight * RightGuess(one.uncut.values, static_cast<std::uint32_t>(value));
    if (belief.certain[person]) {
      tally.certain += weight;
      tally.certain_right += weight * right;
    }
    person += people.rows[entry];
  }
  return tally;
}

Result<AttackReport> RunMinimality(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_TRY(RequireSensitive(input));
  GAUZE_ASSIGN(const Scene scene, ReadAttackScene(database, input, 0, progress));
  const AnyRelease& release = scene.releases.front();
  const KnownPeople& people = scene.people.front();
  const KnownClasses members = FindMembers(scene, release, people, progress);
  const auto known = static_cast<std::size_t>(std::ranges::count(members.known, true));
  if (known == 0) return InputError("of no class it is known who is in it");
  AttackReport report;
  auto& figures = report.figures;
  const std::uint64_t k = *std::ranges::min_element(release.class_rows);
  figures = {{"people", static_cast<double>(people.people)},
             {"classes", static_cast<double>(release.classes())},
             {"classes.known", static_cast<double>(known)},
             {"k", static_cast<double>(k)}};
  for (std::size_t s = 0; s < scene.sensitive.size(); ++s) {
    std::size_t fewest = scene.values[s].size();
    for (const auto& shares : release.class_values[s]) fewest = std::min(fewest, shares.size());
    const auto l = static_cast<std::uint32_t>(fewest);
    std::vector<MinimalityTally> tallies(release.classes());
    progress.Stage("going through tables", release.classes());
    ForEach(release.classes(), [&](std::size_t one) {
      progress.Advance(1);
      if (!members.known[one]) return;
      const ShownClass shown = ClassOf(scene, release, people, members.people[one], one, s);
      tallies[one] = TryClass(shown, people, members.people[one], s, scene.sensitive.size(), k, l);
    });
    MinimalityTally sum;
    for (const MinimalityTally& tally : tallies) sum += tally;
    const std::string of = s == 0 ? "" : scene.sensitive[s] + ".";
    figures.push_back({of + "l", static_cast<double>(l)});
    figures.push_back({of + "classes.tried", sum.classes});
    figures.push_back({of + "classes.narrowed", sum.narrowed});
    figures.push_back({of + "classes.too_large", sum.too_large});
    figures.push_back({of + "classes.refuted", sum.refuted});
    figures.push_back({of + "people.tried", sum.people});
    figures.push_back({of + "people.certain", sum.certain});
    AddShare(figures, of + "success", sum.right, sum.people);
    AddShare(figures, of + "guess", sum.plain, sum.people);
    AddShare(figures, of + "certain.right", sum.certain_right, sum.certain);
  }
  report.findings = DescribeReading(scene, release);
  return report;
}

std::vector<std::string> ReadMinimality(const FiguresByName& figures) {
  if (figures["people.tried"] == 0) {
    return {"No class was small enough, or every class could have been cut further."};
  }
  std::vector<std::string> sentences = {
      fmt::format("{} of {} more because {} not cut; a value is certain for {}.",
                  figures["classes.narrowed"] == 0 ? "None" : figures.Count("classes.narrowed"),
                  figures.Count("classes.tried", "class tells", "classes tell"),
                  figures["classes.tried"] == 1 ? "it was" : "they were",
                  figures.Count("people.certain", "person", "people"))};
  sentences.push_back(
      fmt::format("The likeliest value is right for {}, instead of {} by counting "
                  "the rows of the class.",
                  figures.Share("success"), figures.Share("guess")));
  if (figures.Find("certain.right")) {
    sentences.push_back(
        fmt::format("What is called certain is right in {}.", figures.Share("certain.right")));
  }
  if (figures["classes.refuted"] > 0) {
    sentences.push_back(fmt::format(
        "{} could have been cut, whoever has which value: the tool does not cut wherever it can.",
        figures.Count("classes.refuted", "class", "classes")));
  }
  if (figures["classes.too_large"] > 0) {
    sentences.push_back(fmt::format("{} too large to go through.",
                                    figures.Count("classes.too_large", "class is", "classes are")));
  }
  return sentences;
}

}  // namespace

FileAttackEntry MinimalityAttack() {
  return {.descriptor = {.name = "minimality",
                         .summary = "Learns from classes that could have been cut, and were not",
                         .guarantees = "for each class whose people are known, goes through all "
                                       "tables in which no cut keeps k and l on both sides",
                         .not_covered = "tools that leave out cuts for other reasons, classes that "
                                        "overlap, and large ones",
                         .reference = "Wong, Fu, Wang, Pei: Minimality Attack in Privacy "
                                      "Preserving Data Publishing, VLDB 2007"},
          .needs = Needs::kPeople,
          .seconds = [](const AttackSize& size) { return SecondsForEverybody(size, 4); },
          .run = RunMinimality,
          .reading = ReadMinimality};
}

}  // namespace gauze
