#include "gauze/release/run/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include "command.h"
#include "comparison.h"
#include "gauze/base/json.h"
#include "gauze/release/compare/compare_policies.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/run/check_policy.h"
#include "gauze/release/run/explain_release.h"
#include "pipeline_files.h"
#include "policy_options.h"
#include "report.h"
#include "text_chart.h"

namespace gauze::cli {
namespace {

void PrintWarnings(const Json& warnings) {
  for (const Json& warning : warnings) {
    fmt::print("warning: {}\n", warning.get<std::string>());
  }
}

// In place of the bar, which comes back below.
void SayMeanwhile(const std::string& sentence) {
  fmt::print(stderr, "{}note: {}\n", isatty(STDERR_FILENO) == 1 ? "\r\033[K" : "", sentence);
}

void PrintRelease(const Json& manifest, const std::string& directory) {
  fmt::print("released {} of {} in {} to {}\n", Grouped(manifest["rows"].get<std::uint64_t>()),
             Counted(manifest["rows_in"].get<std::uint64_t>(), "row", "rows"),
             Counted(manifest["classes"].get<std::uint64_t>(), "class", "classes"), directory);
  for (const Json& promise : manifest["promises"]) {
    fmt::print("  {}\n", promise["sentence"].get<std::string>());
  }
  if (manifest.contains("uniqueness")) {
    fmt::print("  {}\n", manifest["uniqueness"]["sentence"].get<std::string>());
  }
  if (manifest["measures"].contains("ncp")) {
    fmt::print("  loss (NCP) {:.4f}\n", manifest["measures"]["ncp"].get<double>());
  }
  PrintWarnings(manifest["warnings"]);
  if (manifest.contains("personal")) {
    fmt::print("note: {}\n", manifest["personal"]["note"].get<std::string>());
  }
}

}  // namespace

void AddRun(Commands& commands) {
  auto options = std::make_shared<RunOptions>();
  auto memory = std::make_shared<std::string>();
  auto evidence = std::make_shared<std::string>();
  auto without_report = std::make_shared<bool>(false);
  auto sweeps = std::make_shared<std::vector<std::string>>();
  auto chart = std::make_shared<std::string>();
  CLI::App* command = commands.Add(
      "run", "make a release: transform, write, verify, publish",
      [options, memory, evidence, without_report, sweeps, chart,
       &commands](Progress& progress) -> Result<int> {
        options->threads = commands.common().threads;
        if (!memory->empty()) {
          GAUZE_ASSIGN(options->memory, ParseBytes(*memory));
        }
        if (!sweeps->empty()) {
          GAUZE_ASSIGN(const Json comparison, CompareSweep(*options, *sweeps, progress));
          progress.Done();
          return ShowComparison(comparison, commands.common().json, *chart);
        }
        if (!*without_report)
          options->complete = report::AddPublicReport(options->threads, progress);
        options->keep_sample = !evidence->empty();
        if (!commands.common().quiet) options->warn = SayMeanwhile;
        GAUZE_ASSIGN(const RunReport report, Run(*options, progress));
        GAUZE_TRY(WriteReport({.target = report.directory,
                               .run = *options,
                               .found = report.found,
                               .sample = report.sample},
                              *evidence, progress));
        progress.Done();
        if (commands.common().json) {
          PrintJson(report.manifest);
        } else {
          PrintRelease(report.manifest, report.directory);
        }
        return 0;
      });
  AddPolicyOptions(command, *options);
  AddResourceOptions(command, *options, *memory);
  auto* sweep =
      command->add_option("--sweep", *sweeps,
                          "release nothing, but try these values of a parameter, e.g. k=2,5,10 or "
                          "transform=mondrian,cluster; several sweeps: all combinations");
  sweep->type_name("NAME=VALUE,...")->allow_extra_args(false);
  AddChartOption(command, *chart);
  command->get_option("--chart")->needs(sweep);
  command
      ->add_option("--out", options->out,
                   "write to this directory or table (postgresql://…) instead of the policy's")
      ->type_name("DIRECTORY")
      ->excludes(sweep);
  command
      ->add_option("--vault", options->vault,
                   "put the vault of a personal release here instead of where the policy says")
      ->type_name("FILE")
      ->excludes(sweep);
  command
      ->add_option("--internal", options->internal,
                   "also write the manifest with digests of the input, for your own records "
                   "(readable by you only)")
      ->type_name("FILE")
      ->excludes(sweep);
  AddReportOption(*command, *evidence,
                  "also write a report that compares with the original, and its evidence.json,")
      ->excludes(sweep);
  AddNoReportOption(*command, *without_report)->excludes(sweep);
}

namespace {

// A case for each promise that can be kept, and the warnings with their places.
std::vector<Outcome> OutcomesOfCheck(const Json& report) {
  std::vector<Outcome> outcomes;
  for (const Json& promise : report["promises"]) {
    outcomes.push_back({Outcome::Kind::kHolds, promise.get<std::string>(), "can be kept"});
  }
  for (const Json& finding : report["findings"]) {
    outcomes.push_back({Outcome::Kind::kWarning, "", finding["message"].get<std::string>(),
                        finding["where"].get<std::string>()});
  }
  return outcomes;
}

void PrintCheck(const Json& report) {
  fmt::print("ok: {}, {} distinct\n", Counted(report["rows"].get<std::uint64_t>(), "row", "rows"),
             report["distinct_rows"] == report["rows"]
                 ? "all"
                 : Grouped(report["distinct_rows"].get<std::uint64_t>()));
  if (report.contains("uniqueness")) {
    fmt::print("  {}\n", report["uniqueness"]["sentence"].get<std::string>());
  }
  PrintWarnings(report["warnings"]);
}

}  // namespace

void AddCheck(Commands& commands) {
  auto options = std::make_shared<RunOptions>();
  auto files = std::make_shared<PipelineFiles>();
  CLI::App* command = commands.Add(
      "check", "check policy, columns, types, hierarchies and feasibility, without a release",
      [options, files, &commands](Progress& progress) -> Result<int> {
        options->threads = commands.common().threads;
        auto checked = CheckPolicy(*options, progress);
        GAUZE_TRY(files->Write("check", options->policy.file, checked, OutcomesOfCheck));
        GAUZE_ASSIGN(const Json report, std::move(checked));
        progress.Done();
        if (commands.common().json) {
          PrintJson(report);
        } else {
          PrintCheck(report);
        }
        return 0;
      });
  files->AddOptions(*command);
  AddPolicyOptions(command, *options);
}

namespace {

// What a label tells of the value behind it.
std::string Tells(const Json& label) {
  const double loss = label["loss"].get<double>();
  if (label["released"].is_null()) return "missing";
  const std::string shown = Printable(label["released"].get<std::string>());
  if (loss == 0) return fmt::format("{}, as it was", shown);
  if (loss == 1) return fmt::format("{}, which may be any value", shown);
  return fmt::format("{}, {} of the range of values", shown, Percentage(loss));
}

// "75 (2 rows), 76 (1 row) and 12 more"
std::string OriginalsText(const Json& originals) {
  std::string text;
  for (const Json& one : originals["values"]) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ",
                        one["value"].is_null() ? "missing" : one["value"].get<std::string>(),
                        Counted(one["rows"].get<std::uint64_t>(), "row", "rows"));
  }
  const std::size_t more = originals["count"].get<std::size_t>() - originals["values"].size();
  return more == 0 ? text : fmt::format("{} and {} more", text, Grouped(more));
}

