#include "policy_options.h"

#include <filesystem>

#include "gauze/base/file.h"

namespace gauze::cli {

void AddSourceOption(CLI::App* command, RunOptions& options) {
  command
      ->add_option("--source", options.source,
                   "read this file, glob or table (postgresql://…) instead of the policy's")
      ->type_name("PATH");
}

void AddPolicyOptions(CLI::App* command, RunOptions& options) {
  command->add_option("policy", options.policy.file, "the policy file")
      ->required()
      ->type_name("FILE");
  AddSourceOption(command, options);
}

void AddResourceOptions(CLI::App* command, RunOptions& options, std::string& memory) {
  command
      ->add_option("--memory", memory,
                   "memory that the whole run may take, e.g. 4GiB (default: four fifths of the "
                   "machine's); what does not fit is worked on in files")
      ->type_name("SIZE");
  command
      ->add_option("--temp", options.temp,
                   "folder for temporary files, private and removed afterwards (default: beside "
                   "the release; the system's for a sweep)")
      ->type_name("DIRECTORY");
}

void AddFolderOption(CLI::App* command, std::string& folder) {
  command
      ->add_option("--relative-to", folder,
                   "folder that paths in the policies start from (default: each policy's own)")
      ->type_name("DIRECTORY");
}

Status StartFrom(const std::string& folder, PolicyText& policy) {
  GAUZE_ASSIGN(policy.text, ReadFile(policy.file));
  const std::filesystem::path file(policy.file);
  policy.file = (std::filesystem::path(folder) / file.filename()).string();
  return {};
}

}  // namespace gauze::cli
