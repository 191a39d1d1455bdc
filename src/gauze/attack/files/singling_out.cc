#include <fmt/format.h>

#include <cmath>

#include "gauze/attack/dice.h"
#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/interval.h"
#include "gauze/attack/files/people_index.h"
#include "gauze/attack/files/published_shares.h"

// Somebody describes a person, from the file alone, so that exactly one person of the table fits
// (WP29, Opinion 05/2014; Giomi et al.: A Unified Framework for Quantifying Privacy Risk in
// Synthetic Data, PoPETs 2023). The description is a class's labels, with one hidden column at a
// single value: one that must occur if labels are tight, or else any that the label may stand for.
// How often that works for people who are not in the table shows how much of it is chance.
//
// Time: grouping, then for each description the people of its narrowest column.

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Label;
using labels::Scene;

struct Predicate {
  std::size_t one = 0;  // class
  std::size_t column = 0;
  Code place = 0;
};

// A single value that a label may stand for; each equally likely, and nothing if there are only
// values between others. What is certain is better, if there is any.
std::optional<Code> PickValue(const labels::ColumnDomain& domain, const Label& label, Dice& dice) {
  if (!label.certain.empty()) return label.certain[dice.Below(label.certain.size())];
  std::uint64_t places = 0;
  for (const Span span : label.spans) places += span.high - span.low + 1;
  // Most places are single values; a few tries find one.
  for (int tries = 0; tries < 32; ++tries) {
    std::uint64_t at = dice.Below(places);
    for (const Span span : label.spans) {
      const std::uint64_t size = span.high - span.low + 1;
      if (at < size) {
        const Code place = span.low + static_cast<Code>(at);
        if (!domain.places()[place].name.empty()) return place;
        break;
      }
      at -= size;
    }
  }
  return std::nullopt;
}

std::vector<Predicate> DrawPredicates(const Scene& scene, const AnyRelease& release,
                                      std::uint64_t count) {
  std::vector<std::size_t> hiding;
  std::vector<std::vector<std::size_t>> columns;
  for (std::size_t one = 0; one < release.classes(); ++one) {
    std::vector<std::size_t> hidden;
    for (std::size_t j = 0; j < release.columns.size(); ++j) {
      if (release.LabelOf(one, j).hidden()) hidden.push_back(j);
    }
    if (hidden.empty()) continue;
    hiding.push_back(one);
    columns.push_back(std::move(hidden));
  }
  std::vector<Predicate> drawn;
  if (hiding.empty()) return drawn;
  Dice dice(0x51, 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t at = dice.Below(hiding.size());
    const std::size_t column = columns[at][dice.Below(columns[at].size())];
    const auto place = PickValue(scene.domains[column], release.LabelOf(hiding[at], column), dice);
    if (place) drawn.push_back({hiding[at], column, *place});
  }
  return drawn;
}

// How many predicates exactly one person satisfies.
double CountIsolated(const Scene& scene, const AnyRelease& release,
                     const std::vector<Predicate>& predicates, const KnownPeople& people,
                     Progress& progress) {
  const PeopleIndex index(scene, people);
  double isolated = 0;
  for (const Predicate& predicate : predicates) {
    PeopleIndex::Box box;
    for (std::size_t j = 0; j < release.columns.size(); ++j) {
      box.push_back(&release.LabelOf(predicate.one, j).spans);
    }
    const std::vector<Span> value = {{predicate.place, predicate.place}};
    box[predicate.column] = &value;
    if (index.Count(box, 1) == 1) ++isolated;
    progress.Advance(1);
  }
  return isolated;
}

// The chance that exactly one of so many people fits, if columns had nothing to do with each other.
double ChanceOfOne(const Scene& scene, const AnyRelease& release,
                   const std::vector<Predicate>& predicates) {
  std::vector<PublishedShares> shares;
  for (std::size_t j = 0; j < release.columns.size(); ++j) {
    shares.emplace_back(scene.domains[j], release.columns[j]);
  }
  const auto rows = static_cast<double>(release.rows);
  double sum = 0;
  for (const Predicate& predicate : predicates) {
    double fits = 1;
    for (std::size_t j = 0; j < release.columns.size(); ++j) {
      const Label& label = release.LabelOf(predicate.one, j);
      fits *= shares[j].Of(label);
      if (j == predicate.column)
        fits *= shares[j].Within({predicate.place, predicate.place}, label);
    }
    sum += rows * fits * std::pow(1 - fits, rows - 1);
  }
  return sum;
}

Result<AttackReport> RunSinglingOut(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const Scene scene,
               ReadAttackScene(database, input, 0, progress, labels::Values::kLeftOut));
  const AnyRelease& release = scene.releases.front();
  const std::uint64_t count = input.victims == 0 ? release.classes() : input.victims;
  const std::vector<Predicate> predicates = DrawPredicates(scene, release, count);
  const auto tried = static_cast<double>(predicates.size());
  AttackReport report;
  auto& figures = report.figures;
  figures = {{"descriptions", tried}};
  if (predicates.empty()) return report;
  progress.Stage("describing people", predicates.size() * scene.people.size());
  const double isolated = CountIsolated(scene, release, predicates, scene.people.front(), progress);
  figures.push_back({"people", static_cast<double>(scene.people.front().people)});
  AddShare(figures, "success", isolated, tried);
  figures.push_back({"guess", ChanceOfOne(scene, release, predicates) / tried});
  if (scene.people.size() > 1) {
    const double chance = CountIsolated(scene, release, predicates, scene.people.back(), progress);
    figures.push_back({"control.people", static_cast<double>(scene.people.back().people)});
    AddShare(figures, "control", chance, tried);
    // Of what chance alone leaves open.
    if (chance < tried) figures.push_back({"risk", (isolated - chance) / (tried - chance)});
  }
  report.findings = DescribeReading(scene, release);
  return report;
}

std::vector<std::string> ReadSinglingOut(const FiguresByName& figures) {
  if (figures["descriptions"] == 0) return {"No label hides anything."};
  std::vector<std::string> sentences = {fmt::format(
      "{} of {} drawn from the labels fit exactly one person of the table.",
      figures.Share("success"), figures.Count("descriptions", "description", "descriptions"))};
  if (figures.Find("control")) {
    sentences.push_back(fmt::format(
        "Of {} who are not in it, {} fit exactly one: what the release adds is {} of the rest.",
        figures.Count("control.people", "person", "people"), figures.Share("control"),
        figures.Share("risk")));
    const double sizes = figures["control.people"] / figures["people"];
    if (sizes < 0.95 || sizes > 1.05) {
      sentences.push_back("The two tables are not of the same size, so compare with care.");
    }
  }
  return sentences;
}

}  // namespace

FileAttackEntry SinglingOutAttack() {
  return {.descriptor = {.name = "singling_out",
                         .summary = "Describes people by labels so that exactly one fits",
                         .guarantees = "counts, for descriptions drawn from classes, how many fit "
                                       "exactly one person, and one who is not in the table",
                         .not_covered = "descriptions of other kinds, such as by several values at "
                                        "a time or by sensitive columns",
                         .reference = "Giomi et al.: A Unified Framework for Quantifying Privacy "
                                      "Risk in Synthetic Data, PoPETs 2023"},
          .needs = Needs::kPeople,
          .seconds = [](const AttackSize& size) { return SecondsForEverybody(size, 5); },
          .run = RunSinglingOut,
          .reading = ReadSinglingOut};
}

}  // namespace gauze
