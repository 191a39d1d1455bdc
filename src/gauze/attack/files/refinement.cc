#include <fmt/format.h>

#include <cmath>

#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/interval.h"
#include "gauze/attack/files/passes/passes.h"
#include "gauze/attack/files/people_index.h"
#include "gauze/attack/files/published_shares.h"

// Somebody who has nothing but the file, and knows that the tool recodes in passes, finer ones
// first, works out which values must lie behind the labels of the coarser ones (passes/passes.h).
// What is claimed is checked in a table of people, if there is one: somebody whom the class's
// labels cover must have such a value.

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Scene;

// How many claims, of those that are spread evenly over all, are true of somebody.
double CheckClaims(const Scene& scene, const AnyRelease& release,
                   const std::vector<NarrowedCell>& claims, const KnownPeople& people,
                   std::uint64_t tried, Progress& progress) {
  const PeopleIndex index(scene, people);
  progress.Stage("checking claims", tried);
  double found = 0;
  for (std::uint64_t number = 0; number < tried; ++number) {
    progress.Advance(1);
    const NarrowedCell& claim = claims[number * claims.size() / tried];
    PeopleIndex::Box box;
    for (std::size_t j = 0; j < release.columns.size(); ++j) {
      box.push_back(&release.LabelOf(claim.one, j).spans);
    }
    const std::vector<Span> values = {claim.values};
    box[claim.column] = &values;
    found += index.Count(box, 0) > 0 ? 1 : 0;
  }
  return found;
}

// How many claims are right for somebody who does not know how the tool works: the rows of a class
// are drawn from the published shares.
double BelievePlainly(const Scene& scene, const AnyRelease& release,
                      const std::vector<NarrowedCell>& claims) {
  std::vector<PublishedShares> shares;
  for (std::size_t j = 0; j < release.columns.size(); ++j) {
    shares.emplace_back(scene.domains[j], release.columns[j]);
  }
  double sum = 0;
  for (const NarrowedCell& claim : claims) {
    const labels::Label& label = release.LabelOf(claim.one, claim.column);
    const double share = shares[claim.column].Within(claim.values, label);
    sum += 1 - std::pow(1 - share, static_cast<double>(release.class_rows[claim.one]));
  }
  return sum;
}

struct Counts {
  std::vector<std::uint64_t> hidden;    // cells, by column
  std::vector<std::uint64_t> narrowed;  // of these
  std::uint64_t hidden_classes = 0;
  std::uint64_t narrowed_classes = 0;
  std::uint64_t tuples = 0;
};

Counts CountAll(const AnyRelease& release, const Passes& passes) {
  const std::size_t columns = release.columns.size();
  Counts counts{.hidden = std::vector<std::uint64_t>(columns),
                .narrowed = std::vector<std::uint64_t>(columns)};
  for (std::size_t one = 0; one < release.classes(); ++one) {
    bool hidden = false;
    for (std::size_t j = 0; j < columns; ++j) {
      if (!release.LabelOf(one, j).hidden()) continue;
      hidden = true;
      counts.hidden[j] += release.class_rows[one];
    }
    counts.hidden_classes += hidden ? 1 : 0;
    if (!passes.refuted) counts.tuples += passes.tuples[one];
  }
  const NarrowedCell* before = nullptr;
  for (const NarrowedCell& cell : passes.cells) {
    counts.narrowed[cell.column] += cell.rows;
    if (before == nullptr || before->one != cell.one) ++counts.narrowed_classes;
    before = &cell;
  }
  return counts;
}

double Sum(const std::vector<std::uint64_t>& counts) {
  double sum = 0;
  for (const std::uint64_t count : counts) sum += static_cast<double>(count);
  return sum;
}

