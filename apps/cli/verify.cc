#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "command.h"
#include "gauze/base/json.h"
#include "pipeline_files.h"
#include "print_verification.h"
#include "text_chart.h"

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

// What was found of a claim, and where to look.
std::string FoundOf(const Verdict& verdict, const Verification& verification) {
  std::string found = verdict.in_words;
  if (verdict.worst_first_row > 0) found += fmt::format("; see row {}", verdict.worst_first_row);
  if (verdict.holds) return found;
  const std::string all = Counted(verdict.judged == 0 ? verification.classes : verdict.judged,
                                  verdict.of.c_str(), verdict.OfMany().c_str());
  return fmt::format("{} of {} broken; {}", Grouped(verdict.failing_classes), all, found);
}

// A case for each claim.
std::vector<Outcome> OutcomesOf(const VerifyReport& report) {
  std::vector<Outcome> outcomes;
  for (const Verdict& verdict : report.verification.verdicts) {
    outcomes.push_back({verdict.holds ? Outcome::Kind::kHolds : Outcome::Kind::kBroken,
                        verdict.claim, FoundOf(verdict, report.verification)});
  }
  return outcomes;
}

}  // namespace

void PrintVerification(const VerifyReport& report) {
  const Verification& verification = report.verification;
  fmt::print("{} in {}\n", Counted(verification.rows, "row", "rows"),
             Counted(verification.classes, "class", "classes"));
  for (const Verdict& verdict : verification.verdicts) {
    fmt::print("{}  {}: {}\n", verdict.holds ? "holds " : "BROKEN", verdict.claim,
               FoundOf(verdict, verification));
  }
  for (const std::string& note : report.notes) fmt::print("note: {}\n", note);
}

void AddVerify(Commands& commands) {
  auto options = std::make_shared<VerifyOptions>();
  auto reader = std::make_shared<std::string>(ReaderNames().front());
  auto files = std::make_shared<PipelineFiles>();
  CLI::App* command =
      commands.Add("verify", "check whether a release, or any file, keeps its promises",
                   [options, reader, files, &commands](Progress& progress) -> Result<int> {
                     options->threads = commands.common().threads;
                     options->reader = ReaderFromName(*reader).value_or(Reader::kFast);
                     auto judged = VerifyRelease(*options, progress);
                     GAUZE_TRY(files->Write("verify", options->target, judged, OutcomesOf));
                     GAUZE_ASSIGN(const VerifyReport report, std::move(judged));
                     progress.Done();
                     const bool holds = report.verification.holds();
                     if (commands.common().json) {
                       PrintJson(ReportJson(report));
                     } else {
                       PrintVerification(report);
                     }
                     return holds ? 0 : static_cast<int>(ErrorCode::kPromise);
                   });
  files->AddOptions(*command);
  AddTargetOptions(command, *options);
  command->add_option("--claim", options->claims, "a promise, e.g. 'k_anonymity(k=5)'; repeatable")
      ->type_name("CLAIM");
  command
      ->add_option("--sensitive", options->sensitive,
                   "columns that claims without an attribute are about, separated by commas")
      ->delimiter(',')
      ->type_name("COLUMNS");
  command
      ->add_option(
          "--reader", *reader,
          "fast, or sql: DuckDB alone reads the file, slower and with less of Gauze in between")
      ->type_name("READER")
      ->check(CLI::IsMember(ReaderNames()));
}

namespace {

// Rows by the size of their class, in steps that double: 1, 2 to 3, 4 to 7 …
std::vector<Bar> ClassSizeBars(const std::map<std::uint64_t, std::uint64_t>& class_sizes) {
  std::map<unsigned, std::uint64_t> rows;
  std::uint64_t most = 1;
  for (const auto& [size, classes] : class_sizes) {
    std::uint64_t& step = rows[static_cast<unsigned>(std::bit_width(size))];
    step += size * classes;
    most = std::max(most, step);
  }
  std::vector<Bar> bars;
  if (rows.empty()) return bars;
  for (unsigned step = rows.begin()->first; step <= rows.rbegin()->first; ++step) {
    const std::uint64_t from = std::uint64_t{1} << (step - 1);
    const std::uint64_t to = 2 * from - 1;
    bars.push_back(
        {.label = from == to ? Grouped(from) : fmt::format("{} to {}", Grouped(from), Grouped(to)),
         .value = Grouped(rows[step]),
         .length = static_cast<double>(rows[step]) / static_cast<double>(most)});
  }
  return bars;
}

// Figures that are shares, by what follows the name that they begin with.
std::vector<Bar> ShareBars(const std::vector<Figure>& figures, const std::string& begin) {
  std::vector<Bar> bars;
  for (const Figure& figure : figures) {
    if (!figure.name.starts_with(begin)) continue;
    bars.push_back({.label = figure.name.substr(begin.size()),
                    .value = fmt::format("{:.4f}", figure.value),
                    .length = figure.value});
  }
  return bars;
}

void PrintChart(const char* title, const std::vector<Bar>& bars) {
  if (!bars.empty()) fmt::print("{}\n{}", title, BarChart(bars, TheScreen()));
}

void PrintMeasured(const Measured& measured, bool all) {
  for (const std::string& sentence : ReadMeasures(measured.figures)) {
    fmt::print("{}\n", Printable(sentence));
  }
  if (all) {
    for (const Figure& figure : measured.figures) {
      fmt::print("{:<36} {:.6g}\n", Printable(figure.name), figure.value);
    }
  }
  PrintChart("rows by the size of their class", ClassSizeBars(measured.class_sizes));
  PrintChart("loss of each column, 1 is all", ShareBars(measured.figures, "attribute_loss."));
  PrintChart("rows whose risk is above", ShareBars(measured.figures, "risk_above."));
}

}  // namespace

void AddMeasure(Commands& commands) {
  auto options = std::make_shared<VerifyOptions>();
  auto all = std::make_shared<bool>(false);
  CLI::App* command =
      commands.Add("measure", "measure loss and risk of a release, or risk of any file",
                   [options, all, &commands](Progress& progress) -> Result<int> {
                     options->threads = commands.common().threads;
                     GAUZE_ASSIGN(const Measured measured, MeasureRelease(*options));
                     progress.Done();
                     if (!commands.common().json) {
                       PrintMeasured(measured, *all);
                       return 0;
                     }
                     Json json;
                     for (const Figure& figure : measured.figures) json[figure.name] = figure.value;
                     PrintJson(json);
                     return 0;
                   });
  AddTargetOptions(command, *options);
  command->add_flag("--all", *all, "print every figure, by its name");
  command
      ->add_option("--weight", options->weight,
                   "column of sampling weights: how many people a row stands for")
      ->type_name("COLUMN");
}

}  // namespace gauze::cli
