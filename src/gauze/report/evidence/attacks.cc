#include <fmt/format.h>

#include "gauze/attack/attack.h"
#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/scene/describe_policy.h"
#include "gauze/base/json.h"
#include "gauze/base/threads.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/report/evidence/evidence.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

// An adversary reads original and release several times: on more rows a report would take longer
// than the release.
constexpr std::uint64_t kMostRows = 1'000'000;
// The same of an attack on files, by its own plan.
constexpr double kMostSeconds = 20;

// As `gauze attack` tells it.
std::string Sentence(const AttackEntry& attack, const AttackReport& report) {
  std::vector<std::string> sentences = attack.reading(FiguresByName(report.figures));
  sentences.insert(sentences.end(), report.findings.begin(), report.findings.end());
  std::string all;
  if (!report.promise.empty()) {
    all = (report.holds ? "It holds that " : "It does not hold that ") + report.promise + ".";
  }
  for (const std::string& sentence : sentences) all += (all.empty() ? "" : " ") + sentence;
  return all;
}

Json NotTried(const Descriptor& attack, const std::string& why) {
  return {{"attack", attack.name}, {"asks", attack.summary}, {"not_tried", why}};
}

// An attack that has nothing to try on this policy says so, which is shown, too: nobody should
// think that it was forgotten.
Result<Json> Try(const AttackEntry& attack, const Material& material, Progress& progress) {
  if (material.manifest().at("rows") > kMostRows) {
    return NotTried(attack.descriptor, "the release is large: try it with gauze attack");
  }
  const auto report = attack.run({.releases = {material.directory()},
                                  .policy = *material.policy(),
                                  .victims = material.options().victims,
                                  .threads = material.options().run.threads},
                                 progress);
  if (report) return DescribeAttack(attack, *report);
  if (report.error().code != ErrorCode::kInput) return tl::unexpected(report.error());
  return NotTried(attack.descriptor, report.error().message);
}

// Why an attack on files is not even tried; empty: it is.
std::string WhyNotFiles(const FileAttackEntry& attack, const FileAttackInput& input, double rows) {
  if (attack.fewest_releases > 1) return "it takes several releases of the same people";
  if (attack.needs == Needs::kPeople && input.people.empty()) return "it needs the original";
  const double seconds = attack.seconds({.rows = rows,
                                         .people = input.people.empty() ? 0 : rows,
                                         .victims = static_cast<double>(input.victims)});
  if (seconds <= kMostSeconds) return "";
  return fmt::format("it would take about {:.0f} seconds: try it with gauze attack all", seconds);
}

// Attacks on files alone, which read labels and know nothing else. There is no control: nobody is
// known who is not in the table.
Status TryFileAttacks(const Material& material, Progress& progress, Json& attacks) {
  const Policy& policy = *material.policy();
  if (policy.personal) return {};  // shows aliases, which are attacked in other ways
  FileAttackInput input{.releases = {material.directory()},
                        .victims = material.options().victims,
                        .threads = material.options().run.threads};
  if (policy.sources.size() == 1) input.people = policy.sources.front();
  GAUZE_ASSIGN(input.description, labels::DescribePolicy(policy, input.threads));
  for (const FileAttackEntry& attack : FileAttacks()) {
    const auto rows = material.manifest().at("rows").get<double>();
    if (const std::string why = WhyNotFiles(attack, input, rows); !why.empty()) {
      attacks.push_back(NotTried(attack.descriptor, why));
      continue;
    }
    const auto report = attack.run(input, progress);
    if (!report) {
      if (report.error().code != ErrorCode::kInput) return tl::unexpected(report.error());
      attacks.push_back(NotTried(attack.descriptor, report.error().message));
      continue;
    }
    Json figures = Json::object();
    for (const Figure& figure : report->figures) figures[figure.name] = figure.value;
    attacks.push_back({{"attack", attack.descriptor.name},
                       {"asks", attack.descriptor.summary},
                       {"figures", std::move(figures)},
                       {"sentence", attack.reading(FiguresByName(report->figures)).front()}});
  }
  return {};
}

// Every adversary that takes one release.
Result<Json> GatherAttacks(Material& material, Progress& progress) {
  const EvidenceOptions& options = material.options();
  if (material.policy() == nullptr || !options.attacks || material.manifest().at("rows") == 0) {
    return Json();
  }
  const auto limit = LimitThreads(options.run.threads);
  Json attacks = Json::array();
  for (const AttackEntry& attack : Attacks()) {
    if (attack.several) continue;
    GAUZE_ASSIGN(Json tried, Try(attack, material, progress));
    attacks.push_back(std::move(tried));
  }
  GAUZE_TRY(TryFileAttacks(material, progress, attacks));
  return attacks;
}

}  // namespace

Json DescribeAttack(const AttackEntry& attack, const AttackReport& report) {
  Json figures = Json::object();
  for (const Figure& figure : report.figures) figures[figure.name] = figure.value;
  Json described = {{"attack", attack.descriptor.name}, {"asks", attack.descriptor.summary}};
  if (!report.promise.empty()) described["holds"] = report.holds;
  described["figures"] = std::move(figures);
  if (std::string sentence = Sentence(attack, report); !sentence.empty()) {
    described["sentence"] = std::move(sentence);
  }
  return described;
}

Section AttacksEvidence() {
  return {"attacks",
          "trying adversaries",
          GatherAttacks,
          {{"[].attack", Holding::kText, Shown::kDrop},
           {"[].asks", Holding::kText, Shown::kDrop},
           {"[].holds?", Holding::kFlag, Shown::kDrop},
           {"[].figures?{}", Holding::kNumber, Shown::kDrop},
           {"[].sentence?", Holding::kText, Shown::kDrop},
           {"[].not_tried?", Holding::kText, Shown::kDrop}}};
}

}  // namespace gauze::report
