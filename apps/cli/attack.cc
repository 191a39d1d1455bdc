#include "gauze/attack/attack.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "attack_files.h"
#include "command.h"
#include "gauze/attack/report_json.h"
#include "gauze/base/json.h"
#include "gauze/base/threads.h"
#include "gauze/release/run/load_policy.h"
#include "pipeline_files.h"
#include "report.h"

namespace gauze::cli {
namespace {

struct AttackOptions {
  RunOptions run;
  std::vector<std::string> releases;
  std::vector<std::string> newcomers;
  std::vector<std::string> known;
  std::uint64_t victims = 10'000;
  std::string evidence;
  bool all = false;
  PipelineFiles files;
};

// One release, and the original that victims are taken from.
void AddOneRelease(CLI::App& command, AttackOptions& options) {
  command.add_option("release", options.releases, "a release directory, or its data file")
      ->required()
      ->expected(1)
      ->type_name("PATH");
  command
      .add_option("--source", options.run.source,
                  "the original that victims are taken from (default: the policy's)")
      ->type_name("PATH");
  command
      .add_option("--victims", options.victims,
                  "different victims to try, a sample (default: 10000); 0 for all")
      ->type_name("N");
}

void AddKnownTable(CLI::App& command, AttackOptions& options) {
  command
      .add_option("--known", options.known,
                  "a table of other people from which the adversary knows how values are "
                  "distributed (default: the original, the worst case)")
      ->type_name("PATH");
}

void AddSeveralReleases(CLI::App& command, AttackOptions& options) {
  command
      .add_option("releases", options.releases,
                  "release directories, or their data files, in the order of publication")
      ->required()
      ->type_name("PATH");
  command
      .add_option("--source", options.newcomers,
                  "originals, one per release in the same order, with the people who first appear "
                  "in it (default: not known)")
      ->type_name("PATH");
}

// What it means; all figures, by their names, if asked for.
void Print(const AttackEntry& attack, const AttackReport& report, bool all) {
  if (!report.promise.empty()) {
    fmt::print("{} {}\n", report.holds ? "holds  " : "BROKEN ", report.promise);
  }
  for (const std::string& sentence : attack.reading(FiguresByName(report.figures))) {
    fmt::print("{}\n", sentence);
  }
  for (const std::string& finding : report.findings) fmt::print("{}\n", finding);
  if (!all) return;
  for (const Figure& figure : report.figures) {
    fmt::print("  {:<34} {:.6g}\n", figure.name, figure.value);
  }
}

Result<AttackReport> TryRelease(const AttackEntry& attack, const AttackOptions& options,
                                unsigned threads, Progress& progress) {
  const auto limit = LimitThreads(threads);
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options.run));
  return attack.run({.releases = options.releases,
                     .policy = policy,
                     .victims = options.victims,
                     .threads = threads,
                     .newcomers = options.newcomers,
                     .known = options.known},
                    progress);
}

// The promise that was tried; the attack, where the policy promises nothing of the kind.
Outcome OutcomeOfAttack(const AttackEntry& attack, const AttackReport& report) {
  std::vector<std::string> sentences = attack.reading(FiguresByName(report.figures));
  sentences.insert(sentences.end(), report.findings.begin(), report.findings.end());
  return {report.holds ? Outcome::Kind::kHolds : Outcome::Kind::kBroken,
          report.promise.empty() ? attack.descriptor.name : report.promise,
          fmt::format("{}", fmt::join(sentences, " "))};
}

}  // namespace

void AddAttack(Commands& commands) {
  CLI::App* all = commands.app().add_subcommand("attack", "attack a release as an adversary would");
  all->require_subcommand(1);
  for (const AttackEntry& attack : Attacks()) {
    auto options = std::make_shared<AttackOptions>();
    CLI::App* command = commands.Add(
        attack.descriptor.name, attack.descriptor.summary,
        [options, &attack, &commands](Progress& progress) -> Result<int> {
          auto tried = TryRelease(attack, *options, commands.common().threads, progress);
          GAUZE_TRY(options->files.Write("attack " + attack.descriptor.name,
                                         options->releases.front(), tried,
                                         [&attack](const AttackReport& report) {
                                           return std::vector{OutcomeOfAttack(attack, report)};
                                         }));
          GAUZE_ASSIGN(const AttackReport report, std::move(tried));
          if (!options->evidence.empty()) {
            const Json attacks = Json::array({report::DescribeAttack(attack, report)});
            GAUZE_TRY(
                report::WriteEvidence(report::EvidenceOf("attacks", attacks), options->evidence));
          }
          progress.Done();
          if (commands.common().json) {
            PrintJson(ReportJson(attack, report));
          } else {
            Print(attack, report, options->all);
          }
          return 0;
        },
        all);
    if (attack.several) {
      AddSeveralReleases(*command, *options);
    } else {
      AddOneRelease(*command, *options);
    }
    AddReportOption(*command, options->evidence,
                    "write the outcome as a page and as evidence.json");
    command->add_flag("--all", options->all, "print every figure, by its name");
    options->files.AddOptions(*command);
    if (attack.knows) AddKnownTable(*command, *options);
    command
        ->add_option("--policy", options->run.policy.file,
                     "the policy: roles, types and hierarchies")
        ->required()
        ->type_name("FILE");
  }
  AddFileAttacks(commands, all);
}

}  // namespace gauze::cli
