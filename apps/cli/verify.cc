#include <fmt/format.h>

#include "command.h"
#include "gauze/release/verify_release.h"

namespace gauze::cli {
namespace {

void AddTargetOptions(CLI::App* command, VerifyOptions& options) {
  command->add_option("target", options.target, "a release directory, or any CSV or Parquet file")
      ->required()
      ->type_name("PATH");
  auto* policy = command->add_option("--policy", options.policy.file, "check against this policy");
  policy->type_name("FILE");
  command->add_option("--qi", options.qi, "quasi-identifying columns, separated by commas")
      ->delimiter(',')
      ->type_name("COLUMNS")
      ->excludes(policy);
}

void PrintReport(const VerifyReport& report) {
  const Verification& verification = report.verification;
  fmt::print("{} in {}\n", Counted(verification.rows, "row", "rows"),
             Counted(verification.classes, "class", "classes"));
  for (const Verdict& verdict : verification.verdicts) {
    std::string worst = fmt::format("worst {} {:.6g}, {}", verdict.of, verdict.worst_value,
                                    Counted(verdict.worst_rows, "row", "rows"));
    if (verdict.of == "cell") worst = Counted(verdict.judged, "cell", "cells");
    if (verdict.worst_first_row > 0) {
      worst += fmt::format(", first at row {}", verdict.worst_first_row);
    }
    if (verdict.holds) {
      fmt::print("holds   {}: {}\n", verdict.claim, worst);
    } else {
      const std::string all = Counted(verdict.judged == 0 ? verification.classes : verdict.judged,
                                      verdict.of.c_str(), verdict.OfMany().c_str());
      fmt::print("BROKEN  {}: {} of {} broken; {}\n", verdict.claim,
                 Grouped(verdict.failing_classes), all, worst);
    }
  }
  for (const std::string& note : report.notes) fmt::print("note: {}\n", note);
}

}  // namespace

void AddVerify(Commands& commands) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command =
      commands.Add("verify", "does a release, or any file, keep what is promised of it?",
                   [options, &commands](Progress& progress) -> Result<int> {
                     options->threads = commands.common().threads;
                     GAUZE_ASSIGN(const VerifyReport report, VerifyRelease(*options, progress));
                     progress.Done();
                     const bool holds = report.verification.holds();
                     if (commands.common().json) {
                       PrintJson(ReportJson(report));
                     } else {
                       PrintReport(report);
                     }
                     return holds ? 0 : static_cast<int>(ErrorCode::kPromise);
                   });
  AddTargetOptions(command, *options);
  command->add_option("--claim", options->claims, "a promise, e.g. 'k_anonymity(k=5)'; repeatable")
      ->type_name("CLAIM");
  command
      ->add_option("--sensitive", options->sensitive,
                   "columns that claims without an attribute are about, separated by commas")
      ->delimiter(',')
      ->type_name("COLUMNS");
}

void AddMeasure(Commands& commands) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = commands.Add("measure", "loss and risk of a release, or risk of any file",
                                   [options, &commands](Progress& /*progress*/) -> Result<int> {
                                     options->threads = commands.common().threads;
                                     GAUZE_ASSIGN(const auto figures, MeasureRelease(*options));
                                     Json json;
                                     for (const Figure& figure : figures)
                                       json[figure.name] = figure.value;
                                     if (commands.common().json) {
                                       PrintJson(json);
                                       return 0;
                                     }
                                     for (const Figure& figure : figures) {
                                       fmt::print("{:<36} {:.6g}\n", figure.name, figure.value);
                                     }
                                     return 0;
                                   });
  AddTargetOptions(command, *options);
  command
      ->add_option("--weight", options->weight,
                   "column of sampling weights: for how many persons a row stands")
      ->type_name("COLUMN");
}

}  // namespace gauze::cli
