#include "gauze/ledger/append/ledger.h"

#include <fmt/format.h>

#include <algorithm>

#include "command.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/ledger/append/append.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/report/ledger_picture.h"
#include "report.h"
#include "text_chart.h"

namespace gauze::cli {
namespace {

std::uint64_t Number(const Json& json, const char* name) {
  return json.at(name).get<std::uint64_t>();
}

// Of what was just published: there is nothing to report on if everybody waits.
bool HasRows(const Json& report) {
  const auto manifest = ReadFile(report["directory"].get<std::string>() + "/manifest.json");
  return manifest && ParseJson(*manifest).at("rows") != 0;
}

void PrintAppend(const Json& report) {
  fmt::print(
      "release {}: {} arrived, {} released now, {} so far in {}, {} waiting\n",
      report["release"].get<std::uint32_t>(), Counted(Number(report, "batch"), "row", "rows"),
      Grouped(Number(report, "new")), Grouped(Number(report, "released")),
      Counted(Number(report, "classes"), "class", "classes"), Grouped(Number(report, "waiting")));
  fmt::print("  published in {}\n", report["directory"].get<std::string>());
  if (report["sealed"].get<bool>()) fmt::print("  sealed: rows still waiting are never released\n");
}

void PrintStatus(const Json& status) {
  fmt::print("{}, {}\n", status["method"].get<std::string>(),
             Counted(Number(status, "releases"), "release", "releases"));
  if (!status.contains("came")) return;
  fmt::print("  {} arrived, {} released in {}, {} waiting; loss {:.4f}{}\n",
             Counted(Number(status, "came"), "row", "rows"), Grouped(Number(status, "released")),
             Counted(Number(status, "classes"), "class", "classes"),
             Grouped(Number(status, "waiting")), status["loss"].get<double>(),
             status["sealed"].get<bool>() ? "; sealed" : "");
  if (!status.contains("waiting_since")) return;
  std::uint64_t most = 1;
  for (const Json& age : status["waiting_since"]) most = std::max(most, Number(age, "rows"));
  std::vector<Bar> bars;
  for (const Json& age : status["waiting_since"]) {
    const std::uint64_t rows = Number(age, "rows");
    bars.push_back({.label = fmt::format("{:>4}", Number(age, "since")),
                    .value = Grouped(rows),
                    .length = static_cast<double>(rows) / static_cast<double>(most)});
  }
  fmt::print("  waiting since release\n{}", BarChart(bars, TheScreen()));
  fmt::print("  why: {}\n", status["why"].get<std::string>());
}

void PrintLog(const Json& log) {
  fmt::print("release    arrived    new   released    classes    waiting\n");
  for (const Json& line : log) {
    fmt::print("{:>7} {:>10} {:>6} {:>10} {:>10} {:>10}{}\n", Number(line, "release"),
               Grouped(Number(line, "batch")), Grouped(Number(line, "new")),
               Grouped(Number(line, "released")), Grouped(Number(line, "classes")),
               Grouped(Number(line, "waiting")), line["sealed"].get<bool>() ? "  sealed" : "");
  }
}

void PrintVerdict(const LedgerVerdict& verdict) {
  for (const std::string& sentence : verdict.damage) fmt::print("DAMAGED {}\n", sentence);
  if (verdict.holds) {
    fmt::print("holds   {} as committed; every promise holds in each\n",
               Counted(verdict.releases.size(), "release", "releases"));
  }
}

void AddInit(Commands& commands, CLI::App* all) {
  struct Options {
    std::string policy;
    std::string folder;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = commands.Add(
      "init", "make an empty ledger",
      [options, &commands](Progress& progress) -> Result<int> {
        GAUZE_TRY(InitLedger(options->policy, options->folder));
        progress.Done();
        if (commands.common().json) {
          PrintJson({{"ledger", options->folder}});
        } else {
          fmt::print("made {}; next: gauze append {} BATCH\n", options->folder, options->folder);
        }
        return 0;
      },
      all);
  command->add_option("policy", options->policy, "a policy with a section `ledger`")
      ->required()
      ->type_name("FILE");
  command->add_option("ledger", options->folder, "a folder for it, new or empty")
      ->required()
      ->type_name("DIRECTORY");
}

// A command that only needs to know which ledger.
template <typename Run>
void AddReader(Commands& commands, CLI::App* all, const std::string& name,
               const std::string& summary, const Run& run) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = commands.Add(
      name, summary,
      [folder, run, &commands](Progress& progress) -> Result<int> {
        return run(*folder, commands.common(), progress);
      },
      all);
  command->add_option("ledger", *folder, "the ledger")->required()->type_name("DIRECTORY");
}

void AddStatus(Commands& commands, CLI::App* all) {
  struct Options {
    std::string folder;
    std::string picture;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = commands.Add(
      "status", "show what was released, who waits, since when and why",
      [options, &commands](Progress& progress) -> Result<int> {
        GAUZE_ASSIGN(const Json status, LedgerStatus(options->folder, progress));
        if (!options->picture.empty()) {
          GAUZE_ASSIGN(const Json log, LedgerLog(options->folder));
          GAUZE_ASSIGN(const std::string picture, report::LedgerPicture(status, log));
          GAUZE_TRY(WriteFile(options->picture, picture));
        }
        progress.Done();
        commands.common().json ? PrintJson(status) : PrintStatus(status);
        return 0;
      },
      all);
  command->add_option("ledger", options->folder, "the ledger")->required()->type_name("DIRECTORY");
  command->add_option("--picture", options->picture, "also draw releases and waiting rows as SVG")
      ->type_name("FILE");
}

}  // namespace

void AddAppend(Commands& commands) {
  auto options = std::make_shared<AppendOptions>();
  auto memory = std::make_shared<std::string>();
  auto evidence = std::make_shared<std::string>();
  auto without_report = std::make_shared<bool>(false);
  CLI::App* command = commands.Add(
      "append", "add a batch of records to a ledger, and publish what can be",
      [options, memory, evidence, without_report, &commands](Progress& progress) -> Result<int> {
        options->threads = commands.common().threads;
        if (!*without_report)
          options->complete = report::AddPublicReport(options->threads, progress);
        if (!memory->empty()) {
          GAUZE_ASSIGN(options->memory, ParseBytes(*memory));
        }
        GAUZE_ASSIGN(const Json report, AppendBatch(*options, progress));
        if (HasRows(report)) {
          GAUZE_TRY(WriteReport({.target = options->ledger, .run = {.threads = options->threads}},
                                *evidence, progress));
        }
        progress.Done();
        if (commands.common().json) {
          PrintJson(report);
        } else {
          PrintAppend(report);
        }
        return 0;
      });
  command->add_option("ledger", options->ledger, "the ledger")->required()->type_name("DIRECTORY");
  command->add_option("batch", options->batch, "CSV or Parquet files with new records")
      ->type_name("PATH");
  command->add_flag(
      "--seal", options->seal,
      "make this the last release: rows still waiting stay out, and nothing can follow");
  command
      ->add_option("--memory", *memory,
                   "memory that the whole run may take, e.g. 4GiB (default: most of the machine's)")
      ->type_name("SIZE");
  AddReportOption(*command, *evidence, "also write a report on the ledger and its evidence.json");
  AddNoReportOption(*command, *without_report);
}

void AddLedger(Commands& commands) {
  CLI::App* all =
      commands.app().add_subcommand("ledger", "continuing releases: records that keep arriving");
  all->require_subcommand(1);
  AddInit(commands, all);
  AddStatus(commands, all);
  AddReader(commands, all, "log", "print one line per release",
            [](const std::string& folder, const Common& common, Progress& progress) -> Result<int> {
              GAUZE_ASSIGN(const Json log, LedgerLog(folder));
              progress.Done();
              common.json ? PrintJson(log) : PrintLog(log);
              return 0;
            });
  AddReader(commands, all, "verify",
            "check that everything is as it was committed and that promises hold",
            [](const std::string& folder, const Common& common, Progress& progress) -> Result<int> {
              GAUZE_ASSIGN(const LedgerVerdict verdict,
                           VerifyLedger(folder, common.threads, progress));
              progress.Done();
              if (common.json) {
                PrintJson({{"holds", verdict.holds},
                           {"damage", verdict.damage},
                           {"releases", verdict.releases}});
              } else {
                PrintVerdict(verdict);
              }
              return verdict.holds ? 0 : 1;
            });
}

}  // namespace gauze::cli
