#include <fmt/format.h>

#include <algorithm>

#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/claims.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/interval.h"
#include "gauze/attack/files/passes/passes.h"

// Somebody who has nothing but the file, and knows that the tool recodes in passes, finer ones
// first, works out which values must lie behind the labels of the coarser ones (passes/passes.h).
// What is claimed is checked in a table of people, if there is one: so many whom the class's labels
// cover must have such a value.

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Scene;

// How many claims, of those that are spread evenly over all, are true.
double CheckClaims(const Scene& scene, const AnyRelease& release,
                   const std::vector<CellClaim>& claims, const KnownPeople& people,
                   std::uint64_t tried, Progress& progress) {
  const ClaimCheck check(scene, release, people);
  progress.Stage("checking claims", tried);
  double found = 0;
  for (std::uint64_t number = 0; number < tried; ++number) {
    progress.Advance(1);
    found += check.IsTrue(claims[number * claims.size() / tried]) ? 1 : 0;
  }
  return found;
}

double BelievePlainly(const Scene& scene, const AnyRelease& release,
                      const std::vector<CellClaim>& claims) {
  const PlainReader reader(scene, release);
  double sum = 0;
  for (const CellClaim& claim : claims) sum += reader.Expects(claim);
  return sum;
}

// Whether a sensitive cell shows one value, and hides nothing.
bool ShowsOne(const std::string& cell, const labels::Description& description) {
  const auto is_in = [&](const std::vector<std::string>& marks) {
    return std::ranges::find(marks, cell) != marks.end();
  };
  return cell.find_first_not_of('*') != std::string::npos && !is_in(description.suppressed) &&
         !is_in(description.missing) && !labels::IsMask(cell) && !labels::FindSet(cell);
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
  const CellClaim* before = nullptr;
  for (const CellClaim& claim : passes.claims) {
    counts.narrowed[claim.column] += claim.rows;
    if (before == nullptr || before->one != claim.one) ++counts.narrowed_classes;
    before = &claim;
  }
  return counts;
}

double Sum(const std::vector<std::uint64_t>& counts) {
  double sum = 0;
  for (const std::uint64_t count : counts) sum += static_cast<double>(count);
  return sum;
}

Result<AttackReport> RunRefinement(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(const auto ours, labels::DescribeManifest(input.releases.front()));
  if (ours) {
    return InputError("the release was made by Gauze, which does not recode in passes", "",
                      "run `gauze attack all` to see which attacks it can be given to");
  }
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const Scene scene, ReadAttackScene(database, input, 0, progress));
  const AnyRelease& release = scene.releases.front();
  const ShowsValue shows_value = [&](const labels::Cell& cell) {
    return cell && ShowsOne(*cell, input.description);
  };
  GAUZE_ASSIGN(const Passes passes, ReadPasses(scene, release, shows_value, progress));
  const Counts counts = CountAll(release, passes);
  const auto count = [](std::uint64_t number) { return static_cast<double>(number); };
  AttackReport report;
  auto& figures = report.figures;
  figures = {{"rows", count(release.rows)},
             {"classes", count(release.classes())},
             {"passes", count(passes.passes)},
             {"passes.tried", count(passes.tried)},
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
  if (!passes.claims.empty()) {
    const std::uint64_t claims = passes.claims.size();
    const std::uint64_t tried = input.victims == 0 ? claims : std::min(claims, input.victims);
    figures.push_back({"claims", count(claims)});
    figures.push_back({"guess", BelievePlainly(scene, release, passes.claims) / count(claims)});
    for (std::size_t t = 0; t < scene.people.size(); ++t) {
      const bool control = t + 1 == scene.people.size() && !input.control.empty();
      const double found =
          CheckClaims(scene, release, passes.claims, scene.people[t], tried, progress);
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
    return {"No table could be recoded in passes so with these hierarchies: nothing follows."};
  }
  std::vector<std::string> sentences;
  if (figures["cells.narrowed"] == 0) {
    sentences.push_back(fmt::format("Nothing narrower is certain of {} hidden cells.",
                                    figures.Count("cells.hidden")));
  } else {
    sentences = {
        fmt::format("Of {} of {} hidden cells ({}) something narrower is certain, because finer "
                    "passes left their rows over.",
                    figures.Count("cells.narrowed"), figures.Count("cells.hidden"),
                    figures.Share("cells.narrowed_share")),
        fmt::format("This is so in {} of {} that {} something; of {} a narrower tuple is certain.",
                    figures.Count("classes.narrowed"),
                    figures.Count("classes.hidden", "class", "classes"),
                    figures["classes.hidden"] == 1 ? "hides" : "hide",
                    figures.Count("tuples.narrowed", "row", "rows"))};
    std::ranges::copy(DescribeClaims(figures), std::back_inserter(sentences));
  }
  if (figures["only_k"] == 0) {
    sentences.push_back(
        "Only what finer passes released was used: it is not certain that nothing but k was asked "
        "for.");
  }
  if (figures["skipped"] > 0) {
    sentences.push_back(
        "Classes that hide very much were not compared with finer passes, so this is the least.");
  }
  if (figures["passes.tried"] < figures["passes"]) {
    sentences.push_back(fmt::format("Only {} of {} passes were compared with coarser ones.",
                                    figures.Count("passes.tried"), figures.Count("passes")));
  }
  return sentences;
}

}  // namespace

FileAttackEntry RefinementAttack() {
  return {.descriptor = {.name = "refinement",
                         .summary = "Learns what finer passes of local recoding left over",
                         .guarantees = "for each finer pass by itself, finds exactly what is true "
                                       "of a class in every table that leaves these rows over, if "
                                       "the hierarchies have all values, every column that the "
                                       "tool treats is named, and it asks for k, or k and "
                                       "distinct values",
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
