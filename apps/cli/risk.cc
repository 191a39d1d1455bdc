#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "command.h"
#include "gauze/base/json.h"
#include "gauze/measure/record_risk/histogram.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/inspect/assess_risk.h"
#include "report.h"
#include "text_chart.h"

namespace gauze::cli {
namespace {

void PrintAbove(const Json& above, const std::string& title) {
  fmt::print("  {}\n", title);
  for (const Json& line : above) {
    fmt::print("    above {:<8g} {:>12}  {:.4g} %\n", line["delta"].get<double>(),
               Grouped(line["rows"].get<std::uint64_t>()), 100 * line["share"].get<double>());
  }
}

void PrintTries(const Json& tries) {
  fmt::print("  what suppressing cells would do, for {:g}\n", tries[0]["delta"].get<double>());
  fmt::print("    {:<11}  {:<8} {:>12} {:>12} {:>12} {:>10} {:>10}\n", "until", "cells",
             "above before", "above after", "cells lost", "loss", "highest");
  for (const Json& line : tries) {
    const auto count = [&](const char* name) { return Grouped(line[name].get<std::uint64_t>()); };
    fmt::print("    {:<11}  {:<8} {:>12} {:>12} {:>12} {:>8.3g} % {:>10.4g}\n",
               line["until"].get<std::string>(), line["cells"].get<std::string>(),
               count("above_before"), count("above_after"), count("cells_lost"),
               100 * line["loss"].get<double>(), line["highest"].get<double>());
  }
}

// Bars are logarithmic: the few records with a high risk are what matters.
void PrintHistogram(const risk::Histogram& histogram) {
  double most = static_cast<double>(std::max<std::uint64_t>(histogram.without, 1));
  for (const auto& [decade, records] : histogram.decades) {
    most = std::max(most, static_cast<double>(records));
  }
  std::vector<Bar> bars;
  const auto add = [&](std::string label, std::uint64_t records) {
    const double length =
        records == 0 ? 0 : (1 + std::log10(static_cast<double>(records))) / (1 + std::log10(most));
    bars.push_back({.label = std::move(label), .value = Grouped(records), .length = length});
  };
  add("none", histogram.without);
  for (const auto& [decade, records] : histogram.decades) {
    add(fmt::format("{:g} and more", std::pow(10.0, decade)), records);
  }
  fmt::print("  records by risk (bars are logarithmic)\n{}", BarChart(bars, TheScreen()));
}

void PrintDecided(const Json& report) {
  fmt::print("{}, {} distinct\n", Counted(report["rows"].get<std::uint64_t>(), "record", "records"),
             Grouped(report["distinct"].get<std::uint64_t>()));
  PrintAbove(report["above"], "records above a threshold");
}

void Print(const Json& report) {
  fmt::print("{}, {} distinct; highest risk {:.4g}, mean {:.4g}\n",
             Counted(report["rows"].get<std::uint64_t>(), "record", "records"),
             Grouped(report["distinct"].get<std::uint64_t>()), report["highest"].get<double>(),
             report["mean"].get<double>());
  fmt::print("  if only membership is known: at most {:.4g}\n", report["floor"].get<double>());
  PrintAbove(report["above"], "records above a threshold");
  for (const Json& what_if : report["what_if"]) {
    PrintAbove(what_if["above"], fmt::format("if everything were {:g} times as likely to be known",
                                             what_if["factor"].get<double>()));
  }
  risk::Histogram histogram;
  for (const auto& [name, value] : report["histogram"].items()) {
    risk::ReadHistogramFigure(name, value.get<double>(), histogram);
  }
  PrintHistogram(histogram);
  if (!report["top_sets"].empty()) {
    fmt::print("  known columns that contribute most\n");
    for (const Json& set : report["top_sets"]) {
      fmt::print("    {:>12}  {}\n", Grouped(set["rows"].get<std::uint64_t>()),
                 fmt::join(set["columns"].get<std::vector<std::string>>(), ", "));
    }
  }
  if (report.contains("suppress")) PrintTries(report["suppress"]);
}

}  // namespace

void AddRisk(Commands& commands) {
  auto options = std::make_shared<RiskOptions>();
  auto memory = std::make_shared<std::string>();
  auto evidence = std::make_shared<std::string>();
  CLI::App* command = commands.Add(
      "risk", "compute the disclosure risk of each record, over everything that may be known of it",
      [options, memory, evidence, &commands](Progress& progress) -> Result<int> {
        options->run.threads = commands.common().threads;
        if (!memory->empty()) {
          GAUZE_ASSIGN(options->run.memory, ParseBytes(*memory));
        }
        GAUZE_ASSIGN(const Json report, AssessRisk(*options, progress));
        if (!evidence->empty()) {
          GAUZE_TRY(report::WriteEvidence(report::EvidenceOf("record_risk", report), *evidence));
        }
        progress.Done();
        if (commands.common().json) {
          PrintJson(report);
        } else if (options->decide) {
          PrintDecided(report);
        } else {
          Print(report);
        }
        return 0;
      });
  command->add_option("policy", options->run.policy.file, "the policy, with a section `risk`")
      ->required()
      ->type_name("FILE");
  command->add_option("--source", options->run.source, "read this instead of the policy's source")
      ->type_name("PATH");
  command
      ->add_option("--release", options->released,
                   "look at this release directory or file instead of the source")
      ->type_name("PATH");
  command
      ->add_option("--delta", options->deltas,
                   "thresholds, separated by commas (default: what the policy promises)")
      ->delimiter(',')
      ->type_name("NUMBERS");
  command
      ->add_option("--known-times", options->factors,
                   "what if everything were this many times as likely to be known, e.g. 0.5,2")
      ->delimiter(',')
      ->type_name("NUMBERS");
  command
      ->add_option("--records", options->records,
                   "write one line per record (.csv or .parquet), readable by you only")
      ->type_name("FILE");
  command->add_option("--picture", options->picture, "write the histogram as SVG")
      ->type_name("FILE");
  command->add_flag("--suppress", options->suppress,
                    "also show what suppressing cells would do, for the first threshold");
  command
      ->add_flag("--decide", options->decide, "only count the records above the thresholds: faster")
      ->excludes("--known-times", "--records", "--picture", "--suppress");
  AddReportOption(*command, *evidence, "write the figures as a page and as evidence.json");
  command
      ->add_option("--memory", *memory, "memory that the engine may take while it reads, e.g. 1GiB")
      ->type_name("SIZE");
}

}  // namespace gauze::cli
