#include "gauze/attack/knowledge/knowledge_views.h"

#include <algorithm>
#include <array>
#include <functional>

#include "gauze/base/parallel.h"

namespace gauze {

ReleasedSets::ReleasedSets(const TermLinks& links, const ReleaseRows& release,
                           const std::string& separator)
    : links_(links), release_(release) {
  const auto& cells = release.values.front();
  linked_.resize(cells.size());
  ForEach(cells.size(),
          [&](std::size_t i) { linked_[i] = links.Link(links.TermsOf(cells[i], separator)); });
}

Belief ReleasedSets::Believe(const std::vector<std::size_t>& classes,
                             std::size_t mismatches) const {
  Belief belief(links_.label_count());
  for (const std::size_t one : classes) {
    for (const auto& [set, rows] : release_.classes[one].values.front()) {
      belief.Add(linked_[set][mismatches], rows);
    }
  }
  return belief;
}

std::vector<ReleasedSet> ReleasedSets::SetsOf(std::size_t one) const {
  std::vector<ReleasedSet> sets;
  for (const auto& [set, rows] : release_.classes[one].values.front()) {
    sets.push_back({&linked_[set][0], rows});
  }
  return sets;
}

namespace {

// How sure an adversary is, by figure: shares, and 1 or 0 for yes or no.
enum Measured : std::uint8_t {
  kExceeds,
  kPosterior,
  kCertain,
  kLinked,
  kLinkedCertain,
  kMismatch1,
  kMismatch2,
  kMinimality,
  kMinimalityRise,
  kMinimalityExceeds,
  kMinimalityOneTerm,
  kMinimalitySkipped,
  kMeasured
};
using View = std::array<double, kMeasured>;

View Look(const ReleasedSets& sets, const BeliefBound& bound,
          const std::vector<std::size_t>& classes) {
  View view{};
  const Belief belief = sets.Believe(classes, 0);
  view[kExceeds] = bound.Keeps(belief) ? 0 : 1;
  view[kPosterior] = belief.Largest();
  view[kCertain] = belief.Certain() ? 1 : 0;
  view[kLinked] = belief.LargestOfLinked();
  view[kLinkedCertain] = belief.CertainOfLinked() ? 1 : 0;
  view[kMismatch1] = sets.Believe(classes, 1).Largest();
  view[kMismatch2] = sets.Believe(classes, 2).Largest();
  return view;
}

void LookKnowing(KnownRemoval removal, const ReleasedSets& sets, const BeliefBound& bound,
                 std::size_t one, View& view) {
  const auto know = removal == KnownRemoval::kSafe ? KnowSafety : KnowMinimality;
  const MinimalityBelief belief = know(sets.links(), bound, sets.SetsOf(one));
  view[kMinimality] = belief.largest;
  view[kMinimalityRise] = belief.rise;
  view[kMinimalityExceeds] = belief.exceeds ? 1 : 0;
  view[kMinimalityOneTerm] = belief.most_removed == 1 ? 1 : 0;
  view[kMinimalitySkipped] = belief.most_removed == 0 ? 1 : 0;
}

// Highest and mean of everything, victims weighted by their rows.
struct Tally {
  View highest{};
  View sum{};

  void Add(const View& view, double weight) {
    for (std::size_t i = 0; i < kMeasured; ++i) {
      highest[i] = std::max(highest[i], view[i]);
      sum[i] += weight * view[i];
    }
  }
};

// Means of what is no promise are told for the union only.
void AddFigures(const Tally& tally, double victims, const std::string& suffix,
                std::vector<Figure>& figures) {
  const auto mean = [&](const std::string& name, Measured which) {
    figures.push_back({name + suffix, tally.sum[which] / victims});
  };
  const auto both = [&](const std::string& name, Measured which) {
    figures.push_back({name + ".highest" + suffix, tally.highest[which]});
    if (suffix.empty() || which == kPosterior) mean(name + ".mean", which);
  };
  figures.push_back({"victims.above_promise" + suffix, tally.sum[kExceeds]});
  both("posterior", kPosterior);
  mean("posterior.certain", kCertain);
  both("linked_rows", kLinked);
  mean("linked_rows.certain", kLinkedCertain);
  both("one_mismatch", kMismatch1);
  both("two_mismatches", kMismatch2);
}

}  // namespace

AttackReport AttackViews(const ReleasedSets& sets, const BeliefBound& bound,
                         const std::vector<TermCandidates>& candidates, KnownRemoval removal,
                         Progress& progress) {
  std::vector<char> wanted(sets.class_count());
  for (const auto& [classes, victims] : candidates) {
    for (const std::size_t one : classes) wanted[one] = 1;
  }
  progress.Stage("looking at classes", sets.class_count());
  std::vector<View> of_class(sets.class_count());
  ForEach(of_class.size(), [&](std::size_t one) {
    if (wanted[one] != 0) {
      of_class[one] = Look(sets, bound, {one});
      if (removal != KnownRemoval::kNone) LookKnowing(removal, sets, bound, one, of_class[one]);
    }
    progress.Advance(1);
  });
  progress.Stage("attacking", candidates.size());
  std::vector<View> of_union(candidates.size());
  ForEach(of_union.size(), [&](std::size_t i) {
    const auto& classes = candidates[i].first;
    if (classes.size() == 1) of_union[i] = of_class[classes.front()];
    if (classes.size() > 1) of_union[i] = Look(sets, bound, classes);
    progress.Advance(1);
  });

  double victims = 0;
  double absent = 0;
  View classes{};
  Tally together;
  Tally worst;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto& [classes, rows] = candidates[i];
    const auto weight = static_cast<double>(rows);
    (classes.empty() ? absent : victims) += weight;
    if (classes.empty()) continue;
    together.Add(of_union[i], weight);
    View most{};
    for (const std::size_t one : classes) {
      std::ranges::transform(most, of_class[one], most.begin(),
                             [](double a, double b) { return std::max(a, b); });
    }
    worst.Add(most, weight);
  }
  for (const View& view : of_class) {
    std::ranges::transform(classes, view, classes.begin(), std::plus<>());
  }

  AttackReport report;
  report.holds = worst.sum[kExceeds] == 0;
  report.figures = {{"victims", victims}, {"victims.without_candidates", absent}};
  if (victims == 0) return report;
  AddFigures(together, victims, "", report.figures);
  AddFigures(worst, victims, "_if_class_is_known", report.figures);
  // A release that breaks the promise was not made by suppression, so there is nothing to know.
  if (removal == KnownRemoval::kNone || !report.holds) return report;
  report.figures.insert(report.figures.end(),
                        {{"minimality.highest", worst.highest[kMinimality]},
                         {"minimality.mean", worst.sum[kMinimality] / victims},
                         {"minimality.rise.highest", worst.highest[kMinimalityRise]},
                         {"minimality.victims_above_promise", worst.sum[kMinimalityExceeds]},
                         {"minimality.classes_one_term_only", classes[kMinimalityOneTerm]},
                         {"minimality.classes_skipped", classes[kMinimalitySkipped]}});
  return report;
}

}  // namespace gauze
