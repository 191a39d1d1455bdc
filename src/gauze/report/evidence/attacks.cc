#include "gauze/attack/attack.h"
#include "gauze/release/load.h"
#include "gauze/report/evidence/section.h"

namespace gauze::report {
namespace {

std::string Sentence(const AttackReport& report) {
  std::string sentence;
  if (!report.promise.empty()) {
    sentence = (report.holds ? "It holds that " : "It does not hold that ") + report.promise + ".";
  }
  for (const std::string& finding : report.findings) {
    sentence += (sentence.empty() ? "" : " ") + finding;
  }
  return sentence;
}

Json Described(const AttackEntry& attack, const AttackReport& report) {
  Json figures = Json::object();
  for (const Figure& figure : report.figures) figures[figure.name] = figure.value;
  Json described = {{"attack", attack.descriptor.name}, {"asks", attack.descriptor.summary}};
  if (!report.promise.empty()) described["holds"] = report.holds;
  described["figures"] = std::move(figures);
  described["sentence"] = Sentence(report);
  return described;
}

// Every adversary that takes one release. One who has nothing to ask of this policy says so, which
// is told, too: nobody should think that they were forgotten.
Result<Json> Gather(Material& material, Progress& progress) {
  const EvidenceOptions& options = material.options();
  if (material.policy() == nullptr || !options.attacks || material.manifest().at("rows") == 0) {
    return Json();
  }
  const auto limit = LimitThreads(options.run.threads);
  Json attacks = Json::array();
  for (const AttackEntry& attack : Attacks()) {
    if (attack.several) continue;
    const auto report = attack.run({.releases = {material.directory()},
                                    .policy = *material.policy(),
                                    .victims = options.victims,
                                    .threads = options.run.threads},
                                   progress);
    if (report) {
      attacks.push_back(Described(attack, *report));
    } else if (report.error().code == ErrorCode::kInput) {
      attacks.push_back({{"attack", attack.descriptor.name},
                         {"asks", attack.descriptor.summary},
                         {"not_tried", report.error().message}});
    } else {
      return tl::unexpected(report.error());
    }
  }
  return attacks;
}

}  // namespace

Section AttacksEvidence() {
  return {"attacks",
          "trying adversaries",
          Gather,
          {{"[].attack", Holding::kText, Shown::kDrop},
           {"[].asks", Holding::kText, Shown::kDrop},
           {"[].holds?", Holding::kFlag, Shown::kDrop},
           {"[].figures?{}", Holding::kNumber, Shown::kDrop},
           {"[].sentence?", Holding::kText, Shown::kDrop},
           {"[].not_tried?", Holding::kText, Shown::kDrop}}};
}

}  // namespace gauze::report