// Labels with what decided each; then how the class came about.
void PrintRow(const Json& report) {
  const auto rows = report["class_rows"].get<std::uint64_t>();
  fmt::print("row {} of the release is in class {}, {}\n", report["row"].get<std::uint64_t>(),
             report["class"].get<std::uint64_t>(),
             rows == 1 ? "alone" : fmt::format("of {} rows that look alike", Grouped(rows)));
  std::vector<std::string> lines = report["path"].get<std::vector<std::string>>();
  for (const auto& [name, label] : report["labels"].items()) {
    fmt::print("  {} is shown as {}\n", name, Tells(label));
    std::erase_if(lines, [&, begin = name + ": "](const std::string& line) {
      const bool about = line.starts_with(begin);
      if (about) fmt::print("    {}\n", line.substr(begin.size()));
      return about;
    });
    if (label.contains("originals")) {
      fmt::print("    in the source: {}\n", OriginalsText(label["originals"]));
    }
  }
  if (!lines.empty()) fmt::print("how the class came about\n");
  for (const std::string& line : lines) fmt::print("  {}\n", line);
}

void PrintColumn(const Json& report) {
  fmt::print(
      "{}: {} of {} keep their value, {} show nothing; {}, mean loss "
      "{:.4f}\n",
      report["column"].get<std::string>(), Grouped(report["exact_rows"].get<std::uint64_t>()),
      Counted(report["rows"].get<std::uint64_t>(), "row", "rows"),
      Grouped(report["anything_rows"].get<std::uint64_t>()),
      Counted(report["labels"].get<std::uint64_t>(), "label", "labels"),
      report["mean_loss"].get<double>());
}

}  // namespace

void AddExplain(Commands& commands) {
  auto options = std::make_shared<RunOptions>();
  auto row = std::make_shared<std::uint64_t>(0);
  auto column = std::make_shared<std::string>();
  auto originals = std::make_shared<bool>(false);
  CLI::App* command =
      commands.Add("explain", "explain how a row or a column of the release came about",
                   [options, row, column, originals, &commands](Progress& progress) -> Result<int> {
                     options->threads = commands.common().threads;
                     GAUZE_ASSIGN(const Json report,
                                  column->empty() ? ExplainRow(*options, *row, progress, *originals)
                                                  : ExplainColumn(*options, *column, progress));
                     progress.Done();
                     if (commands.common().json) {
                       PrintJson(report);
                     } else if (column->empty()) {
                       PrintRow(report);
                     } else {
                       PrintColumn(report);
                     }
                     return 0;
                   });
  AddPolicyOptions(command, *options);
  auto* by_row = command->add_option("--row", *row, "a row of the release, from 1");
  by_row->type_name("N");
  command->add_option("--column", *column, "a quasi-identifying column")
      ->type_name("NAME")
      ->excludes(by_row);
  command
      ->add_flag("--originals", *originals,
                 "with --row: print the values that the rows of its class have in the source")
      ->needs(by_row);
}

}  // namespace gauze::cli
