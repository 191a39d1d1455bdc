#include "gauze/release/prepare/init.h"

#include <fmt/format.h>

#include <filesystem>

#include "command.h"
#include "gauze/base/file.h"

namespace gauze::cli {

void AddInit(Commands& commands) {
  struct Options {
    InitOptions policy;
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
        std::error_code error;
        if (std::filesystem::exists(options->out, error)) {
          return InputError("the file already exists", options->out, "choose another name");
        }
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
  command->add_flag("--accept", options->policy.accept,
                    "take the suggested roles and markers of missing values, instead of leaving "
                    "every role undecided");
  command->add_option("-o,--out", options->out, "write here (default: standard output)")
      ->type_name("FILE");
}

}  // namespace gauze::cli
