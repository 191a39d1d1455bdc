#include "attack_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gauze/attack/files/file_attack.h"
#include "gauze/attack/files/try_all.h"
#include "gauze/attack/report_json.h"
#include "gauze/attack/scene/attackers.h"
#include "gauze/attack/scene/describe_policy.h"
#include "gauze/base/json.h"
#include "gauze/base/text/ascii.h"
#include "gauze/base/threads.h"
#include "gauze/release/run/load_policy.h"

namespace gauze::cli {
namespace {

struct FileAttackOptions {
  std::vector<std::string> releases;
  std::string labels;
  std::string policy;
  std::vector<std::string> sensitive;
  std::vector<std::string> quasi_identifiers;
  std::string attacker;
  std::vector<std::string> knows;
  std::string source;
  std::string control;
  std::uint64_t victims = 10'000;
  bool all = false;
};

// What is known of the labels: by a description, by a policy, by the names of columns alone, or,
// where nothing is said, by the manifest of a release of ours.
Result<labels::Description> Describe(const FileAttackOptions& options, unsigned threads,
                                     std::string& source) {
  labels::Description description;
  if (!options.labels.empty()) {
    GAUZE_ASSIGN(description, labels::ReadDescription(options.labels));
  } else if (!options.policy.empty()) {
    RunOptions run;
    run.policy.file = options.policy;
    GAUZE_ASSIGN(const Policy policy, LoadWithSource(run));
    GAUZE_ASSIGN(description, labels::DescribePolicy(policy, threads));
    if (source.empty() && policy.sources.size() == 1) source = policy.sources.front();
  } else if (options.sensitive.empty() && options.quasi_identifiers.empty()) {
    GAUZE_ASSIGN(auto told, labels::DescribeManifest(options.releases.front()));
    if (told) description = *std::move(told);
  }
  description.attacker = options.attacker;
  description.knows = options.knows;
  for (const std::string& name : options.sensitive) description.sensitive.push_back(name);
  if (!options.quasi_identifiers.empty()) {
    description.quasi_identifiers.clear();
    for (const std::string& name : options.quasi_identifiers) {
      description.quasi_identifiers.push_back({.name = name});
    }
  }
  return description;
}

void PrintReport(const FileAttackEntry& attack, const AttackReport& report, bool all) {
  for (const std::string& sentence : attack.reading(FiguresByName(report.figures))) {
    fmt::print("{}\n", sentence);
  }
  if (!all) return;
  for (const std::string& finding : report.findings) fmt::print("{}\n", finding);
  for (const Figure& figure : report.figures) {
    fmt::print("  {:<34} {:.6g}\n", figure.name, figure.value);
  }
}

void AddReleases(CLI::App& command, FileAttackOptions& options, std::size_t fewest,
                 std::size_t most) {
  command
      .add_option("releases", options.releases,
                  most == 1 ? "a release directory, or a file by any tool"
                            : "release directories, or files by any tools, of the same people")
      ->required()
      ->expected(static_cast<int>(fewest), static_cast<int>(most))
      ->type_name("PATH");
}

void AddOptions(CLI::App& command, FileAttackOptions& options) {
  command.add_option("--labels", options.labels, "what is known of the columns and their labels")
      ->type_name("FILE");
  command
      .add_option("--policy", options.policy, "the same by a policy that the release was made with")
      ->excludes("--labels")
      ->type_name("FILE");
  command.add_option("--sensitive", options.sensitive, "sensitive columns, separated by commas")
      ->delimiter(',')
      ->type_name("NAMES");
  command
      .add_option("--qi", options.quasi_identifiers,
                  "quasi-identifying columns, separated by commas (default: all others)")
      ->delimiter(',')
      ->type_name("NAMES");
  auto* source = command.add_option("--source", options.source,
                                    "people who are in the release, as a table (default: the "
                                    "policy's source)");
  source->type_name("PATH");
  command
      .add_option("--control", options.control,
                  "people who are not in it, as a table: how much is right of them by chance")
      ->type_name("PATH");
  command
      .add_option("--victims", options.victims,
                  "people, or claims, to try, a sample (default: 10000); 0 for all")
      ->type_name("N");
}

void AddAttacker(CLI::App& command, FileAttackOptions& options) {
  command
      .add_option("--attacker", options.attacker,
                  "who looks for people, which sets what is known of them (default: somebody who "
                  "knows all quasi-identifiers)")
      ->check(CLI::IsMember(labels::AttackerNames()))
      ->type_name("NAME");
  command
      .add_option("--knows", options.knows,
                  "the quasi-identifiers that are known of people, separated by commas")
      ->excludes("--attacker")
      ->delimiter(',')
      ->type_name("NAMES");
}

Result<FileAttackInput> InputOf(const FileAttackOptions& options, unsigned threads) {
  FileAttackInput input{.releases = options.releases,
                        .people = options.source,
                        .control = options.control,
                        .victims = options.victims,
                        .threads = threads};
  GAUZE_ASSIGN(input.description, Describe(options, threads, input.people));
  return input;
}

void AddOne(Commands& commands, const FileAttackEntry& attack, CLI::App* parent) {
  auto options = std::make_shared<FileAttackOptions>();
  CLI::App* command = commands.Add(
      attack.descriptor.name, attack.descriptor.summary,
      [options, &attack, &commands](Progress& progress) -> Result<int> {
        const auto limit = LimitThreads(commands.common().threads);
        GAUZE_ASSIGN(const FileAttackInput input, InputOf(*options, commands.common().threads));
        if (attack.needs == Needs::kPeople && input.people.empty()) {
          return InputError("nobody is known who could be looked for", attack.descriptor.name,
                            "give a table of people with --source");
        }
        GAUZE_ASSIGN(const AttackReport report, attack.run(input, progress));
        progress.Done();
        if (commands.common().json) {
          PrintJson(ReportJson(attack, report));
        } else {
          PrintReport(attack, report, options->all);
        }
        return 0;
      },
      parent);
  AddReleases(*command, *options, attack.fewest_releases, attack.most_releases);
  AddOptions(*command, *options);
  if (attack.knows) AddAttacker(*command, *options);
  command->add_flag("--all", options->all,
                    "print every figure, by its name, and how labels were read");
}

// " Success 43.3 % (42.3 to 44.2), control 21.1 % (20.3 to 21.9), guess 8.3 %."
std::string ThreeFigures(const FiguresByName& figures) {
  std::string told;
  for (const char* name : {"success", "control", "guess"}) {
    if (!figures.Find(name)) continue;
    told += fmt::format("{}{} {}", told.empty() ? "" : ", ", name, figures.Share(name));
    const auto low = figures.Find(fmt::format("{}.low", name));
    if (!low) continue;
    told +=
        fmt::format(" ({:.1f} to {:.1f})", 100 * *low, 100 * figures[fmt::format("{}.high", name)]);
  }
  if (told.empty()) return "";
  told.front() = ToUpper(told.front());
  return " " + told + ".";
}

// One line for each.
void PrintTried(const std::vector<TriedAttack>& all, bool several) {
  for (const TriedAttack& tried : all) {
    std::string told = several && !tried.release.empty() ? tried.release + ": " : "";
    if (tried.report) {
      const FiguresByName figures(tried.report->figures);
      told += tried.attack->reading(figures).front() + ThreeFigures(figures);
    } else {
      told += "not tried: " + tried.not_tried;
    }
    fmt::print("{:<14} {}\n", tried.attack->descriptor.name, told);
  }
  std::vector<std::string> others;
  for (const AttackEntry& attack : Attacks()) others.push_back(attack.descriptor.name);
  fmt::print("{:<14} not tried: {} take a policy, and try what it promises\n", "others",
             fmt::join(others, ", "));
}

Json TriedJson(const std::vector<TriedAttack>& all) {
  Json json = Json::array();
  for (const TriedAttack& tried : all) {
    Json one = tried.report ? ReportJson(*tried.attack, *tried.report)
                            : Json{{"attack", tried.attack->descriptor.name},
                                   {"not_tried", tried.not_tried}};
    if (!tried.release.empty()) one["release"] = tried.release;
    one["planned_seconds"] = tried.planned_seconds;
    one["seconds"] = tried.seconds;
    json.push_back(std::move(one));
  }
  return json;
}

void AddAll(Commands& commands, CLI::App* parent) {
  auto options = std::make_shared<FileAttackOptions>();
  auto minutes = std::make_shared<double>(10);
  CLI::App* command = commands.Add(
      "all", "every attack on files that applies, within a time",
      [options, minutes, &commands](Progress& progress) -> Result<int> {
        const auto limit = LimitThreads(commands.common().threads);
        GAUZE_ASSIGN(const FileAttackInput input, InputOf(*options, commands.common().threads));
        GAUZE_ASSIGN(const auto all, TryAll(input, *minutes * 60, progress));
        progress.Done();
        if (commands.common().json) {
          PrintJson(TriedJson(all));
        } else {
          PrintTried(all, input.releases.size() > 1);
        }
        return 0;
      },
      parent);
  AddReleases(*command, *options, 1, CLI::detail::expected_max_vector_size);
  AddOptions(*command, *options);
  AddAttacker(*command, *options);
  command->add_option("--minutes", *minutes, "leave out what would take longer (default: 10)")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
}

}  // namespace

void AddFileAttacks(Commands& commands, CLI::App* parent) {
  for (const FileAttackEntry& attack : FileAttacks()) AddOne(commands, attack, parent);
  AddAll(commands, parent);
}

}  // namespace gauze::cli
