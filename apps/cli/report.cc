#include "report.h"

#include <fmt/format.h>

#include <filesystem>

#include "command.h"
#include "gauze/base/json.h"

namespace gauze::cli {
namespace {

struct ReportOptions {
  report::EvidenceOptions evidence;
  bool public_form = false;
  bool without_attacks = false;
  std::string out;
};

void Print(const Json& evidence, const std::string& folder) {
  for (const Json& promise : evidence["promises"]) {
    fmt::print("{} {}\n", promise["holds"].get<bool>() ? "holds  " : "BROKEN ",
               promise["claim"].get<std::string>());
  }
  if (evidence.contains("uniqueness")) {
    fmt::print("{}\n", evidence["uniqueness"]["sentence"].get<std::string>());
  }
  for (const Json& warning : evidence.value("warnings", Json::array())) {
    fmt::print("warning: {}\n", warning.get<std::string>());
  }
  fmt::print("{} evidence written to {}\n", evidence["form"].get<std::string>(),
             folder + "/evidence.json and report.html");
  if (evidence["form"] == "internal") {
    fmt::print(
        "note: it is for people who may see the original; gauze report --public writes one that "
        "can be shared\n");
  }
}

// What may be shared lies in the release, the rest beside it; beside the ledger for one of its
// releases.
std::string DefaultFolder(const ReportOptions& options) {
  namespace fs = std::filesystem;
  std::error_code error;  // who gathers says what is wrong with a target
  const fs::path target = fs::weakly_canonical(options.evidence.target, error);
  const fs::path ledger = target.parent_path().parent_path();
  if (fs::exists(ledger / "ledger.db", error)) {
    return ledger.string() + "-" + target.filename().string() + "-report";
  }
  if (options.public_form && fs::exists(target / "manifest.json", error)) return target / "report";
  return target.string() + "-report";
}

Result<int> Report(ReportOptions& options, const Common& common, Progress& progress) {
  options.evidence.run.threads = common.threads;
  options.evidence.attacks = !options.without_attacks;
  if (options.public_form) options.evidence.form = report::EvidenceForm::kPublic;
  if (options.out.empty()) options.out = DefaultFolder(options);
  GAUZE_ASSIGN(const Json evidence, report::GatherEvidence(options.evidence, progress));
  GAUZE_TRY(report::WriteEvidence(evidence, options.out));
  progress.Done();
  if (common.json) {
    PrintJson(evidence);
  } else {
    Print(evidence, options.out);
  }
  return report::Holds(evidence) ? 0 : static_cast<int>(ErrorCode::kPromise);
}

}  // namespace

CLI::Option* AddReportOption(CLI::App& command, std::string& folder, const std::string& what) {
  return command.add_option("--report", folder, what + " into this folder, readable by you only")
      ->type_name("DIRECTORY");
}

CLI::Option* AddNoReportOption(CLI::App& command, bool& without) {
  return command.add_flag("--no-report", without, "do not publish a report with the release");
}

Status WriteReport(const report::EvidenceOptions& options, const std::string& folder,
                   Progress& progress) {
  if (folder.empty()) return {};
  GAUZE_ASSIGN(const Json evidence, report::GatherEvidence(options, progress));
  return report::WriteEvidence(evidence, folder);
}

void AddReport(Commands& commands) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = commands.Add(
      "report", "write a report on a release or a ledger, for the person who signs it off",
      [options, &commands](Progress& progress) -> Result<int> {
        return Report(*options, commands.common(), progress);
      });
  command
      ->add_option("release", options->evidence.target, "a release directory, or a ledger's folder")
      ->required()
      ->type_name("PATH");
  command
      ->add_option("--policy", options->evidence.run.policy.file,
                   "the policy: compare with its source, and try every adversary")
      ->type_name("FILE");
  command
      ->add_option("--source", options->evidence.run.source, "the original (default: the policy's)")
      ->type_name("PATH");
  command
      ->add_option("--out", options->out,
                   "write report.html and evidence.json into this folder (default: RELEASE-report, "
                   "with --public RELEASE/report)")
      ->type_name("DIRECTORY");
  command->add_flag("--public", options->public_form,
                    "nothing that the release itself does not show, small counts coarsened");
  command->add_flag("--no-attacks", options->without_attacks, "do not try adversaries");
  command
      ->add_option("--victims", options->evidence.victims,
                   "victims for each adversary, a sample (default: 500); 0 for all")
      ->type_name("N");
}

}  // namespace gauze::cli
