#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gauze/attack/attack.h"
#include "gauze/attack/victims.h"
#include "gauze/base/parallel.h"

// Somebody who knows the quasi-identifiers of a person looks for the person's row. Every row whose
// labels can stand for what is known is a candidate, whichever class it is in. Where boxes overlap
// (cluster, or nodes of a hierarchy) several classes can hold the victim, and candidates are
// counted over their union.
//
// Somebody who knows the quasi-identifiers of everybody, and the algorithm, can run it again and
// tell the class: transforms are deterministic. For them the smallest class that covers the victim
// is the worst case, and it is reported beside the union.

namespace gauze {
namespace {

struct Gain {
  std::uint64_t candidates = 0;
  std::uint64_t smallest_class = ~std::uint64_t{0};
  std::uint64_t classes = 0;       // that can hold the victim
  std::vector<double> posteriors;  // of the likeliest value, by sensitive column
};

Gain Attack(const ReleaseRows& release, const Victims& victims, std::size_t victim) {
  Gain gain;
  std::vector<std::map<std::size_t, std::uint64_t>> values(release.values.size());
  for (const std::size_t c : CoveringClasses(release, victims, victim)) {
    const ReleasedClass& one = release.classes[c];
    gain.candidates += one.rows;
    gain.smallest_class = std::min(gain.smallest_class, one.rows);
    ++gain.classes;
    for (std::size_t s = 0; s < values.size(); ++s) {
      for (const auto& [value, rows] : one.values[s]) values[s][value] += rows;
    }
  }
  for (const auto& counts : values) {
    std::uint64_t most = 0;
    for (const auto& [value, rows] : counts) most = std::max(most, rows);
    gain.posteriors.push_back(gain.candidates == 0 ? 0
                                                   : static_cast<double>(most) /
                                                         static_cast<double>(gain.candidates));
  }
  return gain;
}

std::uint64_t PromisedK(const Policy& policy) {
  std::uint64_t k = 0;
  for (const PolicyEntry& entry : policy.protect) {
    if (!entry.parameters.Has("k")) continue;
    k = std::max(k, static_cast<std::uint64_t>(entry.parameters.Integer("k")));
  }
  return k;
}

// Victims weigh as many rows as they have in the original.
AttackReport Summarise(const std::vector<Gain>& gains, const Victims& victims,
                       const std::vector<std::string>& sensitive, std::uint64_t k) {
  std::uint64_t rows = 0;
  std::uint64_t absent = 0;
  std::uint64_t below = 0;
  std::uint64_t fewest = ~std::uint64_t{0};
  std::uint64_t fewest_in_class = ~std::uint64_t{0};
  std::uint64_t one_class = 0;
  std::uint64_t classes = 0;
  double right = 0;
  double candidates = 0;
  std::vector<double> highest(sensitive.size());
  std::vector<double> mean(sensitive.size());
  for (std::size_t i = 0; i < gains.size(); ++i) {
    const Gain& gain = gains[i];
    const std::uint64_t weight = victims.rows[i];
    if (gain.candidates == 0) {
      absent += weight;
      continue;
    }
    rows += weight;
    fewest = std::min(fewest, gain.candidates);
    fewest_in_class = std::min(fewest_in_class, gain.smallest_class);
    if (gain.candidates < k) below += weight;
    if (gain.classes == 1) one_class += weight;
    classes += weight * gain.classes;
    right += static_cast<double>(weight) / static_cast<double>(gain.candidates);
    candidates += static_cast<double>(weight) * static_cast<double>(gain.candidates);
    for (std::size_t s = 0; s < highest.size(); ++s) {
      highest[s] = std::max(highest[s], gain.posteriors[s]);
      mean[s] += static_cast<double>(weight) * gain.posteriors[s];
    }
  }
  AttackReport report;
  if (k > 0) report.promise = fmt::format("every victim has at least {} candidates", k);
  report.holds = below == 0;
  const auto all = static_cast<double>(rows);
  const auto count = [](std::uint64_t number) { return static_cast<double>(number); };
  report.figures = {{"victims", count(rows)}, {"victims.without_candidates", count(absent)}};
  if (rows == 0) return report;
  report.figures.insert(report.figures.end(),
                        {{"victims.below_promise", count(below)},
                         {"candidates.fewest", count(fewest)},
                         {"candidates.fewest_if_class_is_known", count(fewest_in_class)},
                         {"candidates.mean", candidates / all},
                         {"reidentification.highest", 1 / count(fewest)},
                         {"reidentification.mean", right / all},
                         {"classes.mean", count(classes) / all},
                         {"classes.only_one", count(one_class) / all}});
  for (std::size_t s = 0; s < highest.size(); ++s) {
    report.figures.push_back({"posterior." + sensitive[s] + ".highest", highest[s]});
    report.figures.push_back({"posterior." + sensitive[s] + ".mean", mean[s] / all});
  }
  return report;
}

Result<AttackReport> RunLinkage(const AttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  std::vector<std::string> sensitive;
  for (const PolicyAttribute& attribute : input.policy.attributes) {
    if (attribute.attribute.role != Role::kSensitive) continue;
    sensitive.push_back(attribute.attribute.name);
  }
  GAUZE_ASSIGN(const ReleaseRows release, ReadRelease(database, input, sensitive));
  GAUZE_ASSIGN(const Victims victims, ReadVictims(database, input, release));
  progress.Stage("attacking", victims.rows.size());
  std::vector<Gain> gains(victims.rows.size());
  ForEach(gains.size(), [&](std::size_t i) {
    gains[i] = Attack(release, victims, i);
    progress.Advance(1);
  });
  return Summarise(gains, victims, sensitive, PromisedK(input.policy));
}

std::vector<std::string> ReadLinkage(const FiguresByName& figures) {
  if (figures["victims"] == 0) return {NobodyFound(figures)};
  std::vector<std::string> sentences = {
      fmt::format("{} looked for by their quasi-identifiers. Each has at least {} in the release, "
                  "and {:.1f} on average.",
                  figures.Count("victims", "person was", "people were"),
                  figures.Count("candidates.fewest", "candidate", "candidates"),
                  figures["candidates.mean"]),
      fmt::format(
          "A guess among them finds the right row with a chance of at most {}, and of {} on "
          "average.",
          figures.Share("reidentification.highest"), figures.Share("reidentification.mean"))};
  if (figures["candidates.fewest_if_class_is_known"] < figures["candidates.fewest"]) {
    sentences.push_back(fmt::format(
        "Somebody who knows everybody's quasi-identifiers can tell the class, and is left with {} "
        "in the worst case.",
        figures.Count("candidates.fewest_if_class_is_known", "candidate", "candidates")));
  }
  for (const std::string& column : figures.Columns("posterior.", ".highest")) {
    const std::string name = "posterior." + column;
    sentences.push_back(fmt::format(
        "Of {}, the most frequent value among a person's candidates has a share of up to {}, and "
        "of {} on average.",
        column, figures.Share(name + ".highest"), figures.Share(name + ".mean")));
  }
  if (figures["victims.without_candidates"] > 0) {
    sentences.push_back(
        fmt::format("{} no candidate, so their rows are not in the release.",
                    figures.Count("victims.without_candidates", "person has", "people have")));
  }
  return sentences;
}

}  // namespace

AttackEntry Linkage() {
  return {{.name = "linkage",
           .summary = "Looks for the row of a person whose quasi-identifiers are known",
           .guarantees = "counts, for every victim, the released rows that can be the victim's, "
                         "over all classes whose labels cover what is known",
           .not_covered = "an adversary who knows more than the quasi-identifiers, or who knows "
                          "which other people are in the table",
           .reference = "Sweeney: k-anonymity, a model for protecting privacy, IJUFKS 10(5), 2002"},
          RunLinkage,
          ReadLinkage};
}

}  // namespace gauze
