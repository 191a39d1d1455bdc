#include <fmt/format.h>

#include <algorithm>

#include "gauze/attack/attack.h"
#include "gauze/attack/dice.h"
#include "gauze/attack/known_table.h"
#include "gauze/attack/known_victim.h"
#include "gauze/attack/mean.h"
#include "gauze/attack/release_rows.h"
#include "gauze/base/parallel.h"

// Somebody knows some columns of a person, by chance, as the policy's section `risk` says, or as
// UsualAdversary() does where it says nothing. They
// pick one of the released rows that match, and if it is the person's, they gain what the columns
// weigh that they did not know. The mean gain over many tries is an estimate of the risk that
// record_risk bounds, by a game instead of a sum over all known sets.

namespace gauze {
namespace {

// Victims that look worst in single tries are tried again and again, fewer each time, until so many
// are left, and these so often.
constexpr std::size_t kSuspects = 16;
constexpr std::uint64_t kSuspectTries = 1U << 18U;
constexpr std::uint64_t kFirstTries = 16;
constexpr std::uint64_t kMoreTries = 4;

// Numbers of games, which get dice of their own.
enum Game : std::uint64_t { kSingle = 1, kSuspect = 2, kRound = 3 };

struct Suspect {
  std::size_t kind = 0;
  Mean gain;
  double most = 0;
};

class Adversary {
 public:
  Adversary(const KnownTable& table, const RiskSection& risk, Progress& progress)
      : table_(table), risk_(risk), progress_(progress) {}

  // One try each: of rows at random, or, if `tries` is 0, of every row.
  void TryOnce(std::uint64_t tries) {
    const bool all = tries == 0;
    tries_.resize(all ? table_.rows() : tries);
    kinds_.resize(tries_.size());
    progress_.Stage("trying victims", tries_.size());
    ForEach(tries_.size(), [&](std::size_t i) {
      Dice dice(kSingle, i);
      kinds_[i] = table_.KindOfRow(all ? i : dice.Below(table_.rows()));
      tries_[i] = Victim(table_, risk_, kinds_[i]).Attack(dice);
      progress_.Advance(1);
    });
  }

  // The worst of those tried, and what they gained in fresh tries.
  std::vector<Suspect> TrySuspects() {
    std::vector<Suspect> suspects = Contenders();
    std::uint64_t tries = kFirstTries;
    for (std::uint64_t round = 0; suspects.size() > kSuspects; ++round, tries *= kMoreTries) {
      progress_.Stage("looking for the worst", suspects.size());
      ForEach(suspects.size(), [&](std::size_t i) {
        Victim victim(table_, risk_, suspects[i].kind);
        Dice dice(kRound + round, suspects[i].kind);
        // What a try would gain on average tells more than whether the pick was right.
        for (std::uint64_t t = 0; t < tries; ++t) {
          suspects[i].gain.Add(victim.Attack(dice).mean_gain());
        }
        progress_.Advance(1);
      });
      std::ranges::sort(suspects, [](const Suspect& a, const Suspect& b) {
        return a.gain.mean() != b.gain.mean() ? a.gain.mean() > b.gain.mean() : a.kind < b.kind;
      });
      suspects.resize(std::max(kSuspects, suspects.size() / kMoreTries));
    }
    progress_.Stage("trying the worst", suspects.size());
    ForEach(suspects.size(), [&](std::size_t i) {
      Victim victim(table_, risk_, suspects[i].kind);
      Dice dice(kSuspect, suspects[i].kind);
      suspects[i].gain = Mean();
      suspects[i].most = victim.most();
      for (std::uint64_t t = 0; t < kSuspectTries; ++t) {
        suspects[i].gain.Add(victim.Attack(dice).gain());
      }
      progress_.Advance(1);
    });
    return suspects;
  }

  const std::vector<Victim::Try>& tries() const { return tries_; }

 private:
  // Who was tried and has something to lose.
  std::vector<Suspect> Contenders() const {
    std::vector<std::size_t> kinds = kinds_;
    std::ranges::sort(kinds);
    kinds.erase(std::ranges::unique(kinds).begin(), kinds.end());
    std::vector<Suspect> contenders;
    for (const std::size_t kind : kinds) {
      if (Victim(table_, risk_, kind).most() > 0) contenders.push_back({.kind = kind});
    }
    return contenders;
  }

