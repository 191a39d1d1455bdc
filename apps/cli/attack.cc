#include "gauze/attack/attack.h"

#include <fmt/format.h>

#include "command.h"
#include "gauze/release/load.h"

namespace gauze::cli {
namespace {

struct AttackOptions {
  RunOptions run;
  std::string release;
  std::uint64_t victims = 10'000;
};

void Print(const AttackReport& report) {
  if (!report.promise.empty()) {
    fmt::print("{} {}\n", report.holds ? "holds  " : "BROKEN ", report.promise);
  }
  for (const Figure& figure : report.figures) {
    fmt::print("  {:<34} {:.6g}\n", figure.name, figure.value);
  }
  for (const std::string& finding : report.findings) fmt::print("{}\n", finding);
}

Json ToJson(const AttackEntry& attack, const AttackReport& report) {
  Json figures = Json::object();
  for (const Figure& figure : report.figures) figures[figure.name] = figure.value;
  return {{"attack", attack.descriptor.name},
          {"promise", report.promise},
          {"holds", report.holds},
          {"figures", figures},
          {"findings", report.findings}};
}

}  // namespace

void AddAttack(Commands& commands) {
  CLI::App* all = commands.app().add_subcommand("attack", "try a release as an adversary would");
  all->require_subcommand(1);
  for (const AttackEntry& attack : Attacks()) {
    auto options = std::make_shared<AttackOptions>();
    CLI::App* command = commands.Add(
        attack.descriptor.name, attack.descriptor.summary,
        [options, &attack, &commands](Progress& progress) -> Result<int> {
          const auto limit = LimitThreads(commands.common().threads);
          GAUZE_ASSIGN(const Policy policy, LoadForRun(options->run));
          GAUZE_ASSIGN(
              const AttackReport report,
              attack.run({options->release, policy, options->victims, commands.common().threads},
                         progress));
          progress.Done();
          if (commands.common().json) {
            PrintJson(ToJson(attack, report));
          } else {
            Print(report);
          }
          return 0;
        },
        all);
    command->add_option("release", options->release, "a release directory, or its data file")
        ->required()
        ->type_name("PATH");
    command->add_option("--policy", options->run.policy, "the policy: roles, types and hierarchies")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--source", options->run.source,
                     "the original that victims are taken from (default: the policy's)")
        ->type_name("PATH");
    command
        ->add_option("--victims", options->victims,
                     "different victims to try, a sample (default: 10000); 0 for all")
        ->type_name("N");
  }
}

}  // namespace gauze::cli
