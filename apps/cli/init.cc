#include "gauze/release/prepare/init.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "command.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/release/prepare/propose.h"
#include "gauze/release/prepare/purpose.h"

namespace gauze::cli {

Status RefuseExisting(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  return InputError("the file already exists", file, "choose another name");
}

namespace {

void PrintDecision(std::size_t number, const Json& decision) {
  fmt::print("  {:>2}. {} is {}: if {}, the other columns lose {:.3f} instead of {:.3f}\n", number,
             decision["about"].get<std::string>(), decision["says"].get<std::string>(),
             decision["instead"].get<std::string>(), decision["loss_then"].get<double>(),
             decision["loss"].get<double>());
}

void PrintProposal(const Json& proposal, const std::string& file) {
  constexpr std::size_t kShown = 10;
  fmt::print("wrote {}, for {}\n", file, proposal["readers"].get<std::string>());
  if (proposal.contains("problem")) {
    fmt::print("  it cannot be kept on this table: {}\n  hint: {}\n",
               proposal["problem"]["message"].get<std::string>(),
               proposal["problem"]["hint"].get<std::string>());
    return;
  }
  const Json& planned = proposal["plan"]["planned"];
  const Json& trial = proposal["trial"];
  const double minutes = std::ceil(planned["seconds"].get<double>() / 60);
  fmt::print("  a run takes {}, and {:.0f} MiB of memory\n",
             minutes > 1 ? fmt::format("about {:.0f} minutes", minutes) : "less than a minute",
             planned["memory_bytes"].get<double>() / (1024.0 * 1024));
  const Json& decisions = trial["decide"];
  fmt::print("for you to decide, by what it changes (tried on the first {}):\n",
             Counted(trial["rows"].get<std::uint64_t>(), "row", "rows"));
  for (std::size_t i = 0; i < std::min(kShown, decisions.size()); ++i) {
    PrintDecision(i + 1, decisions[i]);
  }
  if (decisions.size() > kShown) {
    fmt::print("  and {} more, which change less (--json)\n", decisions.size() - kShown);
  }
  fmt::print("then: gauze run {}\n", file);
}

Result<int> Propose(const ProposeOptions& options, const std::string& out, bool json,
                    Progress& progress) {
  GAUZE_TRY(RefuseExisting(out));
  GAUZE_ASSIGN(const Json proposal, ProposePolicy(options, progress));
  progress.Done();
  GAUZE_TRY(WriteFile(out, proposal["policy"].get<std::string>()));
  if (json) {
    PrintJson(proposal);
  } else {
    PrintProposal(proposal, out);
  }
  return 0;
}

std::vector<std::string> NamesOfPurposes() {
  std::vector<std::string> names;
  for (const Purpose& purpose : Purposes()) names.emplace_back(purpose.name);
  return names;
}

}  // namespace

void AddInit(Commands& commands) {
  struct Options {
    InitOptions policy;
    std::string purpose;
    std::string out;
    bool no_header = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = commands.Add(
      "init",
      "write a first policy for a file: every column with a suggested role, for you to decide",
      [options, &commands](Progress& progress) -> Result<int> {
        const std::string folder = std::filesystem::path(options->out).parent_path().string();
        options->policy.dialect.header = !options->no_header;
        if (!folder.empty()) options->policy.folder = folder;
        if (!options->purpose.empty()) {
          return Propose({.table = options->policy,
                          .purpose = options->purpose,
                          .threads = commands.common().threads},
                         options->out, commands.common().json, progress);
        }
        GAUZE_ASSIGN(const std::string text, InitialPolicy(options->policy, progress));
        progress.Done();
        if (options->out.empty()) {
          if (commands.common().json) {
            PrintJson({{"policy", text}});
          } else {
            std::fputs(text.c_str(), stdout);
          }
          return 0;
        }
        GAUZE_TRY(RefuseExisting(options->out));
        GAUZE_TRY(WriteFile(options->out, text));
        if (commands.common().json) PrintJson({{"written", options->out}});
        return 0;
      });
  command->add_option("source", options->policy.source, "a CSV or Parquet file")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--encoding", options->policy.dialect.encoding,
                   "encoding of a CSV file that is not UTF-8")
      ->check(CLI::IsMember({"utf-8", "latin-1", "utf-16"}));
  command->add_flag("--no-header", options->no_header,
                    "the first line of a CSV file is a row: columns are called c1, c2, ...");
  auto* accept =
      command->add_flag("--accept", options->policy.accept,
                        "take the suggested roles and markers of missing values, instead of "
                        "leaving every role undecided");
  auto* out = command->add_option("-o,--out", options->out, "write here (default: standard output)")
                  ->type_name("FILE");
  command
      ->add_option("--for", options->purpose,
                   "who will read the release: also proposes promises, hierarchies and a "
                   "transform, tries them out, and tells what is left to decide")
      ->check(CLI::IsMember(NamesOfPurposes()))
      ->needs(accept)
      ->needs(out);
}

}  // namespace gauze::cli
