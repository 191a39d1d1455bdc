#include <fmt/format.h>

#include <algorithm>

#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/certain_cells.h"
#include "gauze/attack/files/claims.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/interval.h"

// Somebody who has nothing but the file, and knows that its labels are tight, lists what must be
// in the table: "somebody in this class is 37". What is claimed is counted for everything, and
// checked in a table of people, if there is one: somebody whom the class's labels cover must have
// the value.

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Scene;

// Of claims, or of those of whole tuples.
struct ClaimsChecked {
  double tried = 0;
  double found = 0;  // somebody is so
  double alone = 0;  // exactly one is
};

struct DowncodingCheck {
  ClaimsChecked all;
  ClaimsChecked whole;
};

CellClaim ClaimOf(const CertainCell& cell) {
  return {.one = cell.one, .column = cell.column, .values = {cell.place, cell.place}};
}

// Looks for people as claimed: covered by the class, and with the value. `most` claims, evenly
// spread over all of them; 0: all.
DowncodingCheck CheckClaims(const Scene& scene, const AnyRelease& release, std::uint64_t claims,
                            const KnownPeople& people, std::uint64_t most, Progress& progress) {
  const ClaimCheck people_so(scene, release, people);
  if (most == 0 || most > claims) most = claims;
  progress.Stage("checking claims", most);
  DowncodingCheck check;
  std::uint64_t number = 0;
  ForEachCertainCell(release, [&](const CertainCell& cell) {
    const bool taken = number * most / claims != (number + 1) * most / claims;
    ++number;
    if (!taken) return;
    progress.Advance(1);
    const std::uint64_t so = people_so.People(ClaimOf(cell), 1);
    for (ClaimsChecked* part : {&check.all, &check.whole}) {
      if (part == &check.whole && !cell.whole) continue;
      ++part->tried;
      if (so > 0) ++part->found;
      if (so == 1) ++part->alone;
    }
  });
  return check;
}

// What a reader who does not know that labels are tight expects of the same claims: n rows, drawn
// from the published shares.
struct PlainBelief {
  double all = 0;
  double whole = 0;
};

PlainBelief BelievePlainly(const Scene& scene, const AnyRelease& release) {
  const PlainReader reader(scene, release);
  PlainBelief belief;
  ForEachCertainCell(release, [&](const CertainCell& cell) {
    const double occurs = reader.Expects(ClaimOf(cell));
    belief.all += occurs;
    if (cell.whole) belief.whole += occurs;
  });
  return belief;
}

// The mean share of its column's domain that a label leaves open, of all cells: what hiding costs,
// counted in one way whoever has made the release.
double MeanLoss(const Scene& scene, const AnyRelease& release) {
  double sum = 0;
  for (std::size_t one = 0; one < release.classes(); ++one) {
    for (std::size_t j = 0; j < release.columns.size(); ++j) {
      const double others = release.LabelOf(one, j).values - 1;
      const double all = scene.domains[j].values() - 1;
      if (others > 0 && all > 0) {
        sum += std::min(1.0, others / all) * static_cast<double>(release.class_rows[one]);
      }
    }
  }
  const auto cells = static_cast<double>(release.rows * release.columns.size());
  return cells > 0 ? sum / cells : 0;
}

Result<AttackReport> RunDowncoding(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const Scene scene,
               ReadAttackScene(database, input, 0, progress, labels::Values::kLeftOut));
  const AnyRelease& release = scene.releases.front();
  const CertainCells cells = CountCertainCells(release);
  const PlainBelief belief = BelievePlainly(scene, release);
  const auto count = [](std::uint64_t number) { return static_cast<double>(number); };
  AttackReport report;
  auto& figures = report.figures;
  figures = {{"rows", count(release.rows)},
             {"classes", count(release.classes())},
             {"cells.hidden", count(cells.hidden)},
             {"cells.certain", count(cells.certain)},
             {"classes.hidden", count(cells.hidden_classes)},
             {"classes.with_whole_tuple", count(cells.classes_with_whole)},
             {"tuples.certain", count(cells.whole)},
             {"loss", MeanLoss(scene, release)}};
  if (cells.hidden > 0) {
    figures.push_back({"cells.certain_share", count(cells.certain) / count(cells.hidden)});
    figures.push_back({"classes.with_whole_tuple_share",
                       count(cells.classes_with_whole) / count(cells.hidden_classes)});
  }
  if (cells.certain > 0) {
    figures.push_back({"guess", belief.all / count(cells.certain)});
    if (cells.whole > 0) figures.push_back({"tuples.guess", belief.whole / count(cells.whole)});
    for (std::size_t t = 0; t < scene.people.size(); ++t) {
      const bool control = t + 1 == scene.people.size() && !input.control.empty();
      const std::string of = control ? "control" : "success";
      const DowncodingCheck check =
          CheckClaims(scene, release, cells.certain, scene.people[t], input.victims, progress);
      AddShare(figures, of, check.all.found, check.all.tried);
      AddShare(figures, "tuples." + of, check.whole.found, check.whole.tried);
      AddShare(figures, "tuples.alone." + of, check.whole.alone, check.whole.tried);
    }
  }
  for (std::size_t j = 0; j < cells.columns.size(); ++j) {
    const std::string name = "column." + scene.quasi_identifiers[j];
    figures.push_back({name + ".hidden", count(cells.columns[j].hidden)});
    figures.push_back({name + ".certain", count(cells.columns[j].certain)});
  }
  report.findings = DescribeReading(scene, release);
  return report;
}

std::vector<std::string> ReadDowncoding(const FiguresByName& figures) {
  if (figures["cells.hidden"] == 0) return {"No label hides anything."};
  if (figures["cells.certain"] == 0) {
    return {fmt::format("None of {} hidden cells is certain: labels are not known to be tight.",
                        figures.Count("cells.hidden"))};
  }
  std::vector<std::string> sentences = {
      fmt::format("{} of {} hidden cells ({}) are certain, because labels are tight.",
                  figures.Count("cells.certain"), figures.Count("cells.hidden"),
                  figures.Share("cells.certain_share")),
      fmt::format("In {} of {} classes that hide something ({}) everything that is hidden about "
                  "somebody is certain.",
                  figures.Count("classes.with_whole_tuple"), figures.Count("classes.hidden"),
                  figures.Share("classes.with_whole_tuple_share"))};
  std::ranges::copy(DescribeClaims(figures), std::back_inserter(sentences));
  if (figures.Find("tuples.alone.success")) {
    sentences.push_back(fmt::format("{} of the whole tuples are those of exactly one person.",
                                    figures.Share("tuples.alone.success")));
  }
  return sentences;
}

}  // namespace

FileAttackEntry DowncodingAttack() {
  return {.descriptor = {.name = "downcoding",
                         .summary = "Lists what must be in the table because labels are tight",
                         .guarantees = "finds exactly the cells, and the whole tuples, that every "
                                       "table with these labels has",
                         .not_covered = "what follows from how the classes were chosen, or from "
                                        "several classes together",
                         .reference = "Cohen: Attacks on Deidentification's Defenses, USENIX "
                                      "Security 2022"},
          .seconds = [](const AttackSize& size) { return SecondsForEverybody(size, 5); },
          .run = RunDowncoding,
          .reading = ReadDowncoding};
}

}  // namespace gauze
