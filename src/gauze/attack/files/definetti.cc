#include <fmt/format.h>

#include <algorithm>

#include "gauze/attack/files/attack_scene.h"
#include "gauze/attack/files/candidate_values.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/find_classes.h"
#include "gauze/attack/files/interval.h"
#include "gauze/attack/files/value_model.h"

// Somebody learns from the release itself how quasi-identifiers depend on sensitive values, and
// weighs each row that can be a person's by the chance that somebody with its value, of whom its
// labels are shown, has just these quasi-identifiers (D. Kifer: Attacks on Privacy and deFinetti's
// Theorem, SIGMOD 2009; here with naive Bayes and without knowledge of anybody else). The plain
// adversary, the guess, takes all rows that fit as equally likely.
//
// Time: learning, then finding classes (find_classes.h) and what the covering ones hold.

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Scene;

// Who believes in one value by more than this is sure.
constexpr double kSure = 0.8;
// Beliefs that differ by less than this are equal.
constexpr double kEqual = 1e-9;

// The likeliest value of one person.
struct Bet {
  double right = 0;  // the chance that it is theirs; of several equally likely ones any is taken
  bool sure = false;
};

Bet BetOn(const std::vector<double>& weights, std::uint32_t own) {
  double all = 0;
  double most = 0;
  for (const double weight : weights) {
    all += weight;
    most = std::max(most, weight);
  }
  if (all <= 0) return {};
  const auto likeliest = [&](double weight) { return weight >= most - kEqual * all; };
  Bet bet{.sure = most > (kSure + kEqual) * all};
  if (own < weights.size() && likeliest(weights[own])) {
    bet.right = 1.0 / static_cast<double>(std::ranges::count_if(weights, likeliest));
  }
  return bet;
}

struct Believed {
  double people = 0;
  double different = 0;
  double right = 0;
  double sure = 0;
  double sure_right = 0;

  void Add(const Bet& bet, double weight) {
    people += weight;
    ++different;
    right += weight * bet.right;
    if (bet.sure) {
      sure += weight;
      sure_right += weight * bet.right;
    }
  }
};

struct BothBeliefs {
  Believed learned;
  Believed plain;
};

BothBeliefs Believe(const Scene& scene, const ValueModel& model, const KnownPeople& people,
                    std::size_t sensitive, Progress& progress) {
  const AnyRelease& release = scene.releases.front();
  const std::size_t columns = release.columns.size();
  const std::size_t values = scene.values[sensitive].size();
  std::vector<std::pair<Bet, Bet>> bets(people.size());
  progress.Stage("looking for people", people.size());
  FindClasses(release, scene.known, people, progress,
              [&](std::size_t person, const std::vector<std::uint32_t>& classes) {
                std::vector<double> learned(values);
                std::vector<double> plain(values);
                for (const std::uint32_t one : classes) {
                  for (const auto& [value, count] : release.class_values[sensitive][one]) {
                    double weight = static_cast<double>(count);
                    plain[value] += weight;
                    for (std::size_t j = 0; j < columns; ++j) {
                      const std::uint32_t label = release.class_labels[one * columns + j];
                      if (!scene.known[j] || !release.columns[j].labels[label].hidden()) continue;
                      weight *= model.Within(j, value, label, people.places[person * columns + j]);
                    }
                    learned[value] += weight;
                  }
                }
                const std::uint32_t own = people.own[person * scene.sensitive.size() + sensitive];
                bets[person] = {BetOn(learned, own), BetOn(plain, own)};
              });
  BothBeliefs both;
  for (std::size_t i = 0; i < people.size(); ++i) {
    both.learned.Add(bets[i].first, static_cast<double>(people.rows[i]));
    both.plain.Add(bets[i].second, static_cast<double>(people.rows[i]));
  }
  return both;
}

void AddBelieved(std::vector<Figure>& figures, const std::string& of, const std::string& name,
                 const Believed& believed) {
  AddShare(figures, of + name, believed.right, believed.people, believed.different);
  AddShare(figures, of + name + ".sure", believed.sure, believed.people, believed.different);
  AddShare(figures, of + name + ".sure.right", believed.sure_right, believed.sure);
}

Result<AttackReport> RunDeFinetti(const FileAttackInput& input, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_TRY(RequireSensitive(input));
  GAUZE_ASSIGN(const Scene scene, ReadAttackScene(database, input, input.victims, progress));
  AttackReport report;
  report.figures = {{"people", static_cast<double>(scene.people.front().people)}};
  for (std::size_t s = 0; s < scene.sensitive.size(); ++s) {
    for (const labels::ColumnDomain& domain : scene.domains) {
      if (domain.places().size() * scene.values[s].size() > ValueModel::kMostNumbers) {
        return InputError("its columns have too many values to learn from");
      }
    }
    progress.Stage("learning", 0);
    const ValueModel model(scene, scene.releases.front(), s);
    const std::string of = s == 0 ? "" : scene.sensitive[s] + ".";
    const BothBeliefs members = Believe(scene, model, scene.people.front(), s, progress);
    AddBelieved(report.figures, of, "success", members.learned);
    AddBelieved(report.figures, of, "guess", members.plain);
    if (scene.people.size() < 2) continue;
    const BothBeliefs others = Believe(scene, model, scene.people.back(), s, progress);
    AddBelieved(report.figures, of, "control", others.learned);
  }
  AddKnown(scene, report.figures);
  return report;
}

std::vector<std::string> ReadDeFinetti(const FiguresByName& figures) {
  std::vector<std::string> sentences = {
      fmt::format("With what the release tells about how values depend on quasi-identifiers, the "
                  "likeliest value is right for {} of {}, instead of {} by counting rows.",
                  figures.Share("success"), figures.Count("people", "person", "people"),
                  figures.Share("guess")),
      fmt::format("{} can be guessed with a belief of more than 80 %, instead of {}.",
                  figures.Share("success.sure"), figures.Share("guess.sure"))};
  if (figures.Find("success.sure.right")) {
    sentences.back() +=
        fmt::format(" Such a guess is right in {}.", figures.Share("success.sure.right"));
  }
  if (figures.Find("control")) {
    sentences.push_back(fmt::format("Of people who are not in the table it is right for {}.",
                                    figures.Share("control")));
  }
  for (std::string& known : ReadKnown(figures)) sentences.push_back(std::move(known));
  return sentences;
}

}  // namespace

FileAttackEntry DeFinettiAttack() {
  return {.descriptor = {.name = "definetti",
                         .summary = "Learns from the release which of the rows that fit is likely",
                         .guarantees = "counts for how many people the likeliest value is right "
                                       "if rows that fit are weighed by what the release tells",
                         .not_covered = "adversaries who know who else is in the table, and better "
                                        "learners than naive Bayes",
                         .reference = "Kifer: Attacks on Privacy and deFinetti's Theorem, SIGMOD "
                                      "2009"},
          .needs = Needs::kPeople,
          .knows = true,
          .seconds = SecondsToRead,
          .run = RunDeFinetti,
          .reading = ReadDeFinetti};
}

}  // namespace gauze