  const KnownTable& table_;
  const RiskSection& risk_;
  Progress& progress_;
  std::vector<Victim::Try> tries_;
  std::vector<std::size_t> kinds_;  // one per try
};

double DeltaOf(const PolicyEntry& promise) { return promise.parameters.Number("delta").ToDouble(); }

// The promise with the smallest delta; none if nothing is promised.
const PolicyEntry* RecordRiskPromise(const Policy& policy) {
  const PolicyEntry* promise = nullptr;
  for (const PolicyEntry& entry : policy.protect) {
    if (!entry.parameters.Has("delta")) continue;
    if (promise == nullptr || DeltaOf(entry) < DeltaOf(*promise)) promise = &entry;
  }
  return promise;
}

std::vector<Figure> FiguresOf(const std::vector<Victim::Try>& tries) {
  Mean gain;
  Mean right;
  Mean known;
  Mean candidates;
  for (const Victim::Try& one : tries) {
    gain.Add(one.gain());
    right.Add(one.right ? 1 : 0);
    known.Add(static_cast<double>(one.known));
    candidates.Add(static_cast<double>(one.candidates));
  }
  return {{"draws", static_cast<double>(gain.count())},
          {"known_columns.mean", known.mean()},
          {"candidates.mean", candidates.mean()},
          {"picked_right", right.mean()},
          {"gain.mean", gain.mean()},
          {"gain.standard_error", gain.standard_error()}};
}

// Of a policy that does not say: one who knows a quarter of what a release shows and nobody keeps
// secret, which takes neither luck nor effort, and wants the rest.
constexpr double kUsualChance = 0.25;

Result<RiskSection> UsualAdversary(Database& database, const AttackInput& input) {
  GAUZE_ASSIGN(SourceColumns columns, OpenRelease(database, input));
  columns.names.resize(std::min(columns.names.size(), KnownTable::kMostColumns));
  RiskSection risk{.alpha = 1, .reading = RiskReading::kProbability};
  for (const std::string& name : columns.names) {
    const PolicyAttribute* const listed = input.policy.Find(name);  // none: a bound of a range
    const Role role = listed == nullptr ? Role::kQuasiIdentifying : listed->attribute.role;
    const bool secret = role == Role::kSensitive || role == Role::kQuasiSensitive;
    if (!secret) risk.known.emplace_back(name, kUsualChance);
    risk.weights.push_back(
        {.column = name, .weight = 1 / static_cast<double>(columns.names.size())});
  }
  return risk;
}

// Nobody promised anything of this adversary: what counts is how often they find the right row.
Result<AttackReport> RunUsual(Database& database, AttackInput input, Progress& progress) {
  GAUZE_ASSIGN(input.policy.risk, UsualAdversary(database, input));
  GAUZE_ASSIGN(const KnownTable table, KnownTable::Read(database, input));
  Adversary adversary(table, *input.policy.risk, progress);
  adversary.TryOnce(input.victims);
  AttackReport report{.figures = FiguresOf(adversary.tries())};
  const auto right =
      static_cast<double>(std::ranges::count_if(adversary.tries(), &Victim::Try::right));
  report.findings.push_back(fmt::format(
      "The policy has no section risk, so the default adversary is used, who knows each of the {} "
      "columns that are not sensitive with a chance of 1 in 4: they pick the right row in {:.1f} % "
      "of {} tries.",
      input.policy.risk->known.size(), 100 * right / static_cast<double>(adversary.tries().size()),
      adversary.tries().size()));
  return report;
}

Result<AttackReport> RunKnownSet(const AttackInput& input, Progress& progress) {
  const Policy& policy = input.policy;
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  if (!policy.risk) return RunUsual(database, input, progress);
  GAUZE_ASSIGN(const KnownTable table, KnownTable::Read(database, input));
  Adversary adversary(table, *policy.risk, progress);
  adversary.TryOnce(input.victims);
  const std::vector<Suspect> suspects = adversary.TrySuspects();

  AttackReport report{.figures = FiguresOf(adversary.tries())};
  const auto worst = std::ranges::max_element(
      suspects, {}, [](const Suspect& suspect) { return suspect.gain.mean(); });
  report.figures.push_back({"suspects", static_cast<double>(suspects.size())});
  if (worst != suspects.end()) {
    report.figures.push_back({"suspects.draws_each", static_cast<double>(kSuspectTries)});
    report.figures.push_back({"suspects.gain.highest", worst->gain.mean()});
    report.figures.push_back({"suspects.gain.standard_error", worst->gain.standard_error()});
  }
  if (const PolicyEntry* promise = RecordRiskPromise(policy); promise != nullptr) {
    const auto above = std::ranges::count_if(suspects, [&](const Suspect& suspect) {
      return suspect.gain.LowerBound(suspect.most) > DeltaOf(*promise);
    });
    report.promise = "for every victim, " + promise->Text();
    report.holds = above == 0;
    report.figures.push_back({"suspects.above_promise", static_cast<double>(above)});
  }
  return report;
}

// What the usual adversary found is among the findings.
std::vector<std::string> ReadKnownSet(const FiguresByName& figures) {
  if (!figures.Find("suspects")) return {};
  std::vector<std::string> sentences = {fmt::format(
      "In {} tries the adversary knows {:.1f} columns of a person, has {:.1f} candidates and picks "
      "the right row in {}; the gain is {:.3g} on average.",
      figures.Count("draws"), figures["known_columns.mean"], figures["candidates.mean"],
      figures.Share("picked_right"), figures["gain.mean"])};
  if (figures["suspects"] > 0) {
    sentences.push_back(fmt::format(
        "The {} records that look worst were tried {} times each: the highest gain is {:.3g}.",
        figures.Count("suspects"), figures.Count("suspects.draws_each"),
        figures["suspects.gain.highest"]));
  }
  return sentences;
}

}  // namespace

AttackEntry KnownSetAttack() {
  return {{.name = "known_set",
           .summary = "Knows some columns of a person by chance, and picks a row that matches",
           .guarantees = "estimates the average gain over all released records, and over many "
                         "tries of those that look worst; a record that it reports as above the "
                         "promise is above it, except with a probability of 10^-9",
           .not_covered = "records that were not tried or did not look bad; an adversary who knows "
                          "more than the policy says",
           .reference = "M. Orooji, G. M. Knapp: Improving Suppression to Reduce Disclosure Risk "
                        "and Enhance Data Utility, IISE Annual Conference 2018"},
          RunKnownSet,
          ReadKnownSet};
}

}  // namespace gauze