Result<AttackReport> RunRefinement(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const Scene scene, ReadAttackScene(database, input, 0, progress));
  const AnyRelease& release = scene.releases.front();
  GAUZE_ASSIGN(const Passes passes, ReadPasses(scene, release, progress));
  const Counts counts = CountAll(release, passes);
  const auto count = [](std::uint64_t number) { return static_cast<double>(number); };
  AttackReport report;
  auto& figures = report.figures;
  figures = {{"rows", count(release.rows)},
             {"classes", count(release.classes())},
             {"passes", count(passes.passes)},
             {"k", count(passes.k)},
             {"only_k", passes.only_k ? 1.0 : 0.0},
             {"refuted", passes.refuted ? 1.0 : 0.0},
             {"classes.left_over", count(passes.classes)},
             {"skipped", count(passes.skipped)},
             {"classes.hidden", count(counts.hidden_classes)},
             {"classes.narrowed", count(counts.narrowed_classes)},
             {"cells.hidden", Sum(counts.hidden)},
             {"cells.narrowed", Sum(counts.narrowed)},
             {"tuples.narrowed", count(counts.tuples)}};
  if (Sum(counts.hidden) > 0) {
    figures.push_back({"cells.narrowed_share", Sum(counts.narrowed) / Sum(counts.hidden)});
  }
  if (!passes.cells.empty()) {
    const std::uint64_t claims = passes.cells.size();
    const std::uint64_t tried = input.victims == 0 ? claims : std::min(claims, input.victims);
    figures.push_back({"claims", count(claims)});
    figures.push_back({"guess", BelievePlainly(scene, release, passes.cells) / count(claims)});
    for (std::size_t t = 0; t < scene.people.size(); ++t) {
      const bool control = t + 1 == scene.people.size() && !input.control.empty();
      const double found =
          CheckClaims(scene, release, passes.cells, scene.people[t], tried, progress);
      AddShare(figures, control ? "control" : "success", found, count(tried));
    }
  }
  for (std::size_t j = 0; j < release.columns.size(); ++j) {
    const std::string name = "column." + scene.quasi_identifiers[j];
    figures.push_back({name + ".hidden", count(counts.hidden[j])});
    figures.push_back({name + ".narrowed", count(counts.narrowed[j])});
  }
  report.findings = DescribeReading(scene, release);
  return report;
}

std::vector<std::string> ReadRefinement(const FiguresByName& figures) {
  if (figures["refuted"] > 0) {
    return {"The file cannot have been recoded in passes, so nothing follows from them."};
  }
  if (figures["cells.narrowed"] == 0) {
    return {
        fmt::format("Nothing narrower is certain of {} hidden cells, though finer passes left "
                    "their rows over.",
                    figures.Count("cells.hidden"))};
  }
  std::vector<std::string> sentences = {
      fmt::format("Of {} of {} hidden cells ({}) something narrower is certain, because finer "
                  "passes left their rows over.",
                  figures.Count("cells.narrowed"), figures.Count("cells.hidden"),
                  figures.Share("cells.narrowed_share")),
      fmt::format("This is so in {} of {} that {} something; of {} a narrower tuple is certain.",
                  figures.Count("classes.narrowed"),
                  figures.Count("classes.hidden", "class", "classes"),
                  figures["classes.hidden"] == 1 ? "hides" : "hide",
                  figures.Count("tuples.narrowed", "row", "rows")),
      fmt::format("Somebody who reads labels plainly would expect {} of these claims to be right.",
                  figures.Share("guess"))};
  if (figures.Find("success")) {
    sentences.push_back(fmt::format("In the table {} of them are.", figures.Share("success")));
  }
  if (figures.Find("control")) {
    sentences.push_back(fmt::format("Of people who are not in it, they would be right in {}.",
                                    figures.Share("control")));
  }
  if (figures["only_k"] == 0) {
    sentences.push_back(
        "Every class shows several values, so more than k may have been asked for, "
        "and only classes within others were used.");
  }
  return sentences;
}

}  // namespace

FileAttackEntry RefinementAttack() {
  return {.descriptor = {.name = "refinement",
                         .summary = "Learns what finer passes of local recoding left over",
                         .guarantees = "for each finer pass by itself, finds exactly what is true "
                                       "of a class in every table that leaves these rows over",
                         .not_covered = "several finer passes together, the order of passes of "
                                        "which none is finer, and tools that do not recode in "
                                        "passes",
                         .reference = "Chhillar, Righi, Sutter, Kornaropoulos: Exposing Privacy "
                                      "Risks in Anonymizing Clinical Data, 2025"},
          .seconds = [](const AttackSize& size) { return SecondsToRead(size) * 2; },
          .run = RunRefinement,
          .reading = ReadRefinement};
}

}  // namespace gauze
