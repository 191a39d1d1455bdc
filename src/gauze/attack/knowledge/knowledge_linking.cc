#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "gauze/attack/attack.h"
#include "gauze/attack/knowledge/knowledge_views.h"
#include "gauze/attack/victims.h"
#include "gauze/base/parallel.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/read/load_knowledge.h"

// Somebody who knows the quasi-identifiers of a person and holds the public table of labels and
// terms (diseases and symptoms) asks which label the person has. Candidates are found as by
// `linkage`; each candidate's set links to labels, and the belief is the mean over the candidates.
// The promise is tried for every class that covers a victim, because somebody who knows everybody's
// quasi-identifiers can tell the class; belief.h says why it then holds for the union as well.

namespace gauze {
namespace {

Result<std::vector<const PolicyEntry*>> KnowledgePromises(const Policy& policy) {
  std::vector<const PolicyEntry*> promises;
  for (const PolicyEntry& entry : policy.protect) {
    if (entry.parameters.Has("knowledge")) promises.push_back(&entry);
  }
  if (promises.empty()) {
    return InputError("the policy names no knowledge table", policy.file,
                      "add a promise that names one, such as qs_diversity: it tells the adversary "
                      "which table to use, and the release need not have been made with it");
  }
  return promises;
}

// Sets of the whole original, for the prior; kept because a belief points to them.
struct Original {
  std::vector<LabelSet> linked;
  std::vector<std::uint64_t> rows;
};

Result<Original> ReadOriginal(Database& database, const Policy& policy, const Attribute& column,
                              const TermLinks& links) {
  GAUZE_ASSIGN(const auto cells,
               database.Rows("SELECT " + QuoteName(column.name) +
                             ", count(*) FROM original GROUP BY ALL ORDER BY ALL"));
  Original original;
  for (const auto& row : cells) {
    const bool missing = !row[0] || IsMissing(policy, *row[0]);
    const auto terms = links.TermsOf(missing ? std::nullopt : row[0], column.separator);
    original.linked.push_back(links.Link(terms)[0]);
    original.rows.push_back(NumberIn(row[1]));
  }
  return original;
}

BeliefBound BoundOf(const Parameters& parameters, const Original& original, std::size_t labels) {
  if (!parameters.Has("t")) {
    return BeliefBound::Diversity(parameters.Number("c"),
                                  static_cast<std::uint64_t>(parameters.Integer("l")));
  }
  Belief prior(labels);
  for (std::size_t i = 0; i < original.linked.size(); ++i) {
    prior.Add(original.linked[i], original.rows[i]);
  }
  return BeliefBound::Closeness(parameters.Number("t"), std::move(prior));
}

// What is believed before: the table's rows, or one row that may be anything.
Result<Original> PriorRows(Database& database, const Policy& policy, const PolicyEntry& promise,
                           const Attribute& column, const TermLinks& links) {
  const Parameters& parameters = promise.parameters;
  if (!parameters.Has("prior")) return Original();
  if (parameters.Text("prior") == "table") return ReadOriginal(database, policy, column, links);
  return Original{.linked = {links.Link({})[0]}, .rows = {1}};
}

KnownRemoval RemovalOf(const Policy& policy) {
  for (const PolicyEntry& step : policy.steps) {
    if (step.descriptor->name != "suppress_terms") continue;
    return step.parameters.Text("minimality") == "safe" ? KnownRemoval::kSafe
                                                        : KnownRemoval::kLeast;
  }
  return KnownRemoval::kNone;
}

Result<AttackReport> AttackPromise(Database& database, const AttackInput& input,
                                   const PolicyEntry& promise, Progress& progress) {
  const Policy& policy = input.policy;
  const Attribute& column = policy.Find(promise.parameters.Text("attribute"))->attribute;
  GAUZE_ASSIGN(const Knowledge knowledge, LoadKnowledgeFile(promise.parameters.Text("knowledge")));
  const TermLinks links(knowledge);
  GAUZE_ASSIGN(const ReleaseRows release, ReadRelease(database, input, {column.name}));
  GAUZE_ASSIGN(const Victims victims, ReadVictims(database, input, release));
  GAUZE_ASSIGN(const Original prior, PriorRows(database, policy, promise, column, links));
  const BeliefBound bound = BoundOf(promise.parameters, prior, links.label_count());

  progress.Stage("linking sets", 0);
  const ReleasedSets sets(links, release, column.separator);
  progress.Stage("finding candidates", victims.rows.size());
  std::vector<std::vector<std::size_t>> covering(victims.rows.size());
  ForEach(covering.size(), [&](std::size_t i) {
    covering[i] = CoveringClasses(release, victims, i);
    progress.Advance(1);
  });
  std::map<std::vector<std::size_t>, std::uint64_t> candidates;  // rows of victims, by classes
  for (std::size_t i = 0; i < covering.size(); ++i) candidates[covering[i]] += victims.rows[i];
  return AttackViews(sets, bound, {candidates.begin(), candidates.end()}, RemovalOf(policy),
                     progress);
}

// One promise after the other: the table of each is about a column of its own.
Result<AttackReport> RunKnowledgeLinking(const AttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(const auto promises, KnowledgePromises(input.policy));
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  AttackReport report;
  std::vector<std::string> promised;
  for (const PolicyEntry* promise : promises) {
    GAUZE_ASSIGN(const AttackReport one, AttackPromise(database, input, *promise, progress));
    report.holds = report.holds && one.holds;
    const std::string of = promised.empty() ? ""
                                            : fmt::format("{}({}).", promise->descriptor->name,
                                                          promise->parameters.Text("attribute"));
    for (const Figure& figure : one.figures)
      report.figures.push_back({of + figure.name, figure.value});
    promised.push_back(promise->Text());
  }
  report.promise = fmt::format("for every victim, {}", fmt::join(promised, " and "));
  return report;
}

std::vector<std::string> ReadKnowledgeLinking(const FiguresByName& figures) {
  if (figures["victims"] == 0) return {NobodyFound(figures)};
  std::vector<std::string> sentences = {
      fmt::format("{} looked for. The sets of a person's candidates make one label likely by up to "
                  "{}, and by {} on average.",
                  figures.Count("victims", "person was", "people were"),
                  figures.Share("posterior.highest"), figures.Share("posterior.mean")),
      fmt::format(
          "Somebody who can tell the class believes in one label by up to {}; {} above the "
          "promise.",
          figures.Share("posterior.highest_if_class_is_known"),
          figures.Count("victims.above_promise_if_class_is_known", "person is", "people are"))};
  if (figures.Find("minimality.highest")) {
    sentences.push_back(fmt::format("Knowing also how terms were removed, it is up to {}.",
                                    figures.Share("minimality.highest")));
  }
  const std::string known = ".posterior.highest_if_class_is_known";
  for (const std::string& other : figures.Columns("", known)) {
    sentences.push_back(fmt::format(
        "For {}, it is up to {}; {} above the promise.", other, figures.Share(other + known),
        figures.Count(other + ".victims.above_promise_if_class_is_known", "person is",
                      "people are")));
  }
  return sentences;
}

}  // namespace

AttackEntry KnowledgeLinking() {
  return {
      {.name = "knowledge_linking",
       .summary = "Links the sets of a person's candidates to labels of a public table",
       .guarantees =
           "computes, for every victim, how likely each label of the knowledge table is given the "
           "released sets, over all classes that cover what is known and for the worst of them",
       .not_covered = "an adversary who knows some of the victim's terms, or has another table",
       .reference = "P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive "
                    "Attribute Values, CIKM 2010"},
      RunKnowledgeLinking,
      ReadKnowledgeLinking};
}

}  // namespace gauze
